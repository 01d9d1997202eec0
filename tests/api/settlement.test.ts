import { createHmac } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { reasonNotDeliverable } from '../../api/modules/orders/deliveries/rules.ts';
import { readWatermark, storeWatermark } from '../../api/modules/payments/payment-list-queries.ts';
import { reconcilePaymentList } from '../../api/modules/payments/reconcile-payment-list.ts';
import { DAY } from '../../api/platform/clock.ts';
import { ProviderError, type ProviderPayment } from '../../api/platform/payment-provider.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CARD,
  deliverWebhooks,
  FAILED,
  startCheckout,
  storedPaymentStatus,
  verify,
} from '../support/payments.ts';
import { BELA } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { waitFor } from '../support/wait-for.ts';

sharePaymentApp();

test('59 settles a webhook while a reconciliation round is still waiting', async () => {
  await startCheckout(asha);
  const { checkout } = await startCheckout(bela);
  app.sandbox.faults.next('orders.payments', { kind: 'hang' }, Number.POSITIVE_INFINITY);
  let isOver = false;
  const round = app.server.reconciler.run().then(() => {
    isOver = true;
  });
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CARD);
  await waitFor(async () => expect(await storedPaymentStatus(app, id)).toBe('settled'));
  expect(isOver).toBe(false);
  app.sandbox.faults.clear();
  await round;
}, 30_000);

test('59 checks the other instalments when one check fails, and retries it', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const checkouts = [await startCheckout(asha), await startCheckout(bela)];
  const paid = checkouts.map(
    ({ checkout }) => app.sandbox.pay(checkout.orderId, CARD).razorpay_payment_id,
  );
  const countSettled = async () => {
    const all = await Promise.all(paid.map((id) => storedPaymentStatus(app, id)));
    return all.filter((each) => each === 'settled').length;
  };
  app.sandbox.faults.next('orders.payments', { kind: 'status', status: 500 });
  await app.server.reconciler.run();
  expect(await countSettled()).toBe(1);
  await app.server.reconciler.run();
  expect(await countSettled()).toBe(2);
});

test('59 stops a reconciliation round after three failures', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const checkouts = await Promise.all(Array.from({ length: 5 }, () => startCheckout(asha)));
  const paid = checkouts.map(
    ({ checkout }) => app.sandbox.pay(checkout.orderId, CARD).razorpay_payment_id,
  );
  const fault = { kind: 'status', status: 500 } as const;
  app.sandbox.faults.next('orders.payments', fault, 3);
  await app.server.reconciler.run();
  expect(await Promise.all(paid.map((id) => storedPaymentStatus(app, id)))).toEqual(
    Array(5).fill(undefined),
  );
  app.sandbox.faults.next('orders.payments', fault, Number.POSITIVE_INFINITY);
  const asked = () => app.logs.filter((line) => /could not be checked/.test(line)).length;
  const before = asked();
  await app.server.reconciler.run();
  expect(asked() - before).toBe(3);
});

test('G69 checks the other refunds when one check fails', async () => {
  app.sandbox.faults.refunds = 'pending';
  const [one, two] = [await buy(app, asha), await buy(app, bela)];
  await adminPayments.refund(owner, one.paymentId);
  app.sandbox.faults.next('payments.refund', { kind: 'refuse' });
  await adminPayments.refund(owner, two.paymentId);
  app.advance(61 * 60 * 1000);
  app.sandbox.faults.next('payments.refunds', { kind: 'status', status: 400 });
  await app.server.reconciler.run();
  const made = app.sandbox.records().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(made).toHaveLength(1);
});

test('warns the owner before delivering an order that is not fully paid', () => {
  const payment = { totalAmount: 101, paidAmount: 51 };
  expect(reasonNotDeliverable(payment)).toMatch(/still to pay ₹50.00/);
  expect(reasonNotDeliverable({ ...payment, paidAmount: 101 })).toBeNull();
});

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

test('F54 applies a payment once for fifty copies of an event and for related events', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CARD);
  const captured = ofEvent(id, 'payment.captured');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.sandbox.deliver([captured])),
  );
  expect(new Set(answers.flat())).toEqual(new Set([200]));
  expect(
    await app.sandbox.deliver([ofEvent(id, 'order.paid'), ofEvent(id, 'payment.authorized')]),
  ).toEqual([200, 200]);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});

test('F57 accepts and stores events of unknown orders, foreign accounts and unknown types for the owner', async () => {
  const bodies = [
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_AAAAAAAAAAAAAA"}}}}',
    '{"event":"dispute.created.v9","payload":{"dispute":{}}}',
    '{"event":"payment.captured","payload":null}',
    '{"event":7}',
    'null',
    'not json at all',
  ];
  const sent = bodies.map((body) => ({ body, id: crypto.randomUUID() }));
  for (const { body, id } of sent) expect((await report(body, id)).status, body).toBe(200);
  await app.server.reconciler.run();
  const { events } = (await adminPayments.unmatched(owner)) as {
    events: { id: string; outcome: string }[];
  };
  const seen = events.filter((each) => sent.some(({ id }) => id === each.id));
  expect(seen.map(({ outcome }) => outcome).sort()).toEqual([
    'ignored',
    'ignored',
    'ignored',
    'ignored',
    'ignored',
    'unknown',
  ]);
});

/** Creates an order at the provider with our keys but without the app. */
async function foreignOrder(): Promise<string> {
  const { razorpaySandbox: keys } = readSecrets(app.dataDir, app.server.config.secretKey);
  const made = await fetch(`${app.origin}/gateway/v1/orders`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`,
    },
    body: JSON.stringify({ amount: 4200, currency: 'INR' }),
  });
  return ((await made.json()) as { id: string }).id;
}

test('F57 lists a payment of an unknown provider order for the owner', async () => {
  const { razorpay_payment_id: id } = app.sandbox.pay(await foreignOrder(), CARD);
  await deliverWebhooks(app);
  const { payments } = await adminPayments.unmatched(owner);
  expect(payments).toMatchObject([{ _id: id, amount: 42, standing: 'unmatched', orderId: null }]);
  await app.mail.email(app.server.config.ownerEmail, /belongs to no order/i);
  expect((await adminPayments.refund(owner, id)).status).toBe(200);
  expect((await adminPayments.unmatched(owner)).payments).toEqual([]);
});

test('F58 stores an event before processing it and processes it once later if that fails', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CARD);
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
  'F58 answers 503 to an event that cannot be stored, so that it is redelivered',
  async () => {
    app.sandbox.faults.webhooks.hold = true;
    const { checkout } = await startCheckout(asha);
    const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, CARD);
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

const FEW_MINUTES = 4 * 60 * 1000;

test('refunds an unreported second capture of a paid instalment within five minutes', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha, { paymentType: 'Milestone' });
  const { razorpay_payment_id: late } = app.sandbox.pay(checkout.orderId, FAILED);
  await verify(asha, app.sandbox.pay(checkout.orderId, CARD));
  await app.server.reconciler.run();
  app.sandbox.lateAuthorise(late, { force: true });
  app.advance(FEW_MINUTES);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, late)).toBe('surplus');
  await app.server.services.background.settled();
  const refunds = app.sandbox.records().refunds.filter((each) => each.payment_id === late);
  expect(refunds).toMatchObject([{ amount: checkout.amount }]);
});

test('lists unreported payments without an order of ours for the owner', async () => {
  app.sandbox.faults.webhooks.hold = true;
  for (const fields of [null, { order_id: null }]) {
    const { razorpay_payment_id: id } = app.sandbox.pay(await foreignOrder(), CARD);
    app.advance(FEW_MINUTES);
    if (fields) app.sandbox.faults.next('payments.list', { kind: 'tamper', fields });
    await app.server.reconciler.run();
    const { payments } = await adminPayments.unmatched(owner);
    expect(payments.map((each: { _id: string }) => each._id)).toContain(id);
  }
});

test('captures an unreported authorized payment of an open instalment hours later', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(bela);
  app.advance(2 * 60 * 60 * 1000);
  await app.server.reconciler.run();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, {
    ...CARD,
    outcome: 'authorized',
  });
  app.advance(FEW_MINUTES);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});

test('reads the payment list page by page from the watermark, and keeps the watermark before failures', async () => {
  const { services } = app.server;
  const { db } = services.store;
  const before = await readWatermark(db);
  const now = services.clock().getTime();
  const asked: { from: number; to: number; skip: number }[] = [];
  let failsFrom = Number.POSITIVE_INFINITY;
  const failed = { status: 'failed', captured: false } as ProviderPayment;
  const walk = () =>
    reconcilePaymentList(
      {
        ...services,
        clock: () => new Date(now),
        provider: {
          ...services.provider,
          async listPayments({ from, to, skip }) {
            if (from * 1000 >= failsFrom) throw new ProviderError(0, 'silence');
            asked.push({ from, to, skip });
            const left = 250 - skip;
            return Array.from({ length: Math.min(100, left) }, (_, at) => ({
              ...failed,
              id: `pay_${skip + at}`,
            }));
          },
        },
      },
      new AbortController().signal,
    );
  await storeWatermark(db, now - 30 * DAY);
  failsFrom = now - 20 * DAY;
  await expect(walk()).rejects.toThrow(/silence/);
  expect(asked.slice(0, 3).map((each) => each.skip)).toEqual([0, 100, 200]);
  const watermark = (await readWatermark(db)) ?? 0;
  expect(watermark).toBe(now - 18 * DAY);
  failsFrom = Number.POSITIVE_INFINITY;
  asked.length = 0;
  await walk();
  expect(asked[0]?.from).toBe(Math.floor(watermark / 1000));
  expect(asked.at(-1)?.to).toBeGreaterThan(now / 1000);
  // Payments of the last five days may still be captured, so they are read each time.
  expect(await readWatermark(db)).toBe(now - 5 * DAY);
  // A watermark in the future, as after a clock rollback.
  await storeWatermark(db, now + DAY);
  asked.length = 0;
  await walk();
  expect(asked[0]?.from).toBe(Math.floor((now - 5 * DAY) / 1000));
  await storeWatermark(db, before ?? now);
});

// Must be the last test: ninety days later the sessions have expired.
test('F59 settles without webhook or browser, also for a remainder months later', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { orderId } = await buy(app, bela, { paymentType: 'Milestone' });
  app.advance(90 * 24 * 60 * 60 * 1000);
  const visitor = app.visitor();
  const { email, password } = BELA;
  await visitor.post('/api/v1/user/sign-in', { email, password });
  const rest = await visitor.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  const { razorpay_payment_id: id } = app.sandbox.pay(rest.body.orderId, CARD);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, id)).toBe('settled');
});
