import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import type { ReviewWriter, WrittenReview } from '../reviews/events.ts';
import { createNotification } from './notify.ts';

const EXCERPT = 140;

export async function notifyReviewWritten(
  tx: Tx,
  services: Services,
  { order, review, buyer, gigTitle }: WrittenReview,
): Promise<void> {
  await createNotification(tx, services, {
    to: 'owner',
    type: 'review',
    message: `${buyer.name} gives ${review.half_stars / 2} of 5 stars to ${gigTitle}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `review:${review.id}`,
      subject: 'A new review',
      heading: 'A new review',
    },
  });
}

export async function notifyReviewAnswered(
  tx: Tx,
  services: Services,
  { review, reply }: { review: ReviewWriter; reply: string },
): Promise<void> {
  const excerpt = reply.length > EXCERPT ? `${reply.slice(0, EXCERPT)}…` : reply;
  await notifyWriter(tx, services, review, `Your review has an answer: ${excerpt}`);
}

export const notifyReviewHidden = (
  tx: Tx,
  services: Services,
  { review, reason }: { review: ReviewWriter; reason: string },
): Promise<void> => notifyWriter(tx, services, review, `Your review is not shown: ${reason}`);

async function notifyWriter(
  tx: Tx,
  services: Services,
  { user_id, order_id: orderId }: ReviewWriter,
  message: string,
): Promise<void> {
  if (!user_id || !orderId) return;
  await createNotification(tx, services, { to: user_id, type: 'review', message, orderId });
}
