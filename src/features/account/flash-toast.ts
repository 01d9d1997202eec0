import { toast } from '../../components/toast.ts';

const KEY = 'toast';

export interface FlashToast {
  ok: boolean;
  message: string;
  duration?: number;
}

/** Says it on the page that comes next, because this one is being left. */
export function setFlashToast(
  message: string,
  { ok = true, ...more }: { ok?: boolean; duration?: number } = {},
): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ok, message, ...more } satisfies FlashToast));
  } catch {
    // Without storage it goes unsaid; the next page shows what happened all the same.
  }
}

/** Shows what the page before had to say, once. */
export function showFlashToast(): void {
  try {
    const told = sessionStorage.getItem(KEY);
    if (!told) return;
    sessionStorage.removeItem(KEY);
    const { ok, message, duration } = JSON.parse(told) as FlashToast;
    void toast(ok ? 'success' : 'error', message, { duration });
  } catch {
    // See above.
  }
}
