import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import type { Services } from '../../platform/services.ts';
import { type OrderTab, tabOf } from '../orders/next-rules.ts';
import { ORDER_NUMBER_START } from '../orders/order-number-rules.ts';
import { titleMatches } from '../orders/queries.ts';
import { isMarkedAsTest } from '../orders/rules.ts';
import { nextOfOrders } from '../payments/next-of-orders.ts';
import { findLateFrom, findOpenOrders, type OpenOrder } from '../payments/open-orders.ts';
import { toListedOrder } from './order-document.ts';

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

interface QueueQuery {
  /** The ids of orders that are in another list. */
  except: string[];
  /** Text to search in order number, name, address or title. */
  find?: string | undefined;
  /** The id of the last one of the page before. */
  after?: string | undefined;
  limit: number;
}

const paidOrders = (db: Db, { except, find }: Pick<QueueQuery, 'except' | 'find'>) =>
  db
    .selectFrom('orders')
    .where(sql<boolean>`orders.paid > 0`)
    .$if(except.length > 0, (all) => all.where('orders.id', 'not in', except))
    .$if(Boolean(find), (all) =>
      all.innerJoin('users', 'users.id', 'orders.buyer_id').where(orderMatches(find ?? '')),
    );

/** Lists paid orders, newest first: ids are ordered by time (UUIDv7). */
const listOrders = (db: Db, { after, limit, ...query }: QueueQuery) =>
  paidOrders(db, query)
    .selectAll('orders')
    .$if(after !== undefined, (all) => all.where('orders.id', '<', after ?? ''))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();

const countOrders = async (db: Db, query: Pick<QueueQuery, 'except' | 'find'>): Promise<number> =>
  (
    await paidOrders(db, query)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Comes first in "mine", whenever it is due. */
const URGENT: readonly string[] = ['answerBank', 'sendRefund', 'answerRevision'];
const urgencyOf = ({ steps: [first] }: OpenOrder): number => {
  const at = URGENT.indexOf(first ?? '');
  return at < 0 ? URGENT.length : at;
};

const placeOf = ({ order, next }: OpenOrder): OrderTab =>
  tabOf({ orderStatus: order.shown_status, next });

/** The open orders of a list, what is due first before the others. */
export const ordersIn = (open: readonly OpenOrder[], tab: OrderTab): OpenOrder[] =>
  tab === 'mine'
    ? open
        .filter(({ steps }) => steps.length > 0)
        .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
    : open.filter((each) => placeOf(each) === tab);

const PAGE = 50;

interface ListQuery {
  show?: OrderTab | undefined;
  /** Looks at all orders, whatever list is shown. */
  find?: string | undefined;
  after?: string | undefined;
}

/** The owner's list of orders: those of one list, or all that a search finds, with what waits in each. */
export async function toOrderListDto(
  { store: { db }, clock, provider }: Services,
  { show, find, after }: ListQuery,
) {
  const now = clock();
  const open = await findOpenOrders(db, now);
  const isOpenList = !find && show !== undefined && show !== 'done';
  const listed = isOpenList ? ordersIn(open, show).map(({ order }) => order) : [];
  const unfinished = open.flatMap((each) => (placeOf(each) === 'done' ? [] : [each.order.id]));
  const query = { except: !find && show === 'done' ? unfinished : [], find };
  const rows = isOpenList
    ? listed.slice(listed.findIndex(({ id }) => id === after) + 1)
    : await listOrders(db, { ...query, after, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const known = new Map(open.map((each) => [each.order.id, each]));
  const nextOf = await nextOfOrders(
    db,
    page.filter(({ id }) => !known.has(id)),
  );
  const lateFrom = await findLateFrom(
    db,
    page.flatMap(({ id }) => known.get(id) ?? []),
    now,
  );
  return {
    orders: page.flatMap((order) => {
      const { next, steps = [] } = known.get(order.id) ?? { next: nextOf.get(order.id) };
      if (!next) return [];
      return {
        ...toListedOrder(order, next, 'owner'),
        /** What waits for the owner now, the most urgent first. */
        steps,
        /** From when a late order may be cancelled as late. */
        lateFrom: lateFrom.get(order.id) ?? null,
        isTest: isMarkedAsTest(order, provider),
        buyer: { name: order.buyer_name },
      };
    }),
    /** How many wait for the owner, whatever is listed. */
    mine: ordersIn(open, 'mine').length,
    /** How many there are on all pages. */
    count: isOpenList ? listed.length : await countOrders(db, query),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}
