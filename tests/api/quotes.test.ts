import { expect, test } from 'vitest';
import { expireQuotes } from '../../api/modules/quotes/expire-quotes.ts';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  deliverWebhooks,
  listBuyerPayments,
  orderOf,
  payRemaining,
  storedPaymentStatus,
  storedPayments,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { ADDRESS, insertBuyer, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import {
  acceptQuote,
  askQuestion,
  declineQuote,
  newQuoteId,
  QUOTE_IN_THREE_INSTALMENTS,
  quotesIn,
  saveQuoteDraft,
  sendQuote,
  sendQuoteDraft,
  withdrawQuote,
} from '../support/quotes.ts';
import { rowsWith, rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const agreementsOf = (orderId: string) => rowsWith(app, 'agreements', { order_id: orderId });

test('a question becomes a quote, an order in three instalments and its agreement', async () => {
  const conversationId = await askQuestion(asha, WEBSITE);
  const id = await sendQuote(owner, conversationId);
  const [sent] = await quotesIn(asha, conversationId);
  expect(sent).toMatchObject({ _id: id, version: 1, status: 'Sent', orderId: null });
  expect(sent.terms).toMatchObject({ title: QUOTE_IN_THREE_INSTALMENTS.title, total: 60_000_50 });
  const accepted = await acceptQuote(asha, id);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(201);
  expect(accepted.body).toMatchObject({ amount: 20_000_50, part: 1, currency: 'INR' });
  const orderId = accepted.body.order as string;

  const [agreement] = await agreementsOf(orderId);
  expect(agreement?.sha256.slice(0, 8), 'the hash on the quote').toBe(sent.hash);
  const waiting = (await asha.get('/api/v1/gig/order/user-orders')).body.orders;
  expect(waiting[0]).toMatchObject({ _id: orderId, orderStatus: 'Awaiting payment' });

  const paid = await verifyPayment(asha, app.sandbox.pay(accepted.body.orderId, CAPTURED));
  expect(paid.body.order.paymentInfo).toMatchObject({
    paymentType: 'Milestone',
    paymentStatus: 'Partially Paid',
    totalAmount: 60_000.5,
    dueAmount: 20_000,
  });
  const order = await orderOf(asha, orderId);
  expect(order.agreement.hash).toBe(sent.hash);
  expect(order.parts).toMatchObject([
    { name: 'Part 1 of 3: Start', status: 'Paid' },
    { name: 'Part 2 of 3: Design', status: 'Open', due: 'delivery' },
    { name: 'Part 3 of 3: Launch', status: 'Open', due: 'completion' },
  ]);
  for (const part of [2, 3]) {
    const { body } = await payRemaining(asha, orderId);
    expect(body).toMatchObject({ part, amount: 20_000_00 });
    await verifyRemainingPayment(asha, orderId, app.sandbox.pay(body.orderId, CAPTURED));
  }
  const whole = await orderOf(asha, orderId);
  expect(whole.paymentInfo).toMatchObject({ paymentStatus: 'Paid', dueAmount: 0 });
  expect((await payRemaining(asha, orderId)).body.message).toBe('Nothing left to pay.');
  const receipts = await app.server.services.store.db
    .selectFrom('receipts')
    .select('data')
    .where('order_id', '=', orderId)
    .orderBy('serial')
    .execute();
  expect(receipts.map(({ data }) => JSON.parse(data).payment.part)).toEqual([
    'Part 1 of 3: Start',
    'Part 2 of 3: Design',
    'Part 3 of 3: Launch',
  ]);
  const { body } = await asha.post('/api/v1/communicate/order/user-conversation', { orderId });
  expect(body.conversation._id, 'the conversation moved').toBe(conversationId);
});

test('a draft is seen by the owner only and changes until it is sent', async () => {
  const conversationId = await askQuestion(asha);
  const id = newQuoteId();
  await saveQuoteDraft(owner, conversationId, {}, id);
  await saveQuoteDraft(owner, conversationId, { title: 'A better title', version: 1 }, id);
  expect(await quotesIn(asha, conversationId)).toEqual([]);
  expect((await acceptQuote(asha, id)).status).toBe(404);
  await sendQuoteDraft(owner, id);
  expect((await quotesIn(asha, conversationId))[0].terms.title).toBe('A better title');
  const late = await saveQuoteDraft(owner, conversationId, { title: 'Too late' }, id);
  expect(late).toMatchObject({ status: 409 });
  expect((await sendQuoteDraft(owner, id)).status).toBe(409);
  expect((await quotesIn(asha, conversationId))[0].terms.title).toBe('A better title');
});

test('a buyer’s list of waiting quotes has those that can be accepted, of every conversation', async () => {
  const person = (await insertBuyer(app)).person;
  const waiting = async () => (await person.get('/api/v1/quote/waiting')).body.quotes;
  const [question, declined] = [await askQuestion(person), await askQuestion(person, WEBSITE)];
  await declineQuote(person, await sendQuote(owner, declined));
  await saveQuoteDraft(owner, question);
  expect(await waiting()).toEqual([]);
  await sendQuote(owner, question, { title: 'Replaced', validDays: 3 });
  const ofQuestion = await sendQuote(owner, question, { validDays: 7 });
  const { orderId } = await buy(app, person);
  const chat = await person.post('/api/v1/communicate/order/user-conversation', { orderId });
  const ofOrder = await sendQuote(owner, chat.body.conversation._id, { validDays: 2 });
  expect(await waiting()).toEqual([
    expect.objectContaining({ _id: ofOrder, orderId }),
    {
      ...{ _id: ofQuestion, conversationId: question, orderId: null },
      ...{ title: QUOTE_IN_THREE_INSTALMENTS.title, price: 60_000.5, currency: 'INR' },
      validUntil: (await quotesIn(person, question))[0].validUntil,
    },
  ]);
  app.advance(3 * DAY);
  expect(await waiting()).toMatchObject([{ _id: ofQuestion }]);
  await acceptQuote(person, ofQuestion);
  expect(await waiting()).toEqual([]);
});

test('a new version withdraws the one before it', async () => {
  const conversationId = await askQuestion(bela);
  const first = await sendQuote(owner, conversationId);
  const second = await sendQuote(owner, conversationId, { title: 'Smaller', deliveryDays: 9 });
  expect(await quotesIn(bela, conversationId)).toMatchObject([
    { _id: second, version: 2, status: 'Sent' },
    { _id: first, version: 1, status: 'Withdrawn', isReplaced: true },
  ]);
  expect((await acceptQuote(bela, first)).body.message).toMatch(/withdrawn/);
  expect((await acceptQuote(bela, second)).status).toBe(201);
});

test('only the buyer of the conversation accepts or declines', async () => {
  const conversationId = await askQuestion(asha);
  const id = await sendQuote(owner, conversationId);
  expect((await acceptQuote(bela, id)).status).toBe(404);
  expect((await declineQuote(bela, id)).status).toBe(404);
  expect((await declineQuote(asha, id)).status).toBe(200);
  expect((await acceptQuote(asha, id)).body.message).toBe('This quote was declined.');
  expect((await withdrawQuote(owner, id)).status).toBe(409);
});

test('refuses quotes that do not add up, each beside its field', async () => {
  const conversationId = await askQuestion(asha);
  const [first, ...rest] = QUOTE_IN_THREE_INSTALMENTS.parts;
  for (const [more, field] of [
    [{ title: '' }, 'title'],
    [{ scope: [] }, 'scope'],
    [{ price: 0 }, 'price'],
    [{ price: 60_000 }, 'parts'],
    [{ parts: rest }, 'parts'],
    [{ parts: [{ ...first, due: 'delivery' }, ...rest] }, 'parts'],
    [{ deliveryDays: 0 }, 'deliveryDays'],
    [{ revisions: -1 }, 'revisions'],
    [{ validDays: 91 }, 'validDays'],
  ] as const) {
    const answer = await saveQuoteDraft(owner, conversationId, more);
    expect(answer.status, JSON.stringify(more)).toBe(400);
    expect(answer.body.field.split('.')[0]).toBe(field);
  }
  const past = [first, { ...rest[0], due: 'date', day: '2020-01-01' }, rest[1]];
  const id = newQuoteId();
  expect((await saveQuoteDraft(owner, conversationId, { parts: past }, id)).status).toBe(200);
  expect(await sendQuoteDraft(owner, id)).toMatchObject({ status: 400, body: { field: 'parts' } });
});

test('refuses an incomplete address and leaves the quote open', async () => {
  const id = await sendQuote(owner, await askQuestion(asha));
  const answer = await acceptQuote(asha, id, { ...ADDRESS, city: '' });
  expect(answer).toMatchObject({ status: 400, body: { field: 'addressInfo.city' } });
  expect((await acceptQuote(asha, id)).status).toBe(201);
});

test('an accepted quote can be paid later when the provider did not answer', async () => {
  const id = await sendQuote(owner, await askQuestion(asha));
  app.sandbox.faults.next('orders.create', { kind: 'drop' });
  expect((await acceptQuote(asha, id)).status).toBe(502);
  const again = await acceptQuote(asha, id);
  expect(again.status).toBe(201);
  const paid = await verifyPayment(asha, app.sandbox.pay(again.body.orderId, CAPTURED));
  expect(paid.status).toBe(200);
});

test('an accepted quote lapses after seven days without a payment, and late money is refunded', async () => {
  const conversationId = await askQuestion(bela);
  const id = await sendQuote(owner, conversationId);
  const { body } = await acceptQuote(bela, id);
  app.advance(8 * DAY);
  await expireQuotes(app.server.services);
  const belaAgain = await sameAs(conversationId);
  expect((await quotesIn(belaAgain, conversationId))[0]).toMatchObject({ status: 'Expired' });
  const { razorpay_payment_id: paymentId } = app.sandbox.pay(body.orderId, CAPTURED);
  await deliverWebhooks(app);
  expect(await storedPaymentStatus(app, paymentId)).toBe('surplus');
  const [late] = await storedPayments(app, body.order);
  expect(late?.refunded, 'it goes back by itself').toBe(late?.amount);
  const again = await belaAgain.post('/api/v1/gig/order/payAgain', { orderId: body.order });
  expect(again.status).toBe(409);
});

test('a quote expires after its time and is not accepted any more', async () => {
  const back = await ownerOf(app);
  const known = await app.server.services.store.db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'Asha Kulkarni')
    .executeTakeFirstOrThrow();
  const person = await signedIn(app, known.id);
  const conversationId = await askQuestion(person);
  const id = await sendQuote(back, conversationId, { validDays: 2 });
  app.advance(2 * DAY);
  expect((await quotesIn(person, conversationId))[0]).toMatchObject({ status: 'Expired' });
  expect((await acceptQuote(person, id)).body.message).toMatch(/expired/);
  await expireQuotes(app.server.services);
  expect((await acceptQuote(person, id)).body.message).toMatch(/expired/);
});

test('a quote that has expired is not withdrawn, neither by hand nor by a new version', async () => {
  const back = await ownerOf(app);
  const { person } = await insertBuyer(app);
  const conversationId = await askQuestion(person);
  const id = await sendQuote(back, conversationId, { validDays: 1 });
  app.advance(DAY);
  const again = await sameAs(conversationId);
  expect(await withdrawQuote(await ownerOf(app), id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^This quote has expired/) },
  });
  const next = await sendQuote(await ownerOf(app), conversationId);
  expect(await quotesIn(again, conversationId)).toMatchObject([
    { _id: next, status: 'Sent' },
    { _id: id, status: 'Expired' },
  ]);
});

test('an offer that was not paid in time is refused at once, and lapsed with nothing open once payments are known', async () => {
  const { person } = await insertBuyer(app);
  const conversationId = await askQuestion(person);
  const id = await sendQuote(await ownerOf(app), conversationId);
  const { body } = await acceptQuote(person, id);
  // The provider's times are whole seconds.
  app.advance(7 * DAY + MINUTE);
  const buyer = await sameAs(conversationId);
  const orderId = body.order as string;
  const pay = () => buyer.post('/api/v1/gig/order/payAgain', { orderId });
  for (const refused of [await pay(), await acceptQuote(buyer, id)])
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^The time to pay this offer is over/) },
    });
  const unknown = await orderOf(buyer, orderId);
  expect(unknown.orderStatus, 'it may have been paid in time').toBe('Awaiting payment');
  const answers = async () => {
    const order = await orderOf(buyer, orderId);
    const listed = await listBuyerPayments(buyer);
    const { payBy, status } = (await quotesIn(buyer, conversationId))[0];
    return {
      quote: { status, payBy },
      order: [order.orderStatus, order.paymentInfo.dueAmount],
      parts: order.parts.map((part: { status: string }) => part.status),
      ledger: order.ledger,
      payments: listed.filter((each) => each.orderId === orderId).map(({ state }) => state),
      listed: (await buyer.get('/api/v1/gig/order/user-orders')).body.count,
    };
  };
  // A dialog of the provider that was opened in time.
  const late = app.sandbox.pay(body.orderId, CAPTURED);
  expect((await verifyPayment(buyer, late)).body.message).toMatch(/You get the money back/);
  await app.server.services.background.settled();
  const [payment] = await storedPayments(app, orderId);
  expect(payment).toMatchObject({ status: 'surplus', refunded: payment?.amount });
  await expireQuotes(app.server.services);
  expect(await answers()).toEqual({
    quote: { status: 'Expired', payBy: null },
    order: ['Lapsed', 0],
    parts: ['Lapsed', 'Lapsed', 'Lapsed'],
    ledger: expect.objectContaining({ total: 60_000.5, waived: 0, paid: 0, open: 0 }),
    payments: ['Refunded'],
    listed: 0,
  });
  expect((await pay()).body.message).toMatch(/^This offer has lapsed/);
});

/** The buyer of a conversation, signed in again after their session has ended. */
async function sameAs(conversationId: string) {
  const { buyer_id } = await rowWith(app, 'conversations', { id: conversationId });
  return signedIn(app, buyer_id);
}
