import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run as draw } from '../../api/modules/billing/document-pdf.ts';
import { documentAttachments } from '../../api/modules/billing/download-document.ts';
import type { Currency } from '../../api/platform/money/rules.ts';
import { transaction } from '../../db/transaction.ts';
import { dollarOrderBody, sellInDollars } from '../support/currencies.ts';
import type { Person } from '../support/http-client.ts';
import { startInProcessApp } from '../support/in-process-app.ts';
import {
  CAPTURED,
  payRemaining,
  placeOrder,
  takeDeductions,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { pdfText } from '../support/pdf-text.ts';
import { ADDRESS, insertBuyer, orderBody, ownerOf, signedIn } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';

// Invented numbers with valid check digits.
const REGISTERED = {
  SELLER_NAME: 'VY Studio',
  SELLER_ADDRESS: '14 Law College Road, Pune 411004',
  SELLER_STATE: 'Maharashtra',
  SELLER_GSTIN: '27AAPFU0939F1ZV',
};
const COMPANY = {
  ...{ companyName: 'Acme Widgets Pvt Ltd', gstin: '29AAPFU0939F1ZR' },
  ...{ city: 'Bengaluru', state: 'Karnataka', postalCode: '560001', address: '1 MG Road' },
};
const ABROAD = { country: 'United States', state: 'Texas', city: 'Austin', postalCode: '73301' };

/** Where the PDFs are written as text, to be read by a person. */
const KEEP = process.env['STORIES'];

async function startStory(name: string, settings: Record<string, string>, at: string) {
  let now = new Date(at);
  // Each look at the clock is a moment later, so that papers have an order.
  const app = await startInProcessApp(() => {
    now = new Date(now.getTime() + 1);
    return now;
  }, settings);
  const { person, user } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  await takeDeductions(app);
  let buyer = person;
  let owner = await ownerOf(app);
  const { db } = app.server.services.store;
  const papers = async () => {
    const rows = await Promise.all(
      (['receipts', 'billing_documents'] as const).map((table) =>
        db.selectFrom(table).select(['number', 'data', 'created_at']).execute(),
      ),
    );
    return rows.flat().sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  };
  return {
    app,
    owner: () => owner,
    /** Sets the clock; the sessions have ended by then. */
    async at(time: string) {
      now = new Date(time);
      [owner, buyer] = await Promise.all([ownerOf(app), signedIn(app, user.id)]);
    },
    /** Buys a website and pays its first part. */
    async buy(address: object, paymentType = 'Full', currency: Currency = 'INR') {
      const addressInfo = { ...ADDRESS, ...address };
      if (currency === 'USD') await sellInDollars(app, owner);
      const cartOf = currency === 'INR' ? orderBody : dollarOrderBody;
      const sent = await cartOf(buyer, { addressInfo, paymentType });
      const placed = await placeOrder(buyer, sent);
      expect(placed.status, JSON.stringify(placed.body)).toBe(201);
      const result = app.sandbox.pay(placed.body.orderId, CAPTURED);
      const { body } = await verifyPayment(buyer, result);
      return { orderId: body.order._id as string, paymentId: result.razorpay_payment_id };
    },
    /** `deduction`: the rule and the amount in rupees of what a company deducts at source. */
    async payRest(orderId: string, deduction?: object) {
      const { status, body } = await (deduction
        ? buyer.post('/api/v1/gig/order/payRemainingAmount', { orderId, deduction })
        : payRemaining(buyer, orderId));
      expect(status, JSON.stringify(body)).toBe(200);
      await verifyRemainingPayment(buyer, orderId, app.sandbox.pay(body.orderId, CAPTURED));
    },
    async complete(orderId: string) {
      await post(owner, `desk/orders/${orderId}/accept`, {});
      await post(owner, `desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
      await post(buyer, 'gig/delivery/accept', { orderId });
    },
    async refund(paymentId: string, amount: number) {
      const sent = { refundId: crypto.randomUUID(), amount, reason: 'A discount' };
      await post(owner, `desk/payments/${paymentId}/refund`, sent);
      await app.report();
    },
    /** The title, the tax and the notes of each paper, in order of issue, and the text of their PDFs. */
    async read() {
      const found = await papers();
      const texts: string[] = [];
      for (const { data } of found) texts.push(pdfText(await draw(data), '-layout'));
      if (KEEP) {
        mkdirSync(KEEP, { recursive: true });
        writeFileSync(join(KEEP, `${name}.txt`), texts.join('\f\n'));
      }
      const taxes = found.map(({ data }) => {
        const { tax } = JSON.parse(data);
        const lines = tax.lines.map(
          (line: { name: string; rate: number; amount: number }) =>
            `${line.name} ${line.rate} %: ${line.amount / 100}`,
        );
        return [...lines, ...(tax.zeroRated ? [`zero-rated: ${tax.zeroRated / 100}`] : [])];
      });
      return { taxes, texts };
    },
  };
}

async function post(person: Person, path: string, sent: object): Promise<void> {
  const answer = await person.post(`/api/v1/${path}`, sent);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
}

const letter = (owner: Person, number: string, year = '2026-27') =>
  owner.put('/api/v1/desk/tax/letter', { number, year });
const waiting = async (owner: Person): Promise<{ kind: string; year?: string }[]> =>
  (await owner.get('/api/v1/desk/today')).body.tasks;

test('a private buyer in the seller’s state pays CGST and SGST', async () => {
  const story = await startStory('1-private-buyer', REGISTERED, '2026-11-23T06:00:00.000Z');
  const { orderId } = await story.buy({});
  await story.complete(orderId);
  const halves = ['CGST 9 %: 1143.99', 'SGST 9 %: 1143.99'];
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([halves, halves]);
  for (const text of texts) {
    expect(text).toContain('Place of supply: Maharashtra (27)');
    expect(text).not.toContain('SUPPLY');
  }
  await story.app.close();
});

test('a company in another state pays IGST in two parts, and its papers name both GSTINs', async () => {
  const story = await startStory('2-company', REGISTERED, '2026-11-23T06:00:00.000Z');
  const { orderId } = await story.buy(COMPANY, 'Milestone');
  await story.complete(orderId);
  await story.payRest(orderId);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([['IGST 18 %: 1143.99'], ['IGST 18 %: 2287.98'], ['IGST 18 %: 1143.99']]);
  for (const text of texts) {
    for (const said of ['Acme Widgets Pvt Ltd', COMPANY.gstin, REGISTERED.SELLER_GSTIN, 'SAC 9983'])
      expect(text).toContain(said);
    expect(text).toContain('Place of supply: Karnataka (29)');
    expect(text).toContain('Karnataka 560001');
  }
  await story.app.close();
});

test('a company that deducts tax from its second part has papers of the whole price', async () => {
  const story = await startStory('9-company-deducts', REGISTERED, '2026-11-23T06:00:00.000Z');
  const { orderId } = await story.buy(COMPANY, 'Milestone');
  await story.complete(orderId);
  await story.payRest(orderId, { rule: 'professional', amount: 636 });
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([['IGST 18 %: 1143.99'], ['IGST 18 %: 2287.98'], ['IGST 18 %: 1143.99']]);
  for (const said of ['636.00', '6,863.50']) expect(texts[2]).toContain(said);
  await story.app.close();
});

test('a buyer abroad under a letter of undertaking pays no tax, also when it is refunded after it ended', async () => {
  const story = await startStory('3-abroad-with-lut', REGISTERED, '2026-11-23T06:00:00.000Z');
  expect((await letter(story.owner(), 'AD270326000123X')).status).toBe(200);
  expect((await waiting(story.owner())).map(({ kind }) => kind)).not.toContain('letter');
  const { orderId, paymentId } = await story.buy(ABROAD);
  await story.complete(orderId);
  await story.at('2027-03-10T06:00:00.000Z');
  expect(await waiting(story.owner())).toContainEqual({ kind: 'letter', year: '2027-28' });
  await story.at('2027-04-01T06:00:00.000Z');
  await story.refund(paymentId, 1_000);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([['zero-rated: 14999'], ['zero-rated: 14999'], ['zero-rated: 1000']]);
  const [voucher, invoice, credit] = texts.map((text) => text.replaceAll(/\s+/g, ' '));
  expect(invoice).toContain(
    'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX.',
  );
  for (const text of [voucher, invoice, credit]) {
    expect(text).toContain('Letter of undertaking AD270326000123X of 2026-27.');
    expect(text).toContain('Place of supply: United States');
    expect(text).not.toContain('include GST');
  }
  const csv = String(
    (await story.owner().get('/api/v1/desk/ledger/papers.csv?period=2026-11')).body,
  );
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain('"export, AD270326000123X of 2026-27",0,14999.00,14999.00,0.00,0.00,0.00');
  await story.app.close();
});

test('a buyer abroad after the letter has ended pays IGST inside the same price, and a refund takes its share', async () => {
  const story = await startStory('4-abroad-lut-ended', REGISTERED, '2026-11-23T06:00:00.000Z');
  await letter(story.owner(), 'AD270326000123X');
  await story.at('2027-04-01T06:00:00.000Z');
  expect(await waiting(story.owner())).toContainEqual({ kind: 'letter', year: '2027-28' });
  const { orderId, paymentId } = await story.buy(ABROAD);
  await story.complete(orderId);
  await story.refund(paymentId, 1_000);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([['IGST 18 %: 2287.98'], ['IGST 18 %: 2287.98'], ['IGST 18 %: 152.54']]);
  const [voucher, invoice, credit] = texts.map((text) => text.replaceAll(/\s+/g, ' '));
  expect(invoice).toContain('SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX.');
  for (const text of [voucher, invoice, credit]) {
    expect(text).toContain('Place of supply: United States');
    expect(text).not.toContain('Letter of undertaking');
  }
  await story.app.close();
});

test('a buyer abroad pays in dollars under a letter, and a refund after the invoice has the rupees of its payment', async () => {
  const story = await startStory('10-dollars-with-lut', REGISTERED, '2026-11-23T06:00:00.000Z');
  await letter(story.owner(), 'AD270326000123X');
  const { orderId, paymentId } = await story.buy(ABROAD, 'Milestone', 'USD');
  await story.payRest(orderId);
  await story.complete(orderId);
  await story.refund(paymentId, 40);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([
    ['zero-rated: 150.5'],
    ['zero-rated: 150.49'],
    ['zero-rated: 300.99'],
    ['zero-rated: 40'],
  ]);
  // The sandbox takes a dollar for ₹83.17.
  const values = [
    ...['Received in rupees ₹12,517.09', 'Received in rupees ₹12,516.25'],
    ...['Total in rupees ₹25,033.34', 'Refunded in rupees ₹3,326.80'],
  ];
  for (const [at, text] of texts.map((each) => each.replaceAll(/\s+/g, ' ')).entries()) {
    expect(text).toContain(values[at]);
    expect(text).toContain('All amounts are in US dollars (USD).');
    expect(text).toContain('Letter of undertaking AD270326000123X of 2026-27.');
    expect(text.match(/₹/g), 'only as the value').toHaveLength(1);
  }
  const csv = String(
    (await story.owner().get('/api/v1/desk/ledger/papers.csv?period=2026-11')).body,
  );
  expect(csv).toContain(',300.99,300.99,0.00,0.00,0.00,300.99,USD,25033.34,0.00,');
  await story.app.close();
});

test('an invoice in dollars with an open part has a rupee value, and waiving the part takes its share of it', async () => {
  const story = await startStory('12-dollars-part-open', REGISTERED, '2026-11-23T06:00:00.000Z');
  await letter(story.owner(), 'AD270326000123X');
  const { orderId } = await story.buy(ABROAD, 'Milestone', 'USD');
  await story.complete(orderId);
  const { parts } = (await story.owner().get(`/api/v1/desk/orders/${orderId}`)).body.order;
  await post(story.owner(), `desk/payments/instalments/${parts[1]._id}/waive`, {});
  const values = [
    'Received in rupees ₹12,517.09',
    'Total in rupees ₹25,033.35',
    'Credited in rupees ₹12,516.26',
  ];
  const { texts } = await story.read();
  for (const [at, text] of texts.map((each) => each.replaceAll(/\s+/g, ' ')).entries())
    expect(text).toContain(values[at]);
  expect(texts[1]?.replaceAll(/\s+/g, ' ')).toContain('still to be paid has the same rate');
  const csv = String(
    (await story.owner().get('/api/v1/desk/ledger/papers.csv?period=2026-11')).body,
  );
  expect(csv).toContain(',300.99,300.99,0.00,0.00,0.00,300.99,USD,25033.35,0.00,');
  await story.app.close();
});

test('a buyer abroad who pays in dollars after the letter has ended pays IGST in them, inside the same price', async () => {
  const story = await startStory('11-dollars-lut-ended', REGISTERED, '2027-04-01T06:00:00.000Z');
  const { orderId, paymentId } = await story.buy(ABROAD, 'Full', 'USD');
  await story.complete(orderId);
  await story.refund(paymentId, 40);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([['IGST 18 %: 45.91'], ['IGST 18 %: 45.91'], ['IGST 18 %: 6.1']]);
  const invoice = texts[1]?.replaceAll(/\s+/g, ' ');
  expect(invoice).toContain('SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX.');
  expect(invoice).toContain('IGST 18 % $45.91');
  expect(invoice).toContain('Total in rupees ₹25,033.34 Of which tax ₹3,818.33');
  const csv = String(
    (await story.owner().get('/api/v1/desk/ledger/papers.csv?period=2027-04')).body,
  );
  expect(csv).toContain(',45.91,300.99,USD,25033.34,3818.33,');
  await story.app.close();
});

test('a letter that ends between two parts leaves the second part and its share of the invoice taxed', async () => {
  const story = await startStory(
    '8-lut-ends-between-parts',
    REGISTERED,
    '2027-03-31T06:00:00.000Z',
  );
  await letter(story.owner(), 'AD270326000123X');
  const { orderId } = await story.buy(ABROAD, 'Milestone');
  // Midnight in India.
  await story.at('2027-03-31T18:30:00.000Z');
  await story.complete(orderId);
  await story.payRest(orderId);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([
    ['zero-rated: 7499.5'],
    ['IGST 18 %: 1143.99', 'zero-rated: 7499.5'],
    ['IGST 18 %: 1143.99'],
  ]);
  const invoice = texts[1]?.replaceAll(/\s+/g, ' ');
  expect(invoice).toContain('EXPORT ON PAYMENT OF INTEGRATED TAX.');
  await story.app.close();
});

test('a month with an invoice abroad waits until each is declared, with what the owner enters in a register', async () => {
  const story = await startStory('15-declared', {}, '2026-10-20T06:00:00.000Z');
  const due = async () =>
    (await waiting(story.owner())).filter(({ kind }) => kind === 'declaration');
  const { orderId } = await story.buy(ABROAD, 'Full', 'USD');
  expect(await due(), 'a receipt is not declared').toEqual([]);
  await story.complete(orderId);
  await story.complete((await story.buy({})).orderId);
  expect(await due(), 'test orders are no exports').toEqual([]);
  await transaction(story.app.server.services, (tx) =>
    tx.updateTable('orders').set({ is_test: 0 }).execute(),
  );
  const [{ invoice, ...row }] = (await story.owner().get('/api/v1/desk/tax/declarations')).body
    .declarations;
  expect(await due()).toMatchObject([
    { month: '2026-10', by: '2026-11-30', count: 1, first: { ...row, invoice } },
  ]);
  expect(row).toMatchObject({ country: 'United States', currency: 'USD', month: '' });
  expect(row.rupees).toBeGreaterThan(row.amount);
  const entered = { invoice, receivedOn: '2026-10-22', reference: 'FIRA 7', purpose: 'p0802' };
  const save = (month: string, more: object = {}) =>
    story.owner().put('/api/v1/desk/tax/declarations', { ...entered, ...more, month });
  expect((await save('', { purpose: '0802' })).status).toBe(400);
  expect((await save('', { invoice: 'VI/2026-27/0002' })).status, 'to a buyer in India').toBe(404);
  expect((await save('')).status).toBe(200);
  expect(await due()).toHaveLength(1);
  expect((await save('2026-10')).status).toBe(200);
  expect(await due()).toEqual([]);
  const csv = String((await story.owner().get('/api/v1/desk/ledger/declarations.csv')).body);
  expect(csv.trim().split('\r\n')[1]).toBe(
    `${invoice},2026-10-20 11:30,United States,USD,${row.amount.toFixed(2)},${row.rupees.toFixed(2)},2026-10-22,FIRA 7,P0802,2026-10,2026-11-30`,
  );
  await story.app.close();
});

test('on the last day of a financial year the next year’s letter can be entered', async () => {
  const story = await startStory('13-last-day', REGISTERED, '2026-03-31T06:00:00.000Z');
  const { tax } = (await story.owner().get('/api/v1/desk/tax')).body;
  expect(tax.years).toEqual(['2025-26', '2026-27']);
  expect((await letter(story.owner(), 'AD270326000123X')).status).toBe(200);
  await story.app.close();
});

test.each([
  ['at home', {}, [7_499.5, 7_499.5], { CGST: 1_143.99, SGST: 1_143.99 }],
  ['in another state', COMPANY, [3_000, 3_000, 3_000, 3_000, 2_999], { IGST: 2_287.98 }],
] as const)(
  'the papers of an order that is refunded in parts %s say together what its receipt says',
  async (_, address, parts, expected) => {
    const story = await startStory('14-in-parts', REGISTERED, '2026-11-23T06:00:00.000Z');
    const { orderId, paymentId } = await story.buy(address);
    await story.complete(orderId);
    for (const part of parts) await story.refund(paymentId, part);
    const { taxes } = await story.read();
    const sums: Record<string, number> = {};
    for (const line of taxes.slice(2).flat()) {
      const [name = '', amount] = line.split(/ 9 %: | 18 %: /);
      sums[name] = Math.round(((sums[name] ?? 0) + Number(amount)) * 100) / 100;
    }
    expect(sums).toEqual(expected);
    await story.app.close();
  },
);

test('the owner decides that money from abroad is no export, until the invoice is issued', async () => {
  const story = await startStory('6-no-export', REGISTERED, '2026-11-23T06:00:00.000Z');
  await letter(story.owner(), 'AD270326000123X');
  const { orderId } = await story.buy(ABROAD);
  const decide = (isExport: boolean) =>
    story.owner().post(`/api/v1/desk/tax/orders/${orderId}`, { isExport });
  const known = async () =>
    (await story.owner().get(`/api/v1/desk/tax/orders/${orderId}`)).body.tax;
  expect(await known()).toMatchObject({ canDecide: true, supply: { kind: 'export' } });
  expect((await decide(false)).status).toBe(200);
  expect(await known()).toMatchObject({ supply: { kind: 'interstate' } });
  await story.complete(orderId);
  expect((await decide(true)).status).toBe(409);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([['zero-rated: 14999'], ['IGST 18 %: 2287.98']]);
  expect(texts[1]).not.toContain('SUPPLY MEANT');
  const { orderId: home } = await story.buy({});
  const refused = await story.owner().post(`/api/v1/desk/tax/orders/${home}`, { isExport: true });
  expect(refused.status, 'a buyer in India').toBe(409);
  await story.app.close();
});

test('the papers of a seller without a GSTIN have no line about tax', async () => {
  const story = await startStory('5-no-gstin', {}, '2026-11-23T06:00:00.000Z');
  const { orderId, paymentId } = await story.buy(ABROAD);
  await story.complete(orderId);
  await story.refund(paymentId, 100);
  const { taxes, texts } = await story.read();
  expect(taxes).toEqual([[], [], []]);
  for (const text of texts) expect(text).not.toMatch(/tax|supply|SAC|IGST/i);
  await story.app.close();
});

test('a paper in a script without a font says where its text is, and its mail has it', async () => {
  const story = await startStory('7-scripts', {}, '2026-11-23T06:00:00.000Z');
  const name = { firstName: 'محمد', lastName: 'ਸਿੰਘ 陳' };
  await story.buy(name);
  const { store } = story.app.server.services;
  const { number } = await rowWith(store.db, 'receipts');
  const [pdf, text, ...more] = await documentAttachments(store, number);
  expect(more).toEqual([]);
  expect(text?.filename).toBe(pdf.filename.replace('.pdf', '.txt'));
  expect(text?.content.toString()).toContain('For: محمد ਸਿੰਘ 陳');
  const [printed] = (await story.read()).texts;
  expect(printed).toContain(text?.filename);
  await story.buy({});
  const { number: plain } = await store.db
    .selectFrom('receipts')
    .select('number')
    .where('number', '!=', number)
    .executeTakeFirstOrThrow();
  expect(await documentAttachments(store, plain)).toHaveLength(1);
  await story.app.close();
});
