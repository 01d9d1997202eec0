import type { Context } from 'hono';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { forUpdate, lockName, lockRow } from '../../../db/engine.ts';
import { hasRow } from '../../../db/query-results.ts';
import type { NewOrder, Order } from '../../../db/schema.ts';
import { escapeLike } from '../../../db/sql-like.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requireVerifiedUser } from '../accounts/guards.ts';
import { OPEN_STATUSES } from './rules.ts';
import { UNKNOWN_ORDER } from './texts.ts';

/** With which kind of keys an order was placed, or the server works now. */
export interface KeyKind {
  isTest: boolean;
}

/**
 * A condition: the order in this column counts in figures. While the keys are live no test order does, and while they are
 * test keys no real one (SQL version of `hasSameKeys`).
 */
export const countsIn = (orderId: string, { isTest }: KeyKind) =>
  sql<boolean>`not exists (select 1 from orders as its where its.id = ${sql.ref(orderId)} and its.is_test = ${isTest ? 0 : 1})`;

export const hasOrders = (db: Db) => hasRow(db.selectFrom('orders').select('id').limit(1));

export const findOrder = (db: Db, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();

export const listOrdersById = async (db: Db, ids: string[]): Promise<Order[]> =>
  ids.length === 0 ? [] : db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();

/** The order of a row that refers to it. */
export const getOrder = (db: Db, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Locks an order until the transaction ends. Call it first in every transaction that decides on an order or
 * adds to it, so that later statements read the committed state.
 */
export const lockOrder = (tx: Db, id: string) => lockRow(tx, 'orders', id);

/** Finds an order of this buyer. The order of a different buyer is not found. */
export const findOrderOf = (db: Db, buyerId: string, id: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();

/** Selects the ids of the orders that were made from quotes. */
export const quotedOrders = (db: Db) =>
  db
    .selectFrom('quotes')
    .select('quotes.order_id')
    .where('quotes.status', '=', 'Accepted')
    .$narrowType<{ order_id: string }>();

export const isQuoted = (db: Db, id: string) =>
  hasRow(quotedOrders(db).where('quotes.order_id', '=', id));

/** Selects the ids of a buyer's orders. */
export const ordersOf = (db: Db, buyerId: string) =>
  db.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);

/** A buyer's paid orders on which buyer or owner still has to act, oldest first. */
export const listOpenOrdersOf = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('shown_status', 'in', OPEN_STATUSES)
    .where('balance', '>', 0)
    .orderBy('id')
    .execute();

/** Locks all orders of a buyer, so that none is paid meanwhile. */
export const lockOrdersOf = (tx: Db, buyerId: string) =>
  ordersOf(tx, buyerId).orderBy('id').$call(forUpdate(tx)).execute();

/** A lock per buyer: a repeated checkout must not create a second order, and open checkouts are counted. */
export const lockCheckouts = (tx: Db, buyerId: string) => lockName(tx, `checkouts of ${buyerId}`);

export const findCheckout = (db: Db, buyerId: string, checkoutId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();

/** The buyer's newest checkout of the same cart that is not paid in full and not closed. */
export async function findOpenCheckout(
  db: Db,
  buyerId: string,
  cart: Pick<Order, 'payment_type' | 'total' | 'currency' | 'items'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('checkout_id')
    .where('buyer_id', '=', buyerId)
    .where('payment_type', '=', cart.payment_type)
    .where('total', '=', cart.total)
    .where('currency', '=', cart.currency)
    .where('items', '=', cart.items)
    .where('status', 'in', OPEN_STATUSES)
    .where((eb) => eb(eb('paid', '+', eb.ref('tax_deducted')), '<', eb.ref('total')))
    .where((eb) => eb.or([eb('paid', '=', 0), eb('balance', '>', 0)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.checkout_id;
}

/** Inserts an order. Returns undefined if this checkout already has one. */
export const insertOrder = (tx: Db, order: NewOrder) =>
  tx
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) => conflict.columns(['buyer_id', 'checkout_id']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Changes the billing address of an unpaid checkout. */
export const updateAddress = (
  tx: Db,
  id: string,
  to: { address: string; buyer_name: string; buyer_email: string; updated_at: string },
) => tx.updateTable('orders').set(to).where('id', '=', id).where('paid', '=', 0).execute();

/** The billing address of the buyer's latest order. */
export const findLastAddress = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .select('address')
    .where('buyer_id', '=', buyerId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Credits a captured payment. The first one sets the delivery date. A single UPDATE, so that concurrent
 * payments are both counted.
 */
export const creditPayment = (
  tx: Db,
  { id }: Pick<Order, 'id'>,
  credit: {
    amount: number;
    taxDeducted: number;
    now: string;
    /** The delivery date where none is set. */
    deliverBy: string;
    dates: Updateable<NewOrder>;
  },
) =>
  tx
    .updateTable('orders')
    .set((eb) => ({
      paid: eb('paid', '+', credit.amount),
      tax_deducted: eb('tax_deducted', '+', credit.taxDeducted),
      failed_at: null,
      paid_at: credit.now,
      delivery_date: eb.fn.coalesce('delivery_date', eb.val(credit.deliverBy)),
      ...credit.dates,
      updated_at: credit.now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Marks an order without any payment as failed. */
export const markFailed = (tx: Db, id: string, now: string) =>
  tx
    .updateTable('orders')
    .set({ failed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('paid', '=', 0)
    .where('failed_at', 'is', null)
    .execute();

/** A condition: the title of a gig in this column of stored items contains these lower-case words. */
export function titleMatches(items: string, words: string) {
  // Searches only the title in the stored JSON: between these two properties.
  const pattern = `%"title":"%${escapeLike(JSON.stringify(words).slice(1, -1))}%","thumbnailimage":%`;
  return sql<boolean>`lower(${sql.ref(items)}) like ${pattern} escape '\\'`;
}

/** The buyer's order in the path of a route. */
export const orderInPath = (c: Context<Env>): Promise<Order> =>
  requireOrderOf(c.var.services.store.db, requireVerifiedUser(c).id, c.req.param('orderId') ?? '');

/** Returns an order of this buyer. Throws 404 also for the order of a different buyer. */
export async function requireOrderOf(db: Db, buyerId: string, id: string): Promise<Order> {
  const order = await findOrderOf(db, buyerId, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}
