import { expect, test } from 'vitest';
import { jobsOf } from '../../api/jobs.ts';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
} from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { tasksOfKind } from '../support/today.ts';

sharePaymentApp();

const setTotal = (id: string, total: number) =>
  app.write((tx) => tx.updateTable('orders').set({ total }).where('id', '=', id).execute());

const quoteStatus = async (id: string) => (await rowWith(app, 'quotes', { id })).status;

async function acceptedQuote() {
  const { person } = await insertBuyer(app);
  const id = await sendQuote(owner, await askQuestion(person));
  const { body } = await acceptQuote(person, id);
  return { id, order: body.order as string, providerOrder: body.orderId as string };
}

const unsettled = async () =>
  (await tasksOfKind(await ownerOf(app), 'unsettled')).map(({ payment }) => payment);

async function runJob(name: string): Promise<void> {
  const { services, reconciler } = app.server;
  await jobsOf(services, reconciler)
    .find((job) => job.name === name)
    ?.work();
}

test('a payment that cannot be settled stops neither the others nor the jobs, and the owner sees it', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const [stuck, unpaid] = [await acceptedQuote(), await acceptedQuote()];
  const { total } = await storedOrder(app, stuck.order);
  // The order cannot accept the payment: its credit violates a check of the table.
  await setTotal(stuck.order, 100);
  app.advance(7 * DAY - 10 * MINUTE);
  const { razorpay_payment_id: failing } = app.sandbox.pay(stuck.providerOrder, CAPTURED);
  const { checkout } = await startCheckout(bela);
  const { razorpay_payment_id: other } = app.sandbox.pay(checkout.orderId, CAPTURED);
  app.advance(20 * MINUTE);
  await runJob('quotes');
  expect(await storedPaymentStatus(app, other)).toBe('settled');
  expect(await storedPaymentStatus(app, failing)).toBeUndefined();
  expect(await quoteStatus(unpaid.id), 'nothing was paid for it').toBe('Expired');
  expect(await quoteStatus(stuck.id), 'its money is at the provider').toBe('Accepted');
  expect(await unsettled(), 'a hiccup is no task').toEqual([]);

  app.advance(6 * MINUTE);
  await app.server.reconciler.run();
  expect(await unsettled()).toMatchObject([
    { _id: failing, orderId: stuck.order, amount: 20_000.5 },
  ]);

  await setTotal(stuck.order, total);
  await runJob('quotes');
  expect(await storedPaymentStatus(app, failing)).toBe('settled');
  expect(await quoteStatus(stuck.id)).toBe('Accepted');
  expect(await unsettled()).toEqual([]);
});

test('a payment that cannot be settled is no task any more when it was refunded at the provider', async () => {
  const stuck = await acceptedQuote();
  const { total } = await storedOrder(app, stuck.order);
  await setTotal(stuck.order, 100);
  const { razorpay_payment_id: id } = app.sandbox.pay(stuck.providerOrder, CAPTURED);
  await app.sandbox.settled();
  app.advance(6 * MINUTE);
  await app.server.reconciler.run();
  expect(await unsettled(), 'reported by webhooks').toMatchObject([{ _id: id }]);
  app.sandbox.refund(id, 20_000_50);
  await app.sandbox.settled();
  app.advance(4 * MINUTE);
  await app.server.reconciler.run();
  expect(await unsettled()).toEqual([]);
  await setTotal(stuck.order, total);
  app.advance(4 * MINUTE);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id), 'recorded when it can be').toBe('settled');
});

test('the report of a full refund is kept while the provider does not list its refunds', async () => {
  const { paymentId, checkout } = await buy(app, bela);
  const { db } = app.server.services.store;
  const isHandled = async () => {
    const events = await db.selectFrom('payment_events').selectAll().execute();
    const reports = events.filter(
      ({ type, body }) => type.startsWith('refund.') && body.includes(paymentId),
    );
    expect(reports).not.toEqual([]);
    return reports.every(({ handled_at }) => handled_at !== null);
  };
  app.sandbox.faults.next('payments.refunds', { kind: 'refuse' }, Number.POSITIVE_INFINITY);
  app.sandbox.refund(paymentId, checkout.amount);
  await app.sandbox.settled();
  app.advance(4 * MINUTE);
  await app.server.reconciler.run();
  expect(await isHandled()).toBe(false);
  app.sandbox.faults.clear();
  app.advance(4 * MINUTE);
  await app.server.reconciler.run();
  expect(await isHandled()).toBe(true);
  const refunds = await db
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .selectAll()
    .execute();
  expect(refunds).toMatchObject([{ amount: checkout.amount }]);
});
