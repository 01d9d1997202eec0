import type { Db } from '../../../db/database.ts';
import { lockRow } from '../../../db/engine.ts';
import { asSelection } from '../../../db/insert-select.ts';
import type { Refund } from '../../../db/schema.ts';
import { lockOrder } from '../orders/queries.ts';
import { UNDECIDED } from './disputes/rules.ts';
import { getPayment } from './queries.ts';
import { refundStatusesBefore } from './status-transitions.ts';

export const findRefund = (db: Db, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();

export const findRefundByProvider = (db: Db, providerId: string) =>
  db.selectFrom('refunds').selectAll().where('provider_id', '=', providerId).executeTakeFirst();

/** Locks a payment and its order, so that only one transaction at a time counts their refunds. */
export async function lockPayment(tx: Db, id: string): Promise<void> {
  const { order_id } = await getPayment(tx, id);
  // The order first, in the same sequence as when a payment is settled (prevents deadlocks).
  if (order_id) await lockOrder(tx, order_id);
  await lockRow(tx, 'payments', id);
}

/**
 * Stores a refund and counts it. Returns false if too little is left of the payment, the bank is deciding about
 * it, or the refund is already stored.
 */
export async function insertRefund(tx: Db, refund: Refund): Promise<boolean> {
  await lockPayment(tx, refund.payment_id);
  const { columns, values } = asSelection(refund);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refunds')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('payments')
        .select(values)
        .where('payments.id', '=', refund.payment_id)
        .where(({ eb: cmp, ref, val }) =>
          cmp(
            cmp(cmp(ref('payments.refunded'), '+', ref('payments.lost')), '+', val(refund.amount)),
            '<=',
            ref('payments.amount'),
          ),
        )
        // A refund that the provider has made is always stored. A new one is not allowed during a dispute.
        .$if(refund.provider_id === null, (query) =>
          query.where(
            'payments.id',
            'not in',
            tx.selectFrom('disputes').select('payment_id').where('status', 'in', UNDECIDED),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await recalculateRefunded(tx, refund.payment_id);
  return true;
}

/** Moves a refund forward to its status. Returns false if it already had that status. */
export async function updateRefundStatus(
  tx: Db,
  { id, payment_id, status, provider_id, updated_at }: Refund,
): Promise<boolean> {
  await lockPayment(tx, payment_id);
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ status, provider_id, updated_at })
    .where('id', '=', id)
    .where('status', 'in', refundStatusesBefore(status))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await recalculateRefunded(tx, payment_id);
  return true;
}

/** Recalculates the refunded amount of a payment and its order from the refunds. */
async function recalculateRefunded(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({
      refunded: eb
        .selectFrom('refunds')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount'), val(0)).as('sum'))
        .where('payment_id', '=', paymentId)
        .where('status', '!=', 'failed'),
    }))
    .where('id', '=', paymentId)
    .execute();
  await tx
    .updateTable('orders')
    .set((eb) => ({
      refunded: eb
        .selectFrom('payments')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('payments.refunded'), val(0)).as('sum'))
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('payments.status', '=', 'settled'),
    }))
    .where('id', '=', (eb) =>
      eb.selectFrom('payments').select('order_id').where('id', '=', paymentId),
    )
    .execute();
}

/** Lists refunds without a final status. */
export const listOpenRefunds = (db: Db, checkedBefore: string) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', '=', 'asked'),
        eb.and([eb('status', '=', 'pending'), eb('updated_at', '<', checkedBefore)]),
      ]),
    )
    .orderBy('updated_at')
    .limit(50)
    .execute();

export const markRefundChecked = (tx: Db, id: string, now: string) =>
  tx.updateTable('refunds').set({ updated_at: now }).where('id', '=', id).execute();

/** Lists all refunds of an order's payments, in order of request. */
export const listRefundsOfOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('payments.order_id', '=', orderId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute();
