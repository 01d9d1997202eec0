interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface View {
  width: number;
  height: number;
  /** The lower edge of the navigation bar. */
  top: number;
  /** The number of visible toasts, including the next one. */
  toasts: number;
}

const TOAST = { inline: 400, block: 90 };

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Top right, unless the toast would cover more controls there than at the bottom; the focused one counts most.
 */
export function toastPosition(
  view: View,
  actions: Box[],
  used?: Box,
): 'top-right' | 'bottom-right' {
  const { width, height, top, toasts } = view;
  const sides = { left: Math.max(0, width - TOAST.inline), right: width };
  const stackHeight = TOAST.block * toasts;
  const cost = (area: Box): number =>
    actions.filter((each) => overlaps(each, area)).length +
    (used && overlaps(used, area) ? actions.length + 1 : 0);
  const topCost = cost({ ...sides, top, bottom: top + stackHeight });
  const bottomCost = cost({ ...sides, top: height - stackHeight, bottom: height });
  return topCost <= bottomCost ? 'top-right' : 'bottom-right';
}
