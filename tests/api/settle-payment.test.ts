import { expect, test } from 'vitest';
import { doctorReceipt } from '../../api/modules/payments/doctor-receipt.ts';
import { PaymentNotRecordedError } from '../../api/modules/payments/settle-payment.ts';
import { CARD, FAILED, storedOrder, storedPaymentStatus } from '../support/payments.ts';
import {
  AUTHORIZED,
  pay,
  payElsewhere,
  provider,
  settle,
  storedPayment,
} from '../support/settle-payments.ts';
import {
  app,
  expectNoCall,
  setWritable,
  shareInProcessApp,
} from '../support/shared-in-process-app.ts';

shareInProcessApp();

test('a payment belongs to its instalment, whoever reports it and how often', async () => {
  const { id, instalment, payment } = await pay(CARD);
  expect([await settle(payment), await settle(payment)]).toEqual(['settled', 'settled']);
  expect(await storedPayment(id)).toMatchObject({
    instalment_id: instalment.id,
    order_id: instalment.order_id,
  });
});

test('a payment that has only begun is waited for, and nobody is asked what it is for', async () => {
  const { id, payment } = await pay(CARD);
  const begun = { ...payment, status: 'created', captured: false } as const;
  await expectNoCall('orders.fetch', async () => {
    expect(await settle(begun)).toBe('waiting');
    expect(await settle({ ...begun, order_id: 'order_AAAAAAAAAAAAAA' })).toBe('waiting');
  });
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('settled');
});

test('a payment refunded before its capture counts as failed', async () => {
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

test('a payment that two reports bring at once is settled once, and both say so', async () => {
  const { orderId, payment } = await pay(CARD);
  expect(await Promise.all([settle(payment), settle(payment)])).toEqual(['settled', 'settled']);
  expect((await storedOrder(app, orderId)).paid).toBe(payment.amount);
});

test('the fee of a payment is stored once the provider says it, and stays', async () => {
  const { id, payment } = await pay(CARD);
  for (const [fee, tax, expected] of [
    [null, null, null],
    [20, 3, 20],
    [null, null, 20],
    [30, 4, 20],
  ] as const) {
    expect(await settle({ ...payment, fee, tax })).toBe('settled');
    expect((await storedPayment(id)).fee).toBe(expected);
  }
});

test('a payment of an order that the provider does not know, or of none, belongs to nobody', async () => {
  const { id, payment } = await pay(CARD);
  expect(await settle({ ...payment, status: 'failed', order_id: 'order_AAAAAAAAAAAAAA' })).toBe(
    'failed',
  );
  await expectNoCall('orders.fetch', async () =>
    expect(await settle({ ...payment, order_id: null })).toBe('unmatched'),
  );
  expect(await storedPayment(id)).toMatchObject({ order_id: null, provider_order_id: '' });
});

test('the payment of the doctor’s test order is nobody’s, and is not taken', async () => {
  const receipt = doctorReceipt(crypto.randomUUID());
  const payment = await payElsewhere(receipt, AUTHORIZED, 100);
  expect(await settle(payment)).toBe('closed');
  expect(await settle({ ...payment, status: 'captured', captured: true })).toBe('closed');
  expect(await storedPaymentStatus(app, payment.id)).toBeUndefined();
});

test('a payment is not settled while the provider does not say what it is for', async () => {
  const payment = await payElsewhere('other', CARD);
  app.sandbox.faults.next('orders.fetch', { kind: 'drop' });
  await expect(settle(payment)).rejects.toThrow();
  expect(await storedPaymentStatus(app, payment.id)).toBeUndefined();
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
    const payment = await payElsewhere(receipt, AUTHORIZED, amount);
    expect(await settle(payment), receipt).toBe('waiting');
    expect((await provider().fetchPayment(payment.id)).status, receipt).toBe('authorized');
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

test('a captured payment of a known order is recorded without a question to the provider', async () => {
  const { payment } = await pay(CARD);
  await expectNoCall('orders.fetch', () =>
    expectNoCall('payments.capture', async () => expect(await settle(payment)).toBe('settled')),
  );
});

test('a checkout whose id was lost is found by the receipt of its order', async () => {
  const { instalment } = await pay(FAILED);
  const payment = await payElsewhere(instalment.id, CARD, instalment.amount);
  expect(await settle(payment)).toBe('settled');
  expect(await storedPayment(payment.id)).toMatchObject({ instalment_id: instalment.id });
});

test('a captured payment that cannot be stored is reported as such; any other fault as it is', async () => {
  const { id, payment } = await pay(CARD);
  await setWritable(false);
  const failure = await settle(payment).catch((error: unknown) => error);
  await setWritable(true);
  expect(failure).toBeInstanceOf(PaymentNotRecordedError);
  expect((failure as Error).cause).toMatchObject({ code: expect.stringMatching(/READONLY/) });
  const unknownEvents = settle(payment, { subscriptions: new Map() });
  await expect(unknownEvents).rejects.toThrow(/api\/subscriptions/);
  await expect(unknownEvents).rejects.not.toBeInstanceOf(PaymentNotRecordedError);
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('settled');
});
