import type { Order, Payment } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { MIN_PAISE } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import type { StatusChange } from '../orders/events.ts';
import type { OrderDispute } from './disputes/events.ts';
import type { OrderPayment } from './events.ts';
import { getPayment, listSettledPayments } from './queries.ts';
import { insertRefund } from './refund-queries.ts';
import { sendRefund } from './refunds.ts';

interface AutomaticRefund {
  paymentId: string;
  /** The amount in paise. */
  amount: number;
  reason: string;
}

/**
 * Stores a refund in the caller's transaction. The request to the provider is sent after the commit; the
 * reconciler retries it until there is an answer. Returns false if `insertRefund` has not stored it.
 */
export async function storeRefund(
  tx: Tx,
  services: Services,
  { paymentId, amount, reason }: AutomaticRefund,
): Promise<boolean> {
  const id = newId();
  const now = iso(services.clock());
  const isStored = await insertRefund(tx, {
    ...{ id, payment_id: paymentId, provider_id: null, amount, status: 'asked', reason },
    ...{ created_at: now, updated_at: now },
  });
  tx.onCommit(() => services.background.run(() => sendRefund(services, id)));
  return isStored;
}

/**
 * Refunds the rest of a payment. Less than ₹1 cannot be refunded; a disputed payment not before the bank
 * decides.
 */
async function refundRest(tx: Tx, services: Services, payment: Payment, reason: string) {
  const amount = payment.amount - payment.refunded - payment.lost;
  if (amount >= MIN_PAISE)
    await storeRefund(tx, services, { paymentId: payment.id, amount, reason });
}

async function refundOrder(tx: Tx, services: Services, order: Order): Promise<void> {
  for (const payment of await listSettledPayments(tx, order.id)) {
    await refundRest(tx, services, payment, 'The order was declined');
  }
}

const isRejected = ({ status, cancelled_at }: Order): boolean =>
  status === 'Rejected' && cancelled_at === null;

/** Refunds all payments of a rejected order, in the same transaction. */
export const refundRejectedOrder: Subscriber<StatusChange> = async (tx, services, { order }) => {
  if (isRejected(order)) await refundOrder(tx, services, order);
};

/** Refunds a payment for which nothing was due: a duplicate, or one for a closed order. */
export const refundOverpayment: Subscriber<OrderPayment> = async (tx, services, paid) => {
  const payment = await getPayment(tx, paid.payment.id);
  await refundRest(tx, services, payment, 'Nothing was due any more');
};

/** Refunds the part of a cancellation's promise that the provider refused because of a dispute. */
async function refundPromise(tx: Tx, services: Services, order: Order, payment: Payment) {
  const owed = (order.promised ?? 0) - order.refunded - order.lost;
  const amount = Math.min(owed, payment.amount - payment.refunded - payment.lost);
  if (amount >= MIN_PAISE)
    await storeRefund(tx, services, {
      paymentId: payment.id,
      amount,
      reason: 'Cancelled by the buyer',
    });
}

/** Refunds what could not be refunded during a dispute. */
export const refundAfterDispute: Subscriber<OrderDispute> = async (tx, services, decided) => {
  const { order, dispute } = decided;
  if (!order) return;
  if (isRejected(order)) await refundOrder(tx, services, order);
  const payment = await getPayment(tx, dispute.payment_id);
  if (payment.status === 'surplus')
    await refundRest(tx, services, payment, 'Nothing was due any more');
  else if (order.cancelled_at) await refundPromise(tx, services, order, payment);
};
