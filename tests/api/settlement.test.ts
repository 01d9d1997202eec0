import { createHmac } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { whyNotDeliver } from '../../api/deliveries/rules.ts';
import { readSecrets } from '../../api/lib/secrets.ts';
import { begin, buy, CARD, desk, quiet, standing } from '../money.ts';
import { asha, bela, vy } from '../money-world.ts';
import { world } from '../one-world.ts';
import { BELA } from '../people.ts';

test('59 a report is settled while a round of questions still waits for its answer', async () => {
  await begin(asha);
  const { due } = await begin(bela);
  world.gateway.faults.next('orders.payments', { kind: 'hang' }, Number.POSITIVE_INFINITY);
  let isOver = false;
  const round = world.shop.reconciler.run().then(() => {
    isOver = true;
  });
  const { razorpay_payment_id: id } = world.gateway.pay(due.orderId, CARD);
  await vi.waitFor(async () => expect(await standing(world, id)).toBe('settled'), 10_000);
  expect(isOver).toBe(false);
  world.gateway.faults.clear();
  await round;
}, 30_000);

test('59 a due whose question fails holds up no other, and is asked again', async () => {
  world.gateway.faults.webhooks.hold = true;
  const dues = [await begin(asha), await begin(bela)];
  const paid = dues.map(({ due }) => world.gateway.pay(due.orderId, CARD).razorpay_payment_id);
  const settled = async () => {
    const all = await Promise.all(paid.map((id) => standing(world, id)));
    return all.filter((each) => each === 'settled').length;
  };
  world.gateway.faults.next('orders.payments', { kind: 'status', status: 500 });
  await world.shop.reconciler.run();
  expect(await settled()).toBe(1);
  await world.shop.reconciler.run();
  expect(await settled()).toBe(2);
});

test('59 while nobody answers a round asks three times and no more', async () => {
  world.gateway.faults.webhooks.hold = true;
  const dues = await Promise.all(Array.from({ length: 5 }, () => begin(asha)));
  const paid = dues.map(({ due }) => world.gateway.pay(due.orderId, CARD).razorpay_payment_id);
  const fault = { kind: 'status', status: 500 } as const;
  world.gateway.faults.next('orders.payments', fault, 3);
  await world.shop.reconciler.run();
  expect(await Promise.all(paid.map((id) => standing(world, id)))).toEqual(
    Array(5).fill(undefined),
  );
  world.gateway.faults.next('orders.payments', fault, Number.POSITIVE_INFINITY);
  const asked = () => world.logs.filter((line) => /could not be checked/.test(line)).length;
  const before = asked();
  await world.shop.reconciler.run();
  expect(asked() - before).toBe(3);
});

test('G69 a refund whose question fails holds up no other', async () => {
  world.gateway.faults.refunds = 'pending';
  const [one, two] = [await buy(world, asha), await buy(world, bela)];
  await desk.refund(vy, one.paymentId);
  world.gateway.faults.next('payments.refund', { kind: 'refuse' });
  await desk.refund(vy, two.paymentId);
  world.advance(61 * 60 * 1000);
  world.gateway.faults.next('payments.refunds', { kind: 'status', status: 400 });
  await world.shop.reconciler.run();
  const made = world.gateway.books().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(made).toHaveLength(1);
});

test('the owner is told before delivering what is not wholly paid', () => {
  const payment = { totalAmount: 101, paidAmount: 51 };
  expect(whyNotDeliver(payment)).toMatch(/still to pay ₹50.00/);
  expect(whyNotDeliver({ ...payment, paidAmount: 101 })).toBeNull();
});

const ofEvent = (paymentId: string, type: string): string => {
  const found = world.gateway
    .events()
    .find((each) => each.event === type && JSON.stringify(each.body).includes(paymentId));
  if (!found) throw new Error(`no ${type} of ${paymentId}`);
  return found.id;
};

/** A report signed as the provider signs, with whatever in it. */
const report = (body: string, id: string = crypto.randomUUID()) =>
  fetch(`${world.origin}/api/v1/gig/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'x-razorpay-event-id': id,
      'X-Razorpay-Signature': createHmac('sha256', readSecrets(world.dataDir).gateway.webhookSecret)
        .update(body)
        .digest('hex'),
    },
    body,
  });

test('F54 the same event fifty times in parallel, and the same payment under other events: applied once', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const { razorpay_payment_id: id } = world.gateway.pay(due.orderId, CARD);
  const captured = ofEvent(id, 'payment.captured');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.gateway.deliver([captured])),
  );
  expect(new Set(answers.flat())).toEqual(new Set([200]));
  expect(
    await world.gateway.deliver([ofEvent(id, 'order.paid'), ofEvent(id, 'payment.authorized')]),
  ).toEqual([200, 200]);
  await world.shop.reconciler.run();
  expect(await standing(world, id)).toBe('settled');
});

test('F57 events of unknown orders, foreign accounts and kinds of the future: 200, kept, seen by the owner', async () => {
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
  await world.shop.reconciler.run();
  const { events } = (await desk.unmatched(vy)) as { events: { id: string; outcome: string }[] };
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

test('F57 money captured for an order that we never made sits in the owner’s list', async () => {
  const { gateway } = readSecrets(world.dataDir);
  const made = await fetch(`${world.origin}/gateway/v1/orders`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${btoa(`${gateway.keyId}:${gateway.keySecret}`)}`,
    },
    body: JSON.stringify({ amount: 4200, currency: 'INR' }),
  });
  const { id: orderId } = (await made.json()) as { id: string };
  const { razorpay_payment_id: id } = world.gateway.pay(orderId, CARD);
  await quiet(world);
  const { payments } = await desk.unmatched(vy);
  expect(payments).toMatchObject([{ _id: id, amount: 42, standing: 'unmatched', orderId: null }]);
  await world.mail.letter(world.shop.config.ownerEmail, /belongs to no order/i);
  expect((await desk.refund(vy, id)).status).toBe(200);
  expect((await desk.unmatched(vy)).payments).toEqual([]);
});

test('F58 an event is stored before it is handled; what cannot be handled now is handled once later', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const { razorpay_payment_id: id } = world.gateway.pay(due.orderId, CARD);
  world.gateway.faults.next('*', { kind: 'refuse' }, Number.POSITIVE_INFINITY);
  expect(await world.gateway.deliver([ofEvent(id, 'payment.captured')])).toEqual([200]);
  await world.shop.reconciler.run();
  expect(await standing(world, id)).toBeUndefined();
  world.gateway.faults.clear();
  world.gateway.faults.webhooks.hold = true;
  await world.shop.reconciler.run();
  expect(await standing(world, id)).toBe('settled');
});

test('F58 an event that cannot be stored is answered 503, so that it comes again', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const { razorpay_payment_id: id } = world.gateway.pay(due.orderId, CARD);
  const body = JSON.stringify(
    world.gateway.events().find((each) => each.id === ofEvent(id, 'payment.captured'))?.body,
  );
  const other = new Database(`${world.dataDir}/shop.db`);
  other.exec('BEGIN IMMEDIATE');
  expect((await report(body, 'evt_while_locked')).status).toBe(503);
  other.exec('ROLLBACK');
  other.close();
  expect((await report(body, 'evt_while_locked')).status).toBe(200);
  await world.shop.reconciler.run();
  expect(await standing(world, id)).toBe('settled');
}, 20_000);

// Last: it lets ninety days pass, and sessions end.
test('F59 the webhook never comes and the browser closes: the reconciler settles, a remainder months later too', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { orderId } = await buy(world, bela, { paymentType: 'Milestone' });
  world.advance(90 * 24 * 60 * 60 * 1000);
  const fresh = world.visitor();
  const { email, password } = BELA;
  await fresh.post('/api/v1/user/sign-in', { email, password });
  const rest = await fresh.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  const { razorpay_payment_id: id } = world.gateway.pay(rest.body.orderId, CARD);
  await world.shop.reconciler.run();
  expect(await standing(world, id)).toBe('settled');
});
