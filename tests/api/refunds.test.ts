import { expect, test } from 'vitest';
import { completeUnansweredOrders } from '../../api/modules/orders/transition-order.ts';
import { DAY } from '../../api/platform/clock.ts';
import { asha, setStatus, vy } from '../support/payment-app.ts';
import {
  begin,
  bookOf,
  buy,
  CARD,
  desk,
  orderOf,
  payRemaining,
  put,
  quiet,
  standing,
  TWENTY,
  verify,
  verifyRemaining,
} from '../support/payments.ts';
import { ADDRESS } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

test('G69 the owner gives back a part, then the rest: amounts shown, the status stays, mail and timeline tell', async () => {
  const email = 'back@buyers.example';
  const { orderId, paymentId, due } = await buy(app, asha, {
    addressInfo: { ...ADDRESS, email },
  });
  const part = await desk.refund(vy, paymentId, { amount: 100.5, reason: 'A slower delivery' });
  expect(part).toMatchObject({ status: 200, body: { refund: { amount: 100.5 } } });
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo).toMatchObject({ paymentStatus: 'Paid', refundedAmount: 100.5 });
  expect(order.payments).toMatchObject([{ status: 'Partly refunded', refunded: 100.5 }]);
  const tooMuch = await desk.refund(vy, paymentId, { amount: due.amount / 100 });
  expect(tooMuch).toMatchObject({ status: 409, body: { message: /more than is left/ } });
  expect((await desk.refund(vy, paymentId)).status).toBe(200);
  expect((await desk.refund(vy, paymentId)).status).toBe(400);
  expect(await bookOf(app, orderId)).toMatchObject({ paid: due.amount, refunded: due.amount });
  await quiet(app);
  await app.mail.email(email, /refund/i);
  const { timeline } = await orderOf(asha, orderId);
  const told = timeline.filter((each: { kind: string }) => each.kind === 'refunded');
  expect(told).toHaveLength(2);
  for (const bad of [{ amount: 0 }, { amount: -5 }, { amount: 1.005 }, { refundId: 'once' }]) {
    expect((await desk.refund(vy, paymentId, bad)).status, JSON.stringify(bad)).toBe(400);
  }
  expect((await desk.refund(vy, 'pay_AAAAAAAAAAAAAA')).status).toBe(404);
});

test('G69 the same wish twenty times at once is one refund; twenty wishes never give back more than came', async () => {
  const one = await buy(app, asha);
  const wish = { refundId: crypto.randomUUID(), amount: 10 };
  const same = await Promise.all(TWENTY.map(() => desk.refund(vy, one.paymentId, wish)));
  expect(new Set(same.map((each) => each.status))).toEqual(new Set([200]));
  expect((await bookOf(app, one.orderId)).refunded).toBe(1000);
  const other = await desk.refund(vy, one.paymentId, { ...wish, amount: 11 });
  expect(other.status).toBe(409);
  const two = await buy(app, asha);
  const tenth = Math.floor(two.due.amount / 1000);
  await Promise.all(TWENTY.map(() => desk.refund(vy, two.paymentId, { amount: tenth })));
  const refunds = app.gateway.books().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(refunds).toHaveLength(10);
  expect((await bookOf(app, two.orderId)).refunded).toBe(tenth * 1000);
});

test('G69 a refund whose answer was lost, or that met a silent provider, is made once', async () => {
  for (const fault of [{ kind: 'drop' }, { kind: 'refuse' }, { kind: 'html' }] as const) {
    const { orderId, paymentId } = await buy(app, asha);
    app.gateway.faults.next('payments.refund', fault);
    const asked = await desk.refund(vy, paymentId, { amount: 50 });
    expect(asked, fault.kind).toMatchObject({ status: 202, body: { refund: { status: 'asked' } } });
    await app.shop.reconciler.run();
    expect((await bookOf(app, orderId)).refunded).toBe(5000);
    const made = app.gateway.books().refunds.filter((each) => each.payment_id === paymentId);
    expect(made, fault.kind).toHaveLength(1);
  }
});

test('G69 refunds made at the provider, waiting, done or failed, are learned by webhook and without one', async () => {
  const byReport = await buy(app, asha);
  app.gateway.refund(byReport.paymentId, 2500);
  await quiet(app);
  expect((await bookOf(app, byReport.orderId)).refunded).toBe(2500);

  app.gateway.faults.refunds = 'pending';
  const failing = await buy(app, asha);
  await desk.refund(vy, failing.paymentId);
  expect((await bookOf(app, failing.orderId)).refunded).toBe(failing.due.amount);
  const waiting = app.gateway.books().refunds.find((each) => each.payment_id === failing.paymentId);
  app.gateway.endRefund(waiting?.id ?? '', 'failed');
  await quiet(app);
  expect((await bookOf(app, failing.orderId)).refunded).toBe(0);
  await app.mail.email(app.shop.config.ownerEmail, /did not go through/i);

  app.gateway.faults.webhooks.hold = true;
  const unreported = await buy(app, asha);
  app.gateway.refund(unreported.paymentId, 700);
  app.advance(61 * 60 * 1000);
  await app.shop.reconciler.run();
  expect((await bookOf(app, unreported.orderId)).refunded).toBe(700);
});

test('G70 an order declined while its payment lands keeps both; the owner sees the refund due', async () => {
  for (const settleFirst of [true, false]) {
    const { due, cart: body } = await begin(asha);
    const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${body.checkoutId}`);
    const result = app.gateway.pay(due.orderId, CARD);
    if (!settleFirst) await setStatus(state.orderId, 'Rejected');
    const [paid] = await Promise.all([verify(asha, result), setStatus(state.orderId, 'Rejected')]);
    expect(paid.status).toBe(200);
    const book = await bookOf(app, state.orderId);
    expect(book).toMatchObject({ status: 'Rejected', paid: due.amount });
    const mine = (await desk.due(vy)).find((each) => each._id === result.razorpay_payment_id);
    expect(mine).toMatchObject({ standing: 'settled', amount: due.amount / 100 });
    await desk.refund(vy, result.razorpay_payment_id);
    expect((await desk.due(vy)).map((each) => each._id)).not.toContain(result.razorpay_payment_id);
  }
});

/** A half-paid order with the dialog for its rest open. */
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

test('G70 money the bank has only authorized is not taken for a declined or refunded order, and the buyer is told', async () => {
  app.gateway.faults.capture = 'manual';
  const declined = await halfPaid();
  expect((await vy.post(at(declined.orderId, 'reject'), { reason: 'Away' })).status).toBe(200);
  const refunded = await halfPaid();
  expect((await desk.refund(vy, refunded.paymentId)).status).toBe(200);
  for (const [order, reason] of [
    [declined, /declined/],
    [refunded, /refunded/],
  ] as const) {
    const result = app.gateway.pay(order.rest, AUTHORIZED);
    expect(await verifyRemaining(asha, order.orderId, result)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(reason) },
    });
    await quiet(app);
    const { razorpay_payment_id: id } = result;
    const there = app.gateway.books().payments.find((each) => each.id === id);
    expect(there?.status, 'nobody takes it').toBe('authorized');
    expect((await bookOf(app, order.orderId)).paid).toBe(order.due.amount);
  }
});

test('G70 the rest of a declined order that is captured all the same is kept, told, and due for refund', async () => {
  const { orderId, rest } = await halfPaid();
  await vy.post(at(orderId, 'reject'), { reason: 'Away' });
  const result = app.gateway.pay(rest, CARD);
  const answer = await verifyRemaining(asha, orderId, result);
  expect(answer.body.message).toMatch(/declined. You get the money back/);
  const due = (await desk.due(vy)).find((each) => each._id === result.razorpay_payment_id);
  expect(due?.standing).toBe('settled');
});

test('G69 a payment that lands on a wholly refunded order goes back, and owner and buyer are told', async () => {
  const { cart: body, orderId, paymentId, rest } = await halfPaid();
  await desk.refund(vy, paymentId);
  const result = app.gateway.pay(rest, CARD);
  const answer = await verifyRemaining(asha, orderId, result);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/nothing was due/) },
  });
  expect(await standing(app, result.razorpay_payment_id)).toBe('surplus');
  expect((await desk.due(vy)).map((each) => each._id)).toContain(result.razorpay_payment_id);
  await app.mail.email(body.addressInfo.email, /goes back/);
  await app.mail.email(app.shop.config.ownerEmail, /refund is due/i);
});

/** Whether the owner's queue begins with orders to work on and this one is among them. */
async function isInQueue(orderId: string): Promise<boolean> {
  const { body } = await vy.get('/api/v1/desk/orders');
  const open = ['In Progress', 'Accepted'];
  return body.orders.some(
    (each: { _id: string; orderStatus: string }) =>
      each._id === orderId && open.includes(each.orderStatus),
  );
}

const waitingFor = async (kind: string): Promise<number> => {
  const { body } = await vy.get('/api/v1/desk/today');
  const found = body.waiting.find((each: { kind: string }) => each.kind === kind);
  return found?.count ?? 0;
};

test('closes a wholly refunded order: no step, no delivery, no requirements, no revision, out of the queue', async () => {
  for (const status of ['In Progress', 'Accepted', 'Delivered'] as const) {
    const before = { new: await waitingFor('new'), revision: await waitingFor('revision') };
    const { orderId, paymentId } = await buy(app, asha);
    const wish = { orderId, revisionDescription: 'Bigger letters, please.' };
    expect((await asha.post('/api/v1/gig/order/revision-request', wish)).status).toBe(201);
    if (status !== 'In Progress') await vy.post(at(orderId, 'accept'));
    if (status === 'Delivered') await vy.post(at(orderId, 'deliver'), { message: 'Here it is.' });
    expect((await orderOf(asha, orderId)).orderStatus).toBe(status);
    expect((await desk.refund(vy, paymentId)).status).toBe(200);

    const closed = await orderOf(asha, orderId);
    expect(closed).toMatchObject({
      orderStatus: 'Refunded',
      paymentInfo: { paymentStatus: 'Paid', dueAmount: 0 },
    });
    const onDesk = (await vy.get(`/api/v1/desk/orders/${orderId}`)).body.order;
    expect(onDesk).toMatchObject({ orderStatus: 'Refunded', moves: [] });
    expect(await isInQueue(orderId)).toBe(false);
    const { body } = await vy.get('/api/v1/desk/orders?status=Refunded');
    expect(body.orders.map((each: { _id: string }) => each._id)).toContain(orderId);
    expect({ new: await waitingFor('new'), revision: await waitingFor('revision') }).toEqual(
      before,
    );

    for (const [step, more] of [
      ['accept', {}],
      ['reject', { reason: 'Refunded' }],
      ['deliver', { message: 'All the same.' }],
    ] as const) {
      expect((await vy.post(at(orderId, step), more)).status, `${status}: ${step}`).toBe(409);
    }
    expect((await asha.post('/api/v1/gig/delivery/accept', { orderId })).status).toBe(409);
    const requirements = { text: 'A blue page.', links: [] };
    const path = `/api/v1/gig/order/${orderId}/requirements`;
    expect((await put(asha, path, requirements)).status).toBe(409);
    expect(await asha.post('/api/v1/gig/order/revision-request', wish)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('refunded') },
    });
    const [asked] = onDesk.revisions;
    const decide = (to: string) =>
      vy.write('PATCH', `/api/v1/desk/revisions/${asked._id}`, { status: to }, {});
    expect((await decide('Approved')).status).toBe(409);
    expect((await decide('Rejected')).status).toBe(200);
    expect((await bookOf(app, orderId)).status, 'the step it had reached is kept').toBe(status);
  }
});

test('does not complete a wholly refunded delivery by itself', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  await vy.post(at(orderId, 'accept'));
  await vy.post(at(orderId, 'deliver'), { message: 'Here it is.' });
  await desk.refund(vy, paymentId);
  const { services } = app.shop;
  const clock = () => new Date(services.clock().getTime() + 8 * DAY);
  await completeUnansweredOrders({ ...services, clock });
  expect((await orderOf(asha, orderId)).orderStatus).toBe('Refunded');
});

test('opens a refunded order again when the refund fails', async () => {
  app.gateway.faults.refunds = 'pending';
  const { orderId, paymentId } = await buy(app, asha);
  await desk.refund(vy, paymentId);
  expect((await orderOf(asha, orderId)).orderStatus).toBe('Refunded');
  const made = app.gateway.books().refunds.find((each) => each.payment_id === paymentId);
  app.gateway.endRefund(made?.id ?? '', 'failed');
  await quiet(app);
  expect((await orderOf(asha, orderId)).orderStatus).toBe('In Progress');
  expect(await isInQueue(orderId)).toBe(true);
});

test('G69 a refund made at the provider while ours was asked for is counted when ours is refused', async () => {
  const { orderId, paymentId, due } = await buy(app, asha);
  app.gateway.faults.webhooks.hold = true;
  app.gateway.faults.next('payments.refund', { kind: 'refuse' });
  expect((await desk.refund(vy, paymentId)).status).toBe(202);
  app.gateway.refund(paymentId);
  await app.shop.reconciler.run();
  expect(await bookOf(app, orderId)).toMatchObject({ refunded: due.amount });
  const { db } = app.shop.services.store;
  const refunds = await db
    .selectFrom('refunds')
    .select('status')
    .where('payment_id', '=', paymentId)
    .orderBy('status')
    .execute();
  expect(refunds.map((each) => each.status)).toEqual(['failed', 'processed']);
});

test('G69 a refund that was refused to our face and made all the same is counted', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  app.gateway.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  expect((await desk.refund(vy, paymentId, { amount: 50 })).status).toBe(200);
  expect((await bookOf(app, orderId)).refunded).toBe(5000);
  await quiet(app);

  app.gateway.faults.webhooks.hold = true;
  app.gateway.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  app.gateway.faults.next('payments.refunds', { kind: 'status', status: 400 });
  expect((await desk.refund(vy, paymentId, { amount: 70 })).status, 'not even listed').toBe(409);
  expect((await bookOf(app, orderId)).refunded).toBe(5000);
  app.gateway.release();
  await quiet(app);
  expect((await bookOf(app, orderId)).refunded, 'reported later').toBe(12_000);
});
