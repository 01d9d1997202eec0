type Kind = 'success' | 'error' | 'info' | 'loading';

const load = () => import('./toast-layer.tsx');

export interface ToastOptions {
  /** Milliseconds; the default depends on the kind. */
  duration?: number | undefined;
  /** A second line. */
  detail?: string | undefined;
  /** Replaces a visible toast with the same id. */
  id?: string | undefined;
}

/** Shows a toast; the library is loaded with the first one. */
export async function toast(
  kind: Kind,
  message: string,
  options: ToastOptions = {},
): Promise<void> {
  const { show } = await load();
  show(kind, message, options);
}

/** Loads the library early: the first toast may have to report that the network is down. */
export function prepareToasts(): void {
  load().catch(() => {});
}
