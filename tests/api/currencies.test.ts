import { expect, test } from 'vitest';
import { textOf } from '../../api/modules/billing/document-text.ts';
import { NOT_DEDUCTIBLE } from '../../api/modules/billing/texts.ts';
import { PRICE_CHANGED } from '../../api/modules/orders/texts.ts';
import { formatExact, price, toPaise } from '../../api/platform/money/rules.ts';
import { gigJsonLd } from '../../src/features/gigs/gig-json-ld.ts';
import { readAndCancel, refundedAtProvider } from '../support/cancellation.ts';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import { ABROAD, dollarOrderBody, sellInDollars, switchDollars } from '../support/currencies.ts';
import { completeOrder } from '../support/documents.ts';
import { changeGig } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import {
  adminPayments,
  CAPTURED,
  listPayments,
  orderOf,
  payRemaining,
  placeOrder,
  storedPayments,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { ADDRESS, insertBuyer, orderBody, ownerOf, WEBSITE } from '../support/people.ts';
import {
  acceptQuote,
  askQuestion,
  newQuoteId,
  saveQuoteDraft,
  sendQuote,
  sendQuoteDraft,
} from '../support/quotes.ts';
import { changeRow, rowWith } from '../support/rows.ts';

async function start(settings: Record<string, string> = {}) {
  const app = await startInProcessApp(undefined, settings);
  const owner = await ownerOf(app);
  const { person: buyer } = await insertBuyer(app, { name: 'Ann Field' });
  return { app, owner, buyer };
}

const gigOf = async (person: Person) => (await person.get(`/api/v1/gig/get/${WEBSITE}`)).body.gig;

const csvOf = async (owner: Person, path: string) =>
  String((await owner.get(`/api/v1/desk/ledger/${path}`)).body)
    .trim()
    .split('\r\n')
    // A comma inside quotes is part of a cell.
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));

test('a shop sells in rupees alone until its owner turns dollars on', async () => {
  const { app, owner, buyer } = await start();
  await app.write((tx) =>
    changeGig(tx, WEBSITE, ({ PricingPlans }) => ({
      PricingPlans: PricingPlans.map((plan) => ({ ...plan, priceUsd: plan.price })),
    })),
  );
  expect(JSON.stringify(await gigOf(buyer))).not.toContain('priceUsd');
  const sent = await orderBody(buyer, { currency: 'USD', addressInfo: ABROAD });
  expect(await placeOrder(buyer, sent), 'as many dollars as rupees').toMatchObject({
    status: 409,
    body: { message: PRICE_CHANGED },
  });
  const conversation = await askQuestion(buyer);
  expect((await saveQuoteDraft(owner, conversation, { currency: 'USD' })).status).toBe(400);
  app.sandbox.faults.next('orders.create', { kind: 'status', status: 503 });
  expect((await switchDollars(owner, true)).body.message).toContain('does not answer');
  app.sandbox.faults.international = false;
  expect(await switchDollars(owner, true)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('international payments') },
  });
  await app.close();
});

test('a gig is sold in dollars when all of it has a price in them, to buyers outside India', async () => {
  const { app, owner, buyer } = await start();
  await sellInDollars(app, owner);
  const gig = await gigOf(buyer);
  const place = { url: 'https://x.example/', site: 'https://x.example/', seller: '', studio: '' };
  const [product] = gigJsonLd(gig, [], { ...place, dates: undefined }) as {
    offers: { priceCurrency: string; lowPrice: number }[];
  }[];
  expect(product?.offers.map(({ priceCurrency }) => priceCurrency)).toEqual(['INR', 'USD']);
  expect(product?.offers[1]?.lowPrice).toBe(gig.PricingPlans[0].priceUsd);
  const inIndia = await dollarOrderBody(buyer, { addressInfo: ADDRESS });
  expect(await placeOrder(buyer, inIndia)).toMatchObject({
    status: 400,
    body: { field: 'country', message: expect.stringContaining('rupees') },
  });
  const nowhere = await dollarOrderBody(buyer, { addressInfo: { ...ABROAD, country: 'Atlantis' } });
  expect(await placeOrder(buyer, nowhere), 'taxed as India').toMatchObject({
    status: 400,
    body: { field: 'country', message: expect.stringContaining('from the list') },
  });
  const inRupees = await dollarOrderBody(buyer, { currency: 'INR' });
  expect((await placeOrder(buyer, inRupees)).status, 'a total of the other list').toBe(409);
  await app.write((tx) =>
    changeGig(tx, WEBSITE, ({ PricingPlans: [first, ...others] }) => ({
      PricingPlans: [{ ...first, priceUsd: undefined } as typeof first & object, ...others],
    })),
  );
  expect(JSON.stringify(await gigOf(buyer))).not.toContain('priceUsd');
  expect(await placeOrder(buyer, { ...inIndia, addressInfo: ABROAD })).toMatchObject({
    status: 409,
    body: { message: PRICE_CHANGED },
  });
  expect((await placeOrder(buyer, await orderBody(buyer))).body.currency).toBe('INR');
  await app.close();
});

test('an order in dollars stays in them: parts, refund, papers, ledger and totals, with the value in rupees', async () => {
  const { app, owner, buyer } = await start({
    ...{ SELLER_ADDRESS: 'Pune', SELLER_STATE: 'Maharashtra', SELLER_GSTIN: '27AAPFU0939F1ZV' },
  });
  await owner.put('/api/v1/desk/tax/letter', { number: 'AD2704260012345', year: yearNow() });
  await sellInDollars(app, owner);
  const sent = await dollarOrderBody(buyer, { paymentType: 'Milestone' });
  const { body: placed } = await placeOrder(buyer, sent);
  const half = Math.ceil((Number(sent.totalAmount) * 100) / 2);
  expect(placed).toMatchObject({ currency: 'USD', amount: half });
  expect(() => app.sandbox.pay(placed.orderId, { method: 'upi', outcome: 'captured' })).toThrow(
    'Only cards',
  );
  const first = app.sandbox.pay(placed.orderId, CAPTURED);
  const { body: verified } = await verifyPayment(buyer, first);
  const orderId = verified.order._id;
  const { body: rest } = await payRemaining(buyer, orderId);
  expect(rest.currency).toBe('USD');
  await verifyRemainingPayment(buyer, orderId, app.sandbox.pay(rest.orderId, CAPTURED));
  await adminPayments.refund(owner, first.razorpay_payment_id, {
    amount: 10,
    reason: 'A discount',
  });
  await app.report();

  const order = await orderOf(buyer, orderId);
  expect(order.paymentInfo).toMatchObject({ currency: 'USD', paidAmount: sent.totalAmount });
  expect(order.timeline.map(({ text }: { text: string }) => text)).toContain(
    'Refund of $10.00 is on its way',
  );
  const { changes } = await rowWith(app, 'audit_log', { subject: first.razorpay_payment_id });
  expect(JSON.parse(changes)).toEqual({ refunded: ['$0', '$10'] });
  const payments = await storedPayments(app, orderId);
  const values = payments.map(({ base_amount }) => base_amount ?? 0);
  expect(values.every((each) => each > 100_00)).toBe(true);
  const paid = payments.find(({ id }) => id === first.razorpay_payment_id);
  const back = Math.round((1_000 * (paid?.base_amount ?? 0)) / (paid?.amount ?? 1));

  const papers = await csvOf(owner, 'papers.csv');
  const [head = [], ...lines] = papers;
  const column = (name: string) => lines.map((line) => line[head.indexOf(name)]);
  expect(column('Currency')).toEqual(['USD', 'USD', 'USD']);
  expect(column('Of it zero-rated')).toEqual(column('Total'));
  expect(column('Value in INR').toSorted()).toEqual(
    [...values, back].map((each) => (each / 100).toFixed(2)).toSorted(),
  );
  const { data } = await rowWith(app, 'receipts', { payment_id: first.razorpay_payment_id });
  const text = textOf(JSON.parse(data));
  expect(text.after[0]?.[0]).toBe('Received in rupees');
  expect(text.notes.join(' ')).toContain('All amounts are in US dollars (USD).');

  const [ledgerHead = [], ...entries] = await csvOf(owner, 'ledger.csv');
  const inRupees = entries
    .filter((line) => ['payment', 'refund'].includes(line[1] ?? ''))
    .reduce((sum, line) => sum + Number(line[ledgerHead.indexOf('Value in INR')]), 0);
  const net = values.reduce((sum, each) => sum + each, 0) - back;
  expect(Math.round(inRupees * 100)).toBe(net);
  const { body: year } = await owner.get('/api/v1/desk/ledger/months');
  const months = year.months.filter(({ received }: { received: number }) => received > 0);
  expect(months[0]).toMatchObject({
    refunded: back / 100,
    foreign: [{ currency: 'USD', received: sent.totalAmount, refunded: 10, lost: 0 }],
  });
  const { body: today } = await owner.get('/api/v1/desk/today');
  expect(Math.round(today.revenue * 100)).toBeCloseTo(net, -1);
  expect(today.foreign).toEqual([
    { currency: 'USD', amount: (Number(sent.totalAmount) * 100 - 1_000) / 100, unvalued: 0 },
  ]);
  const [listed] = await listPayments(owner, `find=${first.razorpay_payment_id}`);
  expect(listed).toMatchObject({ currency: 'USD', amount: half / 100, refunded: 10 });
  // The fee is in rupees, so what is left is, too.
  expect(listed?.net).toBe(((paid?.base_amount ?? 0) - back - (paid?.fee ?? 0)) / 100);
  await app.close();
});

test('the refunds of a payment in dollars are together worth what it was, on papers, in exports and in totals', async () => {
  const { app, owner, buyer } = await start();
  const { paymentId, amount, base } = await buyInDollars(app, owner, buyer);
  const third = amount / 3;
  expect(3 * Math.round((third * base) / amount), 'rounded one by one').not.toBe(base);
  for (let nth = 0; nth < 3; nth++) {
    await adminPayments.refund(owner, paymentId, { amount: third / 100, reason: 'A discount' });
    await app.report();
  }
  const sumIn = async (path: string, isRefund: (line: string[]) => boolean) => {
    const [head = [], ...lines] = await csvOf(owner, path);
    const values = lines.filter(isRefund).map((line) => Number(line[head.indexOf('Value in INR')]));
    expect(values).toHaveLength(3);
    return Math.round(values.reduce((sum, each) => sum + each, 0) * 100);
  };
  expect(await sumIn('papers.csv', ([, kind]) => kind === 'Refund note')).toBe(base);
  expect(await sumIn('ledger.csv', ([, kind]) => kind === 'refund')).toBe(-base);
  const { body: year } = await owner.get('/api/v1/desk/ledger/months');
  const months = year.months.filter(({ received }: { received: number }) => received > 0);
  expect(months).toMatchObject([{ received: base / 100, refunded: base / 100 }]);
  expect((await owner.get('/api/v1/desk/today')).body.revenue).toBe(0);
  await app.close();
});

/** Buys the website in dollars. */
async function buyInDollars(app: InProcessApp, owner: Person, buyer: Person) {
  await sellInDollars(app, owner);
  const { body: placed } = await placeOrder(buyer, await dollarOrderBody(buyer));
  const result = app.sandbox.pay(placed.orderId, CAPTURED);
  const { status, body } = await verifyPayment(buyer, result);
  expect(status, JSON.stringify(body)).toBe(200);
  const orderId: string = body.order._id;
  const paymentId = result.razorpay_payment_id;
  const [payment] = await storedPayments(app, orderId);
  if (!payment?.base_amount) throw new Error('the payment has no value in rupees');
  return { orderId, paymentId, amount: payment.amount, base: payment.base_amount };
}

/** A change that costs this much more and is to be paid. */
async function agreeOnMore(
  { owner, buyer }: Record<'owner' | 'buyer', Person>,
  orderId: string,
  amount: number,
) {
  const changeId = crypto.randomUUID();
  expect((await ownerProposes(owner, orderId, { changeId, amount })).status).toBe(201);
  expect((await buyerAnswers(buyer, changeId, 'accept')).status).toBe(200);
}

test.each([
  ['INR', 'USD'],
  ['USD', 'INR'],
] as const)(
  'a payment for an order in %s that is in %s never settles it, and is refunded',
  async (currency, other) => {
    const { app, owner, buyer } = await start();
    await sellInDollars(app, owner);
    const body = currency === 'INR' ? orderBody : dollarOrderBody;
    const { body: placed } = await placeOrder(buyer, await body(buyer));
    const result = app.sandbox.pay(placed.orderId, CAPTURED);
    const tampered = { kind: 'tamper', fields: { currency: other } } as const;
    app.sandbox.faults.next('payments.fetch', tampered, 2);
    expect((await verifyPayment(buyer, result)).status).toBe(409);
    await app.report();
    const [payment] = await listPayments(owner);
    expect(payment).toMatchObject({
      ...{ _id: result.razorpay_payment_id, currency: other },
      ...{ part: null, state: 'Refunded', refunded: payment?.amount },
    });
    const order = await orderOf(buyer, payment?.orderId ?? '');
    expect(order.paymentInfo).toMatchObject({
      ...{ currency, paymentStatus: 'Pending', paidAmount: 0 },
    });
    const [, paid, refund] = order.timeline.map(({ text }: { text: string }) => text);
    const exact = formatExact(toPaise(payment?.amount ?? 0), other);
    expect([paid, refund]).toEqual([
      expect.stringContaining(exact),
      expect.stringContaining(exact),
    ]);
    expect(app.subjects.join()).toContain(`Refund of ${price(payment?.amount ?? 0, other)}`);
    await app.close();
  },
);

test('a dispute in dollars says so everywhere, and a lost one counts in rupees by what its payment was worth', async () => {
  const { app, owner, buyer } = await start();
  const { orderId, paymentId, amount, base } = await buyInDollars(app, owner, buyer);
  const received = base / 100;
  const monthNow = async () =>
    (await owner.get('/api/v1/desk/ledger/months')).body.months.find(
      (month: { received: number }) => month.received > 0,
    );
  const dispute = async (paise: number, end: 'won' | 'lost') => {
    const { id } = app.sandbox.dispute(paymentId, { amount: paise });
    await app.report();
    app.sandbox.moveDispute(id, end);
    await app.report();
  };
  await dispute(4_000, 'won');
  expect((await orderOf(buyer, orderId)).paymentInfo.lostAmount).toBe(0);
  expect(await monthNow()).toMatchObject({ received, lost: 0, foreign: [{ lost: 0 }] });

  await dispute(5_001, 'lost');
  const lost = Math.round((5_001 * base) / amount) / 100;
  const order = await orderOf(buyer, orderId);
  expect(order.paymentInfo).toMatchObject({ currency: 'USD', lostAmount: 50.01 });
  expect(order.timeline.at(-1).text).toContain('The bank has taken $50.01');
  const { disputes } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
  expect(disputes).toContainEqual(
    expect.objectContaining({ status: 'lost', currency: 'USD', lost: 50.01 }),
  );
  expect(await monthNow()).toMatchObject({ received, lost, foreign: [{ lost: 50.01 }] });
  const { body: today } = await owner.get('/api/v1/desk/today');
  expect(today.revenue).toBeCloseTo(received - lost, 1);
  const left = (amount - 5_001) / 100;
  expect(today.foreign).toEqual([{ currency: 'USD', amount: left, unvalued: 0 }]);
  const [head = [], ...lines] = await csvOf(owner, 'ledger.csv');
  const [entry = []] = lines.filter((line) => line[1] === 'dispute' && line[2] !== '0.00');
  const cell = (name: string) => entry[head.indexOf(name)];
  expect([cell('Amount'), cell('Currency'), cell('Value in INR')]).toEqual([
    ...['-50.01', 'USD', `-${lost.toFixed(2)}`],
  ]);
  await app.close();
});

test.each([
  ['a third', 1 / 3, 1, 'In Progress'],
  ['all, at a worse rate than the payment,', 1, 1.1, 'Refunded'],
])(
  '%s of a payment in dollars that a bank takes in rupees counts in dollars',
  async (_, share, rate, orderStatus) => {
    const { app, owner, buyer } = await start();
    const { orderId, paymentId, amount, base } = await buyInDollars(app, owner, buyer);
    const { id } = app.sandbox.dispute(paymentId, { amount: amount * share });
    app.sandbox.moveDispute(id, 'lost');
    const paise = Math.round(base * share * rate);
    const fields = { currency: 'INR', amount: paise, amount_deducted: paise };
    app.sandbox.faults.next('disputes.fetch', { kind: 'tamper', fields }, 9);
    await app.report();
    const lost = (amount * share) / 100;
    expect(await orderOf(buyer, orderId)).toMatchObject({
      ...{ orderStatus, paymentInfo: { currency: 'USD', lostAmount: lost } },
    });
    const { disputes } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
    expect(disputes).toMatchObject([{ currency: 'USD', amount: lost, lost }]);
    await app.close();
  },
);

test('a change, its payment and a cancellation are in the dollars of the order', async () => {
  const { app, owner, buyer } = await start();
  const { orderId, amount } = await buyInDollars(app, owner, buyer);
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await agreeOnMore({ owner, buyer }, orderId, 77.77);
  const { body: opened } = await payRemaining(buyer, orderId);
  expect(opened).toMatchObject({ amount: 7_777, currency: 'USD' });
  await verifyRemainingPayment(buyer, orderId, app.sandbox.pay(opened.orderId, CAPTURED));
  const { timeline, cancellation } = await orderOf(buyer, orderId);
  expect(timeline.map(({ text }: { text: string }) => text).join()).toContain('$77.77');
  expect(cancellation.sentence).toContain(`you get $${cancellation.refund.toFixed(2)} back`);
  const back = await readAndCancel(buyer, orderId);
  expect(back).toBeLessThan(amount + 7_777);
  await app.report();
  expect(await refundedAtProvider(app, orderId)).toBe(back);
  const currencies = (await storedPayments(app, orderId)).map(({ currency }) => currency);
  expect(currencies).toEqual(['USD', 'USD']);
  expect(JSON.stringify(await orderOf(buyer, orderId))).not.toContain('₹');
  await app.close();
});

test('a seller who gives an order in dollars back owes dollars on top, by bank transfer', async () => {
  const { app, owner, buyer } = await start();
  const { orderId, paymentId, amount } = await buyInDollars(app, owner, buyer);
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await adminPayments.refund(owner, paymentId, { reason: 'No time' });
  await app.report();
  const owed = Math.ceil(amount / 2) / 100;
  const { compensations } = (await owner.get('/api/v1/desk/payments/compensations')).body;
  expect(compensations).toMatchObject([{ orderId, amount: owed, currency: 'USD' }]);
  expect(app.subjects.join()).toContain(`You owe the buyer $${owed}`);
  expect(app.subjects.join()).not.toContain('₹');
  await app.close();
});

test('tax is deducted from rupees only', async () => {
  const { app, owner, buyer } = await start();
  const { orderId } = await buyInDollars(app, owner, buyer);
  await agreeOnMore({ owner, buyer }, orderId, 1_000);
  const list = async () =>
    (await buyer.get(`/api/v1/gig/order/${orderId}/deductions`)).body.deductions;
  const company = { companyName: 'Acme Widgets Pvt Ltd' };
  // No route makes an order in dollars for a company in India.
  for (const country of ['United States', 'India']) {
    const address = JSON.stringify({ ...ABROAD, ...company, country });
    await changeRow(app, 'orders', orderId, { address });
    expect(await list(), country).toEqual([]);
    const deduction = { rule: 'professional', amount: 100 };
    const call = '/api/v1/gig/order/payRemainingAmount';
    expect(await buyer.post(call, { orderId, deduction }), country).toMatchObject({
      ...{ status: 409, body: { message: NOT_DEDUCTIBLE } },
    });
  }
  await app.close();
});

test('a quote in dollars is an order in dollars, and what the provider does not value is not in the sums', async () => {
  const { app, owner, buyer } = await start();
  await sellInDollars(app, owner);
  const quote = await sendQuote(owner, await askQuestion(buyer), { currency: 'USD' });
  expect((await acceptQuote(buyer, quote)).status, 'from India').toBe(400);
  const { body: opened } = await acceptQuote(buyer, quote, ABROAD);
  expect(opened.currency).toBe('USD');
  app.sandbox.faults.next('payments.fetch', {
    kind: 'tamper',
    fields: { base_amount: null, base_currency: null },
  });
  const { body } = await verifyPayment(buyer, app.sandbox.pay(opened.orderId, CAPTURED));
  const { body: today } = await owner.get('/api/v1/desk/today');
  expect(today).toMatchObject({ revenue: 0, foreign: [{ amount: 20_000.5, unvalued: 20_000.5 }] });
  const order = await orderOf(buyer, body.order._id);
  expect(order.cancellation.sentence).toContain('you get $20,000.50 back');
  const { data } = await rowWith(app, 'receipts');
  expect(textOf(JSON.parse(data)).notes.join(' ')).toContain(
    'Rupee value: as credited by the payment provider.',
  );
  await app.report();
  const { body: later } = await owner.get('/api/v1/desk/today');
  expect(later.foreign, 'the provider says it later').toMatchObject([{ unvalued: 0 }]);
  expect(later.revenue).toBeGreaterThan(20_000.5);
  await completeOrder(owner, buyer, order._id);
  const [head = [], ...lines] = await csvOf(owner, 'papers.csv');
  const invoice = lines.find(([, kind]) => kind === 'Invoice') ?? [];
  const value = Number(invoice[head.indexOf('Value in INR')]);
  expect(value, 'of all three parts').toBeCloseTo((later.revenue * 60_000.5) / 20_000.5, 2);
  // Dollars can be turned off: what was agreed or offered stays, drafts and carts in them do not.
  const cart = await dollarOrderBody(buyer);
  const conversation = await askQuestion(buyer);
  const offered = await sendQuote(owner, conversation, { currency: 'USD' });
  const draft = newQuoteId();
  await saveQuoteDraft(owner, conversation, { currency: 'USD' }, draft);
  await switchDollars(owner, false);
  expect(await sendQuoteDraft(owner, draft)).toMatchObject({
    status: 400,
    body: { field: 'currency' },
  });
  expect((await acceptQuote(buyer, offered, ABROAD)).body.currency).toBe('USD');
  expect((await orderOf(buyer, body.order._id)).paymentInfo.currency).toBe('USD');
  expect((await placeOrder(buyer, cart)).body.message).toContain('price has changed');
  await app.close();
});

/** The financial year of today. */
function yearNow(): string {
  const now = new Date();
  const from = now.getFullYear() - (now.getMonth() < 3 ? 1 : 0);
  return `${from}-${String(from + 1).slice(2)}`;
}
