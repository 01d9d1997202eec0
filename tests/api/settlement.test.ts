import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { whyNotDeliver } from '../../api/deliveries/rules.ts';
import type { Person } from '../http.ts';
import { checkBooks } from '../invariants.ts';
import {
  begin,
  bookOf,
  buy,
  CARD,
  desk,
  FAILED,
  payRemaining,
  place,
  quiet,
  standing,
  verify,
  verifyRemaining,
} from '../money.ts';
import { ADDRESS, cart, ownerOf, planted } from '../people.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let asha: Person;
let bela: Person;
let vy: Person;
beforeAll(async () => {
  world = await startWorld();
  [{ person: asha }, { person: bela }] = await Promise.all([planted(world), planted(world)]);
  vy = await ownerOf(world);
});
afterEach(async () => {
  world.gateway.faults.clear();
  world.gateway.release();
  await checkBooks(world);
  await world.check();
});
afterAll(() => world.close());

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

test('59 thirty unpaid checkouts in an hour are enough for one buyer; the same one again is free', async () => {
  const { person } = await planted(world);
  const body = await cart(person);
  const another = (checkoutId = crypto.randomUUID()) => place(person, { ...body, checkoutId });
  expect((await another(body.checkoutId)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 35 }, () => another()));
  const taken = answers.filter((each) => each.status === 201);
  expect(taken).toHaveLength(29);
  const refused = answers.find((each) => each.status === 429);
  expect(refused?.body.message).toMatch(/unpaid checkouts/);
  expect(refused?.headers.get('Retry-After')).toBe('3600');
  expect((await another(body.checkoutId)).status, 'the same again').toBe(201);
  expect((await place(bela, await cart(bela))).status, 'somebody else').toBe(201);
  world.gateway.pay(taken[0]?.body.orderId, CARD);
  await quiet(world);
  expect((await another()).status, 'one is paid').toBe(201);

  world.advance(61 * 60 * 1000);
  await Promise.all(Array.from({ length: 30 }, () => another()));
  const path = `/api/v1/gig/order/checkout/${body.checkoutId}`;
  const { orderId } = (await person.get(path)).body;
  const old = await person.post('/api/v1/gig/order/payAgain', { orderId });
  expect(old.status, 'an old one beside thirty new').toBe(429);
});

/** A half-paid order with the dialog for its rest open. */
async function halfPaid() {
  const half = await buy(world, asha, {
    paymentType: 'Milestone',
    addressInfo: { ...ADDRESS, email: `${crypto.randomUUID()}@buyers.example` },
  });
  const rest = await payRemaining(asha, half.orderId);
  expect(rest.status).toBe(200);
  return { ...half, rest: rest.body.orderId as string };
}
const AUTHORIZED = { method: 'card', outcome: 'authorized' } as const;
const at = (orderId: string, step: string) => `/api/v1/desk/orders/${orderId}/${step}`;

test('G70 money the bank has only authorized is not taken for a declined or refunded order, and the buyer is told', async () => {
  world.gateway.faults.capture = 'manual';
  const declined = await halfPaid();
  expect((await vy.post(at(declined.orderId, 'reject'), { reason: 'Away' })).status).toBe(200);
  const refunded = await halfPaid();
  expect((await desk.refund(vy, refunded.paymentId)).status).toBe(200);
  for (const [order, reason] of [
    [declined, /declined/],
    [refunded, /refunded/],
  ] as const) {
    const result = world.gateway.pay(order.rest, AUTHORIZED);
    expect(await verifyRemaining(asha, order.orderId, result)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(reason) },
    });
    await quiet(world);
    const { razorpay_payment_id: id } = result;
    const there = world.gateway.books().payments.find((each) => each.id === id);
    expect(there?.status, 'nobody takes it').toBe('authorized');
    expect((await bookOf(world, order.orderId)).paid).toBe(order.due.amount);
  }
});

test('G70 the rest of a declined order that is captured all the same is kept, told, and due for refund', async () => {
  const { orderId, rest } = await halfPaid();
  await vy.post(at(orderId, 'reject'), { reason: 'Away' });
  const result = world.gateway.pay(rest, CARD);
  const answer = await verifyRemaining(asha, orderId, result);
  expect(answer.body.message).toMatch(/declined. You get the money back/);
  const due = (await desk.due(vy)).find((each) => each._id === result.razorpay_payment_id);
  expect(due?.standing).toBe('settled');
});

test('G69 a payment that lands on a wholly refunded order goes back, and owner and buyer are told', async () => {
  const { cart: body, orderId, paymentId, rest } = await halfPaid();
  await desk.refund(vy, paymentId);
  const result = world.gateway.pay(rest, CARD);
  const answer = await verifyRemaining(asha, orderId, result);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/nothing was due/) },
  });
  expect(await standing(world, result.razorpay_payment_id)).toBe('surplus');
  expect((await desk.due(vy)).map((each) => each._id)).toContain(result.razorpay_payment_id);
  await world.mail.letter(body.addressInfo.email, /goes back/);
  await world.mail.letter(world.shop.config.ownerEmail, /refund is due/i);
});

test('G69 a wholly refunded order is not accepted any more; it can be rejected', async () => {
  const { orderId, paymentId } = await buy(world, asha);
  await desk.refund(vy, paymentId);
  expect(await vy.post(at(orderId, 'accept'))).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/given back. Reject it/) },
  });
  expect((await vy.post(at(orderId, 'reject'), { reason: 'Refunded' })).status).toBe(200);
});

test('G69 a refund made at the provider while ours was asked for is counted when ours is refused', async () => {
  const { orderId, paymentId, due } = await buy(world, asha);
  world.gateway.faults.webhooks.hold = true;
  world.gateway.faults.next('payments.refund', { kind: 'refuse' });
  expect((await desk.refund(vy, paymentId)).status).toBe(202);
  world.gateway.refund(paymentId);
  await world.shop.reconciler.run();
  expect(await bookOf(world, orderId)).toMatchObject({ refunded: due.amount });
  const { db } = world.shop.deps.store;
  const refunds = await db
    .selectFrom('refunds')
    .select('status')
    .where('payment_id', '=', paymentId)
    .orderBy('status')
    .execute();
  expect(refunds.map((each) => each.status)).toEqual(['failed', 'processed']);
});

test('G69 a refund that was refused to our face and made all the same is counted', async () => {
  const { orderId, paymentId } = await buy(world, asha);
  world.gateway.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  expect((await desk.refund(vy, paymentId, { amount: 50 })).status).toBe(200);
  expect((await bookOf(world, orderId)).refunded).toBe(5000);
  await quiet(world);

  world.gateway.faults.webhooks.hold = true;
  world.gateway.faults.next('payments.refund', { kind: 'status', status: 400, when: 'after' });
  world.gateway.faults.next('payments.refunds', { kind: 'status', status: 400 });
  expect((await desk.refund(vy, paymentId, { amount: 70 })).status, 'not even listed').toBe(409);
  expect((await bookOf(world, orderId)).refunded).toBe(5000);
  world.gateway.release();
  await quiet(world);
  expect((await bookOf(world, orderId)).refunded, 'reported later').toBe(12_000);
});

test('what is paid twice is not called a success', async () => {
  const { due } = await begin(asha);
  const late = world.gateway.pay(due.orderId, FAILED);
  await verify(asha, world.gateway.pay(due.orderId, CARD));
  world.gateway.lateAuthorise(late.razorpay_payment_id, { force: true });
  const answer = await verify(asha, late);
  expect(answer).toMatchObject({
    status: 200,
    body: { message: expect.stringMatching(/money back/) },
  });
});

test('the owner is told before delivering what is not wholly paid, or was given back', () => {
  const payment = { totalAmount: 101, paidAmount: 51, refundedAmount: 0 };
  expect(whyNotDeliver(payment)).toMatch(/still to pay ₹50.00/);
  expect(whyNotDeliver({ ...payment, paidAmount: 101 })).toBeNull();
  expect(whyNotDeliver({ ...payment, refundedAmount: 51 })).toMatch(/given back/);
});
