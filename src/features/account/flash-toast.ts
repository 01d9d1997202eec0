import { toast } from '../../components/toast.ts';
import { FLASH_TOAST_KEY } from '../../lib/storage-keys.ts';

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
    sessionStorage.setItem(
      FLASH_TOAST_KEY,
      JSON.stringify({ ok, message, ...more } satisfies FlashToast),
    );
  } catch {
    // Without storage no toast is shown; the next page shows the result anyway.
  }
}

/** Shows the toast that the previous page stored, once. */
export function showFlashToast(): void {
  try {
    const stored = sessionStorage.getItem(FLASH_TOAST_KEY);
    if (!stored) return;
    sessionStorage.removeItem(FLASH_TOAST_KEY);
    const { ok, message, duration } = JSON.parse(stored) as FlashToast;
    void toast(ok ? 'success' : 'error', message, { duration });
  } catch {
    // Storage is not accessible, so no toast was stored.
  }
}
