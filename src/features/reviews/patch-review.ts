import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { findPart, setAttribute, setText } from '../../lib/dom-patch.ts';
import { pluralize, price, reviewDate } from '../../lib/format.ts';
import { patchStars } from './patch-stars.ts';

export const FETCH_FAILED = 'Error while getting gig reviews';
const BLANK_AVATAR = '/img/avatar-blank.svg';

/** Updates a card rendered by ReviewCard.astro or TopReviews.astro. */
export function patchReview(card: HTMLElement, review: ReviewDto): void {
  card.dataset['review'] = review._id;
  setText(card, 'name', review.user.name);
  setText(card, 'date', reviewDate(review.createdAt));
  setText(card, 'comment', review.comment);
  setText(card, 'rating', String(review.rating));
  setText(card, 'plan', review.planType);
  setText(card, 'price', `Price ${price(review.price, review.currency ?? 'INR')}`);
  setText(card, 'days', `Duration ${pluralize(review.deliveryDays, 'day')}`);
  setAttribute(findPart(card, 'date'), 'datetime', review.createdAt);
  setAttribute(findPart(card, 'avatar'), 'src', review.avatar ?? BLANK_AVATAR);
  findPart(card, 'edited')?.toggleAttribute('hidden', !review.edited);
  findPart(card, 'reply')?.toggleAttribute('hidden', !review.reply);
  setText(card, 'reply-text', review.reply?.text ?? '');
  patchStars(card, review.rating);
}
