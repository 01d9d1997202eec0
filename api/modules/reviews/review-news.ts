import { firstLineOf, type News, type Notice } from '../orders/news.ts';
import type { HiddenReview, ReviewReply, ReviewWriter, WrittenReview } from './events.ts';

export const written: News<WrittenReview> = {
  tell: ({ review, buyer, gigTitle }) => {
    const rating = `${review.half_stars / 2} of 5 stars`;
    return {
      to: 'owner',
      type: 'review',
      message: `${buyer.name} gives ${rating} to ${gigTitle}.`,
      mail: {
        result: `Review, ${rating}`,
        paragraphs: [`${buyer.name} gives ${rating}:`],
        quote: review.comment,
        action: { label: 'Reply to the review', path: '/desk/reviews' },
        dedupeKey: `review:${review.id}`,
      },
    };
  },
};

/** Nothing for seed data, whose reviews belong to no order. */
const toWriter = ({ user_id, order_id: orderId }: ReviewWriter, message: string): Notice | null =>
  orderId ? { to: user_id, type: 'review', message, orderId } : null;

export const replied: News<ReviewReply> = {
  tell: ({ review, reply }) => toWriter(review, `Your review has an answer: ${firstLineOf(reply)}`),
};

export const hidden: News<HiddenReview> = {
  tell: ({ review, reason }) => toWriter(review, `Your review is not shown: ${reason}`),
};
