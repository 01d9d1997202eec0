import type { Db } from '../../db/connect.ts';
import type { Order, Review, User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { findOwner } from '../accounts/queries.ts';
import { stepIn } from '../deliveries/move-order.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { orderChanged } from '../lib/live.ts';
import { notify } from '../notifications/notify.ts';
import type { WireOrderItem } from '../orders/present.ts';
import { toPaise } from '../payments/rules.ts';
import { listPaidOrders, putReview, recountReviews } from './queries.ts';
import { BUYERS_ONLY } from './rules.ts';
import type { Written } from './schema.ts';

/**
 * Writes the one review of a paid order, or edits it; mean and count of the gig follow in the same
 * transaction, and a delivered order is thereby accepted (decisions §3, §4).
 */
export function writeReview(
  deps: Deps,
  buyer: User,
  written: Written,
): Promise<{ review: Review; fresh: boolean }> {
  return transaction(deps, async (tx) => {
    const now = iso(deps.clock());
    const bought = await findBought(tx, buyer.id, written);
    if (!bought) throw new UserError(403, BUYERS_ONLY);
    const { order, plan } = bought;
    const id = newId();
    const review = await putReview(tx, {
      id,
      gig_id: written.gigId,
      user_id: buyer.id,
      order_id: order.id,
      half_stars: written.rating * 2,
      comment: written.comment,
      plan_type: plan.planType,
      price: toPaise(plan.price),
      delivery_days: plan.deliveryDays,
      edited: 0,
      created_at: now,
      updated_at: now,
      reply: null,
      replied_at: null,
    });
    await recountReviews(tx, written.gigId);
    await stepIn(tx, deps, order.id, { to: 'Completed', by: 'buyer', buyerId: buyer.id });
    const fresh = review.id === id;
    const owner = fresh ? await findOwner(tx) : undefined;
    if (owner) {
      const message = `${buyer.name} gives ${written.rating} of 5 stars to ${bought.title}.`;
      await notify(tx, deps, {
        to: owner,
        type: 'review',
        message,
        orderId: order.id,
        mail: {
          dedupeKey: `review:${review.id}`,
          subject: 'A new review',
          heading: 'A new review',
          action: 'Open the desk',
          path: '/desk',
        },
      });
    }
    orderChanged(tx, deps.live, order);
    return { review, fresh };
  });
}

/** The order a review is about: the named one, or the buyer's newest of this gig. */
async function findBought(tx: Db, buyerId: string, { gigId, orderId }: Written) {
  for (const order of await listPaidOrders(tx, buyerId)) {
    if (orderId && order.id !== orderId) continue;
    const item = itemOf(order, gigId);
    if (item) return { order, plan: item.selectedPlan, title: item.title };
  }
  return null;
}

const itemOf = (order: Order, gigId: string): WireOrderItem | undefined =>
  (JSON.parse(order.items) as WireOrderItem[]).find((item) => item.gigId === gigId);
