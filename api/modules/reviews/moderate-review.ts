import type { Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import { getOrder } from '../orders/queries.ts';
import { isWhollyRefunded } from '../orders/rules.ts';
import { reviewHidden, reviewReplied, reviewsChanged } from './events.ts';
import { deleteReviewsOf, lockReview, recalculateRating } from './queries.ts';

/** Sets or deletes the owner's reply to a review. Only the first reply notifies its author. */
export async function replyToReview(services: Services, id: string, reply: string): Promise<void> {
  await transaction(services, async (tx) => {
    const before = await lockReview(tx, id);
    const at = iso(services.clock());
    await tx
      .updateTable('reviews')
      .set(reply ? { reply, replied_at: at } : { reply: null, replied_at: null })
      .where('id', '=', id)
      .execute();
    if (reply && !before.reply) await emit(tx, services, reviewReplied, { review: before, reply });
    else await emit(tx, services, reviewsChanged, {});
  });
}

/** Hides a review from visitors and from the rating, and notifies its author of the reason. */
export async function hideReview(services: Services, id: string, reason: string): Promise<void> {
  const hidden_at = iso(services.clock());
  await transaction(services, async (tx) => {
    const review = await lockReview(tx, id);
    await tx
      .insertInto('hidden_reviews')
      .values({ review_id: id, reason, hidden_at })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ reason }))
      .execute();
    await recalculateRating(tx, review.gig_id);
    await emit(tx, services, reviewHidden, { review, reason });
  });
}

/** Shows a hidden review to visitors again, and counts it in the rating. */
export async function showReviewAgain(services: Services, id: string): Promise<void> {
  await transaction(services, async (tx) => {
    const review = await lockReview(tx, id);
    await tx.deleteFrom('hidden_reviews').where('review_id', '=', id).execute();
    await recalculateRating(tx, review.gig_id);
    await emit(tx, services, reviewsChanged, {});
  });
}

/** Deletes the review of an order that is wholly refunded before anything was delivered (README). */
export const removeRefundedReview: Subscriber<{ order?: Order | undefined }> = async (
  tx,
  services,
  { order: changed },
) => {
  if (!changed) return;
  // Earlier subscribers of the same event may have refunded it.
  const order = await getOrder(tx, changed.id);
  if (order.delivered_at !== null || !isWhollyRefunded(order)) return;
  const removed = await deleteReviewsOf(tx, 'order_id', order.id);
  for (const gigId of removed) await recalculateRating(tx, gigId);
  if (removed.length > 0) await emit(tx, services, reviewsChanged, {});
};
