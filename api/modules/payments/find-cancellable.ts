import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { findCancellationFacts } from '../orders/cancellation/queries.ts';
import type { CancellableOrder } from '../orders/cancellation/rules.ts';
import { listSettledPayments } from './queries.ts';

/** Loads the data that decide on a cancellation: order, terms and payments. */
export async function findCancellable(db: Db, order: Order): Promise<CancellableOrder> {
  const payments = await listSettledPayments(db, order.id);
  return {
    ...(await findCancellationFacts(db, order)),
    payments: payments.map(({ id, amount, refunded, lost }) => ({
      id,
      left: amount - refunded - lost,
    })),
    paid: payments.reduce((sum, { amount, lost }) => sum + amount - lost, 0),
  };
}
