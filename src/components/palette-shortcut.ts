/** Opens the palette on ⌘K or Ctrl+K. Returns a function that stops listening. */
export function listenForPalette(open: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    open();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
