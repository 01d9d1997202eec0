import { isTyping } from '../../admin/keyboard-shortcuts.ts';

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * J and K move through the list, R focuses the reply, Escape the list. Returns a function that stops
 * listening.
 */
export function listenForInboxShortcuts(inbox: HTMLElement): () => void {
  const rows = () => [...inbox.querySelectorAll<HTMLElement>('.inbox__row')];
  const current = () => rows().findIndex((row) => row.ariaCurrent === 'true');
  const listen = (event: KeyboardEvent) => {
    // The sequences of the dashboard, such as G R, have been handled before.
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') rows()[Math.max(0, current())]?.focus();
      return;
    }
    const step = STEPS[event.key];
    const isInList = rows().includes(event.target as HTMLElement);
    // Elsewhere the arrow keys scroll.
    if (step && (isInList || event.key.length === 1)) {
      event.preventDefault();
      const from = isInList ? rows().indexOf(event.target as HTMLElement) : current();
      rows()[Math.min(rows().length - 1, Math.max(0, from + step))]?.focus();
    } else if (event.key === 'r') {
      const field = inbox.querySelector<HTMLElement>('textarea');
      if (field) event.preventDefault();
      field?.focus();
    }
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}
