import { expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import { buy, CAPTURED, payRemaining, placeOrder, verifyPayment } from '../support/payments.ts';
import { ADDRESS, orderBody } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const ordersOf = async (person: Person) =>
  (await person.get('/api/v1/gig/order/user-orders')).body.orders;

test('places an order at the catalog price, takes the payment and lists both correctly', async () => {
  const order = await orderBody(asha);
  const placed = await placeOrder(asha, order);
  expect(placed).toMatchObject({
    status: 201,
    body: { amount: order.totalAmount * 100, currency: 'INR' },
  });
  expect(await ordersOf(asha)).toEqual([]);
  const result = app.sandbox.pay(placed.body.orderId, CAPTURED);
  const paid = await verifyPayment(asha, result);
  expect(paid).toMatchObject({ status: 200, body: { order: { orderStatus: 'In Progress' } } });
  const [listed] = await ordersOf(asha);
  expect(listed.paymentInfo).toMatchObject({
    paymentStatus: 'Paid',
    paidAmount: order.totalAmount,
  });
  expect(listed.paymentInfo.id).not.toContain(result.razorpay_payment_id.slice(4, 12));
  await app.mail.email(ADDRESS.email, /^Order confirmed/);
});

test('completes an order in two milestones', async () => {
  const order = await orderBody(bela, { paymentType: 'Milestone' });
  const total = order.totalAmount * 100;
  const placed = await placeOrder(bela, order);
  expect(placed.body.amount).toBe(Math.ceil(total / 2));
  const half = await verifyPayment(bela, app.sandbox.pay(placed.body.orderId, CAPTURED));
  expect(half.body.order.paymentInfo.paymentStatus).toBe('Partially Paid');
  const again = await placeOrder(bela, order);
  const orderId = half.body.order._id;
  const rest = await bela.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  expect(rest.body).toMatchObject({
    orderId: again.body.orderId,
    amount: total - placed.body.amount,
  });
  const result = app.sandbox.pay(rest.body.orderId, CAPTURED);
  const stranger = await asha.post('/api/v1/gig/order/verifyRemainingPayment', {
    orderId,
    ...result,
  });
  expect(stranger.status).toBe(404);
  const whole = await bela.post('/api/v1/gig/order/verifyRemainingPayment', { orderId, ...result });
  expect(whole.body.order.paymentInfo.paymentStatus).toBe('Paid');
  const nothing = await bela.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  expect(nothing).toMatchObject({ status: 409, body: { message: 'Nothing left to pay.' } });
});

test('lists the first payment of an order like the order page, whatever the ids are', async () => {
  const { db } = app.server.services.store;
  for (let at = 0; at < 6; at += 1) {
    const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
    const rest = await payRemaining(asha, orderId);
    await verifyPayment(asha, app.sandbox.pay(rest.body.orderId, CAPTURED));
    const page = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
    const listed = (await ordersOf(asha)).find((each: { _id: string }) => each._id === orderId);
    expect(listed.paymentInfo.id).toBe(page.paymentInfo.id);
    const first = await db
      .selectFrom('payments')
      .innerJoin('instalments', 'instalments.payment_id', 'payments.id')
      .select('payments.id')
      .where('instalments.order_id', '=', orderId)
      .where('number', '=', 1)
      .executeTakeFirstOrThrow();
    expect(listed.paymentInfo.id.slice(-4)).toBe(first.id.slice(-4));
  }
});
