import { atom } from 'nanostores';

/** Continues the navigation that waits for a decision on unsaved changes; null while none waits. */
export const $pendingNavigation = atom<(() => void) | null>(null);

interface Guard {
  isDirty: () => boolean;
  /** The path of the open editor. */
  path: () => string;
}

const NO_GUARD: Guard = { isDirty: () => false, path: () => '' };
let guard = NO_GUARD;

/** Asks before any navigation while there are unsaved changes; returns a function that stops it. */
export function guardUnsavedChanges(isDirty: Guard['isDirty'], path: Guard['path']): () => void {
  guard = { isDirty, path };
  return () => {
    guard = NO_GUARD;
    $pendingNavigation.set(null);
  };
}

/** Runs `go` at once when nothing is unsaved, otherwise after the owner has confirmed. */
export function navigateWhenConfirmed(go: () => void): void {
  if (guard.isDirty()) $pendingNavigation.set(go);
  else go();
}

/** Whether a click opens another page in this tab. */
const opensAnotherPage = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) &&
  !link.target &&
  !link.hasAttribute('download') &&
  link.rel !== 'external' &&
  link.origin === location.origin &&
  link.pathname !== location.pathname;

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !guard.isDirty() || !opensAnotherPage(event, link)) return;
  event.preventDefault();
  event.stopPropagation();
  $pendingNavigation.set(() => link.click());
}

function onPopState(event: PopStateEvent): void {
  if (!guard.isDirty()) return;
  // The address has already changed: restore it, so that one step back leads to the same page again.
  event.stopImmediatePropagation();
  history.pushState(null, '', guard.path());
  $pendingNavigation.set(() => history.back());
}

// Registered when the module loads, not by the editor: window listeners run in the order of their
// registration, and these must run before the router's.
if (typeof window !== 'undefined') {
  addEventListener('popstate', onPopState);
  document.addEventListener('click', onClick, { capture: true });
  addEventListener('beforeunload', (event) => {
    if (guard.isDirty()) event.preventDefault();
  });
}
