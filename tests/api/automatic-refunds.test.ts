import { expect, test } from 'vitest';
import { requestRefund } from '../../api/modules/payments/refunds.ts';
import { cancelOrder } from '../support/cancellation.ts';
import {
  CAPTURED,
  FAILED,
  orderOf,
  payRemaining,
  startCheckout,
  storedOrder,
  verifyPayment,
} from '../support/payments.ts';
import { insertBuyer } from '../support/people.ts';
import { changeOrder } from '../support/settle-payments.ts';
import {
  app,
  loggedErrors,
  owner,
  paidOrder,
  shareInProcessApp,
  timelineOf,
} from '../support/shared-in-process-app.ts';

shareInProcessApp();

const REFUSED = { kind: 'status', status: 400 } as const;
const services = () => app.server.services;
const step = async (orderId: string, name: string, body: object = {}) =>
  expect((await owner.post(`/api/v1/desk/orders/${orderId}/${name}`, body)).status).toBe(200);
const reject = (orderId: string) => step(orderId, 'reject', { reason: 'Not my field' });

/** The refunds that the provider has made of a payment, in paise. */
async function refundsOf(paymentId: string): Promise<number[]> {
  await services().background.settled();
  return app.sandbox
    .records()
    .refunds.filter((each) => each.payment_id === paymentId)
    .map(({ amount }) => amount);
}

/** The owner refunds all but some paise. */
async function leave(paymentId: string, left: number): Promise<number> {
  const { amount } = app.sandbox.records().payments.find(({ id }) => id === paymentId) ?? {};
  const refund = { refundId: crypto.randomUUID(), paymentId, reason: '' };
  await requestRefund(services(), { ...refund, amount: (amount ?? 0) - left });
  return (amount ?? 0) - left;
}

/** The bank questions a payment and decides; `meanwhile` happens before. */
async function dispute(
  paymentId: string,
  { amount, end, meanwhile }: { amount?: number; end: 'won' | 'lost'; meanwhile?: () => unknown },
): Promise<void> {
  const { id } = app.sandbox.dispute(paymentId, amount ? { amount } : {});
  await app.report();
  await meanwhile?.();
  app.sandbox.moveDispute(id, end);
  await app.report();
}

/** An overpayment whose refund the provider has refused. */
async function overpayment() {
  const { person } = await insertBuyer(app);
  const { checkout } = await startCheckout(person);
  const late = app.sandbox.pay(checkout.orderId, FAILED).razorpay_payment_id;
  const { body } = await verifyPayment(person, app.sandbox.pay(checkout.orderId, CAPTURED));
  app.sandbox.lateAuthorise(late, { force: true });
  app.sandbox.faults.next('payments.refund', REFUSED);
  await app.report();
  expect(await refundsOf(late)).toEqual([]);
  expect(loggedErrors()).toHaveLength(1);
  return { paymentId: late, orderId: body.order._id as string, amount: checkout.amount };
}

test('of a rejected order everything is refunded that was not refunded or lost before', async () => {
  const { orderId, paymentId, checkout } = await paidOrder();
  await dispute(paymentId, { amount: 5_001, end: 'lost' });
  const first = await leave(paymentId, 20_000);
  await reject(orderId);
  expect(await refundsOf(paymentId)).toEqual([first, 20_000 - 5_001]);
  expect(await storedOrder(app, orderId)).toMatchObject({ refunded: checkout.amount - 5_001 });
});

test('a rest of one rupee is refunded, a smaller one is not', async () => {
  for (const [left, refunds] of [
    [100, 2],
    [99, 1],
  ] as const) {
    const { orderId, paymentId } = await paidOrder();
    await leave(paymentId, left);
    await reject(orderId);
    expect(await refundsOf(paymentId)).toHaveLength(refunds);
  }
});

test('an order that is accepted or delivered is not refunded', async () => {
  const { orderId, paymentId } = await paidOrder();
  await step(orderId, 'accept');
  await step(orderId, 'deliver', { message: 'Version 1' });
  expect(await refundsOf(paymentId)).toEqual([]);
});

test('a refund that the provider did not answer is requested, counted and not asked for twice', async () => {
  const { orderId, paymentId, checkout } = await paidOrder();
  app.sandbox.faults.next('payments.refund', { kind: 'drop' });
  await reject(orderId);
  expect(await refundsOf(paymentId)).toEqual([checkout.amount]);
  expect((await storedOrder(app, orderId)).refunded).toBe(checkout.amount);
  expect(loggedErrors()).toEqual([expect.stringMatching(/could not be made yet/)]);
});

test('after a dispute is won, a rejected order is refunded and any other is not', async () => {
  const accepted = await paidOrder();
  await dispute(accepted.paymentId, {
    end: 'won',
    meanwhile: () => step(accepted.orderId, 'accept'),
  });
  expect(await refundsOf(accepted.paymentId)).toEqual([]);
  const rejected = await paidOrder();
  const meanwhile = async () => {
    await reject(rejected.orderId);
    expect(await refundsOf(rejected.paymentId)).toEqual([]);
  };
  await dispute(rejected.paymentId, { end: 'won', meanwhile });
  expect(await refundsOf(rejected.paymentId)).toEqual([rejected.checkout.amount]);
});

test('an overpayment that could not be refunded is refunded once its dispute is won', async () => {
  const { paymentId, orderId, amount } = await overpayment();
  await dispute(paymentId, { end: 'won' });
  expect(await refundsOf(paymentId)).toEqual([amount]);
  expect((await storedOrder(app, orderId)).refunded).toBe(0);
});

test('a dispute about a payment of no order refunds nothing', async () => {
  const made = await services().provider.createOrder({
    ...{ amount: 42_00, receipt: 'another shop', orderId: 'none' },
  });
  const { razorpay_payment_id: id } = app.sandbox.pay(made, CAPTURED);
  await dispute(id, { end: 'won' });
  expect(await refundsOf(id)).toEqual([]);
});

test('a buyer who cancels an accepted order gets the promise of both instalments, and no more', async () => {
  const { person, orderId, paymentId } = await paidOrder({ paymentType: 'Milestone' });
  await step(orderId, 'accept');
  const rest = await payRemaining(person, orderId);
  const second = app.sandbox.pay(rest.body.orderId, CAPTURED);
  await app.report();
  const { paid } = await storedOrder(app, orderId);
  const { refund } = (await orderOf(person, orderId)).cancellation;
  expect(refund).toBe(paid / 2 / 100);
  const { subjects } = app;
  subjects.length = 0;
  const answer = await cancelOrder(person, orderId, refund);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/The order is cancelled/) },
  });
  const refunds = [
    ...(await refundsOf(paymentId)),
    ...(await refundsOf(second.razorpay_payment_id)),
  ];
  expect(refunds.reduce((sum, each) => sum + each, 0)).toBe(paid / 2);
  expect(await storedOrder(app, orderId)).toMatchObject({
    status: 'Rejected',
    promised: paid / 2,
    refunded: paid / 2,
  });
  expect(await timelineOf(orderId)).toContain('refunded');
  expect(subjects, 'one mail for each side, which tells of the refunds, too').toEqual([
    expect.stringMatching(/^Cancelled: /),
    expect.stringMatching(/^Cancelled: /),
  ]);
  expect((await cancelOrder(person, orderId, 0)).status).toBe(409);
});

/** An accepted order that is cancelled during a dispute of ₹10 that nobody has reported. */
async function cancelDisputed() {
  const { person, orderId, paymentId, checkout } = await paidOrder();
  await step(orderId, 'accept');
  const { id } = app.sandbox.dispute(paymentId, { amount: 1_000 });
  await app.loseReports();
  const half = checkout.amount / 2;
  expect((await cancelOrder(person, orderId, half / 100)).status).toBe(200);
  expect(await refundsOf(paymentId)).toEqual([]);
  expect(loggedErrors()).toHaveLength(1);
  return { orderId, paymentId, half, disputeId: id };
}

test('what a cancellation promised is refunded after a dispute, without what the bank took', async () => {
  const { paymentId, half, disputeId } = await cancelDisputed();
  app.sandbox.moveDispute(disputeId, 'lost');
  await app.report();
  expect(await refundsOf(paymentId)).toEqual([half - 1_000]);
});

test('what a cancellation promised is refunded once after a dispute that nobody had reported', async () => {
  const { orderId, paymentId, half, disputeId } = await cancelDisputed();
  app.sandbox.moveDispute(disputeId, 'won');
  await app.report();
  expect(await refundsOf(paymentId)).toEqual([half]);
  await dispute(paymentId, { amount: 1_000, end: 'won' });
  expect(await refundsOf(paymentId)).toEqual([half]);
  expect(await storedOrder(app, orderId)).toMatchObject({ promised: half, refunded: half });
});

test('the promise of a cancelled order counts what was refunded or lost before', async () => {
  const { person, orderId, paymentId, checkout } = await paidOrder();
  await dispute(paymentId, { amount: 5_001, end: 'lost' });
  await leave(paymentId, 20_000);
  const answer = await cancelOrder(person, orderId, (20_000 - 5_001) / 100);
  expect(answer.status).toBe(200);
  expect((await refundsOf(paymentId)).at(-1)).toBe(20_000 - 5_001);
  expect((await storedOrder(app, orderId)).promised).toBe(checkout.amount);
});

test('an order is not cancelled for another amount, by a stranger, during a dispute or after a delivery', async () => {
  const { person, orderId, paymentId, checkout } = await paidOrder();
  const promise = checkout.amount / 100;
  const stranger = (await insertBuyer(app)).person;
  expect((await cancelOrder(stranger, orderId, promise)).status).toBe(404);
  for (const other of [promise - 0.01, promise + 0.01])
    expect(await cancelOrder(person, orderId, other)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/changed meanwhile/) },
    });
  const during = async () =>
    expect(await cancelOrder(person, orderId, promise)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/bank is deciding/) },
    });
  await dispute(paymentId, { end: 'won', meanwhile: during });
  await step(orderId, 'accept');
  await step(orderId, 'deliver', { message: 'Version 1' });
  for (const status of ['Delivered', 'Accepted'] as const) {
    await changeOrder(orderId, { status });
    expect(await cancelOrder(person, orderId, promise / 2), status).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/can no longer be cancelled/) },
    });
  }
  expect(await refundsOf(paymentId)).toEqual([]);
});
