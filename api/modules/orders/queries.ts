import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName, lockRow } from '../../../db/engine.ts';
import type { Order, Tables } from '../../../db/schema.ts';
import { deliveryDate, OPEN_STATUSES, type ShownStatus } from './rules.ts';

/** `holdsMoney` of rules.ts: part of what was paid has neither been refunded nor lost to a bank. */
export const holdsMoney = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb('orders.paid', '>', eb('orders.refunded', '+', eb.ref('orders.lost')));

/** `shownStatus` of rules.ts, for statements that count, sort or filter by it. */
export const shownStatusIn = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb
    .case()
    .when('orders.cancelled_at', 'is not', null)
    .then(sql.lit<ShownStatus>('Cancelled'))
    .when(
      eb.and([
        eb('orders.status', 'in', [...OPEN_STATUSES]),
        eb('orders.paid', '>', 0),
        eb.not(holdsMoney(eb)),
      ]),
    )
    .then(sql.lit<ShownStatus>('Refunded'))
    .else(eb.ref('orders.status').$castTo<ShownStatus>())
    .end();

/** What the next open instalment asks for (`nextInstalment` in the rules of payments); null when none is open. */
export const nextAmountIn = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb
    .selectFrom('instalments')
    .select('instalments.amount')
    .whereRef('instalments.order_id', '=', 'orders.id')
    .where('instalments.payment_id', 'is', null)
    .where('instalments.waived_at', 'is', null)
    .orderBy((order) => order.case().when('instalments.number', '=', 1).then(0).else(1).end())
    .orderBy((order) => order.fn.coalesce('instalments.pay_by', order.val('~')))
    .orderBy('instalments.number')
    .limit(1)
    .as('next_amount');

export async function findNextAmount(db: Db, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select(nextAmountIn)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.next_amount ?? null;
}

export const findOrder = (db: Db, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Locks an order until the transaction ends: first in everything that decides on an order or adds to it,
 * so that later statements read what the one before has committed.
 */
export const lockOrder = (tx: Db, id: string) => lockRow(tx, 'orders', id);

/** What is not the buyer's does not exist. */
export const findOrderOf = (db: Db, buyerId: string, id: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();

/** One checkout of a buyer at a time: the same one twice is one order, and open ones are counted. */
export const lockCheckouts = (tx: Db, buyerId: string) => lockName(tx, `checkouts of ${buyerId}`);

export const findCheckout = (db: Db, buyerId: string, checkoutId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();

/** Nothing when the buyer's checkout is an order already. */
export const insertOrder = (tx: Db, order: Insertable<Order>) =>
  tx
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) => conflict.columns(['buyer_id', 'checkout_id']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** An unpaid checkout may still change where the bill goes. */
export const updateAddress = (
  tx: Db,
  id: string,
  to: { address: string; buyer_name: string; buyer_email: string; updated_at: string },
) => tx.updateTable('orders').set(to).where('id', '=', id).where('paid', '=', 0).execute();

/** The buyer's orders that have come about, newest first, each with the payment that began it. */
export const listOrdersOf = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('payments')
        .select('payments.id')
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('payments.status', '=', 'settled')
        .orderBy('captured_at')
        .orderBy('payments.id')
        .limit(1)
        .as('payment_id'),
    )
    .select(nextAmountIn)
    .where('buyer_id', '=', buyerId)
    .where((eb) =>
      eb.or([
        eb('paid', '>', 0),
        eb('failed_at', 'is not', null),
        // An accepted quote waits for its first payment.
        eb(
          'orders.id',
          'in',
          eb
            .selectFrom('quotes')
            .select('order_id')
            .where('quotes.status', '=', 'Accepted')
            .where('order_id', 'is not', null)
            .$narrowType<{ order_id: string }>(),
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Where the buyer's latest order goes. */
export const findLastAddress = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .select('address')
    .where('buyer_id', '=', buyerId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Credits captured money; the first of it starts the delivery. One statement, forward only. */
export const addPayment = (
  tx: Db,
  { id, delivery_days }: Pick<Order, 'id' | 'delivery_days'>,
  credit: { amount: number; now: string },
) =>
  tx
    .updateTable('orders')
    .set((eb) => ({
      paid: eb('paid', '+', credit.amount),
      failed_at: null,
      paid_at: credit.now,
      delivery_date: eb.fn.coalesce(
        'delivery_date',
        eb.val(deliveryDate(credit.now, delivery_days)),
      ),
      updated_at: credit.now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Notes a failed attempt on an order of which nothing is paid. */
export const markFailed = (tx: Db, id: string, now: string) =>
  tx
    .updateTable('orders')
    .set({ failed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('paid', '=', 0)
    .where('failed_at', 'is', null)
    .execute();
