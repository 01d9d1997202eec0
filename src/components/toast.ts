type Kind = 'success' | 'error' | 'info' | 'loading';

const load = () => import('./toasts.tsx');

export interface ToastOptions {
  /** Milliseconds; otherwise as long as its kind. */
  duration?: number | undefined;
  /** A second line. */
  detail?: string | undefined;
  /** It takes the place of the toast that is shown under the same id. */
  id?: string | undefined;
}

/** Shows a toast; its library arrives with the first one. */
export async function toast(
  kind: Kind,
  message: string,
  options: ToastOptions = {},
): Promise<void> {
  const { show } = await load();
  show(kind, message, options);
}

/** Loads the library ahead of the first toast, which may have to say that the network is gone. */
export function prepareToasts(): void {
  load().catch(() => {});
}
