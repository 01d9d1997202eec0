export interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface View {
  width: number;
  height: number;
  /** Where the page begins under the bar. */
  top: number;
  /** How many toasts there are, with the one to come. */
  toasts: number;
}

const TOAST = { inline: 400, block: 90 };

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** At the top right, unless the toast would lie on buttons there, on the one just used above all. */
export function placeFor(view: View, actions: Box[], used?: Box): 'top-right' | 'bottom-right' {
  const { width, height, top, toasts } = view;
  const sides = { left: Math.max(0, width - TOAST.inline), right: width };
  const high = TOAST.block * toasts;
  const covered = (zone: Box): number =>
    actions.filter((each) => overlaps(each, zone)).length +
    (used && overlaps(used, zone) ? actions.length + 1 : 0);
  const above = covered({ ...sides, top, bottom: top + high });
  const below = covered({ ...sides, top: height - high, bottom: height });
  return above <= below ? 'top-right' : 'bottom-right';
}
