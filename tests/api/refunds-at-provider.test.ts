import { expect, test } from 'vitest';
import { findRefund, retryRefunds, syncRefunds } from '../../api/modules/payments/refunds.ts';
import { DAY, HOUR, later } from '../../api/platform/clock.ts';
import { readRefund } from '../../api/platform/payment-provider/client.ts';
import type { Person } from '../support/http-client.ts';
import { adminPayments, orderOf, storedOrder } from '../support/payments.ts';
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

const documentsOf = async (person: Person, orderId: string) =>
  (await orderOf(person, orderId)).documents.map(
    ({ title, amount }: { title: string; amount: number }) => `${title}: ${amount}`,
  );
const tasksOf = async (paymentId: string) => {
  const { tasks } = (await owner.get('/api/v1/desk/today?tasks=all')).body;
  return tasks.filter((task: { payment?: { _id: string } }) => task.payment?._id === paymentId);
};

test.each(['failed', 'reversed'] as const)(
  'a refund that was made and comes back as %s is owed again: paper, task, mails, and it can be made once more',
  async (status) => {
    const { person, paymentId, orderId } = await paidOrder();
    await refund(owner, paymentId, { amount: 50 });
    await app.report();
    expect(await tasksOf(paymentId)).toEqual([]);
    const [made] = app.sandbox.records().refunds.filter((each) => each.payment_id === paymentId);
    app.sandbox.endRefund(made?.id ?? '', status);
    await app.report();
    await app.report();
    expect(await refundedOf(orderId)).toBe(0);
    expect(await documentsOf(person, orderId)).toEqual([
      expect.stringMatching(/^Receipt: /),
      ...['Refund note: 50', 'Reversal of a refund note: 50'],
    ]);
    expect(await tasksOf(paymentId)).toMatchObject([
      { kind: 'refund', payment: { due: 50, isSentBack: true } },
    ]);
    expect(app.subjects.slice(-2)).toEqual([
      expect.stringMatching(/^A refund came back/),
      expect.stringMatching(/^Your refund of ₹50 has not arrived/),
    ]);
    expect((await refund(owner, paymentId, { amount: 50 })).status).toBe(200);
    await app.report();
    expect(await refundedOf(orderId)).toBe(50_00);
    expect(await tasksOf(paymentId)).toEqual([]);
    expect((await documentsOf(person, orderId)).at(-1)).toBe('Refund note: 50');
  },
);

test('an order that was refunded wholly is open again when its refund comes back, also without a report', async () => {
  const { paymentId, orderId } = await paidOrder();
  await refund(owner, paymentId);
  await app.report();
  expect(await storedOrder(app, orderId)).toMatchObject({ shown_status: 'Refunded' });
  const [made] = app.sandbox.records().refunds.filter((each) => each.payment_id === paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'reversed');
  await app.loseReports();
  const tomorrow = later(services().clock(), DAY + HOUR);
  await retryRefunds(services(), tomorrow, new AbortController().signal);
  expect(await storedOrder(app, orderId)).toMatchObject({ shown_status: 'In Progress' });
  expect((await refund(owner, paymentId)).status).toBe(200);
});

test('what came back is owed until as much is refunded, whatever was refunded beside it', async () => {
  const { paymentId } = await paidOrder();
  await refund(owner, paymentId, { amount: 70 });
  await refund(owner, paymentId, { amount: 30 });
  await app.report();
  const [first] = app.sandbox.records().refunds.filter((each) => each.payment_id === paymentId);
  app.sandbox.endRefund(first?.id ?? '', 'failed');
  await app.report();
  expect(await tasksOf(paymentId)).toMatchObject([{ payment: { due: 70 } }]);
  await refund(owner, paymentId, { amount: 45 });
  expect(await tasksOf(paymentId)).toMatchObject([{ payment: { due: 25 } }]);
  await refund(owner, paymentId, { amount: 25 });
  expect(await tasksOf(paymentId)).toEqual([]);
});

test('a refund that has come back stays so, whatever is read late, and a refusal does not undo one that was made', async () => {
  const { paymentId: id, orderId } = await paidOrder();
  const made = app.sandbox.refund(id, 700);
  await app.report();
  app.sandbox.endRefund(made.id, 'failed');
  await app.report();
  const { provider } = services();
  const late = { ...readRefund(made), status: 'processed' as const };
  const stale = { ...services(), provider: { ...provider, refundsOf: async () => [late] } };
  await syncRefunds(stale, { id, amount_refunded: 700 }, true);
  expect(await refundedOf(orderId)).toBe(0);
});

test('a refund that the provider calls created is on its way, not an outage', async () => {
  app.sandbox.faults.refunds = 'created';
  const { paymentId, orderId } = await paidOrder();
  const asked = await refund(owner, paymentId, { amount: 50 });
  expect(asked).toMatchObject({
    ...{
      status: 200,
      body: { message: 'The refund is on its way.', refund: { status: 'pending' } },
    },
  });
  const [made] = app.sandbox.records().refunds.filter((each) => each.payment_id === paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'processed');
  await app.report();
  expect(await refundedOf(orderId)).toBe(50_00);
});
