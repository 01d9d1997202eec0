import type { Db } from '../../../db/database.ts';
import { forUpdate } from '../../../db/engine.ts';
import type { Order, Review, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import type { StoredItem } from '../orders/dto.ts';
import { transitionOrderIn } from '../orders/transition-order.ts';
import { reviewEdited, reviewWritten } from './events.ts';
import { recalculateRating, upsertReview } from './queries.ts';
import type { ReviewInput } from './schema.ts';
import { BUYERS_ONLY, TEST_ORDER } from './texts.ts';

/**
 * Writes or edits the review of a paid order. Updates the gig's rating in the same transaction, and a
 * delivered order counts as accepted.
 */
export function writeReview(
  services: Services,
  buyer: User,
  written: ReviewInput,
): Promise<{ review: Review; created: boolean }> {
  return transaction(services, async (tx) => {
    const now = iso(services.clock());
    const bought = await findReviewableOrder(tx, buyer.id, written);
    if (!bought) throw new ApiError(403, BUYERS_ONLY);
    const { order, plan } = bought;
    // Reviews count in public. Those of the sandbox are on this machine only.
    if (order.is_test && services.config.razorpay) throw new ApiError(403, TEST_ORDER);
    const id = newId();
    const review = await upsertReview(tx, {
      id,
      gig_id: written.gigId,
      user_id: buyer.id,
      order_id: order.id,
      half_stars: written.rating * 2,
      comment: written.comment,
      plan_type: plan.planType,
      price: plan.price,
      delivery_days: plan.deliveryDays,
      edited: 0,
      created_at: now,
      updated_at: now,
    });
    await recalculateRating(tx, written.gigId);
    await transitionOrderIn(tx, services, order.id, {
      to: 'Completed',
      by: 'buyer',
      buyerId: buyer.id,
    });
    const created = review.id === id;
    if (created) {
      const { title: gigTitle } = bought;
      await emit(tx, services, reviewWritten, { order, review, buyer, gigTitle });
    } else await emit(tx, services, reviewEdited, { order });
    return { review, created };
  });
}

/** Finds the order to review: the given one, or the buyer's newest of this gig. */
async function findReviewableOrder(tx: Db, buyerId: string, { gigId, orderId }: ReviewInput) {
  for (const order of await listReviewableOrders(tx, buyerId)) {
    if (orderId && order.id !== orderId) continue;
    const item = itemOf(order, gigId);
    if (item) return { order, plan: item.selectedPlan, title: item.title };
  }
  return null;
}

const itemOf = (order: Order, gigId: string): StoredItem | undefined =>
  (JSON.parse(order.items) as StoredItem[]).find((item) => item.gigId === gigId);

/** Lists orders that can be reviewed, newest first: fully paid, not fully refunded, not rejected. */
const listReviewableOrders = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where((eb) => eb(eb('paid', '+', eb.ref('tax_deducted')), '>=', eb.ref('total')))
    .where('orders.balance', '>', 0)
    .where('status', '<>', 'Rejected')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    // A refund at the same moment either sees the review or refuses it.
    .$call(forUpdate(db))
    .execute();
