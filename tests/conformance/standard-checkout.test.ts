import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createReconciler } from '../../api/modules/payments/reconcile.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  FAILED,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
  storedPayments,
  verifyPayment,
} from '../support/payments.ts';
import { insertBuyer } from '../support/people.ts';
import {
  app,
  loggedErrors,
  owner,
  paidOrder,
  shareInProcessApp,
} from '../support/shared-in-process-app.ts';
import { renderTable, SCENARIOS, type ScenarioId, TABLE } from './scenarios.ts';

shareInProcessApp();

const CALL = '/api/v1/gig/order';
const proven = new Set<string>();

function scenario(id: ScenarioId, prove: () => Promise<void>): void {
  proven.add(id);
  test(`${id}: ${SCENARIOS[id].scenario.toLowerCase()}`, prove);
}

const reconcile = () => createReconciler(app.server.services).run();

/** A checkout that was opened, and its order at the provider. */
async function opened() {
  const { person } = await insertBuyer(app);
  const { cart, checkout } = await startCheckout(person);
  const state = async () => (await person.get(`${CALL}/checkout/${cart['checkoutId']}`)).body;
  const atProvider = () => {
    const found = app.sandbox.records().orders.find(({ id }) => id === checkout.orderId);
    if (!found) throw new Error('the provider has no such order');
    return found;
  };
  return { person, cart, checkout, state, atProvider };
}

const payAgain = async (at: Awaited<ReturnType<typeof opened>>) => {
  const { orderId } = await at.state();
  return at.person.post(`${CALL}/payAgain`, { orderId });
};

/** Sends a webhook as the provider does, signed unless told otherwise. */
function sendWebhook(body: string, { signed = body, id = crypto.randomUUID() as string } = {}) {
  const { webhookSecret } = readSecrets(app.server.services.config.dataDir, null).razorpaySandbox;
  return app.visitor().send('POST', '/api/v1/gig/webhook', body, {
    'Content-Type': 'application/json',
    'x-razorpay-event-id': id,
    'X-Razorpay-Signature': createHmac('sha256', webhookSecret).update(signed).digest('hex'),
  });
}

/** The stored events of the provider about a payment, the oldest first. */
const eventsAbout = (paymentId: string) =>
  app.sandbox.events().filter(({ body }) => JSON.stringify(body).includes(paymentId));

const events = () => app.server.reconciler.run();

scenario('ORD-01', async () => {
  const { checkout, atProvider } = await opened();
  expect(Object.keys(checkout).sort()).toEqual(
    ['amount', 'currency', 'key', 'orderId', 'part', 'success'].sort(),
  );
  expect(atProvider()).toMatchObject({
    ...{ status: 'created', amount: checkout.amount, amount_due: checkout.amount },
    ...{ amount_paid: 0, attempts: 0, receipt: expect.stringMatching(/^[\da-f-]{36}$/) },
  });
});

scenario('ORD-02', async () => {
  const at = await opened();
  app.sandbox.pay(at.checkout.orderId, FAILED);
  await app.report();
  expect(at.atProvider()).toMatchObject({ status: 'attempted', attempts: 1 });
  expect(await at.state()).toMatchObject({ status: 'Failed' });
  expect((await payAgain(at)).body).toMatchObject({ orderId: at.checkout.orderId });
});

scenario('ORD-03', async () => {
  const at = await opened();
  app.sandbox.pay(at.checkout.orderId, CAPTURED);
  await app.report();
  expect(at.atProvider()).toMatchObject({ status: 'paid', amount_due: 0 });
  expect(await at.state()).toMatchObject({ status: 'Paid' });
  expect((await payAgain(at)).status).toBe(409);
});

/** The provider creates the order, and its answer is lost. */
async function lostCreation() {
  const { person } = await insertBuyer(app);
  const body = { checkoutId: crypto.randomUUID() };
  app.sandbox.faults.next('orders.create', { kind: 'drop' });
  const before = app.sandbox.records().orders.length;
  await expect(startCheckout(person, body)).rejects.toThrow();
  loggedErrors();
  const { checkout } = await startCheckout(person, body);
  const orders = app.sandbox.records().orders.slice(before);
  return { checkout, orders };
}

scenario('ORD-05', async () => {
  const { orders } = await lostCreation();
  expect(new Set(orders.map(({ receipt }) => receipt)).size).toBe(orders.length);
});

scenario('BP-07', async () => {
  const { checkout, orders } = await lostCreation();
  expect(orders.map(({ id }) => id)).toEqual([checkout.orderId]);
});

scenario('BP-01', async () => {
  const { checkout, state } = await opened();
  app.sandbox.pay(checkout.orderId, CAPTURED);
  expect(await state()).toMatchObject({ status: 'Pending' });
  await app.report();
  expect(await state()).toMatchObject({ status: 'Paid' });
});

scenario('BP-02', async () => {
  const { person, checkout, state } = await opened();
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  const { razorpay_signature: signature } = result;
  const changed = signature.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
  const forged = await verifyPayment(person, { ...result, razorpay_signature: changed });
  expect(forged.status).toBe(400);
  expect(loggedErrors()).toEqual([expect.stringMatching(/a wrong signature/)]);
  expect(await state()).toMatchObject({ status: 'Pending' });
  expect((await verifyPayment(person, result)).status).toBe(200);
});

scenario('BP-37', async () => {
  const { checkout, state } = await opened();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  const [event] = eventsAbout(id);
  const body = JSON.stringify(event?.body);
  expect((await sendWebhook(body.replace('"event"', '"event" '), { signed: body })).status).toBe(
    400,
  );
  expect((await sendWebhook(body, { signed: `${body} ` })).status).toBe(400);
  loggedErrors();
  await events();
  expect(await state()).toMatchObject({ status: 'Pending' });
  expect((await sendWebhook(body)).status).toBe(200);
  await events();
  expect(await state()).toMatchObject({ status: 'Paid' });
});

scenario('BP-03', async () => {
  const { checkout, state } = await opened();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.report();
  const { orderId } = await state();
  for (const event of eventsAbout(id)) {
    expect((await sendWebhook(JSON.stringify(event.body), { id: event.id })).status).toBe(200);
    expect((await sendWebhook(JSON.stringify(event.body))).status, 'with another id').toBe(200);
  }
  await events();
  expect(await storedPayments(app, orderId)).toHaveLength(1);
  expect(await storedOrder(app, orderId)).toMatchObject({ paid: checkout.amount });
});

scenario('BP-04', async () => {
  const { checkout, state } = await opened();
  app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  await reconcile();
  expect(await state()).toMatchObject({ status: 'Paid' });
});

scenario('BP-05', async () => {
  const { checkout, state } = await opened();
  app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  await reconcile();
  await reconcile();
  const { orderId } = await state();
  expect(await storedPayments(app, orderId)).toHaveLength(1);
});

scenario('BP-20', async () => {
  const { checkout, state, atProvider } = await opened();
  app.sandbox.pay(checkout.orderId, FAILED);
  await app.loseReports();
  await reconcile();
  expect(atProvider()).toMatchObject({ status: 'attempted' });
  expect(await state()).toMatchObject({ status: 'Failed' });
  app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  await reconcile();
  expect(await state()).toMatchObject({ status: 'Paid' });
});

scenario('BP-06', async () => {
  const { checkout, state } = await opened();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, FAILED);
  await app.report();
  expect(await state()).toMatchObject({ status: 'Failed' });
  app.sandbox.lateAuthorise(id);
  await app.report();
  const found = await state();
  expect(found).toMatchObject({ status: 'Paid' });
  expect(await storedPayments(app, found.orderId)).toHaveLength(1);
});

scenario('BP-08', async () => {
  const at = await opened();
  app.sandbox.pay(at.checkout.orderId, FAILED);
  const { body } = await payAgain(at);
  expect(body.orderId).toBe(at.checkout.orderId);
  app.sandbox.pay(body.orderId, CAPTURED);
  await app.report();
  expect(() => app.sandbox.pay(body.orderId, CAPTURED)).toThrow();
  expect(await at.state()).toMatchObject({ status: 'Paid' });
});

scenario('BP-10', async () => {
  const { checkout, state } = await opened();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, FAILED);
  app.sandbox.lateAuthorise(id);
  await app.loseReports();
  for (const { body } of eventsAbout(id).toReversed()) {
    await sendWebhook(JSON.stringify(body));
    await events();
    expect(await state()).toMatchObject({ status: 'Paid' });
  }
});

scenario('BP-11', async () => {
  const { checkout, state } = await opened();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  const [event] = eventsAbout(id);
  app.sandbox.faults.next('payments.fetch', { kind: 'status', status: 500 });
  expect((await sendWebhook(JSON.stringify(event?.body))).status).toBe(200);
  await events();
  loggedErrors();
  expect(await state()).toMatchObject({ status: 'Pending' });
  await events();
  expect(await state()).toMatchObject({ status: 'Paid' });
});

const refundsAtProvider = (paymentId: string) =>
  app.sandbox.records().refunds.filter(({ payment_id }) => payment_id === paymentId);

scenario('BP-12', async () => {
  const { paymentId } = await paidOrder();
  const refundId = crypto.randomUUID();
  app.sandbox.faults.next('payments.refund', { kind: 'drop' });
  await adminPayments.refund(owner, paymentId, { refundId, amount: 10 });
  loggedErrors();
  await adminPayments.refund(owner, paymentId, { refundId, amount: 10 });
  await reconcile();
  expect(refundsAtProvider(paymentId)).toHaveLength(1);
});

scenario('RFND-01', async () => {
  const { paymentId, orderId } = await paidOrder();
  expect((await adminPayments.refund(owner, paymentId, { amount: 100 })).status).toBe(200);
  expect(await storedOrder(app, orderId)).toMatchObject({ refunded: 100_00 });
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(200);
  const { paid, refunded } = await storedOrder(app, orderId);
  expect(refunded).toBe(paid);
  expect(refundsAtProvider(paymentId).map(({ status }) => status)).toEqual([
    'processed',
    'processed',
  ]);
});

scenario('DOC-01', async () => {
  const { paymentId, orderId } = await paidOrder();
  app.sandbox.faults.refunds = 'pending';
  await adminPayments.refund(owner, paymentId, { amount: 100 });
  const [refund] = refundsAtProvider(paymentId);
  app.sandbox.endRefund(refund?.id ?? '', 'failed');
  await app.report();
  expect(await storedOrder(app, orderId)).toMatchObject({ refunded: 0 });
});

scenario('DOC-11', async () => {
  const address = '/api/v1/desk/payments/refund-speed';
  const speedOf = (paymentId: string) =>
    app.sandbox
      .records()
      .refunds.filter((each) => each.payment_id === paymentId)
      .map((each) => each.speed_requested);
  const { person, paymentId, orderId } = await paidOrder();
  const daysSaid = async () =>
    (await person.get(`${CALL}/${orderId}`)).body.order.cancellation.refundDays;
  await adminPayments.refund(owner, paymentId, { amount: 10 });
  expect(await daysSaid()).toBe('Banks need five to seven working days to show it.');
  expect((await owner.put(address, { speed: 'optimum' })).status).toBe(200);
  await adminPayments.refund(owner, paymentId, { amount: 20 });
  expect(speedOf(paymentId)).toEqual(['normal', 'optimum']);
  expect(await daysSaid()).toMatch(/within minutes, others after five to seven working days/);
  await owner.put(address, { speed: 'normal' });
});

scenario('DOC-02', async () => {
  const { paymentId, orderId } = await paidOrder();
  const { paid } = await storedOrder(app, orderId);
  const refusalOf = async (amount: number) =>
    (await adminPayments.refund(owner, paymentId, { amount })).status;
  expect([await refusalOf(0.5), await refusalOf(paid / 100 + 1)]).toEqual([400, 409]);
  expect(refundsAtProvider(paymentId)).toEqual([]);
});

scenario('DOC-03', async () => {
  const { checkout, state } = await opened();
  app.sandbox.faults.capture = 'manual';
  const result = app.sandbox.pay(checkout.orderId, { method: 'card', outcome: 'authorized' });
  await app.report();
  expect(await state()).toMatchObject({ status: 'Paid' });
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBe('settled');
});

scenario('DOC-04', async () => {
  const { checkout, state } = await opened();
  const { razorpay_payment_id: late } = app.sandbox.pay(checkout.orderId, FAILED);
  app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.report();
  app.sandbox.lateAuthorise(late, { force: true });
  await app.report();
  await app.server.services.background.settled();
  const { orderId } = await state();
  expect(await storedPaymentStatus(app, late)).toBe('surplus');
  expect(await storedOrder(app, orderId)).toMatchObject({ paid: checkout.amount });
  expect(refundsAtProvider(late)).toHaveLength(1);
});

scenario('DOC-05', async () => {
  for (const body of ['{"event":"invoice.paid","payload":{}}', '{"event":7}', 'null'])
    expect((await sendWebhook(body)).status).toBe(200);
  await events();
});

scenario('DOC-06', async () => {
  const { checkout, state } = await opened();
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  await app.loseReports();
  const answer = await app
    .visitor()
    .send('POST', `${CALL}/payment-callback`, new URLSearchParams({ ...result }).toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://api.razorpay.com',
    });
  expect(answer.headers.get('location')).toMatch(/^\/payment-result#./);
  expect(await state()).toMatchObject({ status: 'Paid' });
});

async function disputed() {
  const { person } = await insertBuyer(app);
  const { paymentId, orderId } = await buy(app, person);
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_000 });
  return { paymentId, orderId, id };
}

scenario('DOC-07', async () => {
  const { paymentId, orderId } = await disputed();
  await app.report();
  expect((await adminPayments.refund(owner, paymentId, { amount: 10 })).status).toBe(409);
  expect(await storedOrder(app, orderId)).toMatchObject({ lost: 0, refunded: 0 });
});

scenario('DOC-08', async () => {
  const { paymentId, orderId, id } = await disputed();
  app.sandbox.moveDispute(id, 'lost');
  await app.loseReports();
  for (const { body } of eventsAbout(id).toReversed())
    for (const _copy of [1, 2]) await sendWebhook(JSON.stringify(body));
  await events();
  const { lost, paid } = await storedOrder(app, orderId);
  expect(lost).toBe(5_000);
  const tooMuch = await adminPayments.refund(owner, paymentId, { amount: paid / 100 });
  expect(tooMuch.status).toBe(409);
});

scenario('DOC-09', async () => {
  for (const end of ['won', 'closed'] as const) {
    const { paymentId, orderId, id } = await disputed();
    await app.report();
    app.sandbox.moveDispute(id, end);
    await app.loseReports();
    await reconcile();
    expect(await storedOrder(app, orderId)).toMatchObject({ lost: 0 });
    expect((await adminPayments.refund(owner, paymentId, { amount: 10 })).status).toBe(200);
  }
});

scenario('DOC-10', async () => {
  const { state } = await opened();
  const { id } = app.sandbox.downtime('upi');
  await app.report();
  expect((await state()).trouble).toMatch(/^UPI is having trouble/);
  app.sandbox.moveDowntime(id, 'resolved');
  await app.report();
  expect((await state()).trouble).toBeNull();
});

test('every scenario of the table has its test, and the table is current', () => {
  expect([...proven].sort()).toEqual(Object.keys(SCENARIOS).sort());
  expect(readFileSync(TABLE, 'utf8'), 'run: npm run conformance').toBe(renderTable());
});
