type Kind = 'success' | 'error' | 'info' | 'loading';

export interface ToastOptions {
  /** Milliseconds; otherwise as long as its kind. */
  duration?: number | undefined;
  /** A second line. */
  detail?: string | undefined;
  /** It takes the place of the toast that is shown under the same id. */
  id?: string | undefined;
}

/** Shows a toast; its library arrives with the first one. Lifetimes as in spec §4. */
export async function toast(
  kind: Kind,
  message: string,
  options: ToastOptions = {},
): Promise<void> {
  const { show } = await import('./toasts.tsx');
  show(kind, message, options);
}
