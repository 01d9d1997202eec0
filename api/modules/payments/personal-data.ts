import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { OpenOrder, PersonalData } from '../../platform/personal-data.ts';
import { type OrderItemDto, toOrderDto } from '../orders/dto.ts';
import { listOpenOrdersOf, ordersOf } from '../orders/queries.ts';
import { reasonText } from './disputes/rules.ts';
import { toCancellationDto } from './dto.ts';
import { nextAmountIn } from './queries.ts';

const CHANGE_GONE = 'What should change left with its account.';

/** Payments are accounting records and not deleted. */
export const personalData: PersonalData = {
  tables: [
    ...(['instalments', 'instalment_reminders', 'payment_links'] as const),
    ...(['payments', 'rejected_payments'] as const),
    ...(['disputes', 'order_changes', 'refunds', 'compensations'] as const),
  ],
  export: async (db, user) => ({
    orders: await exportOrders(db, user),
    parts: await exportInstalments(db, user.id),
    refunds: await exportRefunds(db, user.id),
    rejectedPayments: await exportRejectedPayments(db, user.id),
    compensations: await exportCompensations(db, user.id),
    disputes: await exportDisputes(db, user.id),
    changes: await exportChanges(db, user.id),
  }),
  async erase(tx, user) {
    await tx
      .deleteFrom('payment_links')
      .where('instalment_id', 'in', (eb) =>
        eb.selectFrom('instalments').select('id').where('order_id', 'in', ordersOf(tx, user.id)),
      )
      .execute();
    await tx.deleteFrom('rejected_payments').where('user_id', '=', user.id).execute();
    // Deletes the owner's texts about the person; amounts and states are not changed.
    await tx
      .updateTable('disputes')
      .set({ summary: '' })
      .where('order_id', 'in', ordersOf(tx, user.id))
      .execute();
    await tx
      .updateTable('refunds')
      .set({ reason: '' })
      .where('payment_id', 'in', paymentsOf(tx, user.id))
      .execute();
    await tx
      .updateTable('compensations')
      .set({ reference: '' })
      .where('reference', 'is not', null)
      .where('order_id', 'in', ordersOf(tx, user.id))
      .execute();
    await tx
      .updateTable('order_changes')
      .set({ description: CHANGE_GONE })
      .where('order_id', 'in', ordersOf(tx, user.id))
      .execute();
  },
  listOpenOrders,
};

async function listOpenOrders(db: Db, user: User, now: Date): Promise<OpenOrder[]> {
  const open: OpenOrder[] = [];
  for (const order of await listOpenOrdersOf(db, user.id)) {
    const cancellation = await toCancellationDto(db, order, now);
    if (!cancellation) continue;
    const { mayCancel, refund, currency, sentence, refundDays } = cancellation;
    const [item] = JSON.parse(order.items) as OrderItemDto[];
    open.push({
      ...{ _id: order.id, title: item?.title ?? '', orderStatus: order.shown_status },
      cancellation: { mayCancel, refund, currency, sentence, refundDays },
    });
  }
  return open;
}

const listAllOrders = (db: Db, userId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .select(nextAmountIn)
    .where('buyer_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();

const listPayments = (db: Db, userId: string) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.order_id', 'payments.id', 'amount', 'payments.currency', 'method'])
    .select(['payments.status as standing', 'captured_at as capturedAt'])
    .where('buyer_id', '=', userId)
    .orderBy('captured_at')
    .execute();

/** Exports a buyer's orders with billing address and unmasked payment ids. */
async function exportOrders(db: Db, user: User) {
  const payments = await listPayments(db, user.id);
  return (await listAllOrders(db, user.id)).map((order) => ({
    ...toOrderDto(order),
    buyer: { name: order.buyer_name, email: order.buyer_email },
    address: JSON.parse(order.address) as unknown,
    payments: payments
      .filter((payment) => payment.order_id === order.id)
      .map(({ order_id, ...payment }) => ({ ...payment, amount: toRupees(payment.amount) })),
  }));
}

const paymentsOf = (db: Db, buyerId: string) =>
  db.selectFrom('payments').select('id').where('order_id', 'in', ordersOf(db, buyerId));

/** Exports the payments into which a person's orders are divided. */
async function exportInstalments(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('instalments')
    .select(['order_id as orderId', 'number', 'title', 'amount', 'due', 'pay_by as payBy'])
    .select(['waived_at as waivedAt', 'provider_order_id as providerOrder'])
    .select(['payment_id as payment', 'tax_rule as taxRule', 'tax_deducted as taxDeducted'])
    .select('tax_certificate as taxCertificate')
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('order_id')
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    ...row,
    amount: toRupees(row.amount),
    taxDeducted: toRupees(row.taxDeducted),
  }));
}

async function exportRefunds(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('refunds')
    .select(['payment_id as payment', 'provider_id as providerRefund', 'amount', 'status'])
    .select(['reason', 'created_at as createdAt'])
    .where('payment_id', 'in', paymentsOf(db, buyerId))
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, amount: toRupees(row.amount) }));
}

async function exportCompensations(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('compensations')
    .select(['order_id as orderId', 'amount', 'cause', 'owed_at as owedAt'])
    .select(['settled_at as settledAt', 'reference'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('owed_at')
    .execute();
  return rows.map((row) => ({ ...row, amount: toRupees(row.amount) }));
}

const exportRejectedPayments = (db: Db, buyerId: string) =>
  db
    .selectFrom('rejected_payments')
    .select(['provider_order_id as providerOrder', 'payment_id as payment', 'reason'])
    .select('created_at as createdAt')
    .where('user_id', '=', buyerId)
    .orderBy('created_at')
    .execute();

/** Exports the disputes about a person's payments. */
async function exportDisputes(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('disputes')
    .select(['order_id as orderId', 'payment_id as payment', 'amount', 'deducted as taken'])
    .select('currency')
    .select(['status', 'phase', 'reason', 'created_at as openedAt', 'summary'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    ...row,
    amount: toRupees(row.amount),
    taken: toRupees(row.taken),
    reason: reasonText(row.reason),
  }));
}

/** Exports the proposed changes of a person's orders. */
async function exportChanges(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('order_changes')
    .select(['order_id as orderId', 'proposed_by as proposedBy', 'description', 'amount'])
    .select(['extra_days as extraDays', 'status', 'proposed_at as proposedAt'])
    .select('decided_at as decidedAt')
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('proposed_at')
    .execute();
  return rows.map((row) => ({ ...row, amount: toRupees(row.amount) }));
}
