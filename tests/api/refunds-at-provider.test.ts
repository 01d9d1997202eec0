import { expect, test } from 'vitest';
import { findRefund, syncRefunds } from '../../api/modules/payments/refunds.ts';
import { adminPayments, storedOrder } from '../support/payments.ts';
import {
  app,
  expectNoProviderCall,
  owner,
  paidOrder,
  shareInProcessApp,
  timelineOf,
} from '../support/shared-in-process-app.ts';

shareInProcessApp();

const { refund } = adminPayments;
const services = () => app.server.services;
const statusOf = async (id: string) => (await findRefund(services().store.db, id))?.status;
const refundedOf = async (orderId: string) => (await storedOrder(app, orderId)).refunded;

test('refunds made at the provider are read when its sum differs from ours, or on request', async () => {
  const { paymentId: id, orderId } = await paidOrder();
  await expectNoProviderCall('payments.refunds', async () => {
    await syncRefunds(services(), { id, amount_refunded: null });
    await syncRefunds(services(), { id: 'pay_AAAAAAAAAAAAAA', amount_refunded: 5 });
  });
  app.sandbox.refund(id, 700);
  await app.loseReports();
  await syncRefunds(services(), { id, amount_refunded: 700 });
  expect(await refundedOf(orderId)).toBe(700);
  expect(await timelineOf(orderId)).toContain('refunded');
  app.sandbox.refund(id, 300);
  await app.loseReports();
  await expectNoProviderCall('payments.refunds', () =>
    syncRefunds(services(), { id, amount_refunded: 700 }),
  );
  await syncRefunds(services(), { id, amount_refunded: 700 }, true);
  expect(await refundedOf(orderId)).toBe(1000);
});

test('a refund that two rounds find at once is stored and noted once, also during a dispute', async () => {
  const { paymentId: id, orderId } = await paidOrder();
  app.sandbox.refund(id, 700);
  await app.loseReports();
  app.sandbox.dispute(id, { amount: 1_000 });
  await app.report();
  const round = () => syncRefunds(services(), { id, amount_refunded: 700 });
  await Promise.all([round(), round()]);
  expect(await refundedOf(orderId)).toBe(700);
  expect((await timelineOf(orderId)).filter((kind) => kind === 'refunded')).toHaveLength(1);
});

test('a refund that names the id of another payment’s refund is one of its own', async () => {
  const [one, two] = [await paidOrder(), await paidOrder()];
  app.sandbox.faults.refunds = 'pending';
  const id = crypto.randomUUID();
  await refund(owner, one.paymentId, { refundId: id, amount: 50 });
  app.sandbox.faults.refunds = 'processed';
  await services().provider.refund({ id, paymentId: two.paymentId, amount: 7_00 });
  await syncRefunds(services(), { id: two.paymentId, amount_refunded: 7_00 });
  expect([await refundedOf(one.orderId), await refundedOf(two.orderId)]).toEqual([50_00, 7_00]);
  expect(await statusOf(id)).toBe('pending');
});

test('a refund that was made at the provider and fails there is not counted any more', async () => {
  const { paymentId: id, orderId } = await paidOrder();
  app.sandbox.faults.refunds = 'pending';
  const { id: made } = app.sandbox.refund(id, 700);
  await app.report();
  expect(await refundedOf(orderId)).toBe(700);
  app.sandbox.endRefund(made, 'failed');
  await app.report();
  expect(await refundedOf(orderId)).toBe(0);
  expect(await timelineOf(orderId)).toContain('refund failed');
});
