import { beforeAll, expect, test } from 'vitest';
import { sumMonths } from '../../api/modules/dashboard/ledger-month-totals.ts';
import { monthBounds } from '../../api/modules/dashboard/ledger-periods.ts';
import { listLedger } from '../../api/modules/dashboard/ledger-queries.ts';
import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import type { Person } from '../support/http-client.ts';
import { insertPayments } from '../support/ledger-fixtures.ts';
import { adminPayments, buy, deliverWebhooks } from '../support/payments.ts';
import { ADDRESS, ASHA, insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

shareApp();

const LEDGER = '/api/v1/desk/ledger';

interface Entry {
  _id: string;
  kind: string;
  at: string;
  amount: number;
  orderId: string | null;
  buyer: string | null;
  paymentId: string;
  status: string;
  detail: string;
}

let owner: Person;
let asha: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
  asha = (await insertBuyer(app, { name: ASHA.name })).person;
});

const entries = async (query = ''): Promise<Entry[]> =>
  (await owner.get(`${LEDGER}?${query}`)).body.entries;

/** Reads all pages, one after the other. */
async function allEntries(person: Person, query = ''): Promise<Entry[]> {
  const found: Entry[] = [];
  let after = '';
  do {
    const { body } = await person.get(`${LEDGER}?${query}&after=${encodeURIComponent(after)}`);
    found.push(...body.entries);
    after = body.next ?? '';
  } while (after);
  return found;
}

test('a payment is listed with its fee and receipt, and its refund is taken away', async () => {
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
  expect(of('payment')).toMatchObject({ amount: paid, orderId, buyer: ASHA.name, detail: 'card' });
  // The provider keeps 2 % and the tax on it.
  expect(of('fee')?.amount).toBeCloseTo(-paid * 0.02 * 1.18, 1);
  expect(of('refund')).toMatchObject({ amount: -10, paymentId, detail: 'A discount' });
  expect(of('receipt')).toMatchObject({
    _id: expect.stringMatching(/^VY\//),
    amount: 0,
    paymentId,
  });
  expect(of('document')).toMatchObject({
    ...{ _id: expect.stringMatching(/^VR\//), amount: 0, status: '', orderId },
    detail: 'Refund document of ₹10.00',
  });
});

test('the ledger is filtered by kind, month, buyer and the number of the order', async () => {
  const { orderId } = await buy(app, asha);
  const short = orderId.slice(-6).toUpperCase();
  expect(new Set((await entries('kind=fee')).map(({ kind }) => kind))).toEqual(new Set(['fee']));
  expect((await entries(`find=%23${short}`)).map((each) => each.orderId)).toEqual(
    Array.from({ length: 3 }, () => orderId),
  );
  expect(await entries('find=asha%20k')).not.toEqual([]);
  expect(await entries('find=%25')).toEqual([]);
  expect(await entries('period=2001-01')).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  for (const period of [month, month.slice(0, 4)])
    expect(await entries(`period=${period}&find=${short}`)).toHaveLength(3);
  // An unknown filter is ignored.
  expect((await owner.get(`${LEDGER}?period=2001-13&kind=bribe&after=~~`)).status).toBe(200);
});

test('a fee that the provider names later is added to its payment', async () => {
  const { paymentId } = await buy(app, asha);
  await deliverWebhooks(app);
  const { db } = app.server.services.store;
  await app.write((tx) =>
    tx
      .updateTable('payments')
      .set({ fee: null, fee_tax: null })
      .where('id', '=', paymentId)
      .execute(),
  );
  expect(await entries(`kind=fee&find=${paymentId}`)).toEqual([]);
  const { services } = app.server;
  await settlePayment(services, await services.provider.fetchPayment(paymentId));
  expect(await entries(`kind=fee&find=${paymentId}`)).toHaveLength(1);
  expect(await db.selectFrom('payments').select('id').where('fee', 'is', null).execute()).toEqual(
    [],
  );
});

test('the sums of the months are those of their entries', async () => {
  const { body } = await owner.get(`${LEDGER}/months`);
  expect(body.months).toHaveLength(12);
  expect(body.years).toEqual([body.year]);
  const all = await allEntries(owner);
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
  expect(lines).toHaveLength((await allEntries(owner)).length + 1);
  const { timeZone } = app.server.services.config;
  expect(lines[0], 'the zone of the times').toContain(`Date (${timeZone}),`);
  expect(lines[0]).toMatch(/,Kind,Amount,Order,Buyer,Number,Payment,Status,Note$/);
  expect(text).toContain('"\'=HYPERLINK(""https://evil.example"",""Click"") Kulkarni"');
  expect(text).toContain('"\'+1, as ""agreed"""');
  expect(text).toContain('refund,-10.00,');
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

test('ten thousand payments are listed, found and summed in a moment, each exactly once', async () => {
  const MANY = 10_000;
  const big: TestApp = await startTestApp();
  try {
    await insertPayments(big, MANY);
    const { db } = big.server.services.store;
    const bounds = monthBounds(2026, 'Asia/Kolkata');
    const after = { at: '2026-03-01T00:00:00.000Z', kind: 'payment', id: 'pay_' } as const;
    const reads = {
      first: () => listLedger(db, { limit: 51 }),
      later: () => listLedger(db, { after, limit: 51 }),
      found: () => listLedger(db, { find: 'aaaa7777', limit: 51 }),
      month: () => listLedger(db, { kind: 'refund', from: bounds[1], until: bounds[2], limit: 51 }),
      sums: () => sumMonths(db, bounds),
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
    const all = await allEntries(person);
    expect(all).toHaveLength(MANY + MANY + MANY / 10);
    expect(new Set(all.map(({ kind, _id }) => `${kind} ${_id}`)).size).toBe(all.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const lines = String((await person.get(`${LEDGER}/ledger.csv`)).body)
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(all.length + 1);
  } finally {
    await big.close();
  }
});
