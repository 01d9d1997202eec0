import { expect, test } from 'vitest';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  CAPTURED,
  deliverWebhooks,
  FAILED,
  orderOf,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
  verifyPayment,
} from '../support/payments.ts';
import { ASHA } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

test('records a payment and its refund when both are reported late', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  app.sandbox.refund(result.razorpay_payment_id);
  const answer = await verifyPayment(asha, result);
  expect(answer.status).toBe(200);
  const stored = await storedOrder(app, answer.body.order._id);
  expect(stored).toMatchObject({ paid: checkout.amount, refunded: checkout.amount });
});

test('marks an order paid when a failed payment is captured the next day', async () => {
  const { checkout } = await startCheckout(asha);
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, FAILED);
  await deliverWebhooks(app);
  app.advance(24 * 60 * 60 * 1000);
  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.lateAuthorise(id);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id), 'found without a report').toBe('settled');
});

test('refunds a late second payment by itself and says so to owner and buyer', async () => {
  const { checkout } = await startCheckout(asha);
  const { razorpay_payment_id: late } = app.sandbox.pay(checkout.orderId, FAILED);
  const paid = await verifyPayment(asha, app.sandbox.pay(checkout.orderId, CAPTURED));
  const orderId = paid.body.order._id;
  app.sandbox.lateAuthorise(late, { force: true });
  await deliverWebhooks(app);
  expect(await storedPaymentStatus(app, late)).toBe('surplus');
  const stored = await storedOrder(app, orderId);
  expect(stored.paid, 'never above the total').toBe(stored.total);
  await app.server.services.background.settled();
  await app.mail.email(ASHA.email, /second payment/i);
  await app.mail.email(app.server.config.ownerEmail, /^Refunded automatically/);
  const order = await orderOf(asha, orderId);
  expect(order.payments.map((each: { status: string }) => each.status).sort()).toEqual([
    'Paid',
    'Refunded',
  ]);
  expect((await adminPayments.refund(owner, late)).status, 'nothing is left').toBe(400);
  expect((await adminPayments.refundsDue(owner)).map((each) => each._id)).not.toContain(late);
  expect((await storedOrder(app, orderId)).refunded, 'the order itself is not refunded').toBe(0);
});

test('does not report an overpayment as a success', async () => {
  const { checkout } = await startCheckout(asha);
  const late = app.sandbox.pay(checkout.orderId, FAILED);
  await verifyPayment(asha, app.sandbox.pay(checkout.orderId, CAPTURED));
  app.sandbox.lateAuthorise(late.razorpay_payment_id, { force: true });
  const answer = await verifyPayment(asha, late);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/money back/) },
  });
});
