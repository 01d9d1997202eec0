import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { NOT_OPENED, PAYMENT_ARRIVED } from '../../api/modules/payments/texts.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { fillDisk } from '../support/full-disk.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  CAPTURED,
  deliverWebhooks,
  placeOrder,
  rejectedResults,
  startCheckout,
  storedPaymentStatus,
  storedPayments,
  verifyPayment,
} from '../support/payments.ts';
import { BELA, orderBody, PASSWORD } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

test('refuses every invalid signature with 400, changes nothing and logs the attempt', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const other = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  const foreign = app.sandbox.pay(other.checkout.orderId, CAPTURED);
  const good = result.razorpay_signature;
  const byOtherSecret = createHmac('sha256', 'another secret of theirs')
    .update(`${checkout.orderId}|${result.razorpay_payment_id}`)
    .digest('hex');
  const wrong: unknown[] = [
    '',
    'f'.repeat(64),
    good.toUpperCase(),
    good.slice(1),
    `${good}0`,
    [good],
    { length: 64 },
    foreign.razorpay_signature,
    byOtherSecret,
  ];
  for (const razorpay_signature of wrong) {
    const answer = await verifyPayment(asha, { ...result, razorpay_signature });
    expect(answer.status, String(razorpay_signature)).toBe(400);
  }
  const mine = (await rejectedResults(app)).filter(
    (each) => each.payment_id === result.razorpay_payment_id,
  );
  expect(mine.length).toBe(7);
  expect(JSON.stringify(mine)).not.toContain(good);
  expect(app.logs.filter((line) => /result was refused: a wrong signature/.test(line))).not.toEqual(
    [],
  );
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBeUndefined();
});

test('does not accept an answer about a different payment', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  app.sandbox.faults.next('payments.fetch', {
    kind: 'tamper',
    fields: { id: 'pay_AAAAAAAAAAAAAA' },
  });
  expect((await verifyPayment(asha, result)).status).toBe(202);
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBeUndefined();
});

test('returns one order, one email and one receipt for a result verified a hundred times', async () => {
  const { checkout } = await startCheckout(bela);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  const first = await verifyPayment(bela, result);
  for (const times of [10, 100]) {
    const again = await Promise.all(
      Array.from({ length: times }, () => verifyPayment(bela, result)),
    );
    expect(new Set(again.map((each) => JSON.stringify([each.status, each.body]))).size).toBe(1);
    expect(again[0]).toMatchObject({ status: 200, body: { order: { _id: first.body.order._id } } });
  }
  const number = `#${first.body.order._id.slice(-6).toUpperCase()}`;
  await app.mail.email(BELA.email, /^Order confirmed/, number);
  await deliverWebhooks(app);
  const emails = app.mail.emails.filter(
    ({ subject, text }) => subject?.startsWith('Order confirmed') && text?.includes(number),
  );
  expect(emails).toHaveLength(1);
  expect(await storedPayments(app, first.body.order._id)).toHaveLength(1);
});

test('answers 202 while the provider is unreachable and settles later', async () => {
  app.sandbox.faults.webhooks.hold = true;
  for (const fault of [
    { kind: 'html' },
    { kind: 'refuse' },
    { kind: 'status', status: 401 },
  ] as const) {
    const { checkout } = await startCheckout(asha);
    const result = app.sandbox.pay(checkout.orderId, CAPTURED);
    app.sandbox.faults.next('payments.fetch', fault);
    expect((await verifyPayment(asha, result)).status, fault.kind).toBe(202);
    expect((await verifyPayment(asha, result)).status, fault.kind).toBe(200);
  }
});

test('reports a payment as paid after the dialog was closed', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { cart: body, checkout } = await startCheckout(asha);
  const path = `/api/v1/gig/order/checkout/${body.checkoutId}`;
  expect((await asha.get(path)).body).toMatchObject({ status: 'Pending' });
  app.sandbox.pay(checkout.orderId, CAPTURED);
  app.sandbox.release();
  await deliverWebhooks(app);
  const { status, body: statusAndMessage } = await asha.get(path);
  expect(status).toBe(200);
  expect(statusAndMessage).toMatchObject({ status: 'Paid', orderId: expect.any(String) });
  const nothing = await bela.get('/api/v1/gig/order/checkout/nothing');
  expect(nothing.body).toMatchObject({ status: 'None', orderId: null });
  expect((await bela.get(path)).body, 'another buyer sees nothing').toEqual(nothing.body);
});

test.skipIf(ON_POSTGRES)(
  'reports to the payer on a full disk that the payment arrived and settles it once there is space',
  async () => {
    app.sandbox.faults.webhooks.hold = true;
    const { checkout } = await startCheckout(asha);
    const makeRoom = await fillDisk(app);
    onTestFinished(makeRoom);
    const result = app.sandbox.pay(checkout.orderId, CAPTURED);
    expect(await verifyPayment(asha, result)).toMatchObject({
      status: 202,
      body: { success: true, message: PAYMENT_ARRIVED, order: null },
    });
    expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBeUndefined();
    await makeRoom();
    await app.server.reconciler.run();
    expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBe('settled');
  },
);

test.skipIf(ON_POSTGRES)(
  'claims nothing about payments in storage errors where none is known',
  async () => {
    const { checkout } = await startCheckout(asha);
    const body = await orderBody(asha);
    const { db } = app.server.services.store;
    const readOnly = (on: 0 | 1) => sql.raw(`pragma query_only = ${on}`).execute(db);
    await readOnly(1);
    onTestFinished(() => void readOnly(0));
    const statusAndMessage = async (
      answer: Promise<{ status: number; body: { message: string } }>,
    ) => {
      const { status, body: answered } = await answer;
      return [status, answered.message];
    };
    expect(await statusAndMessage(placeOrder(asha, body))).toEqual([503, NOT_OPENED]);
    // A forged result is refused whether or not the attempt can be stored.
    const signature = 'f'.repeat(64);
    const result = app.sandbox.pay(checkout.orderId, CAPTURED);
    expect(
      await statusAndMessage(verifyPayment(asha, { ...result, razorpay_signature: signature })),
    ).toEqual([400, 'Payment verification failed']);
    const email = 'asha.next@buyers.example';
    expect(
      await statusAndMessage(asha.post('/api/v1/user/email', { email, password: PASSWORD })),
    ).toEqual([503, 'This could not be saved just now. Please try again.']);
    await readOnly(0);
    await deliverWebhooks(app);
  },
);
