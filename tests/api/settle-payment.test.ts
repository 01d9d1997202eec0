import { expect, onTestFinished, test } from 'vitest';
import { doctorReceipt } from '../../api/modules/payments/doctor-test-order.ts';
import { PaymentNotRecordedError } from '../../api/modules/payments/settle-payment.ts';
import { DAY } from '../../api/platform/clock.ts';
import { CAPTURED, FAILED, storedOrder, storedPaymentStatus } from '../support/payments.ts';
import {
  AUTHORIZED,
  payForeignOrder,
  payInSandbox,
  provider,
  settle,
  storedPayment,
} from '../support/settle-payments.ts';
import {
  app,
  expectNoProviderCall,
  setWritable,
  shareInProcessApp,
} from '../support/shared-in-process-app.ts';

let passed = 0;
shareInProcessApp(() => new Date(Date.now() + passed));

test('a payment belongs to its instalment, whoever reports it and how often', async () => {
  const { id, instalment, payment } = await payInSandbox(CAPTURED);
  expect([await settle(payment), await settle(payment)]).toEqual(['settled', 'settled']);
  expect(await storedPayment(id)).toMatchObject({
    instalment_id: instalment.id,
    order_id: instalment.order_id,
  });
});

test('a payment that has only begun is waited for, and nobody is asked what it is for', async () => {
  const { id, payment } = await payInSandbox(CAPTURED);
  const begun = { ...payment, status: 'created', captured: false } as const;
  await expectNoProviderCall('orders.fetch', async () => {
    expect(await settle(begun)).toBe('waiting');
    expect(await settle({ ...begun, order_id: 'order_AAAAAAAAAAAAAA' })).toBe('waiting');
  });
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('settled');
});

test('a payment refunded before its capture counts as failed', async () => {
  const { id, payment } = await payInSandbox(CAPTURED);
  expect(await settle({ ...payment, status: 'refunded', captured: false })).toBe('failed');
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await settle(payment)).toBe('settled');
});

test('an attempt that failed is noted, unless its instalment is paid', async () => {
  const { checkout, instalment, payment: failed } = await payInSandbox(FAILED);
  const failedAt = async () => (await storedOrder(app, instalment.order_id)).failed_at;
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  await settle(await provider().fetchPayment(id));
  expect([await settle(failed), await failedAt()]).toEqual(['failed', null]);
  const other = await payInSandbox(FAILED);
  expect(await settle(other.payment)).toBe('failed');
  expect((await storedOrder(app, other.instalment.order_id)).failed_at).not.toBeNull();
});

test('a payment that two reports bring at once is settled once, and both say so', async () => {
  const { orderId, payment } = await payInSandbox(CAPTURED);
  expect(await Promise.all([settle(payment), settle(payment)])).toEqual(['settled', 'settled']);
  expect((await storedOrder(app, orderId)).paid).toBe(payment.amount);
});

test('the fee of a payment is stored once the provider says it, and stays', async () => {
  const { id, payment } = await payInSandbox(CAPTURED);
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
  const { id, payment } = await payInSandbox(CAPTURED);
  expect(await settle({ ...payment, status: 'failed', order_id: 'order_AAAAAAAAAAAAAA' })).toBe(
    'failed',
  );
  await expectNoProviderCall('orders.fetch', async () =>
    expect(await settle({ ...payment, order_id: null })).toBe('unmatched'),
  );
  expect(await storedPayment(id)).toMatchObject({ order_id: null, provider_order_id: '' });
});

test('the payment of the doctor’s test order is nobody’s, and is not taken', async () => {
  const receipt = doctorReceipt(crypto.randomUUID());
  const payment = await payForeignOrder(receipt, AUTHORIZED, 100);
  expect(await settle(payment)).toBe('closed');
  expect(await settle({ ...payment, status: 'captured', captured: true })).toBe('closed');
  expect(await storedPaymentStatus(app, payment.id)).toBeUndefined();
});

test('a payment is not settled while the provider does not say what it is for', async () => {
  const payment = await payForeignOrder('other', CAPTURED);
  app.sandbox.faults.next('orders.fetch', { kind: 'drop' });
  await expect(settle(payment)).rejects.toThrow();
  expect(await storedPaymentStatus(app, payment.id)).toBeUndefined();
  expect(await settle(payment)).toBe('unmatched');
});

test('an authorized payment of an open instalment is taken', async () => {
  const { id, payment } = await payInSandbox(AUTHORIZED);
  expect(payment.status).toBe('authorized');
  expect(await settle(payment)).toBe('settled');
  expect((await provider().fetchPayment(id)).status).toBe('captured');
});

test('an authorized payment that is for nothing of ours is left to the provider', async () => {
  const { instalment } = await payInSandbox(FAILED);
  const amount = instalment.amount + 100;
  for (const [receipt, outcome] of [
    ['other', 'waiting'],
    [instalment.id, 'closed'],
  ] as const) {
    const payment = await payForeignOrder(receipt, AUTHORIZED, amount);
    expect(await settle(payment), receipt).toBe(outcome);
    expect((await provider().fetchPayment(payment.id)).status, receipt).toBe('authorized');
  }
});

test('a capture that the provider did not answer is tried again', async () => {
  const { id, payment } = await payInSandbox(AUTHORIZED);
  app.sandbox.faults.next('payments.capture', { kind: 'drop' });
  expect(await settle(payment)).toBe('waiting');
  expect(await settle(await provider().fetchPayment(id))).toBe('settled');
});

test('a capture that another report has made is read from the provider', async () => {
  const { payment } = await payInSandbox(AUTHORIZED);
  await provider().capture(payment);
  expect(await settle(payment)).toBe('settled');
});

test('a payment that the provider returns at the moment of its capture counts as failed', async () => {
  const { id, instalment, payment } = await payInSandbox(AUTHORIZED);
  onTestFinished(() => {
    passed = 0;
  });
  passed = 4 * DAY;
  expect(await settle(payment)).toBe('failed');
  expect(await provider().fetchPayment(id)).toMatchObject({ status: 'refunded', captured: false });
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  expect(await storedOrder(app, instalment.order_id)).toMatchObject({
    paid: 0,
    failed_at: expect.any(String),
  });
});

test('a captured payment of a known order is recorded without a question to the provider', async () => {
  const { payment } = await payInSandbox(CAPTURED);
  await expectNoProviderCall('orders.fetch', () =>
    expectNoProviderCall('payments.capture', async () =>
      expect(await settle(payment)).toBe('settled'),
    ),
  );
});

test('a checkout whose id was lost is found by the receipt of its order', async () => {
  const { instalment } = await payInSandbox(FAILED);
  const payment = await payForeignOrder(instalment.id, CAPTURED, instalment.amount);
  expect(await settle(payment)).toBe('settled');
  expect(await storedPayment(payment.id)).toMatchObject({ instalment_id: instalment.id });
});

test('a captured payment that cannot be stored is reported as such; any other fault as it is', async () => {
  const { id, payment } = await payInSandbox(CAPTURED);
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
