type Kind = 'success' | 'error' | 'info' | 'loading';

const load = () => import('./toasts.tsx');

/** Shows a toast. Lifetimes as in spec §4. */
export async function toast(kind: Kind, message: string, duration?: number): Promise<void> {
  const { show } = await load();
  show(kind, message, duration);
}

/** Loads the library ahead of the first toast, which may have to say that the network is gone. */
export function prepareToasts(): void {
  load().catch(() => {});
}
