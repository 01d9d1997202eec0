import { expect, onTestFinished, test } from 'vitest';
import type { BuyerPayment } from '../../api/modules/order-pages/payment-list.ts';
import { CANCEL_DISPUTED } from '../../api/modules/orders/cancellation/rules.ts';
import { orderNumber } from '../../api/modules/orders/order-number-rules.ts';
import { PROVIDER_CHECKED } from '../../api/modules/payments/texts.ts';
import { readAndCancel, refundedAtProvider } from '../support/cancellation.ts';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import { completeOrder } from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { insertPayments } from '../support/ledger-fixtures.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  createForeignOrder,
  deliverWebhooks,
  listBuyerPayments,
  listPayments,
  orderOf,
  payRemaining,
  storedOrder,
} from '../support/payments.ts';
import { ADDRESS, insertBuyer, ownerOf } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

sharePaymentApp();

const paise = (rupees: number): number => Math.round(rupees * 100);
const leftOf = (rows: { amount: number; refunded: number; lost: number; due: unknown }[]): number =>
  rows
    .filter(({ due }) => due === null)
    .reduce((sum, row) => sum + paise(row.amount) - paise(row.refunded) - paise(row.lost), 0);

/** The rows of an order, as its buyer and as the owner reads them. */
async function rowsOf(buyer: Person, orderId: string) {
  const isOf = (row: { orderId: string | null }) => row.orderId === orderId;
  const buyers = (await listBuyerPayments(buyer)).filter(isOf);
  const owners = (await listPayments(owner, `find=${orderNumber(orderId)}`)).filter(isOf);
  expect(owners.map(({ state, amount }) => [state, amount])).toEqual(
    buyers.map(({ state, amount }) => [state, amount]),
  );
  return { buyers, owners };
}

test('both lists add up to the paisa through instalments, a refund, a lost dispute and the fee', async () => {
  const { orderId, paymentId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { body } = await payRemaining(asha, orderId);
  app.sandbox.pay(body.orderId, { method: 'upi', outcome: 'captured' });
  await deliverWebhooks(app);
  await adminPayments.refund(owner, paymentId, { amount: 12.34, reason: 'A discount' });
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await deliverWebhooks(app);
  app.sandbox.moveDispute(id, 'lost');
  await deliverWebhooks(app);
  const { paid, refunded, lost } = await storedOrder(app, orderId);
  expect({ refunded, lost }).toEqual({ refunded: 1_234, lost: 5_001 });
  const { buyers, owners } = await rowsOf(asha, orderId);
  expect(leftOf(buyers)).toBe(paid - refunded - lost);
  expect(buyers).toMatchObject([
    { part: 'Milestone 2 of 2', state: 'Paid', refunded: 0, due: null },
    { part: 'Milestone 1 of 2', state: 'Partly refunded', refunded: 12.34, lost: 50.01 },
  ]);
  expect(buyers.map(({ papers }) => papers.map(({ title }) => title))).toEqual([
    ['Receipt'],
    ['Receipt', 'Refund note'],
  ]);
  for (const { amount, refunded: back, lost: taken, fee, net } of owners)
    expect(paise(net ?? 0)).toBe(paise(amount) - paise(back) - paise(taken) - paise(fee ?? 0));
  expect(JSON.stringify(buyers)).not.toContain(paymentId);
});

test('while a bank decides, its payment is disputed and the owner reads by when to reply', async () => {
  const buyer = (await insertBuyer(app)).person;
  const { orderId, paymentId, checkout } = await buy(app, buyer);
  const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await deliverWebhooks(app);
  const { buyers, owners } = await rowsOf(buyer, orderId);
  expect(buyers).toMatchObject([{ state: 'Disputed', lost: 0 }]);
  expect(buyers[0]).not.toHaveProperty('dispute');
  expect(owners[0]?.dispute).toMatchObject({ status: 'open' });
  const { mayCancel, sentence } = (await orderOf(buyer, orderId)).cancellation;
  expect({ mayCancel, sentence }).toEqual({ mayCancel: false, sentence: CANCEL_DISPUTED });

  app.sandbox.moveDispute(id, 'lost');
  await deliverWebhooks(app);
  const lost = await rowsOf(buyer, orderId);
  expect(leftOf(lost.buyers)).toBe(checkout.amount - 5_001);
  expect(lost.owners[0]?.dispute).toBeNull();
});

test('after a cancellation what is left is what the seller keeps, and nothing is to be paid', async () => {
  const { orderId, checkout } = await buy(app, asha, { paymentType: 'Milestone' });
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  expect((await rowsOf(asha, orderId)).buyers.map(({ state }) => state).sort()).toEqual([
    'Paid',
    'To be paid',
  ]);
  const promise = await readAndCancel(asha, orderId);
  await refundedAtProvider(app, orderId);
  const { buyers } = await rowsOf(asha, orderId);
  expect(buyers.map(({ due }) => due)).toEqual([null]);
  expect(leftOf(buyers)).toBe(checkout.amount - promise);
});

test('five hundred payments are read fifty rows at a time, each exactly once', async () => {
  const large = await startTestApp();
  onTestFinished(() => large.close());
  const { person } = await insertBuyer(large);
  const { orderId } = await buy(large, person, { paymentType: 'Milestone' });
  await insertPayments(large, 500, orderId);
  expect((await person.get('/api/v1/gig/order/money')).body.payments).toHaveLength(50);
  const shopOwner = await ownerOf(large);
  for (const rows of [await listBuyerPayments(person), await listPayments(shopOwner)]) {
    expect(rows).toHaveLength(502);
    const times = rows.flatMap(({ paidAt }) => paidAt ?? []);
    expect(times).toEqual(times.toSorted().toReversed());
  }
  expect(new Set((await listPayments(shopOwner)).map(({ _id }) => _id)).size).toBe(502);
  expect(await listBuyerPayments(person, 'show=due')).toHaveLength(1);
  expect(await listBuyerPayments((await insertBuyer(large)).person)).toEqual([]);
});

test('the owner narrows the list to what needs attention, is due, refunded or disputed', async () => {
  const { person: buyer } = await insertBuyer(app);
  const named = { addressInfo: { ...ADDRESS, firstName: 'Narendra', lastName: 'Pillai' } };
  const partly = await buy(app, buyer, { ...named, paymentType: 'Milestone' });
  await adminPayments.refund(owner, partly.paymentId, { amount: 10, reason: 'A discount' });
  const disputed = await buy(app, buyer, named);
  app.sandbox.dispute(disputed.paymentId);
  const { razorpay_payment_id: foreign } = app.sandbox.pay(await createForeignOrder(app), CAPTURED);
  await deliverWebhooks(app);
  const statesOf = async (query: string) =>
    (await listPayments(owner, `${query}&find=pillai`)).map(({ state }) => state);
  expect(await statesOf('')).toEqual(['Disputed', 'Partly refunded', 'To be paid']);
  expect(await statesOf('show=attention')).toEqual(['Disputed']);
  expect(await statesOf('show=due')).toEqual(['To be paid']);
  expect(await statesOf('show=refunded')).toEqual(['Partly refunded']);
  expect(await statesOf('show=disputed')).toEqual(['Disputed']);
  expect(await statesOf('show=bribes'), 'an unknown filter is ignored').toHaveLength(3);
  expect(await statesOf('period=2001-01')).toEqual([]);
  expect(await listPayments(owner, `show=attention&find=${foreign}`)).toMatchObject([
    { state: 'Without an order', orderId: null, buyer: null, papers: [] },
  ]);
  const [receipt] = (await listPayments(owner, `find=${partly.paymentId}`))[0]?.papers ?? [];
  const byNumber = await listPayments(owner, `find=${receipt?.number}`);
  expect(byNumber.map(({ _id }) => _id)).toEqual([partly.paymentId]);
});

test('an invoice is beside the last payment of its order', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { body } = await payRemaining(asha, orderId);
  app.sandbox.pay(body.orderId, CAPTURED);
  await deliverWebhooks(app);
  await completeOrder(owner, asha, orderId);
  const { buyers } = await rowsOf(asha, orderId);
  expect(buyers.map(({ papers }) => papers.map(({ title }) => title))).toEqual([
    ['Receipt', 'Invoice'],
    ['Receipt'],
  ]);
});

const check = (person: Person, orderId: string) =>
  person.post(`/api/v1/gig/order/${orderId}/money/check`, {});

test('asking now finds what nobody reported, at most twice a minute', async () => {
  const { person } = await insertBuyer(app, {});
  const { orderId } = await buy(app, person, { paymentType: 'Milestone' });
  const { body } = await payRemaining(person, orderId);
  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.pay(body.orderId, CAPTURED);
  const states = async () =>
    (await rowsOf(person, orderId)).buyers.map(({ state }) => state).sort();
  expect(await states()).toEqual(['Paid', 'To be paid']);
  const asked = await check(person, orderId);
  expect(asked).toMatchObject({ status: 200, body: { message: PROVIDER_CHECKED } });
  expect(await states()).toEqual(['Paid', 'Paid']);
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
  expect((await rowsOf(person, orderId)).buyers).toMatchObject([{ state: 'Refund on its way' }]);
  const made = app.sandbox.records().refunds.find(({ payment_id }) => payment_id === paymentId);
  app.sandbox.endRefund(made?.id ?? '', 'processed');
  expect((await check(person, orderId)).status).toBe(200);
  const [refunded] = (await rowsOf(person, orderId)).buyers;
  expect(refunded).toMatchObject({ state: 'Partly refunded', refundedAt: expect.any(String) });
  expect(refunded?.papers.at(-1)?.number).toMatch(/^VR\//);
  app.advance(31_000);
  app.sandbox.faults.next('*', { kind: 'status', status: 500 }, 9);
  expect(await check(person, orderId)).toMatchObject({
    status: 502,
    body: { message: 'Razorpay does not answer just now. We keep trying.' },
  });
});

test('a waived part is listed no more, and a change by its name until it is paid', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { parts } = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
  await owner.post(`/api/v1/desk/payments/instalments/${parts[1]._id}/waive`, {});
  const changeId = crypto.randomUUID();
  await ownerProposes(owner, orderId, { changeId, amount: 100 });
  await buyerAnswers(asha, changeId, 'accept');
  expect((await rowsOf(asha, orderId)).buyers).toMatchObject([
    { part: 'Change 1', state: 'To be paid', amount: 100, due: { payBy: expect.any(String) } },
    { part: 'Milestone 1 of 2', state: 'Paid' },
  ]);
});

test('of the open parts of an order the one that is to be paid next can be paid from the list', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  for (const amount of [100, 200]) {
    const changeId = crypto.randomUUID();
    await ownerProposes(owner, orderId, { changeId, amount });
    await buyerAnswers(asha, changeId, 'accept');
  }
  const { parts, paymentInfo } = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
  expect(parts).toHaveLength(4);
  const { buyers } = await rowsOf(asha, orderId);
  const next = buyers.filter(({ due }) => due?.isNext);
  expect(next.map(({ amount }) => amount)).toEqual([paymentInfo.dueAmount]);
});

test('a buyer reads what is owed in all and the part to pay next, also where the list is filtered', async () => {
  const { person } = await insertBuyer(app);
  await buy(app, person, { paymentType: 'Milestone' });
  await buy(app, person, { paymentType: 'Milestone' });
  const read = async (query = '') => (await person.get(`/api/v1/gig/order/money${query}`)).body;
  const { payments, owed } = await read();
  const due = payments.filter((each: BuyerPayment) => each.due);
  expect(due).toHaveLength(2);
  const amount = due[0].amount + due[1].amount;
  expect(owed).toEqual({ amounts: [{ currency: 'INR', amount }], next: due[1] });
  expect((await read('?show=refunded')).owed).toEqual(owed);
});
