import { createHmac } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readSecrets } from '../../api/lib/secrets.ts';
import type { Person } from '../http.ts';
import { checkBooks } from '../invariants.ts';
import {
  begin,
  bookOf,
  buy,
  CARD,
  desk,
  FAILED,
  orderOf,
  paymentsIn,
  quiet,
  standing,
  TWENTY,
  verify,
} from '../money.ts';
import { ADDRESS, ASHA, BELA, buyer, cart, ownerOf } from '../people.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let asha: Person;
let bela: Person;
let vy: Person;
beforeAll(async () => {
  world = await startWorld();
  [asha, bela, vy] = await Promise.all([buyer(world, ASHA), buyer(world, BELA), ownerOf(world)]);
});
afterEach(async () => {
  world.gateway.faults.clear();
  world.gateway.release();
  await checkBooks(world);
  await world.check();
});
afterAll(() => world.close());

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

test('F47 a wrong, empty, upper-case, cut, longer, listed or foreign signature: 400, nothing changes, the attempt is kept', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const other = await begin(asha);
  const result = world.gateway.pay(due.orderId, CARD);
  const foreign = world.gateway.pay(other.due.orderId, CARD);
  const good = result.razorpay_signature;
  const byOtherSecret = createHmac('sha256', 'another secret of theirs')
    .update(`${due.orderId}|${result.razorpay_payment_id}`)
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
    const answer = await verify(asha, { ...result, razorpay_signature });
    expect(answer.status, String(razorpay_signature)).toBe(400);
  }
  const { refusals } = await desk.unmatched(vy);
  const mine = refusals.filter(
    (each: { payment_id: string }) => each.payment_id === result.razorpay_payment_id,
  );
  expect(mine.length).toBe(7);
  expect(JSON.stringify(mine)).not.toContain(good);
  expect(
    world.logs.filter((line) => /result was refused: a wrong signature/.test(line)),
  ).not.toEqual([]);
  expect(await standing(world, result.razorpay_payment_id)).toBeUndefined();
});

test('F50 a good signature is not enough: authorized waits, other amounts, currencies, orders and payments are refused and kept', async () => {
  world.gateway.faults.webhooks.hold = true;
  for (const fields of [
    { amount: 100 },
    { currency: 'USD' },
    { order_id: 'order_AAAAAAAAAAAAAA' },
    { status: 'failed' },
  ]) {
    const { due } = await begin(asha);
    const result = world.gateway.pay(due.orderId, CARD);
    world.gateway.faults.next('payments.fetch', { kind: 'tamper', fields });
    const answer = await verify(asha, result);
    expect(answer, JSON.stringify(fields)).toMatchObject({
      status: 400,
      body: { message: 'Payment verification failed' },
    });
    const { refusals } = await desk.unmatched(vy);
    expect(refusals[0]).toMatchObject({ payment_id: result.razorpay_payment_id });
    expect(await standing(world, result.razorpay_payment_id)).toBeUndefined();
  }
  const { due } = await begin(asha);
  const result = world.gateway.pay(due.orderId, { method: 'card', outcome: 'authorized' });
  world.gateway.faults.next('payments.capture', { kind: 'refuse' });
  expect((await verify(asha, result)).status).toBe(202);
  expect((await verify(asha, result)).status).toBe(200);
});

test('F50 an answer about another payment than the one asked for is not believed', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const result = world.gateway.pay(due.orderId, CARD);
  world.gateway.faults.next('payments.fetch', {
    kind: 'tamper',
    fields: { id: 'pay_AAAAAAAAAAAAAA' },
  });
  expect((await verify(asha, result)).status).toBe(202);
  expect(await standing(world, result.razorpay_payment_id)).toBeUndefined();
});

test('F50 a payment given back before we heard of it never makes a right to anything', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const result = world.gateway.pay(due.orderId, CARD);
  world.gateway.refund(result.razorpay_payment_id);
  const answer = await verify(asha, result);
  expect(answer.status).toBe(200);
  const book = await bookOf(world, answer.body.order._id);
  expect(book).toMatchObject({ paid: due.amount, refunded: due.amount });
});

test('F51 verify replayed one, ten and a hundred times is one order, one mail, one receipt', async () => {
  const email = 'replay@buyers.example';
  const { due } = await begin(bela, { addressInfo: { ...ADDRESS, email } });
  const result = world.gateway.pay(due.orderId, CARD);
  const first = await verify(bela, result);
  for (const times of [10, 100]) {
    const again = await Promise.all(Array.from({ length: times }, () => verify(bela, result)));
    expect(new Set(again.map((each) => JSON.stringify([each.status, each.body]))).size).toBe(1);
    expect(again[0]).toMatchObject({ status: 200, body: { order: { _id: first.body.order._id } } });
  }
  await world.mail.letter(email, /is confirmed/);
  await quiet(world);
  const letters = world.mail.letters.filter((each) => each.to?.[0]?.address === email);
  expect(letters).toHaveLength(1);
  expect(await paymentsIn(world, first.body.order._id)).toHaveLength(1);
});

test('F52 verify by B of A’s payment: 404, and the order remains A’s', async () => {
  const { due } = await begin(asha);
  const result = world.gateway.pay(due.orderId, CARD);
  expect((await verify(bela, result)).status).toBe(404);
  const mine = await verify(asha, result);
  expect(mine.status).toBe(200);
  expect(
    (await bela.get(`/api/v1/gig/order/${mine.body.order._id}`)).status,
    'B finds nothing',
  ).toBe(404);
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

test('F56 failed, then captured the next day: the order becomes paid', async () => {
  const { due } = await begin(asha);
  const { razorpay_payment_id: id } = world.gateway.pay(due.orderId, FAILED);
  await quiet(world);
  world.advance(24 * 60 * 60 * 1000);
  world.gateway.faults.webhooks.hold = true;
  world.gateway.lateAuthorise(id);
  await world.shop.reconciler.run();
  expect(await standing(world, id), 'found without a report').toBe('settled');
});

test('F56 failed, paid again, then captured late after all: the second is kept, due for refund, and both are told', async () => {
  const email = 'twice@buyers.example';
  const { due } = await begin(asha, { addressInfo: { ...ADDRESS, email } });
  const { razorpay_payment_id: late } = world.gateway.pay(due.orderId, FAILED);
  const paid = await verify(asha, world.gateway.pay(due.orderId, CARD));
  const orderId = paid.body.order._id;
  world.gateway.lateAuthorise(late, { force: true });
  await quiet(world);
  expect(await standing(world, late)).toBe('surplus');
  const book = await bookOf(world, orderId);
  expect(book.paid, 'never above the total').toBe(book.total);
  expect((await desk.due(vy)).map((each) => each._id)).toContain(late);
  await world.mail.letter(email, /second payment/i);
  await world.mail.letter(world.shop.config.ownerEmail, /refund is due/i);
  const order = await orderOf(asha, orderId);
  expect(order.payments.map((each: { status: string }) => each.status).sort()).toEqual([
    'Paid',
    'To be refunded',
  ]);
  expect((await desk.refund(vy, late)).status).toBe(200);
  expect((await desk.due(vy)).map((each) => each._id)).not.toContain(late);
  expect((await bookOf(world, orderId)).refunded, 'the order keeps what it was paid').toBe(0);
});

test('F56 a second capture without any report is found by the reconciler', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { due } = await begin(asha);
  const { razorpay_payment_id: late } = world.gateway.pay(due.orderId, FAILED);
  await verify(asha, world.gateway.pay(due.orderId, CARD));
  await world.shop.reconciler.run();
  world.gateway.lateAuthorise(late, { force: true });
  world.advance(61 * 60 * 1000);
  await world.shop.reconciler.run();
  expect(await standing(world, late)).toBe('surplus');
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
  for (const body of bodies) expect((await report(body)).status, body).toBe(200);
  await world.shop.reconciler.run();
  const { events } = await desk.unmatched(vy);
  expect(events.map((each: { outcome: string }) => each.outcome).sort()).toEqual([
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

test('F61 whatever the provider answers, the buyer reads a sentence within ten seconds and may try again', async () => {
  const faults = [
    { kind: 'status', status: 401 },
    { kind: 'status', status: 400 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'html' },
    { kind: 'refuse' },
    { kind: 'drop' },
    { kind: 'hang' },
  ] as const;
  for (const fault of faults) {
    const body = await cart(asha);
    const before = world.gateway.books().orders.length;
    world.gateway.faults.next('orders.create', fault);
    const started = performance.now();
    const answer = await asha.post('/api/v1/gig/order/place', body);
    expect(performance.now() - started, fault.kind).toBeLessThan(10_000);
    expect([502, 503], fault.kind).toContain(answer.status);
    expect(answer.body.message, fault.kind).toMatch(/not been charged/);
    expect(answer.body.message).not.toMatch(/undefined|TypeError|status/);
    world.gateway.faults.clear();
    const again = await asha.post('/api/v1/gig/order/place', body);
    expect(again.status, fault.kind).toBe(201);
    expect(world.gateway.books().orders.length, `${fault.kind}: one order`).toBe(before + 1);
  }
}, 40_000);

test('F61 a verify that meets a silent provider is 202, and settles later', async () => {
  world.gateway.faults.webhooks.hold = true;
  for (const fault of [
    { kind: 'html' },
    { kind: 'refuse' },
    { kind: 'status', status: 401 },
  ] as const) {
    const { due } = await begin(asha);
    const result = world.gateway.pay(due.orderId, CARD);
    world.gateway.faults.next('payments.fetch', fault);
    expect((await verify(asha, result)).status, fault.kind).toBe(202);
    expect((await verify(asha, result)).status, fault.kind).toBe(200);
  }
});

test('F62 a dialog closed after paying: the checkout tells the truth as soon as the money is known', async () => {
  world.gateway.faults.webhooks.hold = true;
  const { cart: body, due } = await begin(asha);
  const path = `/api/v1/gig/order/checkout/${body.checkoutId}`;
  expect((await asha.get(path)).body).toMatchObject({ status: 'Pending' });
  world.gateway.pay(due.orderId, CARD);
  world.gateway.release();
  await quiet(world);
  const { status, body: told } = await asha.get(path);
  expect(status).toBe(200);
  expect(told).toMatchObject({ status: 'Paid', orderId: expect.any(String) });
  const nothing = await bela.get('/api/v1/gig/order/checkout/nothing');
  expect(nothing.body).toMatchObject({ status: 'None', orderId: null });
  expect((await bela.get(path)).body, 'B learns nothing').toEqual(nothing.body);
});

test('G64 the remainder asked for twenty times at once is one provider order; when paid, 409', async () => {
  const { orderId } = await buy(world, bela, { paymentType: 'Milestone' });
  const before = world.gateway.books().orders.length;
  const ask = () => bela.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  const answers = await Promise.all(TWENTY.map(ask));
  expect(new Set(answers.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  expect(world.gateway.books().orders.length).toBe(before + 1);
  world.gateway.pay(answers[0]?.body.orderId, CARD);
  await quiet(world);
  expect(await ask()).toMatchObject({ status: 409, body: { message: 'Nothing left to pay.' } });
});

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
