import { beforeEach, expect, test } from 'vitest';
import { DAY } from '../../api/platform/clock.ts';
import { cancelOrder, readAndCancel, refundedAtProvider } from '../support/cancellation.ts';
import { adminOrder } from '../support/disputes.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  payRemaining,
  placeOrder,
  startCheckout,
  storedOrder,
  storedPaymentStatus,
} from '../support/payments.ts';
import { ASHA, idOf, insertBuyer, orderBody, ownerOf } from '../support/people.ts';
import { changeRow, rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

sharePaymentApp();
// Who cancels so often orders by the owner's leave.
beforeEach(async () => {
  await owner.post(`/api/v1/desk/clients/${await idOf(asha)}/allow`, {});
});

const step = async (orderId: string, name: string, body: object = {}) =>
  expect((await owner.post(`/api/v1/desk/orders/${orderId}/${name}`, body)).status).toBe(200);
const CANCEL_TOO_LATE = /can no longer be cancelled/;
const isListedForRefund = async (orderId: string) => {
  const listed = await adminPayments.refundsDue(owner);
  return listed.some((each) => each.orderId === orderId);
};

test('an order that is cancelled before acceptance is refunded in full, without a step of the owner', async () => {
  const { orderId, checkout } = await buy(app, asha);
  const { cancellation } = await orderOf(asha, orderId);
  expect(cancellation).toMatchObject({ mayCancel: true, refund: checkout.amount / 100 });
  expect(await readAndCancel(asha, orderId)).toBe(checkout.amount);
  expect(await refundedAtProvider(app, orderId)).toBe(checkout.amount);
  await deliverWebhooks(app);
  const order = await orderOf(asha, orderId);
  expect(order).toMatchObject({ orderStatus: 'Cancelled', cancellation: null });
  expect(order.paymentInfo).toMatchObject({ refundedAmount: checkout.amount / 100, dueAmount: 0 });
  expect(order.timeline.map(({ text }: { text: string }) => text)).toContain(
    'Order is now Cancelled',
  );
  expect(await isListedForRefund(orderId)).toBe(false);
  const number = orderId.slice(-6).toUpperCase();
  await app.mail.email(app.server.config.ownerEmail, /^Cancelled: /, `#${number}`);
});

test('an accepted order that is cancelled is half refunded and does not wait for a refund of the owner', async () => {
  const { orderId, checkout } = await buy(app, asha);
  await step(orderId, 'accept');
  const half = Math.ceil(checkout.amount / 2);
  expect((await orderOf(asha, orderId)).cancellation.sentence).toMatch(
    /^If you cancel today you get ₹/,
  );
  expect(await readAndCancel(asha, orderId)).toBe(half);
  expect(await refundedAtProvider(app, orderId)).toBe(half);
  expect(await storedOrder(app, orderId)).toMatchObject({ refunded: half, paid: checkout.amount });
  expect(await isListedForRefund(orderId)).toBe(false);
  for (const [name, body] of [
    ['accept', {}],
    ['deliver', { message: 'Too late' }],
    ['reject', { reason: 'Too late' }],
  ] as const) {
    const answer = await owner.post(`/api/v1/desk/orders/${orderId}/${name}`, body);
    expect(answer.status, name).toBe(409);
  }
  const queue = (await owner.get('/api/v1/desk/orders?show=done')).body;
  expect(queue.orders.map((each: { _id: string }) => each._id)).toContain(orderId);
});

test('a cancellation whose refund the provider refuses never says that it is refunded', async () => {
  const { orderId, paymentId, checkout } = await buy(app, asha);
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400 });
  const { refund } = (await orderOf(asha, orderId)).cancellation;
  const { body } = await cancelOrder(asha, orderId, refund);
  expect(body.message).toMatch(/^The order is cancelled\. You get ₹.* back; a mail confirms it/);
  await app.server.services.background.settled();
  expect((await orderOf(asha, orderId)).paymentInfo).toMatchObject({
    ...{ refundedAmount: 0, owedAmount: checkout.amount / 100 },
  });
  expect(await isListedForRefund(orderId)).toBe(true);
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  const told = await app.mail.email(ASHA.email, /^Your refund of .* has not arrived/, number);
  expect(told.text).toContain('could not be made yet');
  for (const { text } of app.mail.emails.filter((each) => each.text?.includes(number)))
    expect(text).not.toContain('is refunded');
  expect((await adminPayments.refund(owner, paymentId)).status).toBe(200);
});

test('an order whose delivery is a week late is refunded in full when it is cancelled', async () => {
  const { orderId, checkout } = await buy(app, asha);
  await step(orderId, 'accept');
  const { delivery_date } = await storedOrder(app, orderId);
  const late = new Date(Date.parse(delivery_date ?? '') - 30 * DAY).toISOString();
  await changeRow(app, 'orders', orderId, { delivery_date: late });
  expect(await readAndCancel(asha, orderId)).toBe(checkout.amount);
});

test('a buyer cannot cancel a delivered order, not even while a revision is under way', async () => {
  const { orderId } = await buy(app, asha);
  await step(orderId, 'accept');
  await step(orderId, 'deliver', { message: 'Version 1' });
  const expectTooLate = async () => {
    const { cancellation } = await orderOf(asha, orderId);
    expect(cancellation).toMatchObject({ mayCancel: false, refund: 0 });
    expect(await cancelOrder(asha, orderId, 0)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(CANCEL_TOO_LATE) },
    });
  };
  await expectTooLate();
  const revisionRequest = { orderId, revisionDescription: 'Bigger letters, please.' };
  await asha.post('/api/v1/gig/order/revision-request', revisionRequest);
  const [revision] = (await adminOrder(owner, orderId)).revisions;
  const status = 'Approved';
  await owner.write('PATCH', `/api/v1/desk/revisions/${revision._id}`, { status }, {});
  expect((await orderOf(asha, orderId)).orderStatus, 'under revision').toBe('Accepted');
  await expectTooLate();
});

/** Pays the second part of an order that may be closed meanwhile; the bank captures it anyway. */
async function payLate(person: Person, orderId: string, meanwhile: () => Promise<unknown>) {
  const { body } = await payRemaining(person, orderId);
  await meanwhile();
  const paid = app.sandbox.pay(body.orderId, CAPTURED);
  await deliverWebhooks(app);
  return { paymentId: paid.razorpay_payment_id, amount: body.amount as number };
}

test('the part of a cancelled order that a late bank pays is refunded by itself, and said', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  let promise = 0;
  const late = await payLate(asha, orderId, async () => {
    promise = await readAndCancel(asha, orderId);
  });
  expect(await storedPaymentStatus(app, late.paymentId)).toBe('surplus');
  expect(await refundedAtProvider(app, orderId)).toBe(promise + late.amount);
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  await app.mail.email(ASHA.email, /^Your payment is refunded/, number);
  expect(await isListedForRefund(orderId)).toBe(false);
});

test('rejecting refunds everything in the same step, also what a late bank pays', async () => {
  const { orderId, checkout } = await buy(app, asha, { paymentType: 'Milestone' });
  const late = await payLate(asha, orderId, () =>
    step(orderId, 'reject', { reason: 'Not my field' }),
  );
  expect(await refundedAtProvider(app, orderId)).toBe(checkout.amount + late.amount);
  expect(await isListedForRefund(orderId)).toBe(false);
  expect((await adminOrder(owner, orderId)).orderStatus).toBe('Rejected');
});

test('a late order that is cancelled is one mail for each side, with what is refunded and owed on top', async () => {
  const { orderId } = await buy(app, asha);
  await step(orderId, 'accept');
  const late = new Date(Date.now() - 60 * DAY).toISOString();
  await changeRow(app, 'orders', orderId, { delivery_date: late });
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  await readAndCancel(asha, orderId);
  await app.mail.email(ASHA.email, /^Cancelled: /, number);
  await app.mail.email(app.server.config.ownerEmail, /^Cancelled: /, number);
  await app.server.services.background.settled();
  const mails = app.mail.emails.filter(
    ({ subject = '', text }) => text?.includes(number) && /cancel|refund|owe/i.test(subject),
  );
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain('on top of ');
});

test('who has cancelled two paid orders before acceptance orders no third until the owner allows it', async () => {
  const name = `lila.${crypto.randomUUID().slice(0, 8)}`;
  const [first, second] = [await insertBuyer(app), await insertBuyer(app)];
  const [person, alias] = [first.person, second.person];
  await changeRow(app, 'users', first.user.id, { email: `${name}@gmail.com` });
  const other = `${name.replace('.', '')}+more@googlemail.com`;
  await changeRow(app, 'users', second.user.id, { email: other });
  const unpaid = await startCheckout(person);
  const cancelled = [await buy(app, person), await buy(app, alias)];
  await readAndCancel(person, cancelled[0]?.orderId ?? '');
  expect((await placeOrder(person, await orderBody(person))).status).toBe(201);
  await readAndCancel(alias, cancelled[1]?.orderId ?? '');
  const refused = {
    status: 409,
    body: { message: expect.stringMatching(/^Ask the studio first\./) },
  };
  for (const each of [person, alias])
    expect(await placeOrder(each, await orderBody(each))).toMatchObject(refused);
  const { order_id: orderId } = await rowWith(app, 'instalments', {
    provider_order_id: unpaid.checkout.orderId,
  });
  expect(await person.post('/api/v1/gig/order/payAgain', { orderId })).toMatchObject(refused);
  const page = `/api/v1/desk/clients/${first.user.id}`;
  const { earlyCancellations } = (await owner.get(page)).body.client;
  expect(earlyCancellations).toMatchObject({ count: 2, isRefused: true });
  expect(earlyCancellations.fees).toBeGreaterThan(0);
  expect((await owner.post(`${page}/allow`, {})).status).toBe(200);
  expect((await placeOrder(person, await orderBody(person))).status).toBe(201);
});

test('nor does anybody else in the network that two such cancellations came from', async () => {
  const strict = await startTestApp({ TRUST_PROXY: 'on' }, { testMultiplier: 1 });
  for (const { person } of [await insertBuyer(strict), await insertBuyer(strict)])
    await readAndCancel(person, (await buy(strict, person)).orderId);
  const { person, user } = await insertBuyer(strict);
  const cart = await orderBody(person);
  const refused = {
    status: 429,
    body: { message: expect.stringMatching(/^Ask the studio first/) },
  };
  expect(await placeOrder(person, cart)).toMatchObject(refused);
  const elsewhere = { 'X-Forwarded-For': '203.0.113.7' };
  expect((await person.post('/api/v1/gig/order/place', cart, elsewhere)).status).toBe(201);
  const desk = await ownerOf(strict);
  expect((await desk.post(`/api/v1/desk/clients/${user.id}/allow`, {})).status).toBe(200);
  expect((await placeOrder(person, await orderBody(person))).status).toBe(201);
  await strict.close();
});
