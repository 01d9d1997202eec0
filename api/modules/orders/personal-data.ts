import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { PersonalData, RetainedOrder } from '../../platform/personal-data.ts';
import { FORMER_CLIENT } from '../accounts/rules.ts';
import { toOrderDto } from './dto.ts';
import { shortId } from './rules.ts';

/** Orders and their events stay for the books; whose they were does not. */
export const personalData: PersonalData = {
  tables: ['orders', 'order_events'],
  export: async (db, user) => ({ orders: await exportOrders(db, user) }),
  erase: (tx, user) =>
    tx
      .updateTable('orders')
      .set({ buyer_name: FORMER_CLIENT, buyer_email: '', address: '{}' })
      .where('buyer_id', '=', user.id)
      .execute(),
  listRetainedOrders,
};

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

/** Orders as their buyer exports them: the billing address and each payment unmasked. */
async function exportOrders(db: Db, user: User) {
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
        standing: payment.status,
        capturedAt: payment.captured_at,
      })),
  }));
}

async function listRetainedOrders(db: Db, user: User): Promise<RetainedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'status', 'paid'])
    .where('buyer_id', '=', user.id)
    .execute();
  return rows.map(({ id, status, paid }) => ({
    reference: shortId(id),
    isPaid: paid > 0,
    isOpen: paid > 0 && status !== 'Completed' && status !== 'Rejected',
  }));
}
