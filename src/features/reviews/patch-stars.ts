import { setAttribute } from '../../lib/dom-patch.ts';

/** Updates stars drawn by Stars.tsx. */
export function patchStars(root: ParentNode, rating: number, label = String(rating)): void {
  const stars = root.querySelector('.stars');
  const width = String(Math.round(rating * 10) * 2);
  const filled = stars?.querySelector('svg') ?? null;
  if (stars) setAttribute(stars, 'aria-label', `${label} out of 5 stars`);
  setAttribute(filled, 'width', width);
  setAttribute(filled, 'viewBox', `0 0 ${width} 20`);
}
