import { $screens } from './permissions.ts';
import { goTo } from './router.ts';

const SEQUENCE_MS = 1_200;

/** Keys that are typed into a field are not shortcuts. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Opens a screen on G followed by its key, and the list of shortcuts on `?`. Returns a function that stops
 * listening.
 */
export function listenForShortcuts(showShortcuts: () => void): () => void {
  let pressedGAt = Number.NEGATIVE_INFINITY;
  const listen = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === '?') return showShortcuts();
    const item = $screens.get().find(({ key }) => key === event.key);
    if (item && event.timeStamp - pressedGAt < SEQUENCE_MS) {
      pressedGAt = Number.NEGATIVE_INFINITY;
      event.preventDefault();
      return goTo(item.route);
    }
    pressedGAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
