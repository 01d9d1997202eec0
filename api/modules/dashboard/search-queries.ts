import type { Db } from '../../../db/database.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
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

/** Finds buyers by name or address, with their number of orders and the latest one. */
export const findBuyers = (db: Db, words: string) =>
  db
    .selectFrom('users')
    .innerJoin('orders', 'orders.buyer_id', 'users.id')
    .select(({ fn }) => [
      'users.id',
      'users.name',
      'users.email',
      fn.countAll<number>().as('orders'),
      // Ids are ordered by time (UUIDv7), so the highest id is the latest order.
      fn.max('orders.id').as('latest'),
    ])
    .where('orders.paid', '>', 0)
    .where((eb) => {
      const inside = `%${escapeLike(words)}%`;
      return eb.or([matchesLike('users.name', inside), matchesLike('users.email', inside)]);
    })
    .groupBy(['users.id', 'users.name', 'users.email'])
    .orderBy('latest', 'desc')
    .limit(MAX_RESULTS)
    .execute();
