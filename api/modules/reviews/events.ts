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
  /** The id of the order; null for seed data, whose reviews belong to no order. */
  order_id: string | null;
}

export interface ReviewReply {
  review: ReviewWriter;
  reply: string;
}

export interface HiddenReview {
  review: ReviewWriter;
  reason: string;
}

export const reviewWritten = defineEvent<WrittenReview>('review.written');

export const reviewEdited = defineEvent<{ order: Order }>('review.edited');

/** The owner replied to a review that had no reply. */
export const reviewReplied = defineEvent<ReviewReply>('review.replied');

export const reviewHidden = defineEvent<HiddenReview>('review.hidden');

/** What visitors read of reviews has changed in another way: a reply, one that is shown again, or one that is gone. */
export const reviewsChanged = defineEvent<object>('review.changed');
