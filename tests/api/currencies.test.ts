import { expect, test } from 'vitest';
import { textOf } from '../../api/modules/billing/document-text.ts';
import { gigJsonLd } from '../../src/features/gigs/gig-json-ld.ts';
import { ABROAD, dollarOrderBody, sellInDollars, switchDollars } from '../support/currencies.ts';
import { changeGig } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { startInProcessApp } from '../support/in-process-app.ts';
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
import { acceptQuote, askQuestion, saveQuoteDraft, sendQuote } from '../support/quotes.ts';

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
      PricingPlans: PricingPlans.map((plan) => ({ ...plan, priceUsd: 100 })),
    })),
  );
  expect(JSON.stringify(await gigOf(buyer))).not.toContain('priceUsd');
  const sent = await orderBody(buyer, { currency: 'USD', totalAmount: 100, addressInfo: ABROAD });
  expect((await placeOrder(buyer, sent)).status, 'not the total in rupees').toBe(409);
  const conversation = await askQuestion(buyer);
  expect((await saveQuoteDraft(owner, conversation, { currency: 'USD' })).status).toBe(400);
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
    body: { message: expect.stringContaining('not sold in USD') },
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
  const { data } = await app.server.services.store.db
    .selectFrom('receipts')
    .select('data')
    .where('payment_id', '=', first.razorpay_payment_id)
    .executeTakeFirstOrThrow();
  const text = textOf(JSON.parse(data));
  expect(text.after.at(-1)?.[0]).toBe('Rupee value');
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

test('a payment in another currency than its order never settles it', async () => {
  const { app, buyer } = await start();
  const { body: placed } = await placeOrder(buyer, await orderBody(buyer));
  const result = app.sandbox.pay(placed.orderId, CAPTURED);
  app.sandbox.faults.next('payments.fetch', { kind: 'tamper', fields: { currency: 'USD' } });
  expect((await verifyPayment(buyer, result)).status).toBe(400);
  expect(app.errors.splice(0)).toHaveLength(1);
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
  const { data } = await app.server.services.store.db
    .selectFrom('receipts')
    .select('data')
    .executeTakeFirstOrThrow();
  expect(textOf(JSON.parse(data)).notes.join(' ')).toContain(
    'Rupee value: as credited by the payment provider.',
  );
  // Dollars can be turned off: what was agreed stays.
  await switchDollars(owner, false);
  expect((await orderOf(buyer, body.order._id)).paymentInfo.currency).toBe('USD');
  await app.close();
});

/** The financial year of today. */
function yearNow(): string {
  const now = new Date();
  const from = now.getFullYear() - (now.getMonth() < 3 ? 1 : 0);
  return `${from}-${String(from + 1).slice(2)}`;
}
