import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import { titleMatches } from '../orders/queries.ts';

export const MAX_RESULTS = 6;
const RECENT = 4;
/** The position in an id at which the order number (`orderNumber`) begins. */
const ORDER_NUMBER_START = 31;

/** A condition that finds orders by order number, name, e-mail address or title. */
export function orderMatches(words: string) {
  const known = words.replace(/^#/, '').toLowerCase();
  const plain = escapeLike(known);
  const inside = `%${plain}%`;
  return sql<boolean>`(
    substr(orders.id, ${sql.lit(ORDER_NUMBER_START)}) like ${`${plain}%`} escape '\\'
    or orders.id = ${known}
    or ${matchesLike('orders.buyer_name', inside)}
    or ${matchesLike('orders.buyer_email', inside)}
    or ${matchesLike('users.name', inside)}
    or ${matchesLike('users.email', inside)}
    or ${titleMatches('orders.items', known)}
  )`;
}

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
