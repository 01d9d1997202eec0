import { beforeEach, expect, test } from 'vitest';
import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import type { ProviderPayment } from '../../api/platform/payment-provider/client.ts';
import { asha, sharePaymentApp } from '../support/payment-app.ts';
import {
  CARD,
  FAILED,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
} from '../support/payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

// Only the test reports payments.
beforeEach(() => {
  app.sandbox.faults.webhooks.hold = true;
});

const AUTHORIZED = { method: 'card', outcome: 'authorized' } as const;
const provider = () => app.server.services.provider;
const settle = (payment: ProviderPayment) => settlePayment(app.server.services, payment);

/** A checkout, the buyer's action in its dialog, and the provider's report. */
async function pay(how: typeof CARD | typeof FAILED | typeof AUTHORIZED) {
  const { checkout } = await startCheckout(asha);
  const instalment = await app.server.services.store.db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', checkout.orderId)
    .executeTakeFirstOrThrow();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, how);
  return { checkout, instalment, id, payment: await provider().fetchPayment(id) };
}

test('a payment belongs to its instalment, whoever reports it and how often', async () => {
  const { id, instalment, payment } = await pay(CARD);
  expect([await settle(payment), await settle(payment)]).toEqual(['settled', 'settled']);
  const stored = await app.server.services.store.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ instalment_id: instalment.id, order_id: instalment.order_id });
});

test('a payment that has only begun is waited for', async () => {
  const { id, payment } = await pay(CARD);
  expect(await settle({ ...payment, status: 'created', captured: false })).toBe('waiting');
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('settled');
});

test('money that went back before it was taken was never ours', async () => {
  const { id, payment } = await pay(CARD);
  expect(await settle({ ...payment, status: 'refunded', captured: false })).toBe('failed');
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('settled');
});

test('an attempt that failed is noted, unless its instalment is paid', async () => {
  const { checkout, instalment, payment: failed } = await pay(FAILED);
  const failedAt = async () => (await storedOrder(app, instalment.order_id)).failed_at;
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CARD);
  await settle(await provider().fetchPayment(id));
  expect([await settle(failed), await failedAt()]).toEqual(['failed', null]);
  const other = await pay(FAILED);
  expect(await settle(other.payment)).toBe('failed');
  expect((await storedOrder(app, other.instalment.order_id)).failed_at).not.toBeNull();
});

test('a payment of an order that the provider does not know belongs to nobody', async () => {
  const { payment } = await pay(FAILED);
  expect(await settle({ ...payment, order_id: 'order_AAAAAAAAAAAAAA' })).toBe('failed');
});

test('a payment is not settled while the provider does not say what it is for', async () => {
  const made = await provider().createOrder({ amount: 500, receipt: 'other', orderId: 'other' });
  const { razorpay_payment_id: id } = app.sandbox.pay(made, CARD);
  const payment = await provider().fetchPayment(id);
  app.sandbox.faults.next('orders.fetch', { kind: 'drop' });
  await expect(settle(payment)).rejects.toThrow();
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('unmatched');
});

test('an authorized payment of an open instalment is taken', async () => {
  const { id, payment } = await pay(AUTHORIZED);
  expect(payment.status).toBe('authorized');
  expect(await settle(payment)).toBe('settled');
  expect((await provider().fetchPayment(id)).status).toBe('captured');
});

test('an authorized payment that is for nothing of ours is left to the provider', async () => {
  const { instalment } = await pay(FAILED);
  const amount = instalment.amount + 100;
  for (const receipt of ['other', instalment.id]) {
    const made = await provider().createOrder({ amount, receipt, orderId: 'other' });
    const { razorpay_payment_id: id } = app.sandbox.pay(made, AUTHORIZED);
    expect(await settle(await provider().fetchPayment(id)), receipt).toBe('waiting');
    expect((await provider().fetchPayment(id)).status, receipt).toBe('authorized');
  }
});

test('a capture that the provider did not answer is tried again', async () => {
  const { id, payment } = await pay(AUTHORIZED);
  app.sandbox.faults.next('payments.capture', { kind: 'drop' });
  expect(await settle(payment)).toBe('waiting');
  expect(await settle(await provider().fetchPayment(id))).toBe('settled');
});

test('a capture that another report has made is read from the provider', async () => {
  const { payment } = await pay(AUTHORIZED);
  await provider().capture(payment);
  expect(await settle(payment)).toBe('settled');
});
