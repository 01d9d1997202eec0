import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Instalment, Payment, PaymentEvent } from '../../db/schema.ts';

export const listInstalments = (db: Db, orderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

export const insertInstalments = (tx: Db, rows: Insertable<Instalment>[]) =>
  tx.insertInto('instalments').values(rows).execute();

/** Remembers the provider's order for a due; the first one stays. */
export async function keepProviderOrder(db: Db, id: string, providerOrderId: string) {
  await db
    .updateTable('instalments')
    .set({ provider_order_id: providerOrderId })
    .where('id', '=', id)
    .where('provider_order_id', 'is', null)
    .execute();
  return db.selectFrom('instalments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The due that a provider's order was made for. */
export const findInstalment = (db: Db, providerOrderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();

/** The same, found through the buyer whose order it belongs to. */
export const findInstalmentOf = (db: Db, buyerId: string, providerOrderId: string) =>
  db
    .selectFrom('instalments')
    .innerJoin('orders', 'orders.id', 'instalments.order_id')
    .selectAll('instalments')
    .where('provider_order_id', '=', providerOrderId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();

/** False when this payment was recorded before. */
export async function insertPayment(tx: Db, payment: Insertable<Payment>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findPayment = (db: Db, id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** Takes the due for this payment; false when another payment has it. */
export async function takeInstalment(tx: Db, id: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('instalments')
    .set({ payment_id: paymentId })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Dues that were sent to the provider and not settled: young ones always, older ones hourly. */
export const listOpenInstalments = (
  db: Db,
  times: { youngerThan: string; checkedBefore: string; notBefore: string },
) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('payment_id', 'is', null)
    .where('provider_order_id', 'is not', null)
    .where('created_at', '>', times.notBefore)
    .where((eb) =>
      eb.or([
        eb('created_at', '>', times.youngerThan),
        eb('checked_at', 'is', null),
        eb('checked_at', '<', times.checkedBefore),
      ]),
    )
    .orderBy('created_at')
    .execute();

export const stampChecked = (db: Db, id: string, now: string) =>
  db.updateTable('instalments').set({ checked_at: now }).where('id', '=', id).execute();

/** Stored before it is handled; the same event twice is one row. */
export const insertEvent = (db: Db, event: Insertable<PaymentEvent>) =>
  db
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export const listOpenEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(100)
    .execute();

export const markHandled = (db: Db, id: string, now: string) =>
  db.updateTable('payment_events').set({ handled_at: now }).where('id', '=', id).execute();
