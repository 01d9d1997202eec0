import { toast } from '../../ui/toast.ts';

const KEY = 'toast';

/** Says it on the page that comes next, because this one is being left. */
export function carryToast(message: string): void {
  try {
    sessionStorage.setItem(KEY, message);
  } catch {
    // Without storage it goes unsaid; the next page shows what happened all the same.
  }
}

/** Shows what the page before had to say, once. */
export function showCarried(): void {
  try {
    const message = sessionStorage.getItem(KEY);
    if (!message) return;
    sessionStorage.removeItem(KEY);
    void toast('success', message);
  } catch {
    // See above.
  }
}
