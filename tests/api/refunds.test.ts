import { expect, test } from 'vitest';
import { completeUnansweredDeliveries } from '../../api/modules/orders/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import { asha, owner, setStatus, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CARD,
  deliverWebhooks,
  orderOf,
  payRemaining,
  put,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
  TWENTY,
  verify,
  verifyRemaining,
} from '../support/payments.ts';
import { ADDRESS } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

test('G69 refunds a part and then the rest, keeps the payment status and informs the buyer', async () => {
  const email = 'back@buyers.example';
  const { orderId, paymentId, checkout } = await buy(app, asha, {
    addressInfo: { ...ADDRESS, email },
  });
  const part = await adminPayments.refund(owner, paymentId, {
    amount: 100.5,
    reason: 'A slower delivery',
  });
  expect(part).toMatchObject({ status: 200, body: { refund: { amount: 100.5 } } });
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo).toMatchObject({ paymentStatus: 'Paid', refundedAmount: 100.5 });
  expect(order.payments).toMatchObject([{ status: 'Partly refunded', refunded: 100.5 }]);
  const tooMuch = await adminPayments.refund(owner, paymentId, { amount: checkout.amount / 100 });
  expect(tooMuch).toMatchObject({ status: 409, body: { message: /more than is left/ } });
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(200);
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(400);
  expect(await storedOrder(app, orderId)).toMatchObject({
    paid: checkout.amount,
    refunded: checkout.amount,
  });
  await deliverWebhooks(app);
  await app.mail.email(email, /refund/i);
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

test('G69 makes one refund for twenty identical requests and never refunds more than was paid', async () => {
  const one = await buy(app, asha);
  const refundRequest = { refundId: crypto.randomUUID(), amount: 10 };
  const same = await Promise.all(
    TWENTY.map(() => adminPayments.refund(owner, one.paymentId, refundRequest)),
  );
  expect(new Set(same.map((each) => each.status))).toEqual(new Set([200]));
  expect((await storedOrder(app, one.orderId)).refunded).toBe(1000);
  const other = await adminPayments.refund(owner, one.paymentId, { ...refundRequest, amount: 11 });
  expect(other.status).toBe(409);
  const two = await buy(app, asha);
  const tenth = Math.floor(two.checkout.amount / 1000);
  await Promise.all(
    TWENTY.map(() => adminPayments.refund(owner, two.paymentId, { amount: tenth })),
  );
  const refunds = app.sandbox.records().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(refunds).toHaveLength(10);
  expect((await storedOrder(app, two.orderId)).refunded).toBe(tenth * 1000);
});

test('G69 makes a refund once after a lost response or an unreachable provider', async () => {
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

test('G69 records refunds made at the provider with and without webhooks', async () => {
  const byReport = await buy(app, asha);
  app.sandbox.refund(byReport.paymentId, 2500);
  await deliverWebhooks(app);
  expect((await storedOrder(app, byReport.orderId)).refunded).toBe(2500);

  app.sandbox.faults.refunds = 'pending';
  const failing = await buy(app, asha);
  await adminPayments.refund(owner, failing.paymentId);
  expect((await storedOrder(app, failing.orderId)).refunded).toBe(failing.checkout.amount);
  const waiting = app.sandbox
    .records()
    .refunds.find((each) => each.payment_id === failing.paymentId);
  app.sandbox.endRefund(waiting?.id ?? '', 'failed');
  await deliverWebhooks(app);
  expect((await storedOrder(app, failing.orderId)).refunded).toBe(0);
  await app.mail.email(app.server.config.ownerEmail, /did not go through/i);

  app.sandbox.faults.webhooks.hold = true;
  const unreported = await buy(app, asha);
  app.sandbox.refund(unreported.paymentId, 700);
  app.advance(61 * 60 * 1000);
  await app.server.reconciler.run();
  expect((await storedOrder(app, unreported.orderId)).refunded).toBe(700);
});

test('G70 records a payment that arrives while its order is declined and owes or makes its refund', async () => {
  for (const settleFirst of [true, false]) {
    const { checkout, cart: body } = await startCheckout(asha);
    const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${body.checkoutId}`);
    const result = app.sandbox.pay(checkout.orderId, CARD);
    if (!settleFirst) await setStatus(state.orderId, 'Rejected');
    const [paid] = await Promise.all([verify(asha, result), setStatus(state.orderId, 'Rejected')]);
    expect(paid.status).toBe(200);
    const stored = await storedOrder(app, state.orderId);
    expect(stored).toMatchObject({ status: 'Rejected', paid: checkout.amount });
    await app.server.services.background.settled();
    const { refunded } = await storedOrder(app, state.orderId);
    const due = (await adminPayments.refundsDue(owner)).map((each) => each._id);
    // Declined before it was recorded: refunded by itself.
    if (!settleFirst) expect(refunded).toBe(checkout.amount);
    expect(due.includes(result.razorpay_payment_id)).toBe(refunded === 0);
  }
});

/** A half-paid order with an open checkout for the remainder. */
async function halfPaid() {
  const half = await buy(app, asha, {
    paymentType: 'Milestone',
    addressInfo: { ...ADDRESS, email: `${crypto.randomUUID()}@buyers.example` },
  });
  const rest = await payRemaining(asha, half.orderId);
  expect(rest.status).toBe(200);
  return { ...half, rest: rest.body.orderId as string };
}
const AUTHORIZED = { method: 'card', outcome: 'authorized' } as const;
const at = (orderId: string, step: string) => `/api/v1/desk/orders/${orderId}/${step}`;

test('G70 does not capture an authorized payment of a declined or refunded order, and tells the buyer', async () => {
  app.sandbox.faults.capture = 'manual';
  const declined = await halfPaid();
  expect((await owner.post(at(declined.orderId, 'reject'), { reason: 'Away' })).status).toBe(200);
  const refunded = await halfPaid();
  expect((await adminPayments.refund(owner, refunded.paymentId)).status).toBe(200);
  for (const [order, reason] of [
    [declined, /declined/],
    [refunded, /refunded/],
  ] as const) {
    const result = app.sandbox.pay(order.rest, AUTHORIZED);
    expect(await verifyRemaining(asha, order.orderId, result)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(reason) },
    });
    await deliverWebhooks(app);
    const { razorpay_payment_id: id } = result;
    const there = app.sandbox.records().payments.find((each) => each.id === id);
    expect(there?.status, 'not captured').toBe('authorized');
    expect((await storedOrder(app, order.orderId)).paid).toBe(order.checkout.amount);
  }
});

/** The payment is refunded by itself: the owner has nothing to do. */
async function expectRefunded(paymentId: string): Promise<void> {
  await app.server.services.background.settled();
  const { db } = app.server.services.store;
  const payment = await db
    .selectFrom('payments')
    .select(['amount', 'refunded'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  expect(payment.refunded).toBe(payment.amount);
  const atProvider = app.sandbox.records().payments.find((each) => each.id === paymentId);
  expect(atProvider?.status).toBe('refunded');
  expect((await adminPayments.refundsDue(owner)).map((each) => each._id)).not.toContain(paymentId);
}

test('G70 refunds a captured payment of a declined order by itself', async () => {
  const { orderId, rest } = await halfPaid();
  await owner.post(at(orderId, 'reject'), { reason: 'Away' });
  const result = app.sandbox.pay(rest, CARD);
  const answer = await verifyRemaining(asha, orderId, result);
  expect(answer.body.message).toMatch(/declined. You get the money back/);
  await expectRefunded(result.razorpay_payment_id);
});

test('G69 refunds a payment of a fully refunded order by itself, and says so to owner and buyer', async () => {
  const { cart: body, orderId, paymentId, rest } = await halfPaid();
  await adminPayments.refund(owner, paymentId);
  const result = app.sandbox.pay(rest, CARD);
  const answer = await verifyRemaining(asha, orderId, result);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/nothing was due/) },
  });
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBe('surplus');
  await expectRefunded(result.razorpay_payment_id);
  await app.mail.email(body.addressInfo.email, /goes back/);
  await app.mail.email(app.server.config.ownerEmail, /is refunded by itself/i);
});

/** Whether this order is among the open orders of the owner's queue. */
async function isInQueue(orderId: string): Promise<boolean> {
  const { body } = await owner.get('/api/v1/desk/orders');
  const open = ['In Progress', 'Accepted'];
  return body.orders.some(
    (each: { _id: string; orderStatus: string }) =>
      each._id === orderId && open.includes(each.orderStatus),
  );
}

const waitingFor = async (kind: string): Promise<number> => {
  const { body } = await owner.get('/api/v1/desk/today');
  const found = body.waiting.find((each: { kind: string }) => each.kind === kind);
  return found?.count ?? 0;
};

test('closes a wholly refunded order: no step, no delivery, no requirements, no revision, out of the queue', async () => {
  for (const status of ['In Progress', 'Accepted', 'Delivered'] as const) {
    const before = { new: await waitingFor('new'), revision: await waitingFor('revision') };
    const { orderId, paymentId } = await buy(app, asha);
    const revisionRequest = { orderId, revisionDescription: 'Bigger letters, please.' };
    expect((await asha.post('/api/v1/gig/order/revision-request', revisionRequest)).status).toBe(
      201,
    );
    if (status !== 'In Progress') await owner.post(at(orderId, 'accept'));
    if (status === 'Delivered')
      await owner.post(at(orderId, 'deliver'), { message: 'Here it is.' });
    expect((await orderOf(asha, orderId)).orderStatus).toBe(status);
    expect((await adminPayments.refund(owner, paymentId)).status).toBe(200);

    const closed = await orderOf(asha, orderId);
    expect(closed).toMatchObject({
      orderStatus: 'Refunded',
      paymentInfo: { paymentStatus: 'Paid', dueAmount: 0 },
    });
    const adminOrder = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
    expect(adminOrder).toMatchObject({ orderStatus: 'Refunded', moves: [] });
    expect(await isInQueue(orderId)).toBe(false);
    const { body } = await owner.get('/api/v1/desk/orders?status=Refunded');
    expect(body.orders.map((each: { _id: string }) => each._id)).toContain(orderId);
    expect({ new: await waitingFor('new'), revision: await waitingFor('revision') }).toEqual(
      before,
    );

    for (const [step, more] of [
      ['accept', {}],
      ['reject', { reason: 'Refunded' }],
      ['deliver', { message: 'All the same.' }],
    ] as const) {
      expect((await owner.post(at(orderId, step), more)).status, `${status}: ${step}`).toBe(409);
    }
    expect((await asha.post('/api/v1/gig/delivery/accept', { orderId })).status).toBe(409);
    const requirements = { text: 'A blue page.', links: [] };
    const path = `/api/v1/gig/order/${orderId}/requirements`;
    expect((await put(asha, path, requirements)).status).toBe(409);
    expect(await asha.post('/api/v1/gig/order/revision-request', revisionRequest)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('refunded') },
    });
    const [asked] = adminOrder.revisions;
    const decide = (to: string) =>
      owner.write('PATCH', `/api/v1/desk/revisions/${asked._id}`, { status: to }, {});
    expect((await decide('Approved')).status).toBe(409);
    expect((await decide('Rejected')).status).toBe(200);
    expect((await storedOrder(app, orderId)).status, 'the stored status is unchanged').toBe(status);
  }
});

test('does not complete a fully refunded delivery automatically', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  await owner.post(at(orderId, 'accept'));
  await owner.post(at(orderId, 'deliver'), { message: 'Here it is.' });
  await adminPayments.refund(owner, paymentId);
  const { services } = app.server;
  const clock = () => new Date(services.clock().getTime() + 8 * DAY);
  await completeUnansweredDeliveries({ ...services, clock });
  expect((await orderOf(asha, orderId)).orderStatus).toBe('Refunded');
});

test('reopens a refunded order when the refund fails', async () => {
  app.sandbox.faults.refunds = 'pending';
  const { orderId, paymentId } = await buy(app, asha);
  await adminPayments.refund(owner, paymentId);
  expect((await orderOf(asha, orderId)).orderStatus).toBe('Refunded');
  const made = app.sandbox.records().refunds.find((each) => each.payment_id === paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'failed');
  await deliverWebhooks(app);
  expect((await orderOf(asha, orderId)).orderStatus).toBe('In Progress');
  expect(await isInQueue(orderId)).toBe(true);
});

test('G69 counts a refund made at the provider when our own request is refused', async () => {
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

test('G69 counts a refund that the provider made although it answered with an error', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  expect((await adminPayments.refund(owner, paymentId, { amount: 50 })).status).toBe(200);
  expect((await storedOrder(app, orderId)).refunded).toBe(5000);
  await deliverWebhooks(app);

  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  app.sandbox.faults.next('payments.refunds', { kind: 'status', status: 400 });
  expect(
    (await adminPayments.refund(owner, paymentId, { amount: 70 })).status,
    'not even listed',
  ).toBe(409);
  expect((await storedOrder(app, orderId)).refunded).toBe(5000);
  app.sandbox.release();
  await deliverWebhooks(app);
  expect((await storedOrder(app, orderId)).refunded, 'reported later').toBe(12_000);
});
