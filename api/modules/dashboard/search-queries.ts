import type { Db } from '../../../db/database.ts';
import { orderMatches } from '../order-pages/order-queue.ts';

export const MAX_RESULTS = 6;
const RECENT = 4;

/** Finds paid orders by text, newest first. Without text, the newest of all. */
export function findOrders(db: Db, words: string) {
  const rows = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select(['orders.id', 'orders.buyer_name', 'orders.items', 'orders.shown_status as status'])
    .where('orders.paid', '>', 0)
    .orderBy('orders.updated_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(words ? MAX_RESULTS : RECENT);
  return (words ? rows.where(orderMatches(words)) : rows).execute();
}
