import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { setText } from '../../lib/dom-patch.ts';
import { counted } from '../../lib/format.ts';
import { fillStars } from './fill.ts';
import { headingOf, ratingOfGig, ratingOfSeller } from './rating.ts';

/** Brings what the page says about all reviews together up to date. */
export function summarise(reviews: ReviewDto[]): void {
  const count = `(${counted(reviews.length, 'review')})`;
  for (const place of document.querySelectorAll<HTMLElement>('[data-rated]')) {
    const gigs = Number(place.dataset['rated']);
    const said = gigs ? ratingOfSeller(reviews, gigs).toFixed(2) : String(ratingOfGig(reviews));
    fillStars(place, Number(said), said);
    setText(place, 'rating', gigs ? said : Number(said).toFixed(1));
    setText(place, 'count', count);
  }
  setText(document, 'overall', ratingOfGig(reviews).toFixed(1));
  setText(document, 'reviews-heading', headingOf(reviews.length));
}
