import { expect, test } from 'vitest';
import { CANCEL_DISPUTED } from '../../api/modules/orders/cancellation/texts.ts';
import { readAndCancel, refundedAtProvider } from '../support/cancellation.ts';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  payRemaining,
  storedOrder,
} from '../support/payments.ts';
import { insertBuyer } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

interface Line {
  kind: string;
  amount: number;
  state: string;
  receipt: string | null;
}
const moneyOf = async (person: Person, orderId: string) =>
  (await person.get(`/api/v1/gig/order/${orderId}/money`)).body.money as {
    parts: { name: string; amount: number; state: string }[];
    lines: Line[];
    balance: number;
    excess: number;
    disputed: number;
    checkedAt: string | null;
  };
const paise = (rupees: number): number => Math.round(rupees * 100);
const sum = (lines: { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + paise(amount), 0);

test('the page adds up to the paisa through instalments, a refund, a lost dispute and a second payment', async () => {
  const { orderId, paymentId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { body } = await payRemaining(asha, orderId);
  app.sandbox.pay(body.orderId, { method: 'upi', outcome: 'captured' });
  await deliverWebhooks(app);
  await adminPayments.refund(owner, paymentId, { amount: 12.34, reason: 'A discount' });
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await deliverWebhooks(app);
  app.sandbox.moveDispute(id, 'lost');
  await deliverWebhooks(app);
  const money = await moneyOf(asha, orderId);
  const { paid, refunded, lost, total } = await storedOrder(app, orderId);
  expect({ refunded, lost }).toEqual({ refunded: 1_234, lost: 5_001 });
  expect(sum(money.parts)).toBe(total);
  expect(money.parts.map(({ state }) => state)).toEqual(['Paid', 'Paid']);
  expect(money.lines.map(({ state }) => state)).toContainEqual(
    expect.stringMatching(/^Received by UPI, pay_/),
  );
  expect(sum(money.lines)).toBe(paise(money.balance));
  expect(paise(money.balance)).toBe(paid - refunded - lost);
  expect(money.lines.map(({ kind }) => kind).sort()).toEqual([
    'dispute',
    'payment',
    'payment',
    'refund',
  ]);
  const documents = money.lines.filter(({ receipt }) => receipt !== null);
  expect(documents, 'two receipts and a refund note').toHaveLength(3);
  expect(Date.parse(money.checkedAt ?? '')).not.toBeNaN();
});

test('while a bank decides, the page says how much of the balance cannot be refunded', async () => {
  const buyer = (await insertBuyer(app)).person;
  const { orderId, paymentId, checkout } = await buy(app, buyer);
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await deliverWebhooks(app);
  const open = await moneyOf(buyer, orderId);
  expect(paise(open.balance)).toBe(checkout.amount);
  expect(open.disputed).toBe(50.01);
  expect(open.lines.at(-1)).toMatchObject({ kind: 'dispute', amount: 0 });
  const { totals } = (await buyer.get('/api/v1/gig/order/money')).body.money;
  expect(totals.disputed).toBe(50.01);
  const { mayCancel, sentence } = (await orderOf(buyer, orderId)).cancellation;
  expect({ mayCancel, sentence }).toEqual({ mayCancel: false, sentence: CANCEL_DISPUTED });

  app.sandbox.moveDispute(id, 'lost');
  await deliverWebhooks(app);
  const lost = await moneyOf(buyer, orderId);
  expect(lost.disputed).toBe(0);
  expect(paise(lost.balance)).toBe(checkout.amount - 5_001);
});

test('after a cancellation what is left is what the seller keeps', async () => {
  const { orderId, checkout } = await buy(app, asha, { paymentType: 'Milestone' });
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  const promise = await readAndCancel(asha, orderId);
  await refundedAtProvider(app, orderId);
  const money = await moneyOf(asha, orderId);
  expect(paise(money.balance)).toBe(checkout.amount - promise);
  expect(sum(money.lines)).toBe(checkout.amount - promise);
  expect(money.parts.map(({ state }) => state)).toEqual(['Paid', 'Not to be paid any more']);
  expect(money.lines.at(-1)?.state).toMatch(/^Refunded; banks need/);
});

const page = async (person: Person, before = '') =>
  (await person.get(`/api/v1/gig/order/money${before && `?before=${before}`}`)).body.money;
const check = (person: Person, orderId: string) =>
  person.post(`/api/v1/gig/order/${orderId}/money/check`, {});

test('one page adds up over all orders of a buyer, twenty at a time', async () => {
  const { person } = await insertBuyer(app, {});
  const first = await buy(app, person, { paymentType: 'Milestone' });
  await adminPayments.refund(owner, first.paymentId, { amount: 1.23, reason: 'A discount' });
  for (let at = 0; at < 21; at += 1) await buy(app, person);
  const newest = await page(person);
  expect(newest.orders).toHaveLength(20);
  const rest = await page(person, newest.next);
  expect(rest.orders).toHaveLength(2);
  expect(rest.next).toBeNull();
  const all = [...newest.orders, ...rest.orders];
  const { totals } = newest;
  expect(sum(all.map(({ balance }) => ({ amount: balance })))).toBe(paise(totals.balance));
  expect(paise(totals.paid) - paise(totals.refunded)).toBe(paise(totals.balance));
  expect(totals.refunded).toBe(1.23);
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(22);
  expect((await page((await insertBuyer(app, {})).person)).orders).toEqual([]);
});

test('asking now finds what nobody reported, at most twice a minute', async () => {
  const { person } = await insertBuyer(app, {});
  const { orderId } = await buy(app, person, { paymentType: 'Milestone' });
  const { body } = await payRemaining(person, orderId);
  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.pay(body.orderId, CAPTURED);
  expect((await moneyOf(person, orderId)).lines).toHaveLength(1);
  const asked = await check(person, orderId);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  expect(asked.body.money.lines).toHaveLength(2);
  expect(asked.body.money.parts[1].state).toBe('Paid');
  const again = await check(person, orderId);
  expect(again).toMatchObject({ status: 429 });
  expect(again.headers.get('retry-after')).toMatch(/^\d+$/);
  app.advance(31_000);
  expect((await check(person, orderId)).status).toBe(200);
  expect((await check(asha, orderId)).status).toBe(404);
});

test('asking now sees a refund to its end, and says so when the provider is silent', async () => {
  const { person } = await insertBuyer(app, {});
  const { orderId, paymentId } = await buy(app, person);
  app.sandbox.faults.refunds = 'pending';
  await adminPayments.refund(owner, paymentId, { amount: 10, reason: 'A discount' });
  app.sandbox.faults.webhooks.hold = true;
  const made = app.sandbox.records().refunds.find(({ payment_id }) => payment_id === paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'processed');
  const { body } = await check(person, orderId);
  const refund = body.money.lines.find(({ kind }: Line) => kind === 'refund');
  expect(refund.state).toMatch(/^Refunded; banks need/);
  expect(refund.receipt).toMatch(/^VR\//);
  app.advance(31_000);
  app.sandbox.faults.next('*', { kind: 'status', status: 500 }, 9);
  expect(await check(person, orderId)).toMatchObject({
    status: 502,
    body: { message: 'Razorpay does not answer just now. We ask again by ourselves.' },
  });
});

test('a waived instalment reads waived, and a change its name', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { parts } = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
  await owner.post(`/api/v1/desk/payments/instalments/${parts[1]._id}/waive`, {});
  const changeId = crypto.randomUUID();
  await ownerProposes(owner, orderId, { changeId, amount: 100 });
  await buyerAnswers(asha, changeId, 'accept');
  expect((await moneyOf(asha, orderId)).parts).toMatchObject([
    { name: 'Milestone 1 of 2', state: 'Paid' },
    { name: 'Milestone 2 of 2', state: 'Waived' },
    { name: 'Change 1', state: 'To pay', amount: 100 },
  ]);
});
