import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { OrderRow, PaymentRow } from './database.ts';
import { SandboxError } from './errors.ts';
import { recordEvent } from './events.ts';
import { makeId, sign } from './ids.ts';
import type { Choice } from './instruments.ts';
import { amountError, readAmount } from './parse-request.ts';
import { failureOf, refusalOf } from './payment-failures.ts';
import { find, paymentsOf } from './queries.ts';
import type { CheckoutResult } from './types.ts';

export interface Buyer {
  email?: string | null;
  contact?: string | null;
  description?: string | null;
}

/** A new attempt on an order. A paid order, or one with money authorised, takes no further one. */
export function startPayment(desk: SandboxContext, orderId: string, choice: Choice, buyer: Buyer) {
  return commit(desk, () => {
    const order = find(desk, 'orders', orderId);
    if (isTaken(desk, order)) throw refusalOf('order_already_paid', { order_id: order.id });
    const id = makeId('pay');
    desk.db
      .prepare(`INSERT INTO payments (id, order_id, amount, currency, method, international,
          description, email, contact, instrument, plan, created_at)
        VALUES (@id, @order_id, @amount, @currency, @method, @international,
          @description, @email, @contact, @instrument, @plan, @created_at)`)
      .run({
        id,
        order_id: order.id,
        amount: order.amount,
        currency: order.currency,
        method: choice.method,
        international: choice.international ? 1 : 0,
        description: buyer.description ?? null,
        email: buyer.email ?? null,
        contact: buyer.contact ?? null,
        instrument: JSON.stringify(choice.instrument),
        plan: choice.plan,
        created_at: seconds(desk),
      });
    desk.db
      .prepare("UPDATE orders SET status = 'attempted', attempts = attempts + 1 WHERE id = ?")
      .run(order.id);
    return find(desk, 'payments', id);
  });
}

/** The bank said yes: authorised, then captured where the account or the order wants it. */
export function succeed(desk: SandboxContext, paymentId: string): PaymentRow {
  return commit(desk, () => {
    const payment = find(desk, 'payments', paymentId);
    if (payment.status !== 'created') return payment;
    const order = find(desk, 'orders', payment.order_id);
    if (isTaken(desk, order)) return failPayment(desk, paymentId, 'order_already_paid');
    authorise(desk, paymentId);
    const mode = desk.faults.capture === 'manual' ? 'manual' : (order.capture ?? 'automatic');
    return mode === 'automatic' ? take(desk, paymentId) : find(desk, 'payments', paymentId);
  });
}

export function failPayment(desk: SandboxContext, paymentId: string, reason: string): PaymentRow {
  const failure = JSON.stringify(failureOf(reason));
  return commit(desk, () => {
    const changed = desk.db
      .prepare("UPDATE payments SET status='failed', failure=? WHERE id=? AND status='created'")
      .run(failure, paymentId).changes;
    const payment = find(desk, 'payments', paymentId);
    if (changed) recordEvent(desk, 'payment.failed', { payment });
    return payment;
  });
}

export function authorise(desk: SandboxContext, paymentId: string): PaymentRow {
  return commit(desk, () => {
    desk.db
      .prepare("UPDATE payments SET status = 'authorized', failure = NULL WHERE id = ?")
      .run(paymentId);
    const payment = find(desk, 'payments', paymentId);
    recordEvent(desk, 'payment.authorized', { payment });
    return payment;
  });
}

/** The merchant's capture call with its refusals. */
export function capturePayment(
  desk: SandboxContext,
  paymentId: string,
  body: Record<string, unknown>,
) {
  return commit(desk, () => {
    const payment = find(desk, 'payments', paymentId);
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
    if (find(desk, 'orders', payment.order_id).status === 'paid') {
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
    return take(desk, paymentId);
  });
}

/** Takes the money, whatever stands in the order; callers have asked before. */
export function take(desk: SandboxContext, paymentId: string): PaymentRow {
  return commit(desk, () => {
    const { amount, order_id: orderId } = find(desk, 'payments', paymentId);
    const charge = Math.round(amount / 50);
    const tax = Math.round((charge * 18) / 100);
    desk.db
      .prepare("UPDATE payments SET status='captured', was_captured=1, fee=?, tax=? WHERE id=?")
      .run(charge + tax, tax, paymentId);
    const first = desk.db
      .prepare("UPDATE orders SET status='paid', amount_paid=amount WHERE id=? AND status!='paid'")
      .run(orderId).changes;
    const payment = find(desk, 'payments', paymentId);
    recordEvent(desk, 'payment.captured', { payment });
    if (first) recordEvent(desk, 'order.paid', { payment, order: find(desk, 'orders', orderId) });
    return payment;
  });
}

export function resultOf(desk: SandboxContext, payment: PaymentRow): CheckoutResult {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: sign(desk.keySecret, `${payment.order_id}|${payment.id}`),
  };
}

function isTaken(desk: SandboxContext, order: OrderRow): boolean {
  if (order.status === 'paid') return true;
  return paymentsOf(desk, order.id).some((payment) => payment.status === 'authorized');
}
