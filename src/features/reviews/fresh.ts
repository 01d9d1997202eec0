import type { WireReview } from '../../../api/reviews/present.ts';
import { FETCH_FAILED, fill } from './fill.ts';

/** Puts in what was written since the page was built, shortly before the reviews are seen. */
async function refresh(list: HTMLElement): Promise<void> {
  const template = list.querySelector('template');
  const response = await fetch(list.dataset['reviews'] ?? '');
  if (!response.ok || !template) throw new Error(FETCH_FAILED);
  const { reviews } = (await response.json()) as { reviews: WireReview[] };
  for (const review of reviews.toReversed()) {
    const known = list.querySelector<HTMLElement>(`[data-review="${CSS.escape(review._id)}"]`);
    const copy = known ?? template.content.firstElementChild?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) continue;
    fill(copy, review);
    if (!known) template.after(copy);
  }
  if (reviews.length > 0) list.querySelector('.none')?.remove();
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      refresh(target as HTMLElement).catch((error) => console.warn(FETCH_FAILED, error));
    }
  },
  { rootMargin: '50%' },
);

for (const list of document.querySelectorAll('[data-reviews]')) near.observe(list);
