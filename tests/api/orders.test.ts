import { expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import { buy, CAPTURED, payRemaining, placeOrder, verifyPayment } from '../support/payments.ts';
import { ADDRESS, BELA, orderBody } from '../support/people.ts';
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

test('creates one provider order for a draft placed twenty times at once', async () => {
  const order = await orderBody(asha);
  const before = app.sandbox.records().orders.length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(asha, order)));
  expect(new Set(answers.map((each) => each.body.orderId)).size).toBe(1);
  expect(app.sandbox.records().orders.length).toBe(before + 1);
});

test('creates one order and one email for a result verified fifty times at once', async () => {
  const placed = await placeOrder(
    bela,
    await orderBody(bela, { addressInfo: { ...ADDRESS, email: BELA.email } }),
  );
  const result = app.sandbox.pay(placed.body.orderId, CAPTURED);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verifyPayment(bela, result)));
  expect(new Set(answers.map((each) => each.status))).toEqual(new Set([200]));
  expect(await ordersOf(bela)).toHaveLength(1);
  await app.mail.email(BELA.email, /^Order confirmed/);
  const emails = app.mail.emails.filter((each) => /^Order confirmed/.test(each.subject ?? ''));
  expect(emails.filter((each) => each.to?.[0]?.address === BELA.email)).toHaveLength(1);
});

test('refuses forged payment results', async () => {
  const placed = await placeOrder(asha, await orderBody(asha));
  const result = app.sandbox.pay(placed.body.orderId, { method: 'upi', outcome: 'captured' });
  const signature = result.razorpay_signature;
  const other = app.sandbox.pay(
    (await placeOrder(bela, await orderBody(bela))).body.orderId,
    CAPTURED,
  );
  for (const razorpay_signature of [
    '',
    signature.toUpperCase(),
    signature.slice(1),
    `${signature}0`,
  ]) {
    expect((await verifyPayment(asha, { ...result, razorpay_signature })).status).toBe(400);
  }
  expect(
    (await verifyPayment(asha, { ...result, razorpay_signature: other.razorpay_signature })).status,
  ).toBe(400);
  expect((await verifyPayment(asha, { ...result, razorpay_signature: [signature] })).status).toBe(
    400,
  );
  const theirs = await verifyPayment(bela, result);
  const nobodys = await verifyPayment(bela, {
    ...result,
    razorpay_order_id: 'order_AAAAAAAAAAAAAA',
  });
  expect(theirs.status).toBe(404);
  expect(theirs.body).toEqual(nobodys.body);
});

test('captures an authorized payment and does not credit a failed one', async () => {
  const placed = await placeOrder(asha, await orderBody(asha));
  const authorized = app.sandbox.pay(placed.body.orderId, {
    method: 'card',
    outcome: 'authorized',
  });
  expect((await verifyPayment(asha, authorized)).status).toBe(200);
  const second = await placeOrder(asha, await orderBody(asha));
  app.sandbox.pay(second.body.orderId, { method: 'card', outcome: 'failed' });
  await app.server.reconciler.run();
  const failed = (await ordersOf(asha)).find(
    (each: { paymentInfo: { paymentStatus: string } }) =>
      each.paymentInfo.paymentStatus === 'Failed',
  );
  expect(failed.paymentInfo.paidAmount).toBe(0);
});

test('settles a payment without a webhook or browser', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const placed = await placeOrder(bela, await orderBody(bela));
  app.sandbox.pay(placed.body.orderId, CAPTURED);
  const before = (await ordersOf(bela)).length;
  await app.server.reconciler.run();
  expect((await ordersOf(bela)).length).toBe(before + 1);
  app.sandbox.release();
  await app.sandbox.settled();
});

test('accepts a webhook with a valid signature and refuses an invalid one', async () => {
  const placed = await placeOrder(bela, await orderBody(bela));
  app.sandbox.pay(placed.body.orderId, CAPTURED);
  await app.sandbox.settled();
  await app.server.reconciler.run();
  const { db } = app.server.services.store;
  const instalment = await db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', placed.body.orderId)
    .executeTakeFirstOrThrow();
  expect(instalment.payment_id).not.toBeNull();
  const forged = await fetch(`${app.origin}/api/v1/gig/webhook`, {
    method: 'POST',
    headers: { 'X-Razorpay-Signature': 'f'.repeat(64), 'Content-Type': 'application/json' },
    body: '{"event":"payment.captured"}',
  });
  expect(forged.status).toBe(400);
});

test('reuses the provider order after a lost response', async () => {
  const order = await orderBody(asha);
  app.sandbox.faults.next('orders.create', { kind: 'drop' });
  const lost = await placeOrder(asha, order);
  expect(lost).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('not been charged') },
  });
  const before = app.sandbox.records().orders.length;
  expect((await placeOrder(asha, order)).status).toBe(201);
  expect(app.sandbox.records().orders.length).toBe(before);
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

test('answers another buyer’s order exactly like an unknown id', async () => {
  const [mine] = await ordersOf(asha);
  const theirs = await bela.get(`/api/v1/gig/order/${mine._id}`);
  const random = await bela.get(`/api/v1/gig/order/${crypto.randomUUID()}`);
  expect(theirs.status).toBe(404);
  expect(theirs.body).toEqual(random.body);
  expect((await app.visitor().get(`/api/v1/gig/order/${mine._id}`)).status).toBe(401);
});
