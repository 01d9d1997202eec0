import type { Order, Review, User } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';

export interface WrittenReview {
  order: Order;
  review: Review;
  buyer: User;
  gigTitle: string;
}

export interface ReviewWriter {
  user_id: string;
  /** Reviews of the first stock belong to no order. */
  order_id: string | null;
}

export const reviewWritten = defineEvent<WrittenReview>('review.written');

export const reviewEdited = defineEvent<{ order: Order }>('review.edited');

/** The owner has answered a review that had no answer. */
export const reviewAnswered = defineEvent<{ review: ReviewWriter; reply: string }>(
  'review.answered',
);

export const reviewHidden = defineEvent<{ review: ReviewWriter; reason: string }>('review.hidden');

/** The answer is another one or taken back. */
export const replyChanged = defineEvent<object>('review.replyChanged');

/** Visitors see a hidden review again. */
export const reviewShown = defineEvent<object>('review.shown');
