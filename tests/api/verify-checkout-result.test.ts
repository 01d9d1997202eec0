import { expect, test } from 'vitest';
import {
  CAPTURED,
  FAILED,
  payRemaining,
  rejectedResults,
  startCheckout,
  storedPaymentStatus,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { insertBuyer } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { AUTHORIZED, changeOrder } from '../support/settle-payments.ts';
import {
  app,
  expectNoProviderCall,
  loggedErrors,
  paidOrder,
  setWritable,
  shareInProcessApp,
  whileDatabaseRefuses,
} from '../support/shared-in-process-app.ts';

shareInProcessApp();

/** A new buyer's checkout and the result of the dialog. */
async function pay(how: typeof CAPTURED | typeof FAILED | typeof AUTHORIZED = CAPTURED) {
  const { person } = await insertBuyer(app);
  const { checkout } = await startCheckout(person);
  const result = app.sandbox.pay(checkout.orderId, how);
  const { order_id: orderId } = await rowWith(app, 'instalments', {
    provider_order_id: checkout.orderId,
  });
  return { person, result, checkout, orderId, id: result.razorpay_payment_id };
}

const rejectedOf = async (paymentId: string) =>
  (await rejectedResults(app)).filter((each) => each.payment_id === paymentId);

test('a result is taken once it is paid, and a second time without a question to the provider', async () => {
  const { person, result } = await pay();
  const paid = { status: 200, body: { order: expect.any(Object), message: 'Payment Successful!' } };
  expect(await verifyPayment(person, result)).toMatchObject(paid);
  await expectNoProviderCall('payments.fetch', async () =>
    expect(await verifyPayment(person, result)).toMatchObject(paid),
  );
});

test('a result that cannot be right is rejected, and stored with the reason', async () => {
  const stranger = (await insertBuyer(app)).person;
  const { person, result, orderId, id } = await pay();
  const shape = { ...result, razorpay_order_id: 'order_AAAAAAAAAAAAA' };
  expect((await verifyPayment(person, shape)).status).toBe(400);
  expect((await verifyPayment(stranger, result)).status).toBe(404);
  expect(
    (await verifyPayment(person, { ...result, razorpay_signature: 'f'.repeat(64) })).status,
  ).toBe(400);
  app.sandbox.faults.next('payments.fetch', { kind: 'status', status: 400 });
  expect((await verifyPayment(person, result)).status).toBe(400);
  app.sandbox.faults.next('payments.fetch', { kind: 'tamper', fields: { order_id: null } });
  expect((await verifyPayment(person, result)).status).toBe(400);
  app.sandbox.faults.next('payments.fetch', { kind: 'tamper', fields: { status: 'failed' } });
  expect((await verifyPayment(person, result)).status).toBe(400);
  const reasons = [
    'ids of another shape',
    'an order of nobody or of somebody else',
    ...['a wrong signature', 'a payment the provider does not know'],
    ...['a payment of another order', 'a payment that has failed'],
  ];
  const rejected = await rejectedOf(id);
  expect(rejected.map(({ reason }) => reason).sort()).toEqual(reasons.toSorted());
  for (const { reason, order_id } of rejected)
    expect(order_id, reason).toBe(reasons.indexOf(reason) < 2 ? null : orderId);
  expect(loggedErrors()).toEqual(
    reasons.map((reason) => `a payment result was refused: ${reason}`),
  );
  const badPayment = { ...result, razorpay_payment_id: 'pay_A' };
  expect((await verifyPayment(person, badPayment)).status).toBe(400);
  expect(await rejectedOf('pay_A')).toMatchObject([{ reason: 'ids of another shape' }]);
  expect(loggedErrors()).toHaveLength(1);
  expect((await verifyPayment(person, result)).status).toBe(200);
});

test('a rejected result is answered as such although it cannot be stored', async () => {
  const { person, result } = await pay();
  await verifyPayment(person, { ...result, razorpay_signature: '' });
  await setWritable(false);
  const answer = await verifyPayment(person, { ...result, razorpay_signature: '' });
  await setWritable(true);
  expect(answer).toMatchObject({ status: 400, body: { message: 'Payment verification failed' } });
  expect(loggedErrors()).toHaveLength(2);
});

test('while the provider does not answer the payer is asked not to pay again', async () => {
  const { person, result } = await pay();
  app.sandbox.faults.next('payments.fetch', { kind: 'refuse' });
  expect(await verifyPayment(person, result)).toMatchObject({
    status: 202,
    body: { order: null, message: expect.stringMatching(/We are checking/) },
  });
  expect(loggedErrors()).toEqual(['a payment could not be checked yet']);
  const authorized = await pay(AUTHORIZED);
  app.sandbox.faults.next('payments.capture', { kind: 'refuse' });
  expect(await verifyPayment(authorized.person, authorized.result)).toMatchObject({
    status: 202,
    body: { order: null, message: expect.stringMatching(/bank is still confirming/) },
  });
  expect((await verifyPayment(authorized.person, authorized.result)).status).toBe(200);
});

test('a second payment of a part that is paid is never "still confirming": it goes back', async () => {
  const { person } = await insertBuyer(app);
  const { checkout } = await startCheckout(person, { paymentType: 'Milestone' });
  const second = app.sandbox.pay(checkout.orderId, FAILED);
  const first = app.sandbox.pay(checkout.orderId, CAPTURED);
  expect((await verifyPayment(person, first)).status).toBe(200);
  app.sandbox.lateAuthorise(second.razorpay_payment_id);
  expect(await verifyPayment(person, second)).toMatchObject({
    ...{ status: 200, body: { message: expect.stringMatching(/You get the money back/) } },
  });
  const { body } = await person.get('/api/v1/gig/order/under-way');
  expect(body.payments.filter(({ state }: { state: string }) => state === 'waiting')).toEqual([]);
});

test('a payment is settled although its refunds cannot be read yet', async () => {
  const { person, result, id } = await pay();
  app.sandbox.refund(id, 700);
  app.sandbox.faults.next('payments.refunds', { kind: 'refuse' });
  expect((await verifyPayment(person, result)).status).toBe(202);
  expect(loggedErrors()).toEqual(['a payment could not be settled yet']);
  expect(await storedPaymentStatus(app, id)).toBe('settled');
  expect((await verifyPayment(person, result)).status).toBe(200);
});

test('a payment that arrived and cannot be stored is said to have arrived', async () => {
  const { person, result } = await pay();
  const { provider } = app.server.services;
  const { fetchPayment } = provider;
  provider.fetchPayment = async (id) => {
    const payment = await fetchPayment(id);
    await setWritable(false);
    return payment;
  };
  const answer = await verifyPayment(person, result);
  provider.fetchPayment = fetchPayment;
  await setWritable(true);
  expect(answer).toMatchObject({
    status: 202,
    body: { message: expect.stringMatching(/Your payment arrived/) },
  });
  expect(loggedErrors()).toEqual(['a payment could not be settled yet']);
  expect((await verifyPayment(person, result)).status).toBe(200);
});

test('a fault of the app itself is logged and answered with 503', async () => {
  const { person, result } = await pay();
  const { provider } = app.server.services;
  const { fetchPayment } = provider;
  provider.fetchPayment = () => Promise.reject(new Error('a fault'));
  const answer = await verifyPayment(person, result);
  provider.fetchPayment = fetchPayment;
  expect(answer).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/We are checking/) },
  });
  expect(answer.headers.get('Retry-After')).toBe('5');
  expect(loggedErrors()).toEqual(['a payment could not be checked']);
  await whileDatabaseRefuses('INSERT ON payments', async () =>
    expect((await verifyPayment(person, result)).status).toBe(503),
  );
  await whileDatabaseRefuses('INSERT ON rejected_payments', async () =>
    expect((await verifyPayment(person, { ...result, razorpay_signature: '' })).status).toBe(503),
  );
  expect(loggedErrors()).toHaveLength(2);
  expect((await verifyPayment(person, result)).status).toBe(200);
});

test('the payer reads what became of a payment that was not due', async () => {
  const declined = await pay();
  await changeOrder(declined.orderId, { status: 'Rejected' });
  expect((await verifyPayment(declined.person, declined.result)).body.message).toMatch(
    /was declined/,
  );
  const cancelled = await pay();
  const now = new Date().toISOString();
  await changeOrder(cancelled.orderId, { status: 'Rejected', cancelled_at: now });
  expect((await verifyPayment(cancelled.person, cancelled.result)).body.message).toMatch(
    /nothing was due/,
  );
  const untaken = await pay(AUTHORIZED);
  await changeOrder(untaken.orderId, { status: 'Rejected' });
  expect(await verifyPayment(untaken.person, untaken.result)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/declined/) },
  });
});

test('the result of the second instalment is verified like that of the first', async () => {
  const { person, orderId } = await paidOrder({ paymentType: 'Milestone' });
  const { body } = await payRemaining(person, orderId);
  const result = app.sandbox.pay(body.orderId, CAPTURED);
  expect(await verifyRemainingPayment(person, orderId, result)).toMatchObject({ status: 200 });
});
