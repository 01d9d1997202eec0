import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { asSelection } from '../../../db/insert-select.ts';
import { insertsRow } from '../../../db/query-results.ts';
import type { Payment, RejectedPayment } from '../../../db/schema.ts';

/** Stores a payment. Returns false if it was already stored. */
export const insertPayment = (tx: Db, payment: Insertable<Payment>) =>
  insertsRow(
    tx
      .insertInto('payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );

/** Sets the fee of a stored payment, which the provider reports later. */
export const setFee = (
  tx: Db,
  { id, fee, tax }: { id: string; fee: number | null; tax: number | null },
) => tx.updateTable('payments').set({ fee, fee_tax: tax }).where('id', '=', id).execute();

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

/** Lists all captured payments of an order with their receipts, in order of capture. */
export const listPaymentsOf = (db: Db, orderId: string) =>
  db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .selectAll('payments')
    .select(['receipts.number as receipt', 'instalments.number as instalment_number'])
    .where('payments.order_id', '=', orderId)
    .orderBy('captured_at')
    .orderBy('payments.id')
    .execute();

/** Stores a result that failed verification. The number per person is limited, to protect the disk. */
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
