import type { WireReview } from '../../../api/reviews/present.ts';
import { counted, reviewDate, rupees } from '../../lib/format.ts';

export const FETCH_FAILED = 'Error while getting gig reviews';

/** Writes a review into a card that ReviewCard.astro drew. */
export function fill(card: HTMLElement, review: WireReview): void {
  const part = <T extends Element>(name: string) => card.querySelector<T>(`[data-part="${name}"]`);
  const text = (name: string, value: string) => {
    const place = part(name);
    if (place && place.textContent !== value) place.textContent = value;
  };
  card.dataset['review'] = review._id;
  text('name', review.user.name);
  text('date', reviewDate(review.createdAt));
  text('comment', review.comment);
  text('rating', String(review.rating));
  text('plan', review.planType);
  text('price', `Price ${rupees(review.price)}`);
  text('days', `Duration ${counted(review.deliveryDays, 'day')}`);
  part('date')?.setAttribute('datetime', review.createdAt);
  part<HTMLElement>('edited')?.toggleAttribute('hidden', !review.edited);
  if (review.avatar) part('avatar')?.setAttribute('src', review.avatar);
  fillStars(card, review.rating);
}

function fillStars(card: HTMLElement, rating: number): void {
  const stars = card.querySelector('.stars');
  const width = String(rating * 20);
  stars?.setAttribute('aria-label', `${rating} out of 5 stars`);
  stars?.querySelector('svg')?.setAttribute('width', width);
  stars?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} 20`);
}
