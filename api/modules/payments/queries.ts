import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { asSelection } from '../../../db/insert-select.ts';
import type { Instalment, Payment, RejectedPayment } from '../../../db/schema.ts';

/** Unpaid instalments that one buyer may have opened within an hour; each costs a question a minute. */
const MAX_OPEN_CHECKOUTS = 30;
// What one round asks; those left over are first in the next.
const MAX_PER_ROUND = 200;

export const listInstalments = (db: Db, orderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

export const insertInstalments = (tx: Db, rows: Insertable<Instalment>[]) =>
  tx.insertInto('instalments').values(rows).execute();

/** Remembers the provider's order for a due; the first one stays and is returned. */
export async function findProviderOrder(db: Db, id: string): Promise<string | null> {
  const { provider_order_id } = await db
    .selectFrom('instalments')
    .select('provider_order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return provider_order_id;
}

export async function storeProviderOrder(tx: Db, id: string, providerOrderId: string) {
  const { stored } = await tx
    .updateTable('instalments')
    .set((eb) => ({
      provider_order_id: eb.fn.coalesce('provider_order_id', eb.val(providerOrderId)),
    }))
    .where('id', '=', id)
    .returning((eb) => eb.ref('provider_order_id').$notNull().as('stored'))
    .executeTakeFirstOrThrow();
  return stored;
}

/**
 * The buyer is sent to the provider with this due: the reconciler watches it from now on. False
 * when it is an old one and so many of the buyer's are watched already.
 */
export async function markInstalmentOpened(
  tx: Db,
  id: string,
  { now, since, buyerId }: { now: string; since: string; buyerId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('instalments')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('created_at', '>', since),
        eb('opened_at', '>', since),
        eb(countUnpaid(tx, buyerId).where('opened_at', '>', since), '<', MAX_OPEN_CHECKOUTS),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the buyer has begun so many checkouts since, and paid none of them. */
export async function hasTooManyOpen(tx: Db, buyerId: string, since: string): Promise<boolean> {
  const { open } = await countUnpaid(tx, buyerId)
    .where('number', '=', 1)
    .where('instalment.created_at', '>', since)
    .executeTakeFirstOrThrow();
  return open >= MAX_OPEN_CHECKOUTS;
}

const countUnpaid = (db: Db, buyerId: string) =>
  db
    .selectFrom('instalments as instalment')
    .innerJoin('orders', 'orders.id', 'instalment.order_id')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('orders.buyer_id', '=', buyerId)
    .where('instalment.payment_id', 'is', null);

/** The due that a provider's order was made for. */
export const findInstalment = (db: Db, providerOrderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();

export const findInstalmentById = (db: Db, id: string) =>
  db.selectFrom('instalments').selectAll().where('id', '=', id).executeTakeFirst();

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

/** The fee of a payment that was recorded before the provider named it. */
export const setFee = (
  tx: Db,
  { id, fee, tax }: { id: string; fee: number | null; tax: number | null },
) => tx.updateTable('payments').set({ fee, fee_tax: tax }).where('id', '=', id).execute();

export const findPayment = (db: Db, id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** What counts towards an order. */
export const listSettledPayments = (db: Db, orderId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'settled')
    .execute();

/** Everything captured for an order, with its receipt, in the order it came. */
export const listPaymentsOf = (db: Db, orderId: string) =>
  db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .selectAll('payments')
    .select(['receipts.number as receipt', 'instalments.number as part'])
    .where('payments.order_id', '=', orderId)
    .orderBy('captured_at')
    .orderBy('payments.id')
    .execute();

/** Takes the due for this payment; false when another payment has it. */
export async function claimInstalment(tx: Db, id: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('instalments')
    .set({ payment_id: paymentId })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Dues worth asking about: open ones minute by minute while they are young, and hourly later;
 * settled ones hourly, because a second payment may still arrive. The young come first, and among
 * equals who has waited longest.
 */
export const listWatchedInstalments = (
  db: Db,
  times: { youngerThan: string; checkedBefore: string; notBefore: string },
) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', 'is not', null)
    .where('opened_at', '>', times.notBefore)
    .where((eb) =>
      eb.or([
        eb.and([eb('payment_id', 'is', null), eb('opened_at', '>', times.youngerThan)]),
        eb('checked_at', 'is', null),
        eb('checked_at', '<', times.checkedBefore),
      ]),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.and([eb('payment_id', 'is', null), eb('opened_at', '>', times.youngerThan)]))
        .then(0)
        .else(1)
        .end(),
    )
    // Never asked about first: SQLite and PostgreSQL differ in where they put nothing.
    .orderBy((eb) => eb.fn.coalesce('checked_at', eb.val('')))
    .orderBy('opened_at')
    .limit(MAX_PER_ROUND)
    .execute();

export const markInstalmentChecked = (tx: Db, id: string, now: string) =>
  tx.updateTable('instalments').set({ checked_at: now }).where('id', '=', id).execute();

/** A result that was not believed; enough of them to see, not enough to fill the disk. */
export async function insertRejectedResult(
  tx: Db,
  rejected: Insertable<RejectedPayment>,
  most: number,
) {
  const { columns, values } = asSelection(rejected);
  await tx
    .insertInto('rejected_payments')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(values)
        .where('users.id', '=', rejected.user_id)
        .where(
          (inner) =>
            inner
              .selectFrom('rejected_payments')
              .select(({ fn }) => fn.countAll<number>().as('held'))
              .where('user_id', '=', rejected.user_id),
          '<',
          most,
        ),
    )
    .execute();
}
