import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { OrderRow, PaymentRow } from './database.ts';
import { isDown } from './downtimes.ts';
import { toBaseAmount } from './entities.ts';
import { SandboxError } from './errors.ts';
import { recordEvent } from './events.ts';
import { makeId, sign } from './ids.ts';
import { amountError, readAmount } from './parse-request.ts';
import { failureOf, rejectionOf } from './payment-failures.ts';
import { find, insert, paymentsOf } from './queries.ts';
import type { Choice } from './test-instruments.ts';
import type { CheckoutResult } from './types.ts';

export interface Buyer {
  email?: string | null;
  contact?: string | null;
  description?: string | null;
}

/** Starts a new payment of an order. Throws if the order is paid or has an authorised payment. */
export function startPayment(
  context: SandboxContext,
  orderId: string,
  choice: Choice,
  buyer: Buyer,
) {
  return commit(context, () => {
    const order = find(context, 'orders', orderId);
    if (isTaken(context, order)) throw rejectionOf('order_already_paid', { order_id: order.id });
    if (order.currency !== 'INR' && choice.method !== 'card') {
      throw new SandboxError('Only cards can be used for this currency.', { field: 'method' });
    }
    const id = makeId('pay');
    insert(context, 'payments', {
      id,
      order_id: order.id,
      amount: order.amount + context.faults.addedToAmount,
      currency: order.currency,
      method: choice.method,
      international: choice.international ? 1 : 0,
      description: buyer.description ?? null,
      email: buyer.email ?? null,
      contact: buyer.contact ?? null,
      instrument: JSON.stringify(choice.instrument),
      plan: isDown(context, choice.method) ? 'gateway_technical_error' : choice.plan,
      created_at: seconds(context),
    });
    context.db
      .prepare("UPDATE orders SET status = 'attempted', attempts = attempts + 1 WHERE id = ?")
      .run(order.id);
    return find(context, 'payments', id);
  });
}

/**
 * Simulates the bank's confirmation: authorises the payment and captures it, unless account or order use
 * manual capture.
 */
export function succeed(context: SandboxContext, paymentId: string): PaymentRow {
  return commit(context, () => {
    const payment = find(context, 'payments', paymentId);
    if (payment.status !== 'created') return payment;
    const order = find(context, 'orders', payment.order_id);
    if (isTaken(context, order)) return failPayment(context, paymentId, 'order_already_paid');
    authorise(context, paymentId);
    const mode = context.faults.capture === 'manual' ? 'manual' : (order.capture ?? 'automatic');
    return mode === 'automatic'
      ? markCaptured(context, paymentId)
      : find(context, 'payments', paymentId);
  });
}

export function failPayment(
  context: SandboxContext,
  paymentId: string,
  reason: string,
): PaymentRow {
  const failure = JSON.stringify(failureOf(reason));
  return commit(context, () => {
    const changed = context.db
      .prepare("UPDATE payments SET status='failed', failure=? WHERE id=? AND status='created'")
      .run(failure, paymentId).changes;
    const payment = find(context, 'payments', paymentId);
    if (changed) recordEvent(context, 'payment.failed', { payment });
    return payment;
  });
}

export function authorise(context: SandboxContext, paymentId: string): PaymentRow {
  return commit(context, () => {
    context.db
      .prepare("UPDATE payments SET status = 'authorized', failure = NULL WHERE id = ?")
      .run(paymentId);
    const payment = find(context, 'payments', paymentId);
    recordEvent(context, 'payment.authorized', { payment });
    return payment;
  });
}

/** The merchant's capture call, with its validation. */
export function capturePayment(
  context: SandboxContext,
  paymentId: string,
  body: Record<string, unknown>,
) {
  return commit(context, () => {
    const payment = find(context, 'payments', paymentId);
    const metadata = { payment_id: payment.id, order_id: payment.order_id };
    const refuse = (text: string, reason: string) =>
      new SandboxError(text, { step: 'payment_capture', reason, metadata });
    if (payment.was_captured) {
      throw refuse('This payment has already been captured', 'payment_already_captured');
    }
    if (payment.status !== 'authorized') {
      throw refuse(
        'Only payments which have been authorized can be captured',
        'payment_not_authorized',
      );
    }
    if (find(context, 'orders', payment.order_id).status === 'paid') {
      throw refuse('Payment already done for this order', 'order_already_paid');
    }
    if (readAmount(body['amount']) !== payment.amount) {
      throw amountError('Capture amount must be equal to the amount authorized', {
        step: 'payment_capture',
      });
    }
    if ((body['currency'] ?? 'INR') !== payment.currency) {
      throw new SandboxError('The currency differs from that of the payment', {
        field: 'currency',
      });
    }
    return markCaptured(context, paymentId);
  });
}

/** Captures a payment without checking the order; callers must check it. */
export function markCaptured(context: SandboxContext, paymentId: string): PaymentRow {
  return commit(context, () => {
    const { amount, currency, order_id: orderId } = find(context, 'payments', paymentId);
    // Fee and tax are in rupees, whatever the currency.
    const charge = Math.round((currency === 'INR' ? amount : toBaseAmount(amount)) / 50);
    const tax = Math.round((charge * 18) / 100);
    context.db
      .prepare("UPDATE payments SET status='captured', was_captured=1, fee=?, tax=? WHERE id=?")
      .run(charge + tax, tax, paymentId);
    const first = context.db
      .prepare("UPDATE orders SET status='paid', amount_paid=amount WHERE id=? AND status!='paid'")
      .run(orderId).changes;
    const payment = find(context, 'payments', paymentId);
    recordEvent(context, 'payment.captured', { payment });
    if (first)
      recordEvent(context, 'order.paid', { payment, order: find(context, 'orders', orderId) });
    return payment;
  });
}

export function resultOf(context: SandboxContext, payment: PaymentRow): CheckoutResult {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: sign(context.keySecret, `${payment.order_id}|${payment.id}`),
  };
}

function isTaken(context: SandboxContext, order: OrderRow): boolean {
  if (order.status === 'paid') return true;
  return paymentsOf(context, order.id).some((payment) => payment.status === 'authorized');
}
