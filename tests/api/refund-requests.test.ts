import { beforeEach, expect, test } from 'vitest';
import { findRefund, requestRefund, retryRefunds } from '../../api/modules/payments/refunds.ts';
import { HOUR, later } from '../../api/platform/clock.ts';
import type { Services } from '../../api/platform/services.ts';
import { isStorageTrouble } from '../../db/database.ts';
import { adminPayments, CAPTURED, storedOrder } from '../support/payments.ts';
import {
  app,
  expectNoProviderCall,
  loggedErrors,
  owner,
  paidOrder,
  setWritable,
  shareInProcessApp,
  timelineOf,
} from '../support/shared-in-process-app.ts';

const FAILED = /^A refund did not go through/;

shareInProcessApp();

beforeEach(() => {
  app.subjects.length = 0;
});

const { refund } = adminPayments;
const services = () => app.server.services;
const stored = (id: string) => findRefund(services().store.db, id);
const statusOf = async (id: string) => (await stored(id))?.status;
const refundedOf = async (orderId: string) => (await storedOrder(app, orderId)).refunded;
const atProvider = (paymentId: string) =>
  app.sandbox.records().refunds.filter((each) => each.payment_id === paymentId);
/** What the reconciler does, long after the last check or just after it. */
const retry = (after = 2 * HOUR) =>
  retryRefunds(services(), later(services().clock(), after - HOUR), new AbortController().signal);
const paidAmount = (paymentId: string) =>
  app.sandbox.records().payments.find(({ id }) => id === paymentId)?.amount ?? 0;

test('a request that is repeated without its amount is the same refund, and asks the provider once', async () => {
  const { paymentId, orderId } = await paidOrder();
  const refundId = crypto.randomUUID();
  expect((await refund(owner, paymentId, { refundId, amount: 50 })).status).toBe(200);
  await expectNoProviderCall('payments.refund', async () => {
    const again = await refund(owner, paymentId, { refundId });
    expect(again).toMatchObject({ status: 200, body: { refund: { amount: 50 } } });
    expect((await refund(owner, paymentId, { refundId, amount: 51 })).status).toBe(409);
  });
  expect(await refundedOf(orderId)).toBe(5000);
});

test('the id of a refund serves for no other payment', async () => {
  const [one, two] = [await paidOrder(), await paidOrder()];
  const refundId = crypto.randomUUID();
  expect((await refund(owner, one.paymentId, { refundId, amount: 50 })).status).toBe(200);
  expect(await refund(owner, two.paymentId, { refundId, amount: 50 })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/another amount/) },
  });
  expect(await refundedOf(two.orderId)).toBe(0);
});

test('one rupee is refunded, less is not, not even as all that is left', async () => {
  const { paymentId, orderId } = await paidOrder();
  const request = { paymentId, reason: '' };
  const ask = (amount?: number) =>
    requestRefund(services(), { ...request, refundId: crypto.randomUUID(), amount });
  await ask(paidAmount(paymentId) - 199);
  await expect(ask(99)).rejects.toMatchObject({ status: 400, field: 'amount' });
  expect(await ask(100)).toMatchObject({ status: 'processed', amount: 100 });
  await expect(ask()).rejects.toMatchObject({ status: 400, field: 'amount' });
  expect(await refundedOf(orderId)).toBe(paidAmount(paymentId) - 99);
});

test('what is left is what neither the seller nor the bank has refunded', async () => {
  const { paymentId } = await paidOrder();
  await refund(owner, paymentId, { amount: 10 });
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await app.report();
  const refused = await refund(owner, paymentId);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/bank is deciding/) },
  });
  app.sandbox.moveDispute(id, 'lost');
  await app.report();
  const all = await refund(owner, paymentId);
  expect(all.body.refund.amount).toBe((paidAmount(paymentId) - 1_000 - 5_001) / 100);
});

test('a refund that is pending at the provider is counted at once and followed every hour', async () => {
  app.sandbox.faults.refunds = 'pending';
  const { paymentId, orderId } = await paidOrder();
  const refundId = crypto.randomUUID();
  expect((await refund(owner, paymentId, { refundId, amount: 50 })).status).toBe(200);
  expect(await refundedOf(orderId)).toBe(5000);
  expect(await timelineOf(orderId)).toContain('refunded');
  expect(app.subjects.filter((each) => /^Refund of/.test(each))).toHaveLength(1);
  const [made] = atProvider(paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'processed');
  await app.loseReports();
  await expectNoProviderCall('payments.refunds', () => retry(0));
  await retry();
  expect(await stored(refundId)).toMatchObject({ status: 'processed', provider_id: made?.id });
  expect(await refundedOf(orderId)).toBe(5000);
  await expectNoProviderCall('payments.refunds', () => retry());
});

test('the provider is not asked about a pending refund again within the hour, even if it did not answer', async () => {
  app.sandbox.faults.refunds = 'pending';
  const { paymentId } = await paidOrder();
  await refund(owner, paymentId, { amount: 50 });
  const { db } = services().store;
  const old = later(services().clock(), -2 * HOUR);
  await db
    .updateTable('refunds')
    .set({ updated_at: old })
    .where('payment_id', '=', paymentId)
    .execute();
  app.sandbox.faults.next('payments.refunds', { kind: 'refuse' });
  await retry(0);
  expect(loggedErrors()).toEqual(['a refund could not be followed']);
  await expectNoProviderCall('payments.refunds', () => retry(0));
});

test('a refused refund that the provider does not list has failed: not counted, noted, and due again', async () => {
  const { paymentId, orderId } = await paidOrder();
  const refundId = crypto.randomUUID();
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400 });
  expect(await refund(owner, paymentId, { refundId, amount: 50 })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/refused this refund/) },
  });
  expect(await stored(refundId)).toMatchObject({ status: 'failed', provider_id: null });
  expect(await refundedOf(orderId)).toBe(0);
  expect(await timelineOf(orderId)).toContain('refund failed');
  expect(app.subjects).toContainEqual(expect.stringMatching(FAILED));
  expect(loggedErrors()).toEqual([`refund ${refundId} could not be made`]);
  await expectNoProviderCall('payments.refund', () => retry());
});

test('a refund that the provider made, although it refused it, has not failed', async () => {
  const { paymentId, orderId } = await paidOrder();
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  expect((await refund(owner, paymentId, { amount: 50 })).status).toBe(200);
  expect(await timelineOf(orderId)).not.toContain('refund failed');
  expect(app.subjects).not.toContainEqual(expect.stringMatching(FAILED));
  expect(await refundedOf(orderId)).toBe(5000);
  expect(loggedErrors()).toHaveLength(1);
});

test('a refund that never reached the provider is requested again', async () => {
  const { paymentId } = await paidOrder();
  const refundId = crypto.randomUUID();
  app.sandbox.faults.next('payments.refund', { kind: 'refuse' });
  expect((await refund(owner, paymentId, { refundId, amount: 50 })).status).toBe(202);
  await retry(0);
  expect(await statusOf(refundId)).toBe('processed');
  expect(loggedErrors()).toEqual([`refund ${refundId} could not be made yet`]);
});

test('while nobody can say whether a refused refund was made, it stays requested', async () => {
  const { paymentId, orderId } = await paidOrder();
  const refundId = crypto.randomUUID();
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  app.sandbox.faults.next('payments.refunds', { kind: 'refuse' });
  expect((await refund(owner, paymentId, { refundId, amount: 50 })).status).toBe(202);
  expect(await statusOf(refundId)).toBe('asked');
  await retry(0);
  expect(await statusOf(refundId)).toBe('processed');
  expect(await refundedOf(orderId)).toBe(5000);
  expect(atProvider(paymentId)).toHaveLength(1);
  expect(loggedErrors()).toHaveLength(2);
});

test('a refund that counts as failed and was made after all counts again', async () => {
  const { paymentId, orderId } = await paidOrder();
  const refundId = crypto.randomUUID();
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  app.sandbox.faults.next('payments.refunds', { kind: 'status', status: 400 });
  expect((await refund(owner, paymentId, { refundId, amount: 50 })).status).toBe(409);
  expect([await statusOf(refundId), await refundedOf(orderId)]).toEqual(['failed', 0]);
  await app.report();
  expect([await statusOf(refundId), await refundedOf(orderId)]).toEqual(['processed', 5000]);
  expect(loggedErrors()).toHaveLength(1);
});

test('an answer that cannot be stored leaves the refund requested, and the next round stores it', async () => {
  const { paymentId } = await paidOrder();
  const { provider } = services();
  const refundId = crypto.randomUUID();
  const full: Services = {
    ...services(),
    provider: {
      ...provider,
      async refund(request) {
        const made = await provider.refund(request);
        await setWritable(false);
        return made;
      },
    },
  };
  const failure = await requestRefund(full, { refundId, paymentId, reason: '' }).catch(
    (error: unknown) => error,
  );
  await setWritable(true);
  expect(isStorageTrouble(failure)).toBe(true);
  expect(await statusOf(refundId)).toBe('asked');
  await retry(0);
  expect(await statusOf(refundId)).toBe('processed');
  expect(atProvider(paymentId)).toHaveLength(1);
});

test('the owner is notified of a failed refund of a payment without an order, not of a made one', async () => {
  const made = await services().provider.createOrder({
    ...{ amount: 42_00, receipt: 'another shop', orderId: 'none' },
  });
  const { razorpay_payment_id: id } = app.sandbox.pay(made, CAPTURED);
  await app.report();
  app.subjects.length = 0;
  expect((await refund(owner, id, { amount: 2 })).status).toBe(200);
  expect(app.subjects).toEqual([]);
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400 });
  expect((await refund(owner, id)).status).toBe(409);
  expect(app.subjects).toEqual([expect.stringMatching(FAILED)]);
  expect(loggedErrors()).toHaveLength(1);
});
