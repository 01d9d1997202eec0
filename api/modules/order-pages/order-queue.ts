import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Order, Tables } from '../../../db/schema.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import { ORDER_NUMBER_START } from '../orders/order-number-rules.ts';
import { titleMatches } from '../orders/queries.ts';
import { TO_DELIVER } from '../orders/rules.ts';

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

/** The position of an order in the queue, for cursor pagination. */
interface Place {
  /** 0 for open orders, 1 for the rest. */
  rank: number;
  /** The delivery date if the order is sorted by it, otherwise empty. */
  deadline: string;
  created: string;
  id: string;
}

const SIGN = '~';

export const cursorOf = (row: { rank: number; deadline: string; created_at: string; id: string }) =>
  [row.rank, row.deadline, row.created_at, row.id].join(SIGN);

/** Parses a cursor. An invalid one starts at the first page. */
export function parseCursor(text: string): Place | undefined {
  const [rank, deadline, created, id, ...more] = text.split(SIGN);
  if ((rank !== '0' && rank !== '1') || !created || !id || more.length > 0) return undefined;
  return { rank: Number(rank), deadline: deadline ?? '', created, id };
}

interface QueueQuery {
  status?: Order['shown_status'] | undefined;
  /** Text to search in order number, name, address or title. */
  find?: string | undefined;
  after?: Place | undefined;
  limit: number;
}

type Orders = ExpressionBuilder<Tables, 'orders'>;
const rank = (eb: Orders) =>
  eb.case().when('orders.shown_status', 'in', TO_DELIVER).then(sql.lit(0)).else(sql.lit(1)).end();
const deadline = (eb: Orders) =>
  eb
    .case()
    .when('orders.shown_status', 'in', TO_DELIVER)
    .then(eb.fn.coalesce('orders.delivery_date', sql.lit('')))
    .else(sql.lit(''))
    .end();

/** Lists paid orders: open ones by deadline first, then the rest, newest first. */
export function listOrderQueue(db: Db, { status, find, after, limit }: QueueQuery) {
  let rows = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .selectAll('orders')
    .select(['users.name as user_name', 'users.avatar_hash'])
    .select((eb) => [rank(eb).as('rank'), deadline(eb).as('deadline')])
    .where('orders.paid', '>', 0);
  if (status) rows = rows.where('orders.shown_status', '=', status);
  if (find) rows = rows.where(orderMatches(find));
  if (after) rows = rows.where((eb) => isAfter(eb, after));
  return rows
    .orderBy('rank')
    .orderBy('deadline')
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

const isAfter = (eb: Orders, after: Place) =>
  eb.or([
    eb(rank(eb), '>', after.rank),
    eb.and([
      eb(rank(eb), '=', after.rank),
      eb.or([
        eb(deadline(eb), '>', after.deadline),
        eb.and([
          eb(deadline(eb), '=', after.deadline),
          eb.or([
            eb('orders.created_at', '<', after.created),
            eb.and([eb('orders.created_at', '=', after.created), eb('orders.id', '<', after.id)]),
          ]),
        ]),
      ]),
    ]),
  ]);

/** Counts the found orders per status. */
export function countByStatus(db: Db, find?: string) {
  const rows = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select((eb) => ['shown_status', eb.fn.countAll<number>().as('orders')])
    .where('paid', '>', 0)
    .groupBy('shown_status');
  return (find ? rows.where(orderMatches(find)) : rows).execute();
}
