import type { Db } from '../../../db/database.ts';
import { forUpdate } from '../../../db/engine.ts';
import type { Order } from '../../../db/schema.ts';
import type { StoredItem } from '../orders/dto.ts';
import type { ReviewInput } from './schema.ts';

/** Finds the order to review: the given one, or the buyer's newest of this gig. */
export async function findReviewableOrder(
  tx: Db,
  buyerId: string,
  { gigId, orderId }: ReviewInput,
) {
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
