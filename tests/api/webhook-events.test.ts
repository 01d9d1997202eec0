import { createHmac } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { eventIdOf } from '../../api/modules/payments/webhook.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  createForeignOrder,
  deliverWebhooks,
  startCheckout,
  storedPaymentStatus,
} from '../support/payments.ts';
import { BELA } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const ofEvent = (paymentId: string, type: string): string => {
  const found = app.sandbox
    .events()
    .find((each) => each.event === type && JSON.stringify(each.body).includes(paymentId));
  if (!found) throw new Error(`no ${type} of ${paymentId}`);
  return found.id;
};

/** Sends a correctly signed webhook with any body. */
const report = (body: string, id: string = crypto.randomUUID()) =>
  fetch(`${app.origin}/api/v1/gig/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'x-razorpay-event-id': id,
      'X-Razorpay-Signature': createHmac(
        'sha256',
        readSecrets(app.dataDir, app.server.config.secretKey).razorpaySandbox.webhookSecret,
      )
        .update(body)
        .digest('hex'),
    },
    body,
  });

test('applies a payment once for fifty copies of an event and for related events', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  const captured = ofEvent(id, 'payment.captured');
  const body = JSON.stringify(app.sandbox.events().find((each) => each.id === captured)?.body);
  // Sent by the test, since the provider gives up after five seconds, which fifty take on a busy machine.
  const answers = await Promise.all(Array.from({ length: 50 }, () => report(body, captured)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(
    await app.sandbox.deliver([ofEvent(id, 'order.paid'), ofEvent(id, 'payment.authorized')]),
  ).toEqual([200, 200]);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});

test('the same signed bytes are one event, whatever id is written on them', async () => {
  const { db } = app.server.services.store;
  const count = async () => (await db.selectFrom('payment_events').select('id').execute()).length;
  const body =
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_CCCCCCCCCCCCCC"}}}}';
  const before = await count();
  for (let each = 0; each < 10; each += 1) expect((await report(body)).status).toBe(200);
  expect(await count()).toBe(before + 1);
});

test('accepts and stores events of unknown orders, foreign accounts and unknown types', async () => {
  const bodies = [
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_AAAAAAAAAAAAAA"}}}}',
    '{"event":"dispute.created.v9","payload":{"dispute":{}}}',
    '{"event":"payment.captured","payload":null}',
    '{"event":7}',
    'null',
    'not json at all',
  ];
  for (const body of bodies) expect((await report(body)).status, body).toBe(200);
  await app.server.reconciler.run();
  const events = await app.server.services.store.db
    .selectFrom('payment_events')
    .select(['id', 'outcome'])
    .execute();
  const ids = bodies.map(eventIdOf);
  const seen = events.filter(({ id }) => ids.includes(id));
  expect(seen.map(({ outcome }) => outcome).sort()).toEqual([
    'ignored',
    'ignored',
    'ignored',
    'ignored',
    'ignored',
    'unknown',
  ]);
});

test('lists a payment of an unknown provider order for the owner', async () => {
  const { razorpay_payment_id: id } = app.sandbox.pay(await createForeignOrder(app), CAPTURED);
  await deliverWebhooks(app);
  const payments = await adminPayments.unmatched(owner);
  expect(payments).toMatchObject([{ _id: id, amount: 42, orderId: null, buyer: null }]);
  await app.mail.email(app.server.config.ownerEmail, /belongs to no order/i);
  expect((await adminPayments.refund(owner, id)).status).toBe(200);
  expect(await adminPayments.unmatched(owner)).toEqual([]);
});

test('stores an event before processing it and processes it once later if that fails', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
  app.sandbox.faults.next('*', { kind: 'refuse' }, Number.POSITIVE_INFINITY);
  expect(await app.sandbox.deliver([ofEvent(id, 'payment.captured')])).toEqual([200]);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBeUndefined();
  app.sandbox.faults.clear();
  app.sandbox.faults.webhooks.hold = true;
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});

test.skipIf(ON_POSTGRES)(
  'answers 503 to an event that cannot be stored, so that it is redelivered',
  async () => {
    app.sandbox.faults.webhooks.hold = true;
    const { checkout } = await startCheckout(asha);
    const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CAPTURED);
    const body = JSON.stringify(
      app.sandbox.events().find((each) => each.id === ofEvent(id, 'payment.captured'))?.body,
    );
    const other = new Database(`${app.dataDir}/app.db`);
    other.exec('BEGIN IMMEDIATE');
    expect((await report(body, 'evt_while_locked')).status).toBe(503);
    other.exec('ROLLBACK');
    other.close();
    expect((await report(body, 'evt_while_locked')).status).toBe(200);
    await app.server.reconciler.run();
    expect(await storedPaymentStatus(app, id)).toBe('settled');
  },
  20_000,
);

// Must be the last test: ninety days later the sessions have expired.
test('settles without webhook or browser, also for a remainder months later', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { orderId } = await buy(app, bela, { paymentType: 'Milestone' });
  app.advance(90 * 24 * 60 * 60 * 1000);
  const visitor = app.visitor();
  const { email, password } = BELA;
  await visitor.post('/api/v1/user/sign-in', { email, password });
  const rest = await visitor.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  const { razorpay_payment_id: id } = app.sandbox.pay(rest.body.orderId, CAPTURED);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});
