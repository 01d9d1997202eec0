import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Payment, Tables } from '../../../db/schema.ts';

export const findPayment = (db: Db, id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns those of these payments that are stored. */
export async function findRecorded(db: Db, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('payments').select(['id', 'refunded']).where('id', 'in', ids).execute();
  return new Map<string, Pick<Payment, 'refunded'>>(rows.map((row) => [row.id, row]));
}

/** The payment of a row that refers to it. */
export const getPayment = (db: Db, id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Lists the payments that count towards an order. */
export const listSettledPayments = (db: Db, orderId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'settled')
    .execute();

/** Makes this column of a payment's order the sum of its settled payments. */
export const sumIntoOrder = (tx: Db, paymentId: string, column: 'refunded' | 'lost') =>
  tx
    .updateTable('orders')
    .set(column, (eb) =>
      eb
        .selectFrom('payments')
        .select(({ fn, val }) =>
          fn.coalesce(fn.sum<number>(`payments.${column}`), val(0)).as('sum'),
        )
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('payments.status', '=', 'settled'),
    )
    .where('id', '=', (eb) =>
      eb.selectFrom('payments').select('order_id').where('id', '=', paymentId),
    )
    .execute();

/**
 * What is to be paid of the next open instalment (SQL version of `nextInstalment`); null if none is open.
 */
export const nextAmountIn = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb
    .selectFrom('instalments')
    .select((part) =>
      part('instalments.amount', '-', part.ref('instalments.tax_deducted')).as('amount'),
    )
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

export const listInstalments = (db: Db, orderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

export const findInstalment = (db: Db, providerOrderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();

export const listOrdersOfCheckouts = (db: Db, providerOrderIds: string[]) =>
  db
    .selectFrom('instalments')
    .select(['provider_order_id', 'order_id'])
    .where('provider_order_id', 'in', providerOrderIds)
    .execute();

export const findInstalmentById = (db: Db, id: string) =>
  db.selectFrom('instalments').selectAll().where('id', '=', id).executeTakeFirst();

export const getInstalment = (db: Db, id: string) =>
  db.selectFrom('instalments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const markInstalmentChecked = (tx: Db, id: string, now: string) =>
  tx.updateTable('instalments').set({ checked_at: now }).where('id', '=', id).execute();

/** Selects open instalments of active orders. */
export const openInstalmentsOf = (db: Db) =>
  db
    .selectFrom('instalments')
    .innerJoin('orders', 'orders.id', 'instalments.order_id')
    .where('instalments.payment_id', 'is', null)
    .where('instalments.waived_at', 'is', null)
    .where('orders.status', '<>', 'Rejected')
    .where('orders.cancelled_at', 'is', null);

/** Selects open instalments of active orders, with the number of instalments of each order. */
export const openInstalments = (db: Db) =>
  openInstalmentsOf(db)
    .selectAll('instalments')
    .select(['orders.buyer_name', 'orders.status as order_status'])
    .select((eb) =>
      eb
        .selectFrom('instalments as all')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('all.order_id', '=', 'orders.id')
        .where('all.change_id', 'is', null)
        .$asScalar()
        .$notNull()
        .as('of'),
    );

export const openInstalmentsOfPaidOrders = (db: Db) =>
  openInstalmentsOf(db).where('orders.balance', '>', 0);
