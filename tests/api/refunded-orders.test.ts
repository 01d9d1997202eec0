import { expect, test } from 'vitest';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import { asha, owner, setStatus, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  payRemaining,
  sendPut,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { ASHA } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { tasksOfKind } from '../support/today.ts';

sharePaymentApp();

test('records a payment that arrives while its order is declined and owes or makes its refund', async () => {
  for (const settleFirst of [true, false]) {
    const { checkout, cart: body } = await startCheckout(asha);
    const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${body.checkoutId}`);
    const result = app.sandbox.pay(checkout.orderId, CAPTURED);
    if (!settleFirst) await setStatus(state.orderId, 'Rejected');
    const [paid] = await Promise.all([
      verifyPayment(asha, result),
      setStatus(state.orderId, 'Rejected'),
    ]);
    expect(paid.status).toBe(200);
    const stored = await storedOrder(app, state.orderId);
    expect(stored).toMatchObject({ status: 'Rejected', paid: checkout.amount });
    await app.server.services.background.settled();
    const { refunded } = await storedOrder(app, state.orderId);
    const due = (await adminPayments.refundsDue(owner)).map((each) => each._id);
    // The order was rejected before the payment was recorded, so it is refunded automatically.
    if (!settleFirst) expect(refunded).toBe(checkout.amount);
    expect(due.includes(result.razorpay_payment_id)).toBe(refunded === 0);
  }
});

/** A half-paid order with an open checkout for the remainder. */
async function halfPaid() {
  const half = await buy(app, asha, {
    paymentType: 'Milestone',
  });
  const rest = await payRemaining(asha, half.orderId);
  expect(rest.status).toBe(200);
  return { ...half, rest: rest.body.orderId as string };
}
const at = (orderId: string, step: string) => `/api/v1/desk/orders/${orderId}/${step}`;

/** The payment is refunded automatically, so the owner has nothing to do. */
async function expectRefunded(paymentId: string): Promise<void> {
  await app.server.services.background.settled();
  const { db } = app.server.services.store;
  const payment = await rowWith(db, 'payments', { id: paymentId });
  expect(payment.refunded).toBe(payment.amount);
  const atProvider = app.sandbox.records().payments.find((each) => each.id === paymentId);
  expect(atProvider?.status).toBe('refunded');
  expect((await adminPayments.refundsDue(owner)).map((each) => each._id)).not.toContain(paymentId);
}

test('refunds a payment of a fully refunded order by itself, and says so to owner and buyer', async () => {
  const { orderId, paymentId, rest } = await halfPaid();
  await adminPayments.refund(owner, paymentId);
  const result = app.sandbox.pay(rest, CAPTURED);
  const answer = await verifyRemainingPayment(asha, orderId, result);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/nothing was due/) },
  });
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBe('surplus');
  await expectRefunded(result.razorpay_payment_id);
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  await app.mail.email(ASHA.email, /^Your payment is refunded/, number);
  await app.mail.email(app.server.config.ownerEmail, /^Refunded automatically/);
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

const ordersOnToday = async () =>
  (await tasksOfKind(owner, 'order')).map(({ step, order }) => `${step} ${order._id}`);

test('closes a wholly refunded order: no step, no delivery, no requirements, no revision, out of the queue', async () => {
  for (const status of ['In Progress', 'Accepted', 'Delivered'] as const) {
    const before = await ordersOnToday();
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
    const { body } = await owner.get('/api/v1/desk/orders?show=done');
    expect(body.orders.map((each: { _id: string }) => each._id)).toContain(orderId);
    expect(await ordersOnToday()).toEqual(before);

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
    expect((await sendPut(asha, path, requirements)).status).toBe(409);
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
