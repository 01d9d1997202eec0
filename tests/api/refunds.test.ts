import { expect, test } from 'vitest';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  deliverWebhooks,
  listBuyerPayments,
  orderOf,
  storedOrder,
  TWENTY_TIMES,
} from '../support/payments.ts';
import { ASHA } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

test('refunds a part and then the rest, keeps the payment status and informs the buyer', async () => {
  const { orderId, paymentId, checkout } = await buy(app, asha);
  const part = await adminPayments.refund(owner, paymentId, {
    amount: 100.5,
    reason: 'A slower delivery',
  });
  expect(part).toMatchObject({ status: 200, body: { refund: { amount: 100.5 } } });
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo).toMatchObject({ paymentStatus: 'Paid', refundedAmount: 100.5 });
  expect(order.payments).toMatchObject([{ status: 'Partly refunded', refunded: 100.5 }]);
  const tooMuch = await adminPayments.refund(owner, paymentId, { amount: checkout.amount / 100 });
  expect(tooMuch).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/more than is left/) },
  });
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(200);
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(400);
  expect(await storedOrder(app, orderId)).toMatchObject({
    paid: checkout.amount,
    refunded: checkout.amount,
  });
  await deliverWebhooks(app);
  await app.mail.email(ASHA.email, /^Refund of/, `#${orderId.slice(-6).toUpperCase()}`);
  const { timeline } = await orderOf(asha, orderId);
  const entries = timeline.filter((each: { kind: string }) => each.kind === 'refunded');
  expect(entries).toHaveLength(2);
  for (const bad of [{ amount: 0 }, { amount: -5 }, { amount: 1.005 }, { refundId: 'once' }]) {
    expect((await adminPayments.refund(owner, paymentId, bad)).status, JSON.stringify(bad)).toBe(
      400,
    );
  }
  expect((await adminPayments.refund(owner, 'pay_AAAAAAAAAAAAAA')).status).toBe(404);
});

test('makes one refund for twenty identical requests and never refunds more than was paid', async () => {
  const one = await buy(app, asha);
  const refundRequest = { refundId: crypto.randomUUID(), amount: 10 };
  const same = await Promise.all(
    TWENTY_TIMES.map(() => adminPayments.refund(owner, one.paymentId, refundRequest)),
  );
  expect(new Set(same.map((each) => each.status))).toEqual(new Set([200]));
  expect((await storedOrder(app, one.orderId)).refunded).toBe(1000);
  const other = await adminPayments.refund(owner, one.paymentId, { ...refundRequest, amount: 11 });
  expect(other.status).toBe(409);
  const two = await buy(app, asha);
  const tenth = Math.floor(two.checkout.amount / 1000);
  await Promise.all(
    TWENTY_TIMES.map(() => adminPayments.refund(owner, two.paymentId, { amount: tenth })),
  );
  const refunds = app.sandbox.records().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(refunds).toHaveLength(10);
  expect((await storedOrder(app, two.orderId)).refunded).toBe(tenth * 1000);
});

test('makes a refund once after a lost response or an unreachable provider', async () => {
  for (const fault of [{ kind: 'drop' }, { kind: 'refuse' }, { kind: 'html' }] as const) {
    const { orderId, paymentId } = await buy(app, asha);
    app.sandbox.faults.next('payments.refund', fault);
    const asked = await adminPayments.refund(owner, paymentId, { amount: 50 });
    expect(asked, fault.kind).toMatchObject({ status: 202, body: { refund: { status: 'asked' } } });
    await app.server.reconciler.run();
    expect((await storedOrder(app, orderId)).refunded).toBe(5000);
    const made = app.sandbox.records().refunds.filter((each) => each.payment_id === paymentId);
    expect(made, fault.kind).toHaveLength(1);
  }
});

test('counts a refund made at the provider when our own request is refused', async () => {
  const { orderId, paymentId, checkout } = await buy(app, asha);
  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.faults.next('payments.refund', { kind: 'refuse' });
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(202);
  app.sandbox.refund(paymentId);
  await app.server.reconciler.run();
  expect(await storedOrder(app, orderId)).toMatchObject({ refunded: checkout.amount });
  const { db } = app.server.services.store;
  const refunds = await db
    .selectFrom('refunds')
    .select('status')
    .where('payment_id', '=', paymentId)
    .orderBy('status')
    .execute();
  expect(refunds.map((each) => each.status)).toEqual(['failed', 'processed']);
});

test('a refund that comes back from the bank waits for the owner again, and buyer and owner are told', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  await adminPayments.refund(owner, paymentId, { amount: 50 });
  expect(await adminPayments.refundsDue(owner)).toEqual([]);
  const made = app.sandbox.records().refunds.find((each) => each.payment_id === paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'reversed');
  await deliverWebhooks(app);
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  await app.mail.email(ASHA.email, /^Your refund of ₹50 has not arrived/, number);
  await app.mail.email(app.server.config.ownerEmail, /^A refund came back/, number);
  expect(await adminPayments.refundsDue(owner)).toMatchObject([
    { _id: paymentId, state: 'To be refunded', toRefund: 50 },
  ]);
  expect((await owner.get('/api/v1/desk/waiting')).body.counts.payments).toBe(1);
  const { tasks } = (await owner.get('/api/v1/desk/today?tasks=all')).body;
  expect(tasks).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'refund', payment: expect.objectContaining({ due: 50, isSentBack: true }) },
    }),
  );
  const { documents } = await orderOf(asha, orderId);
  expect(documents.map(({ title }: { title: string }) => title)).toEqual([
    ...['Receipt', 'Refund note', 'Reversal of a refund note'],
  ]);
  const [listed] = (await listBuyerPayments(asha)).filter((each) => each.orderId === orderId);
  expect(listed?.papers).toHaveLength(3);
  expect((await adminPayments.refund(owner, paymentId, { amount: 50 })).status).toBe(200);
  expect(await adminPayments.refundsDue(owner)).toEqual([]);
});
