/** How long a toast of each kind stays, in milliseconds. */
const DURATION_MS = {
  success: 2_000,
  error: 4_000,
  info: 4_000,
  loading: Number.POSITIVE_INFINITY,
};

export type ToastKind = keyof typeof DURATION_MS;

const loadToastLayer = () => import('./toast-layer.tsx');

/** A button that leads to another page. */
export interface ToastLink {
  label: string;
  href: string;
}

export interface ToastOptions {
  /** Milliseconds; by default `DURATION_MS` of the kind. */
  duration?: number | undefined;
  link?: ToastLink | undefined;
  /** A second line. */
  detail?: string | undefined;
  /** Replaces a visible toast with the same id. */
  id?: string | undefined;
}

/** Shows a toast; the library is loaded with the first one. */
export async function toast(
  kind: ToastKind,
  message: string,
  { duration = DURATION_MS[kind], ...options }: ToastOptions = {},
): Promise<void> {
  const { showToast } = await loadToastLayer();
  showToast(kind, message, { ...options, duration });
}

/** Loads the library early: the first toast may have to report that the network is down. */
export function preloadToasts(): void {
  loadToastLayer().catch(() => {});
}
