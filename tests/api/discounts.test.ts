import { expect, test } from 'vitest';
import { todayOf } from '../../api/modules/catalog/availability/availability.ts';
import { DAY } from '../../api/platform/clock.ts';
import { readAndCancel } from '../support/cancellation.ts';
import { completeOrder } from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  FAILED,
  orderOf,
  placeOrder,
  startCheckout,
  storedPaymentStatus,
  verifyPayment,
} from '../support/payments.ts';
import { insertBuyer, orderBody, ownerOf, STORE, WEBSITE } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

sharePaymentApp();

let made = 0;
/** The owner makes a code; without more it takes 20 % off. */
async function makeCode(more: object = {}, by: Person = owner): Promise<string> {
  made += 1;
  const code = `CODE-${made}`;
  const sent = { code: code.toLowerCase(), percent: 20, amount: null, ...more };
  const answer = await by.post('/api/v1/desk/discounts', sent);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return code;
}

const check = (person: Person, code: string, more: object = {}) =>
  person.post('/api/v1/gig/order/discount', { code, gigId: WEBSITE, ...more });

/** A cart with this code, at the price that the buyer sees. */
async function cartWith(person: Person, code: string, percent = 20) {
  const { body } = await check(person, code);
  const cart = await orderBody(person);
  const total = cart.totalAmount - Math.round(cart.totalAmount * percent) / 100;
  return { ...cart, discount: body.discount._id as string, totalAmount: total };
}

const listed = async (code: string) =>
  (await owner.get('/api/v1/desk/discounts')).body.discounts.find(
    (each: { code: string }) => each.code === code,
  );

const refusedCode = (message: string) => ({ status: 409, body: { message, field: 'code' } });

test('a code is a line of the price, the agreement and the papers, and the bank is asked for the rest', async () => {
  const code = await makeCode();
  const cart = await cartWith(asha, ` ${code.toLowerCase()} `);
  const full = (await orderBody(asha)).totalAmount * 100;
  const { orderId, checkout } = await buy(app, asha, cart);
  expect(checkout.amount).toBe(full - full / 5);
  const order = await orderOf(asha, orderId);
  const line = { name: `Code ${code}, 20 % off`, quantity: 1 };
  expect(order.OrderItems[0].extraFeatures).toMatchObject([{ ...line, price: -full / 500 }]);
  expect(order.paymentInfo).toMatchObject({ paymentStatus: 'Paid', totalAmount: full / 125 });
  const { agreement } = order;
  expect(agreement.terms.scope).toMatchObject([
    { amount: full },
    { ...line, details: [], amount: -full / 5 },
  ]);
  expect(agreement.terms.total).toBe(full - full / 5);
  // Without a code there is nothing new in it, and nothing but the line with one.
  const plain = await orderOf(asha, (await buy(app, asha)).orderId);
  expect(Object.keys(agreement.terms)).toEqual(Object.keys(plain.agreement.terms));
  expect(plain.agreement.terms.scope).toEqual(agreement.terms.scope.slice(0, 1));
  await completeOrder(owner, asha, orderId);
  const statement = await rowWith(app, 'billing_documents', { order_id: orderId });
  const amounts = { price: -full / 5, amount: -full / 5 };
  expect(JSON.parse(statement.data).lines).toMatchObject([{}, { ...line, ...amounts }]);
  expect(await listed(code)).toMatchObject({
    ...{ used: 1, worth: '20 % off' },
    brought: [{ currency: 'INR', orders: 1, amount: full / 125 }],
  });
});

test('an amount is taken off in its currency, and a rupee is always left to pay', async () => {
  const code = await makeCode({ percent: null, amount: 1e6, currency: 'INR' });
  expect(await check(asha, code, { currency: 'USD' })).toMatchObject(
    refusedCode('This code is for prices in rupees.'),
  );
  const cart = { ...(await cartWith(asha, code)), totalAmount: 1 };
  expect(await placeOrder(asha, { ...cart, paymentType: 'Milestone' })).toMatchObject({
    status: 400,
    body: { field: 'paymentType' },
  });
  expect((await startCheckout(asha, cart)).checkout.amount).toBe(100);
  const all = await makeCode({ percent: 100 });
  const free = { ...(await cartWith(bela, all)), totalAmount: 0 };
  expect((await placeOrder(bela, free)).status).toBe(409);
  expect((await startCheckout(bela, { ...free, totalAmount: 1 })).checkout.amount).toBe(100);
});

test('a code says why it cannot be used', async () => {
  expect(await check(asha, 'NOBODYS')).toMatchObject(refusedCode('There is no such code.'));
  const ofStore = await makeCode({ gigId: STORE });
  expect(await check(asha, ofStore)).toMatchObject(refusedCode('This code is for another gig.'));
  expect((await check(asha, ofStore, { gigId: STORE })).status).toBe(200);
  const ended = await makeCode();
  const cart = await cartWith(asha, ended);
  const { _id } = await listed(ended);
  expect((await owner.post(`/api/v1/desk/discounts/${_id}/disable`, {})).status).toBe(200);
  expect(await check(asha, ended)).toMatchObject(refusedCode('This code has ended.'));
  expect(await placeOrder(asha, cart)).toMatchObject(refusedCode('This code has ended.'));
  expect((await owner.post(`/api/v1/desk/discounts/${_id}/enable`, {})).status).toBe(200);
  expect((await owner.post(`/api/v1/desk/discounts/${_id}/enable`, {})).status).toBe(404);
  expect((await check(asha, ended)).status).toBe(200);
  const foreign = { ...cart, discount: crypto.randomUUID() };
  expect(await placeOrder(asha, foreign)).toMatchObject(refusedCode('There is no such code.'));
  expect(await placeOrder(asha, { ...cart, discount: undefined })).toMatchObject({
    status: 409,
    body: { message: 'The price has changed. Please review your order.' },
  });
  for (const wrong of [
    { code: 'ABC' },
    { percent: 0 },
    { percent: null },
    { amount: 5 },
    { lastDay: '2020-01-01' },
    { maxUses: 0 },
  ]) {
    const sent = { code: 'WRONG-1', percent: 20, amount: null, ...wrong };
    expect((await owner.post('/api/v1/desk/discounts', sent)).status).toBe(400);
  }
  const twice = { code: ofStore, percent: 5, amount: null };
  expect(await owner.post('/api/v1/desk/discounts', twice)).toMatchObject({
    status: 409,
    body: { field: 'code' },
  });
});

test('an unpaid checkout takes no use of a code, and what the bank had at its price is kept', async () => {
  const code = await makeCode({ maxUses: 1 });
  const cart = await cartWith(asha, code);
  const { checkout } = await startCheckout(asha, cart);
  const again = await startCheckout(asha, await cartWith(asha, code));
  expect(await check(bela, code)).toMatchObject({ status: 200 });
  const { orderId } = await buy(app, bela, await cartWith(bela, code));
  expect(await placeOrder(asha, cart)).toMatchObject(refusedCode('This code is used up.'));
  const unpaid = await rowWith(app, 'orders', { checkout_id: String(again.cart.checkoutId) });
  expect(await asha.post('/api/v1/gig/order/payAgain', { orderId: unpaid.id })).toMatchObject(
    refusedCode('This code is used up. Please order again without it.'),
  );
  const late = app.sandbox.pay(checkout.orderId, CAPTURED);
  expect((await verifyPayment(asha, late)).status).toBe(200);
  expect(await storedPaymentStatus(app, late.razorpay_payment_id)).toBe('settled');
  expect(await listed(code)).toMatchObject({ used: 2, maxUses: 1 });
  const told = `The code ${code} is now used 2 times, of 1`;
  await app.mail.email('owner@example.com', /New order/, told);
  // Nothing of it is kept: one use is left again, once the other is refunded, too.
  await readAndCancel(
    asha,
    (await rowWith(app, 'orders', { checkout_id: String(cart.checkoutId) })).id,
  );
  expect(await check(asha, code)).toMatchObject(refusedCode('This code is used up.'));
  await readAndCancel(bela, orderId);
  expect(await listed(code)).toMatchObject({ used: 0, brought: [] });
  expect(await check(asha, code)).toMatchObject({ status: 200 });
});

test('a code once per buyer is used once by an account, and again when nothing of it was kept', async () => {
  const code = await makeCode({ oncePerBuyer: true });
  const { person } = await insertBuyer(app);
  const cart = await cartWith(person, code);
  const { checkout } = await startCheckout(person, cart);
  app.sandbox.pay(checkout.orderId, FAILED);
  expect(await startCheckout(person, cart)).toMatchObject({ checkout });
  const changed = { ...cart, paymentType: 'Milestone', checkoutId: crypto.randomUUID() };
  const { orderId } = await buy(app, person, changed);
  const used = refusedCode('You have used this code before.');
  expect(await check(person, code)).toMatchObject(used);
  expect(await placeOrder(person, { ...changed, checkoutId: crypto.randomUUID() })).toMatchObject(
    used,
  );
  expect(await check(bela, code)).toMatchObject({ status: 200 });
  await readAndCancel(person, orderId);
  expect(await check(person, code)).toMatchObject({ status: 200 });
});

test('a code is valid until its last day', async () => {
  const own = await startTestApp();
  const last = await makeCode({ lastDay: todayOf(own.server.services) }, await ownerOf(own));
  own.advance(DAY);
  const { person } = await insertBuyer(own);
  expect((await check(person, last)).body.message).toMatch(/^This code was valid until /);
  await own.close();
});

test('a code is written as people write: with spaces, dots and the letters of any script', async () => {
  for (const [made, typed, shown] of [
    ['Diwali 20', ' diwali  20', 'DIWALI 20'],
    ['save.20_now', 'SAVE.20_NOW', 'SAVE.20_NOW'],
    ['दिवाली20', 'दिवाली20', 'दिवाली20'],
    ['straße', 'STRASSE', 'STRASSE'],
    ['ｓｐｒｉｎｇ', 'spring', 'SPRING'],
  ] as const) {
    expect((await owner.post('/api/v1/desk/discounts', code(made))).status, made).toBe(201);
    expect((await check(asha, typed)).body.discount, typed).toMatchObject({ code: shown });
  }
  for (const wrong of ['abc', '-save', 'a<bcd', 'x'.repeat(31)])
    expect((await owner.post('/api/v1/desk/discounts', code(wrong))).status, wrong).toBe(400);
});

const code = (typed: string) => ({ code: typed, percent: 20, amount: null });

test('codes cannot be guessed: wrong ones are counted, right ones are not', async () => {
  const { person } = await insertBuyer(app);
  const code = await makeCode({ lastDay: todayOf(app.server.services) });
  for (let at = 0; at < 12; at += 1) expect((await check(person, code)).status).toBe(200);
  for (let at = 0; at < 10; at += 1) expect((await check(person, `NONE-${at}`)).status).toBe(409);
  expect(await check(person, code)).toMatchObject({ status: 429 });
  expect((await check(asha, code)).status).toBe(200);
});
