import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { setText } from '../../lib/dom-patch.ts';
import { pluralize } from '../../lib/format.ts';
import { patchStars } from './patch-stars.ts';
import { ratingOfGig, ratingOfSeller, reviewsHeading } from './rating.ts';

/** Updates the average ratings and counts on the page. */
export function patchRatingSummary(reviews: ReviewDto[]): void {
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
