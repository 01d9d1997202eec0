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

/** The owner changed or deleted a reply. */
export const replyChanged = defineEvent<object>('review.replyChanged');

/** A review went with its order, which was wholly refunded before anything was delivered. */
export const reviewRemoved = defineEvent<object>('review.removed');

/** The owner made a hidden review public again. */
export const reviewShown = defineEvent<object>('review.shown');
