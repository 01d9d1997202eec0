import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { setChildren, setText } from '../../lib/dom-patch.ts';
import { pluralize } from '../../lib/format.ts';
import { FETCH_FAILED, patchReview } from './patch-review.ts';
import { patchStars } from './patch-stars.ts';
import { ratingOfGig, ratingOfSeller, reviewsHeading, VISIBLE_REVIEWS } from './rating.ts';

/** Updates the average ratings and counts on the page. */
function patchRatingSummary(reviews: ReviewDto[]): void {
  const count = `(${pluralize(reviews.length, 'review')})`;
  for (const element of document.querySelectorAll<HTMLElement>('[data-rated]')) {
    const gigs = Number(element.dataset['rated']);
    const average = gigs ? ratingOfSeller(reviews, gigs).toFixed(2) : String(ratingOfGig(reviews));
    patchStars(element, Number(average), average);
    setText(element, 'rating', gigs ? average : Number(average).toFixed(1));
    setText(element, 'count', count);
  }
  setText(document, 'reviews-heading', reviewsHeading(reviews.length));
}

/** Adds the reviews written since the page was built, shortly before they are scrolled into view. */
async function refresh(list: HTMLElement): Promise<void> {
  const response = await fetch(list.dataset['reviews'] ?? '');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const { reviews } = (await response.json()) as { reviews: ReviewDto[] };
  const cards = reviews.flatMap((review) => cardOf(list, review) ?? []);
  const [first, rest] = list.querySelectorAll('[data-part="first"], [data-part="rest"]');
  if (!first || !rest) return;
  setChildren(first, cards.slice(0, VISIBLE_REVIEWS));
  setChildren(rest, cards.slice(VISIBLE_REVIEWS));
  rest.closest('details')?.toggleAttribute('hidden', cards.length <= VISIBLE_REVIEWS);
  list.querySelector('.no-reviews')?.toggleAttribute('hidden', cards.length > 0);
  if (cards.length > 0) patchRatingSummary(reviews);
}

/** The existing card of the review, or a new one. */
function cardOf(list: HTMLElement, review: ReviewDto): HTMLElement | undefined {
  const known = list.querySelector(`[data-review="${CSS.escape(review._id)}"]`);
  const blank = list.querySelector('template')?.content.firstElementChild;
  const card = known ?? blank?.cloneNode(true);
  if (!(card instanceof HTMLElement)) return undefined;
  patchReview(card, review);
  return card;
}

const refreshOrWarn = (list: HTMLElement) =>
  refresh(list).catch((error) => console.warn(FETCH_FAILED, error));

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      void refreshOrWarn(target);
    }
  },
  { rootMargin: '50%' },
);

for (const list of document.querySelectorAll<HTMLElement>('[data-reviews]')) {
  observer.observe(list);
  addEventListener('reviewed', () => refreshOrWarn(list));
}
