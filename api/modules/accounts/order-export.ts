import type { Db } from '../../../db/connect.ts';
import type { User } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { toOrderDto } from '../orders/dto.ts';
import { FORMER_CLIENT } from './rules.ts';

const listAllOrders = (db: Db, userId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();

const listPayments = (db: Db, userId: string) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('buyer_id', '=', userId)
    .orderBy('captured_at')
    .execute();

/** Orders as their buyer takes them along: where the bill went, and each payment, in the clear. */
export async function exportOrders(db: Db, user: User) {
  const payments = await listPayments(db, user.id);
  return (await listAllOrders(db, user.id)).map((order) => ({
    ...toOrderDto(order),
    buyer: { name: order.buyer_name, email: order.buyer_email },
    address: JSON.parse(order.address) as unknown,
    payments: payments
      .filter((payment) => payment.order_id === order.id)
      .map((payment) => ({
        id: payment.id,
        amount: toRupees(payment.amount),
        currency: payment.currency,
        method: payment.method,
        standing: payment.standing,
        capturedAt: payment.captured_at,
      })),
  }));
}

/** Orders and payments stay for the books; whose they were does not. */
export const anonymiseOrders = (tx: Db, user: User) =>
  tx
    .updateTable('orders')
    .set({ buyer_name: FORMER_CLIENT, buyer_email: '', address: '{}' })
    .where('buyer_id', '=', user.id)
    .execute();
