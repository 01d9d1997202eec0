import { atom } from 'nanostores';

/** Whether the inbox shows the open conversation beside its list, instead of in a drawer. */
export const $hasTwoPanes = atom(false);

// The width at which the sidebar is beside the screen, so that two panes fit.
const WIDE = '(min-width: 60rem)';

/** Follows the width of the window; returns a function that stops it. */
export function followWindowWidth(): () => void {
  const query = matchMedia(WIDE);
  const update = () => $hasTwoPanes.set(query.matches);
  update();
  query.addEventListener('change', update);
  return () => {
    query.removeEventListener('change', update);
    $hasTwoPanes.set(false);
  };
}
