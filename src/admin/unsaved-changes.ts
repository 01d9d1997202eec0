import { atom } from 'nanostores';

/** Where the owner wants to go while something typed is not saved; asked about before it happens. */
export const $leaving = atom<(() => void) | null>(null);

interface Guarded {
  isDirty: () => boolean;
  /** Where it is edited. */
  path: () => string;
}

const NOTHING: Guarded = { isDirty: () => false, path: () => '' };
let guarded = NOTHING;

/** Stands before every way out while something is unsaved; returns what lets go of it. */
export function guardUnsavedChanges(
  isDirty: Guarded['isDirty'],
  path: Guarded['path'],
): () => void {
  guarded = { isDirty, path };
  return () => {
    guarded = NOTHING;
    $leaving.set(null);
  };
}

/** Goes at once when nothing would be lost; otherwise once the owner has said so. */
export function confirmLeave(go: () => void): void {
  if (guarded.isDirty()) $leaving.set(go);
  else go();
}

/** Whether a click leads to another screen of the desk, here. */
const leadsAway = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) &&
  !link.target &&
  !link.hasAttribute('download') &&
  link.rel !== 'external' &&
  link.origin === location.origin &&
  link.pathname !== location.pathname;

function click(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !guarded.isDirty() || !leadsAway(event, link)) return;
  event.preventDefault();
  event.stopPropagation();
  $leaving.set(() => link.click());
}

function back(event: PopStateEvent): void {
  if (!guarded.isDirty()) return;
  // The address has changed already: it is put back, and one step back leads where it had led.
  event.stopImmediatePropagation();
  history.pushState(null, '', guarded.path());
  $leaving.set(() => history.back());
}

// Here and not with the editor: at the window, who listens first is asked first, even while
// capturing, and the router must not hear of it.
if (typeof window !== 'undefined') {
  addEventListener('popstate', back);
  document.addEventListener('click', click, { capture: true });
  addEventListener('beforeunload', (event) => {
    if (guarded.isDirty()) event.preventDefault();
  });
}
