import { unzipSync } from 'fflate';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sumMonths } from '../../api/modules/billing/ledger/ledger-month-totals.ts';
import { monthBounds } from '../../api/modules/billing/ledger/ledger-periods.ts';
import { listLedger } from '../../api/modules/billing/ledger/ledger-queries.ts';
import { listPayments as listPaymentRows } from '../../api/modules/order-pages/payment-list.ts';
import { orderNumber } from '../../api/modules/orders/order-number-rules.ts';
import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import type { Person } from '../support/http-client.ts';
import { insertPayments, readLedger } from '../support/ledger-fixtures.ts';
import { adminPayments, buy, deliverWebhooks, listPayments } from '../support/payments.ts';
import { ADDRESS, ASHA, insertBuyer, ownerOf } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

shareApp();

const LEDGER = '/api/v1/desk/ledger';

let owner: Person;
let asha: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
  asha = (await insertBuyer(app, { name: ASHA.name })).person;
});

const entries = (query = '') => readLedger(owner, query);

test('a payment is exported with its fee and receipt, and its refund is taken away', async () => {
  const { paymentId, orderId, checkout } = await buy(app, asha);
  const refunded = await adminPayments.refund(owner, paymentId, {
    amount: 10,
    reason: 'A discount',
  });
  expect(refunded.status).toBe(200);
  const found = await entries(`find=${paymentId}`);
  const of = (kind: string) => found.find((each) => each.kind === kind);
  expect(found.map(({ kind }) => kind)).toEqual([
    'document',
    'refund',
    'payment',
    'fee',
    'receipt',
  ]);
  const paid = checkout.amount / 100;
  expect(of('payment')).toMatchObject({
    ...{ amount: paid, order: `#${orderNumber(orderId)}`, buyer: ASHA.name, note: 'card' },
  });
  // The provider keeps 2 % and the tax on it.
  expect(of('fee')?.amount).toBeCloseTo(-paid * 0.02 * 1.18, 1);
  expect(of('refund')).toMatchObject({ amount: -10, paymentId, note: 'A discount' });
  expect(of('receipt')).toMatchObject({
    id: expect.stringMatching(/^VY\//),
    amount: 0,
    paymentId,
  });
  expect(of('document')).toMatchObject({
    ...{ id: expect.stringMatching(/^VR\//), amount: 0, status: '' },
    ...{ order: `#${orderNumber(orderId)}`, note: 'Refund document of ₹10.00' },
  });
});

test('the ledger is limited to a month, a buyer and the number of an order', async () => {
  const { orderId } = await buy(app, asha);
  const short = orderNumber(orderId);
  expect((await entries(`find=%23${short}`)).map((each) => each.order)).toEqual(
    Array.from({ length: 3 }, () => `#${short}`),
  );
  expect(await entries('find=asha%20k')).not.toEqual([]);
  expect(await entries('find=%25')).toEqual([]);
  expect(await entries('period=2001-01')).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  for (const period of [month, month.slice(0, 4)])
    expect(await entries(`period=${period}&find=${short}`)).toHaveLength(3);
  // An unknown filter is ignored.
  expect(await entries(`period=2001-13&kind=bribe&after=~~&find=${short}`)).toHaveLength(3);
});

test('a fee that the provider names later is added to its payment', async () => {
  const { paymentId } = await buy(app, asha);
  await deliverWebhooks(app);
  const { db } = app.server.services.store;
  await changeRow(app, 'payments', paymentId, { fee: null, fee_tax: null });
  const feesOf = async () =>
    (await entries(`find=${paymentId}`)).filter(({ kind }) => kind === 'fee');
  expect(await feesOf()).toEqual([]);
  const { services } = app.server;
  await settlePayment(services, await services.provider.fetchPayment(paymentId));
  expect(await feesOf()).toHaveLength(1);
  expect(await db.selectFrom('payments').select('id').where('fee', 'is', null).execute()).toEqual(
    [],
  );
});

test('the sums of the months are those of their entries', async () => {
  const { body } = await owner.get(`${LEDGER}/months`);
  expect(body.months).toHaveLength(12);
  expect(body.years).toEqual([body.year]);
  const all = await entries();
  const sum = (kind: string) =>
    all.reduce((total, each) => total + (each.kind === kind ? each.amount : 0), 0);
  const total = (name: string) =>
    body.months.reduce((all: number, month: Record<string, number>) => all + (month[name] ?? 0), 0);
  expect(total('received')).toBeCloseTo(sum('payment'));
  expect(total('refunded')).toBeCloseTo(-sum('refund'));
  expect(total('fees')).toBeCloseTo(-sum('fee'));
  expect(total('net')).toBeCloseTo(all.reduce((net, each) => net + each.amount, 0));
  expect(total('receipts')).toBe(all.filter(({ kind }) => kind === 'receipt').length);
});

test('the exported file holds every entry, and no text of it runs as a formula', async () => {
  const firstName = '=HYPERLINK("https://evil.example","Click")';
  const { paymentId } = await buy(app, asha, { addressInfo: { ...ADDRESS, firstName } });
  await adminPayments.refund(owner, paymentId, { amount: 10, reason: '+1, as "agreed"' });
  const file = await owner.get(`${LEDGER}/ledger.csv`);
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.headers.get('content-disposition')).toContain('ledger.csv');
  const text = String(file.body);
  const lines = text.trim().split('\r\n');
  const { timeZone } = app.server.services.config;
  expect(lines[0], 'the zone of the times').toContain(`Date (${timeZone}),`);
  expect(lines[0]).toMatch(
    /,Kind,Amount,Order,Buyer,Number,Payment,Status,Note,Currency,Value in INR$/,
  );
  expect(text).toContain('"\'=HYPERLINK(""https://evil.example"",""Click"") Kulkarni"');
  expect(text).toContain('"\'+1, as ""agreed"""');
  expect(text).toContain('refund,-10.00,');
});

test('what was paid in another currency and went back counts by its value in rupees, and not without one', async () => {
  const monthNow = async () =>
    (await owner.get(`${LEDGER}/months`)).body.months.find(
      ({ received }: { received: number }) => received > 0,
    );
  const before = await monthNow();
  const { paymentId, checkout } = await buy(app, asha);
  await adminPayments.refund(owner, paymentId, { amount: 10, reason: 'A discount' });
  const set = (values: { currency: string; base_amount: number | null }) =>
    app.write((tx) => tx.updateTable('payments').set(values).where('id', '=', paymentId).execute());
  const foreign = [{ currency: 'USD', received: checkout.amount / 100, refunded: 10, lost: 0 }];
  await set({ currency: 'USD', base_amount: null });
  const { received, refunded } = before;
  expect(await monthNow()).toMatchObject({ received, refunded, foreign });
  const base = checkout.amount * 83 + 17;
  const value = Math.round((1_000 * base) / checkout.amount);
  await set({ currency: 'USD', base_amount: base });
  const month = await monthNow();
  expect(month.foreign).toEqual(foreign);
  expect(Math.round((month.received - received) * 100)).toBe(base);
  expect(Math.round((month.refunded - refunded) * 100)).toBe(value);
  const { body } = await owner.get(`${LEDGER}/ledger.csv?find=${paymentId}`);
  expect(String(body)).toContain(`,USD,${(base / 100).toFixed(2)}`);
  expect(String(body)).toContain(`,USD,-${(value / 100).toFixed(2)}`);
  const { foreign: today } = (await owner.get('/api/v1/desk/today')).body;
  expect(today).toEqual([{ currency: 'USD', amount: checkout.amount / 100 - 10, unvalued: 0 }]);
  // Its product with the amount does not fit into an integer.
  const most = 9_000_000_000_000;
  await set({ currency: 'USD', base_amount: most });
  expect(Math.round(((await monthNow()).received - received) * 100)).toBe(most);
  await set({ currency: 'INR', base_amount: null });
});

test('a month begins when it does for the seller', () => {
  const bounds = monthBounds(2026, 'Asia/Kolkata');
  expect(bounds).toHaveLength(13);
  expect([bounds[0], bounds[1], bounds[12]]).toEqual([
    '2025-12-31T18:30:00.000Z',
    '2026-01-31T18:30:00.000Z',
    '2026-12-31T18:30:00.000Z',
  ]);
});

test('ten thousand payments are listed, found, summed and exported in a moment, each exactly once', async () => {
  const MANY = 10_000;
  const big: TestApp = await startTestApp();
  try {
    await insertPayments(big, MANY);
    const { db } = big.server.services.store;
    const bounds = monthBounds(2026, 'Asia/Kolkata');
    const at = '2026-03-01T00:00:00.000Z';
    const after = { at, kind: 'payment', id: 'pay_' } as const;
    const reads = {
      first: () => listPaymentRows(db, { limit: 51 }),
      later: () => listPaymentRows(db, { after, limit: 51 }),
      found: () => listPaymentRows(db, { find: 'aaaa7777', limit: 51 }),
      refunded: () => listPaymentRows(db, { show: 'refunded', until: at, limit: 51 }),
      disputed: () => listPaymentRows(db, { show: 'disputed', limit: 51 }),
      attention: () => listPaymentRows(db, { show: 'attention', after, limit: 51 }),
      export: () => listLedger(db, { keys: { isTest: true }, after, limit: 500 }),
      sums: () => sumMonths(db, bounds, { isTest: true }),
    };
    const least = async (read: () => Promise<unknown>) => {
      await read();
      return Math.min(await cpuTimeOf(read), await cpuTimeOf(read), await cpuTimeOf(read));
    };
    // Processor time beside that of reading every payment once: no list may read them many times.
    const onePass = await least(() => db.selectFrom('payments').selectAll().execute());
    for (const [name, read] of Object.entries(reads))
      expect.soft((await least(read)) / onePass, name).toBeLessThan(5);
    const person = await ownerOf(big);
    const shown = await listPayments(person);
    expect(new Set(shown.map(({ _id }) => _id)).size).toBe(MANY);
    const newestFirst = (times: string[]) => expect(times).toEqual(times.toSorted().toReversed());
    newestFirst(shown.map(({ paidAt }) => String(paidAt)));
    const all = await readLedger(person);
    expect(all).toHaveLength(MANY + MANY + MANY / 10);
    expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length);
    newestFirst(all.map((line) => line.at));
  } finally {
    await big.close();
  }
});

test('the export arrives as it is read, and ends with a client that goes away', async () => {
  const big: TestApp = await startTestApp();
  onTestFinished(() => big.close());
  await insertPayments(big, 20_000);
  // Long lines, so that no socket holds all of them.
  await big.write((tx) =>
    tx
      .updateTable('payments')
      .set({ method: 'x'.repeat(1_000) })
      .execute(),
  );
  const { db } = big.server.services.store;
  const select = db.selectFrom.bind(db);
  let reads = 0;
  vi.spyOn(db, 'selectFrom').mockImplementation(((...from: Parameters<typeof select>) => {
    reads += 1;
    return select(...from);
  }) as typeof db.selectFrom);
  /** One for each kind of entries and page of 500; there are 40,000 payments and fees alone. */
  const all = (6 * 40_000) / 500;
  let before = -1;
  const hasStopped = () => {
    const same = reads === before;
    before = reads;
    return same;
  };
  const person = await ownerOf(big);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const client = new AbortController();
  const { signal } = client;
  const response = await fetch(`${big.origin}${LEDGER}/ledger.csv`, {
    headers: { cookie },
    signal,
  });
  expect(response.headers.get('transfer-encoding')).toBe('chunked');
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('Date (');
  const often = { interval: 300, timeout: 30_000 };
  await expect.poll(hasStopped, often).toBe(true);
  expect(reads, 'the export waits for the client').toBeLessThan(all);
  client.abort();
  before = -1;
  await expect.poll(hasStopped, often).toBe(true);
  expect(reads, 'nobody reads the rest').toBeLessThan(all);
});

test('the papers of a quarter and of a financial year are one zip with each as PDF and the list', async () => {
  await buy(app, asha);
  const now = app.server.services.clock();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const begins = month < 3 ? year - 1 : year;
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  for (const period of [
    `${year}-Q${Math.floor(month / 3) + 1}`,
    `${begins}-${(begins + 1) % 100}`,
  ]) {
    const path = `${app.origin}${LEDGER}/papers.zip?period=${period}`;
    const answer = await fetch(path, { headers: { Cookie: cookie } });
    const files = unzipSync(Buffer.from(await answer.arrayBuffer()));
    const text = Buffer.from(files[`papers-${period}.csv`] ?? []).toString();
    const numbers = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[2] ?? '');
    expect(numbers.length).toBeGreaterThan(0);
    const names = numbers.map((number) => `${number.replaceAll('/', '-')}.pdf`);
    expect(Object.keys(files)).toEqual([...names, `papers-${period}.csv`]);
    for (const name of names)
      expect(Buffer.from(files[name] ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
  }
  const none = `${app.origin}${LEDGER}/papers.zip?period=2001-Q1`;
  const empty = await fetch(none, { headers: { Cookie: cookie } });
  expect(Object.keys(unzipSync(Buffer.from(await empty.arrayBuffer())))).toEqual([
    'papers-2001-Q1.csv',
  ]);
});
