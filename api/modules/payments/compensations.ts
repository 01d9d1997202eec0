import type { Db } from '../../../db/database.ts';
import type { Compensation } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { owedOnTop } from '../orders/cancellation/rules.ts';
import { getOrder } from '../orders/queries.ts';
import { MAX_PAYMENTS } from './admin-queries.ts';
import {
  type CompensationUpdate,
  compensationOwed,
  compensationSettled,
  type OrderRefund,
} from './events.ts';
import { findCancellable } from './find-cancellable.ts';
import { COMPENSATION_SETTLED, UNKNOWN_COMPENSATION } from './texts.ts';

/**
 * Records what the seller owes beyond the refund. The provider refunds no more than was paid, so the owner pays it by
 * hand and enters the reference of the transfer.
 */
export async function oweCompensation(
  tx: Tx,
  services: Services,
  row: Omit<Compensation, 'settled_at' | 'reference'>,
  told: CompensationUpdate['told'] = [],
): Promise<void> {
  if (row.amount === 0) return;
  const compensation: Compensation = { ...row, settled_at: null, reference: null };
  const inserted = await tx
    .insertInto('compensations')
    .values(compensation)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (!inserted) return;
  const order = await getOrder(tx, row.order_id);
  await emit(tx, services, compensationOwed, { order, compensation, told, at: row.owed_at });
}

/** Refunding all of an accepted order in which nothing is delivered is how the seller cancels it. */
export const compensateFullRefund: Subscriber<OrderRefund> = async (tx, services, refunded) => {
  const { order, refund } = refunded;
  if (order.balance > 0 || order.cancelled_at !== null) return;
  const amount = owedOnTop(await findCancellable(tx, order), services.clock(), 'seller');
  // The mail about the refund tells the buyer, too.
  const row = { order_id: order.id, amount, owed_at: refund.updated_at };
  await oweCompensation(tx, services, { ...row, cause: 'cancelled' }, ['buyer']);
};

/** An order whose refund has failed goes on, so nothing is owed for its end, unless it was cancelled. */
export const withdrawCompensation: Subscriber<OrderRefund> = async (tx, _, { order }) => {
  if (order.balance === 0 || order.cancelled_at !== null) return;
  await tx
    .deleteFrom('compensations')
    .where('order_id', '=', order.id)
    .where('cause', '=', 'cancelled')
    .where('settled_at', 'is', null)
    .execute();
};

/** Records that the owner has paid it, once. */
export const settleCompensation = (services: Services, orderId: string, reference: string) =>
  transaction(services, async (tx) => {
    const at = iso(services.clock());
    const compensation = await tx
      .updateTable('compensations')
      .set({ settled_at: at, reference })
      .where('order_id', '=', orderId)
      .where('settled_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!compensation) {
      const known = await findCompensation(tx, orderId);
      throw known
        ? new ApiError(409, COMPENSATION_SETTLED)
        : new ApiError(404, UNKNOWN_COMPENSATION);
    }
    const order = await getOrder(tx, orderId);
    await emit(tx, services, compensationSettled, { order, compensation, at });
  });

export const findCompensation = (db: Db, orderId: string) =>
  db.selectFrom('compensations').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** What is owed beyond the refund, in rupees; null if nothing is. */
export async function toCompensationDto(db: Db, orderId: string) {
  const row = await findCompensation(db, orderId);
  if (!row) return null;
  const { amount, cause, settled_at, reference } = row;
  return { amount: toRupees(amount), cause, settledAt: settled_at, reference };
}

export type CompensationDto = NonNullable<Awaited<ReturnType<typeof toCompensationDto>>>;

/** What the owner has to pay by hand, the oldest first; amounts in rupees. */
export async function listOwedCompensations(db: Db) {
  const rows = await db
    .selectFrom('compensations')
    .innerJoin('orders', 'orders.id', 'compensations.order_id')
    .select(['order_id as orderId', 'amount', 'owed_at as owedAt', 'buyer_name as buyer'])
    .select('currency')
    .where('settled_at', 'is', null)
    .orderBy('owed_at')
    .limit(MAX_PAYMENTS)
    .execute();
  return rows.map((row) => ({ ...row, amount: toRupees(row.amount) }));
}
