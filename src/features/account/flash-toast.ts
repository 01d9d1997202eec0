import { toast } from '../../components/toast.ts';

const KEY = 'toast';

export interface FlashToast {
  ok: boolean;
  message: string;
  duration?: number;
}

/** Stores a toast for the next page, because this one is about to be left. */
export function setFlashToast(
  message: string,
  { ok = true, ...more }: { ok?: boolean; duration?: number } = {},
): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ok, message, ...more } satisfies FlashToast));
  } catch {
    // Without storage no toast is shown; the next page shows the result anyway.
  }
}

/** Shows the toast that the previous page stored, once. */
export function showFlashToast(): void {
  try {
    const stored = sessionStorage.getItem(KEY);
    if (!stored) return;
    sessionStorage.removeItem(KEY);
    const { ok, message, duration } = JSON.parse(stored) as FlashToast;
    void toast(ok ? 'success' : 'error', message, { duration });
  } catch {
    // Storage is not accessible, so no toast was stored.
  }
}
