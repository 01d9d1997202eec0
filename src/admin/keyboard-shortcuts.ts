import { NAVIGATION_ITEMS } from './navigation.ts';
import { goTo } from './router.ts';

const SOON_MS = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** G, then a letter, goes somewhere. Returns what stops listening. */
export function listenForKeys(): () => void {
  let since = 0;
  const listen = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const place = NAVIGATION_ITEMS.find(({ key }) => key === event.key);
    if (place && event.timeStamp - since < SOON_MS) {
      since = 0;
      event.preventDefault();
      return goTo(place.route);
    }
    since = event.key === 'g' ? event.timeStamp : 0;
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
