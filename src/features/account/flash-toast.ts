import { type ToastLink, toast } from '../../components/toast.ts';
import { tabStorage } from '../../lib/storage.ts';
import { FLASH_TOAST_KEY } from '../../lib/storage-keys.ts';

export interface FlashToast {
  ok: boolean;
  message: string;
  duration?: number;
  link?: ToastLink;
}

/** Stores a toast for the next page, because this one is about to be left. */
export function setFlashToast(
  message: string,
  { ok = true, ...more }: Partial<Omit<FlashToast, 'message'>> = {},
): void {
  tabStorage.set(FLASH_TOAST_KEY, JSON.stringify({ ok, message, ...more } satisfies FlashToast));
}

/** Shows the toast that the previous page stored, once. */
export function showFlashToast(): void {
  const stored = tabStorage.get(FLASH_TOAST_KEY);
  if (!stored) return;
  tabStorage.remove(FLASH_TOAST_KEY);
  const { ok, message, duration, link } = JSON.parse(stored) as FlashToast;
  void toast(ok ? 'success' : 'error', message, { duration, link });
}
