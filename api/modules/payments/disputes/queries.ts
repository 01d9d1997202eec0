import type { Db } from '../../../../db/database.ts';
import { hasRow, updatesRow } from '../../../../db/query-results.ts';
import type { Dispute } from '../../../../db/schema.ts';
import { sumIntoOrder } from '../queries.ts';
import { DEDUCTED, UNDECIDED } from './rules.ts';

export const findDispute = (db: Db, id: string) =>
  db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();

export const listDisputesOf = (db: Db, orderId: string) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Lists undecided disputes with the buyer's name, most urgent first. */
export const listUndecidedDisputes = (db: Db) =>
  db
    .selectFrom('disputes')
    .leftJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select('orders.buyer_name')
    .where('disputes.status', 'in', UNDECIDED)
    .orderBy('disputes.status')
    .orderBy('respond_by')
    .orderBy('disputes.id')
    .execute();

export const findUndecidedDisputeOf = (db: Db, paymentId: string) =>
  db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', UNDECIDED)
    .executeTakeFirst();

export const hasUndecidedDispute = (db: Db, orderId: string) =>
  hasRow(
    db
      .selectFrom('disputes')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', 'in', UNDECIDED),
  );

export const insertDispute = (tx: Db, dispute: Dispute) =>
  tx.insertInto('disputes').values(dispute).execute();

/** Optimistic locking: stores the provider's state only if the version is still the same. */
export const updateDispute = (tx: Db, id: string, version: number, changes: Partial<Dispute>) =>
  updatesRow(
    tx
      .updateTable('disputes')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  );

export const markDisputeChecked = (tx: Db, id: string, now: string) =>
  tx.updateTable('disputes').set({ checked_at: now }).where('id', '=', id).execute();

/** Recalculates the lost amount of a payment and its order from the disputes. */
export async function recalculateLost(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({
      lost: eb
        .selectFrom('disputes')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('deducted'), val(0)).as('sum'))
        .where('payment_id', '=', paymentId)
        .where('status', 'in', DEDUCTED),
    }))
    .where('id', '=', paymentId)
    .execute();
  await sumIntoOrder(tx, paymentId, 'lost');
}

/** Lists open disputes whose deadline is before this time. */
export const listDisputesToAnswer = (db: Db, before: string) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .where('status', '=', 'open')
    .where('respond_by', '<', before)
    .orderBy('respond_by')
    .execute();

/**
 * Marks a reminder as sent. Returns false if it or a later one was already sent, or the dispute is answered.
 */
export const claimReminder = (tx: Db, id: string, days: number) =>
  updatesRow(
    tx
      .updateTable('disputes')
      .set({ reminded_days: days })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where((eb) => eb.or([eb('reminded_days', 'is', null), eb('reminded_days', '>', days)])),
  );

export async function listDisputesById(db: Db, ids: string[]): Promise<Dispute[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('disputes').selectAll().where('id', 'in', ids).execute();
}
