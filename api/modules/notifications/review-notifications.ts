import type { HiddenReview, ReviewReply, ReviewWriter, WrittenReview } from '../reviews/events.ts';
import { notify } from './notify.ts';

const EXCERPT = 140;

export const notifyReviewWritten = notify(({ order, review, buyer, gigTitle }: WrittenReview) => ({
  to: 'owner',
  type: 'review',
  message: `${buyer.name} gives ${review.half_stars / 2} of 5 stars to ${gigTitle}.`,
  orderId: order.id,
  mail: { dedupeKey: `review:${review.id}`, subject: 'A new review' },
}));

export const notifyReviewReplied = notify(({ review, reply }: ReviewReply) => {
  const excerpt = reply.length > EXCERPT ? `${reply.slice(0, EXCERPT)}…` : reply;
  return toWriter(review, `Your review has an answer: ${excerpt}`);
});

export const notifyReviewHidden = notify(({ review, reason }: HiddenReview) =>
  toWriter(review, `Your review is not shown: ${reason}`),
);

/** Nothing for seed data, whose reviews belong to no order. */
const toWriter = ({ user_id, order_id: orderId }: ReviewWriter, message: string) =>
  orderId ? ({ to: user_id, type: 'review', message, orderId } as const) : null;
