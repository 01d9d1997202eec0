import type { Db } from '../../../../db/database.ts';
import type { Order } from '../../../../db/schema.ts';
import type { AgreementTerms } from '../agreements/rules.ts';
import { findAgreement } from '../agreements/write-agreement.ts';
import { hasDelivery } from '../deliveries/deliveries.ts';
import { type CancellableOrder, FIRST_TERMS } from './rules.ts';
/** Loads the data that decide on a cancellation: order, terms and payments. */
export async function findCancellable(db: Db, order: Order): Promise<CancellableOrder> {
  const agreement = await findAgreement(db, order.id);
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'amount', 'refunded', 'lost'])
    .where('order_id', '=', order.id)
    .where('status', '=', 'settled')
    .execute();
  return {
    status: order.status,
    isDelivered: await hasDelivery(db, order.id),
    deliveryDate: order.delivery_date,
    freeUntil: order.free_until,
    terms: agreement ? (JSON.parse(agreement.json) as AgreementTerms).cancellation : FIRST_TERMS,
    payments: payments.map(({ id, amount, refunded, lost }) => ({
      id,
      left: amount - refunded - lost,
    })),
    paid: payments.reduce((sum, { amount, lost }) => sum + amount - lost, 0),
  };
}

/** Closes an order that its buyer cancels. `promise` is refunded beyond what is refunded already. */
export const markCancelled = (
  tx: Db,
  id: string,
  { now, promise }: { now: string; promise: number },
) =>
  tx
    .updateTable('orders')
    .set((eb) => ({
      status: 'Rejected',
      cancelled_at: now,
      promised: eb(eb('refunded', '+', eb.ref('lost')), '+', promise),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
