/**
 * Opens the palette on ⌘K or Ctrl+K, also when pressed before this script arrived. Returns a function that
 * stops listening.
 */
export function listenForPalette(open: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    open();
  };
  document.addEventListener('keydown', listen);
  const { dataset } = document.documentElement;
  if (dataset['palette']) {
    delete dataset['palette'];
    open();
  }
  return () => document.removeEventListener('keydown', listen);
}
