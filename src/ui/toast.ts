type Kind = 'success' | 'error' | 'info' | 'loading';

/** Shows a toast; its library arrives with the first one. Lifetimes as in spec §4. */
export async function toast(kind: Kind, message: string, duration?: number): Promise<void> {
  const { show } = await import('./toasts.tsx');
  show(kind, message, duration);
}
