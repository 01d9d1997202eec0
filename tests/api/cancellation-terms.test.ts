import { expect, test } from 'vitest';
import { CANCELLATION_TERMS } from '../../api/modules/orders/cancellation/rules.ts';
import { readAndCancel } from '../support/cancellation.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, orderOf, placeOrder } from '../support/payments.ts';
import { orderBody } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const TERMS = { notAccepted: 90, accepted: 30, lateAfterDays: 2, sellerShare: 70 };
const CALL = '/api/v1/desk/cancellation-terms';
const change = async (terms: object) =>
  owner.put(CALL, { ...(await owner.get(CALL)).body.terms, ...terms });
const acceptOrder = (orderId: string) => owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});

test('new terms hold for later orders and quotes, and for no earlier ones', async () => {
  const before = await buy(app, asha);
  const conversation = await askQuestion(bela);
  const offered = await sendQuote(owner, conversation);
  const { body } = await change(TERMS);
  expect(body.terms).toEqual({ ...TERMS, version: 3, late: 100, delivered: 0 });
  const after = await buy(app, asha);
  for (const { orderId } of [before, after]) await acceptOrder(orderId);

  const [old, young] = [await orderOf(asha, before.orderId), await orderOf(asha, after.orderId)];
  expect(old.agreement.terms.cancellation).toEqual(CANCELLATION_TERMS);
  expect(young.agreement.terms.cancellation).toEqual(body.terms);
  expect(young.cancellation.table).toContainEqual([
    'Accepted, nothing delivered',
    '30 % of what is paid',
    'Everything, and 70 % on top',
  ]);
  expect(await readAndCancel(asha, before.orderId)).toBe(Math.ceil(before.checkout.amount / 2));
  expect(await readAndCancel(asha, after.orderId)).toBe(Math.ceil(after.checkout.amount * 0.3));

  const accepted = await acceptQuote(bela, offered);
  const quoted = await orderOf(bela, accepted.body.order);
  expect(quoted.agreement.terms.cancellation, 'a sent quote is frozen').toEqual(CANCELLATION_TERMS);
});

test('a buyer who has read other terms agrees to nothing and is asked to read again', async () => {
  const { body } = await asha.get(`/api/v1/gig/order/checkout/${crypto.randomUUID()}`);
  const { version } = body.cancellation;
  const sent = await orderBody(asha, { cancellationVersion: version });
  await change({ ...TERMS, accepted: 10 });
  const placed = await placeOrder(asha, sent);
  expect(placed).toMatchObject({ status: 409 });
  expect(placed.body.message).toBe('The cancellation terms have changed. Please read them again.');
  expect((await placeOrder(asha, { ...sent, cancellationVersion: version + 1 })).status).toBe(201);
});

test('refuses invalid cancellation terms and names the field', async () => {
  for (const [terms, field] of [
    [{ ...TERMS, notAccepted: 101 }, 'notAccepted'],
    [{ ...TERMS, accepted: -1 }, 'accepted'],
    [{ ...TERMS, accepted: 33.3 }, 'accepted'],
    [{ ...TERMS, lateAfterDays: 91 }, 'lateAfterDays'],
    [{ ...TERMS, sellerShare: 101 }, 'sellerShare'],
    [{ ...TERMS, notAccepted: 20 }, 'notAccepted'],
  ] as const) {
    const answer = await change(terms);
    expect(answer, JSON.stringify(terms)).toMatchObject({ status: 400, body: { field } });
  }
  expect((await asha.put(CALL, TERMS)).status).toBe(403);
});
