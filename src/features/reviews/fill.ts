import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { partOf, setAttribute, setText } from '../../lib/dom-patch.ts';
import { counted, reviewDate, rupees } from '../../lib/format.ts';

export const FETCH_FAILED = 'Error while getting gig reviews';
const BLANK_AVATAR = '/img/avatar-blank.svg';

/** Writes a review into a card that ReviewCard.astro or TopReviews.astro drew. */
export function fill(card: HTMLElement, review: ReviewDto): void {
  card.dataset['review'] = review._id;
  setText(card, 'name', review.user.name);
  setText(card, 'date', reviewDate(review.createdAt));
  setText(card, 'comment', review.comment);
  setText(card, 'rating', String(review.rating));
  setText(card, 'plan', review.planType);
  setText(card, 'price', `Price ${rupees(review.price)}`);
  setText(card, 'days', `Duration ${counted(review.deliveryDays, 'day')}`);
  setAttribute(partOf(card, 'date'), 'datetime', review.createdAt);
  setAttribute(partOf(card, 'avatar'), 'src', review.avatar ?? BLANK_AVATAR);
  partOf(card, 'edited')?.toggleAttribute('hidden', !review.edited);
  partOf(card, 'reply')?.toggleAttribute('hidden', !review.reply);
  setText(card, 'reply-text', review.reply?.text ?? '');
  fillStars(card, review.rating);
}

export function fillStars(root: ParentNode, rating: number, said = String(rating)): void {
  const stars = root.querySelector('.stars');
  const width = String(Math.round(rating * 10) * 2);
  const lit = stars?.querySelector('svg') ?? null;
  if (stars) setAttribute(stars, 'aria-label', `${said} out of 5 stars`);
  setAttribute(lit, 'width', width);
  setAttribute(lit, 'viewBox', `0 0 ${width} 20`);
}
