import { expect, test } from 'vitest';
import { type DocumentData, rupeeTaxOf } from '../../api/modules/billing/document-data.ts';
import { textOf } from '../../api/modules/billing/document-text.ts';
import { listDocuments, listReceipts } from '../../api/modules/billing/queries.ts';
import { RATES, type Tax, taxIn } from '../../api/modules/billing/tax-rules.ts';
import { listInstalments } from '../../api/modules/payments/queries.ts';
import { ABROAD } from '../support/currencies.ts';
import fc, { randomRuns, SEED } from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import {
  type OrderHistory,
  orderHistories,
  runStep,
  startOrderHistory,
} from '../support/order-histories.ts';
import { storedOrder, storedPayments } from '../support/payments.ts';
import { ADDRESS, ownerOf } from '../support/people.ts';

/** Sellers in the buyers' state, in another one, and without a GST number; the numbers are invented. */
const SELLERS = {
  'in the state of the buyer': { SELLER_STATE: 'Maharashtra', SELLER_GSTIN: '27AAPFU0939F1ZV' },
  'in another state': { SELLER_STATE: 'Karnataka', SELLER_GSTIN: '29AAPFU0939F1ZR' },
  'without a GST number': {},
};

const COMPANY = { companyName: 'Acme Widgets Pvt Ltd', postalCode: '560001', address: '1 MG Road' };

/** Whose orders they are, and the state in which the law taxes them. */
const PLACES = {
  'a person at home': { address: ADDRESS, state: '27', isExport: false },
  'a company in another state': {
    address: { ...ADDRESS, ...COMPANY, state: 'Karnataka', gstin: '29AAPFU0939F1ZR' },
    ...{ state: '29', isExport: false },
  },
  'a special economic zone': {
    address: {
      ...{ ...ADDRESS, ...COMPANY, state: 'Karnataka', gstin: '29AAPFU0939F1ZR' },
      isInSez: true,
    },
    ...{ state: '29', isExport: true },
  },
  'a person abroad': {
    address: { ...ADDRESS, country: 'United States', state: 'Texas', postalCode: '73301' },
    ...{ state: '', isExport: true },
  },
  'a person abroad who pays in dollars': {
    ...{ address: ABROAD, currency: 'USD' as const },
    ...{ state: '', isExport: true },
  },
};
type Place = keyof typeof PLACES;
type PlaceOfOrder = { address: object; currency?: 'USD' };

/** In India, when a letter of undertaking ends; the tests have another rate begin then, too. */
const MIDNIGHT = '2027-03-31T18:30:00.000Z';
const EVENING = '2027-03-31T12:30:00.000Z';
const MIDNIGHT_DAY = '2027-04-01';
const NEW_RATE = 28;

const sumOf = (amounts: number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const sumOfTaxes = (taxes: Tax[]): number =>
  sumOf(taxes.flatMap(({ lines }) => lines.map(({ amount }) => amount)));
const sumOfZeroRated = (taxes: Tax[]): number => sumOf(taxes.map(({ zeroRated = 0 }) => zeroRated));

/** What a paper is about, in paise. */
const amountOf = (paper: DocumentData): number =>
  'line' in paper || paper.kind === 'invoice' ? paper.amount : paper.payment.amount;

/** The same, less where it takes a refund back. */
const signedAmountOf = (paper: DocumentData): number =>
  'line' in paper && paper.reverses ? -amountOf(paper) : amountOf(paper);

/** The papers of refunds that the invoice subtracts: those issued before it, without what came back by then. */
function vouchersBefore(documents: DocumentData[], invoice: DocumentData) {
  const before = documents.filter((paper) => paper.kind === 'refund' && paper.at < invoice.at);
  const taken = before.map((paper) => 'line' in paper && paper.reverses?.number);
  return before.filter(
    (paper) => 'line' in paper && !paper.reverses && !taken.includes(paper.number),
  );
}

/** The tax deducted at source that a paper states. */
const deductedIn = (paper: DocumentData): number => {
  const stated = textOf(paper).total.amount;
  return paper.kind === 'invoice' ? (paper.deducted ?? 0) : amountOf(paper) - stated;
};

async function documentsOf({ app, orderId }: OrderHistory) {
  const { db } = app.server.services.store;
  const parse = ({ data }: { data: string }) => JSON.parse(data) as DocumentData;
  const receipts = (await listReceipts(db, orderId)).map(parse);
  return [...receipts, ...(await listDocuments(db, orderId)).map(parse)];
}

function expectLinesToAddUp(document: DocumentData): void {
  const { taxable, lines: taxes } = document.tax;
  const of = `${document.kind} ${document.number}`;
  const taxed = sumOf(taxes.map((tax) => tax.amount));
  expect(taxable + taxed, `tax of ${of}`).toBe(amountOf(document));
  if (!document.seller.gstin) expect(taxes).toEqual([]);
  if ('line' in document) return;
  const total = document.kind === 'invoice' ? document.amount : document.order.total;
  expect(sumOf(document.lines.map((line) => line.amount)), `lines of ${of}`).toBe(total);
  for (const { name } of document.lines) expect(name).not.toMatch(/^Change \d+(, waived)?$/);
}

/** The parts that were paid, and those that are still open, have the taxes of the invoice. */
async function expectTaxesOfInvoice(history: OrderHistory, documents: DocumentData[]) {
  const invoice = documents.find(({ kind }) => kind === 'invoice');
  if (invoice?.kind !== 'invoice') return;
  const { db } = history.app.server.services.store;
  const { is_export } = await storedOrder(history.app, history.orderId);
  const supply = invoice.supply ?? null;
  // What the owner has decided holds for what was received before, too.
  const taxOf = (paper: DocumentData) =>
    is_export === null ? paper.tax : taxIn(amountOf(paper), supply);
  const open = (await listInstalments(db, history.orderId))
    .filter(({ payment_id, waived_at }) => payment_id === null && waived_at === null)
    .map(({ amount }) => taxIn(amount, supply));
  const of = (kind: DocumentData['kind']) => documents.filter((paper) => paper.kind === kind);
  const waived = of('credit').filter((paper) => 'line' in paper && !paper.payment);
  const charged = [
    ...of('advance').map(taxOf),
    ...[...of('invoiced'), ...waived].map(({ tax }) => tax),
  ];
  const vouchers = vouchersBefore(documents, invoice);
  const byPayment = Map.groupBy(vouchers, (paper) => 'payment' in paper && paper.payment?.id);
  const back =
    is_export === null
      ? vouchers.map(({ tax }) => tax)
      : [...byPayment.values()].map((parts) => taxIn(sumOf(parts.map(amountOf)), supply));
  for (const [name, sum] of Object.entries({ tax: sumOfTaxes, 'zero-rated': sumOfZeroRated })) {
    const expected = sum([...charged, ...open]) - sum(back);
    expect(sum([invoice.tax]), `${name} of all that was charged`).toBe(expected);
  }
}

/** Papers, orders and the provider have the same sums. */
async function expectBooksToAgree({ app, orderId }: OrderHistory, documents: DocumentData[]) {
  const { background, provider } = app.server.services;
  await background.settled();
  const payments = await storedPayments(app, orderId);
  for (const { id, amount, refunded } of payments) {
    const there = await provider.fetchPayment(id);
    expect([there.amount, there.amount_refunded ?? 0], `at the provider: ${id}`).toEqual([
      amount,
      refunded,
    ]);
  }
  const { paid, tax_deducted: deducted, total } = await storedOrder(app, orderId);
  const settled = payments.filter(({ status }) => status === 'settled');
  expect(sumOf(settled.map(({ amount }) => amount)), 'paid').toBe(paid);
  const of = (isWanted: (paper: DocumentData) => unknown) =>
    sumOf(documents.filter(isWanted).map(signedAmountOf));
  expect(
    of((paper) => 'payment' in paper && !('line' in paper)),
    'receipts',
  ).toBe(paid + deducted);
  expect(
    of((paper) => 'line' in paper && paper.payment) -
      sumOf(
        documents.map(
          (paper) => ('line' in paper && (paper.reverses ? -1 : 1) * (paper.deducted ?? 0)) || 0,
        ),
      ),
    'papers of refunds',
  ).toBe(sumOf(settled.map(({ refunded }) => refunded)));
  const invoice = documents.find(({ kind }) => kind === 'invoice');
  if (!invoice) return;
  const waived = of((paper) => paper.kind === 'credit' && !paper.payment);
  const vouchers = vouchersBefore(documents, invoice);
  expect(amountOf(invoice) - waived, 'invoiced').toBe(total - sumOf(vouchers.map(amountOf)));
}

/** What a paper says, column by column. */
const columnsOf = (paper: DocumentData): Record<string, number | null> => ({
  taxable: paper.tax.taxable,
  zeroRated: paper.tax.zeroRated ?? 0,
  ...Object.fromEntries(
    paper.tax.lines.map(({ name, rate, amount }) => [`${name} ${rate}`, amount]),
  ),
  rupeeValue: paper.currency ? (paper.rupeeValue ?? null) : 0,
  rupeeTax: rupeeTaxOf(paper),
});

/** All refunds of a payment together say what its receipt says. Returns how many payments were refunded wholly. */
function expectRefundsToAddUp(documents: DocumentData[]): number {
  const receipts = documents.filter(
    (paper) => 'part' in (('payment' in paper && paper.payment) || {}),
  );
  let wholly = 0;
  for (const receipt of receipts) {
    const id = 'payment' in receipt && receipt.payment?.id;
    const papers = documents.filter((paper) => 'line' in paper && paper.payment?.id === id);
    if (sumOf(papers.map(signedAmountOf)) !== amountOf(receipt)) continue;
    wholly += 1;
    for (const [name, expected] of Object.entries(columnsOf(receipt))) {
      const said = papers.map((paper) => {
        const value = columnsOf(paper)[name] ?? 0;
        return 'line' in paper && paper.reverses ? -value : value;
      });
      expect(sumOf(said), `${name} of all refunds of ${receipt.number}`).toBe(expected);
    }
  }
  return wholly;
}

/** What the law says about an advance whose order nobody has decided on. */
function expectLawfulTax({ tax, seller, at }: DocumentData, place: Place): void {
  const isAfter = at >= MIDNIGHT;
  const rate = isAfter ? NEW_RATE : 18;
  const { isExport, state } = PLACES[place];
  const isHome = !isExport && seller.gstin?.slice(0, 2) === state;
  const lines = tax.lines.map((line) => `${line.name} ${line.rate}`);
  if (!seller.gstin || (isExport && !isAfter)) expect(lines).toEqual([]);
  else if (isHome) expect(lines).toEqual([`CGST ${rate / 2}`, `SGST ${rate / 2}`]);
  else expect(lines).toEqual([`IGST ${rate}`]);
  const isZeroRated = seller.gstin && isExport && !isAfter;
  expect(tax.zeroRated).toBe(isZeroRated ? tax.taxable : undefined);
}

/** The accountant's export of all time has each paper once, with its amounts. */
async function expectExportToBePapers(app: InProcessApp, owner: Person): Promise<void> {
  const { db } = app.server.services.store;
  const stored = await Promise.all(
    (['receipts', 'billing_documents'] as const).map((table) =>
      db.selectFrom(table).select(['number', 'data']).execute(),
    ),
  );
  const papers = stored.flat().map(({ data }) => JSON.parse(data) as DocumentData);
  const csv = String((await owner.get('/api/v1/desk/ledger/papers.csv')).body);
  const [head = [], ...lines] = csv.trim().split('\r\n').map(cellsOf);
  const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
  const taxed = ({ tax }: DocumentData, name: string) =>
    sumOf(tax.lines.filter((line) => line.name === name).map(({ amount }) => amount));
  const byNumber = (a: { Number: string }, b: { Number: string }) => (a.Number < b.Number ? -1 : 1);
  const expected = papers.map((paper) => ({
    Number: paper.number,
    ...inRupees({
      'Taxable value': paper.tax.taxable,
      'Of it zero-rated': paper.tax.zeroRated ?? 0,
      ...{ CGST: taxed(paper, 'CGST'), SGST: taxed(paper, 'SGST'), IGST: taxed(paper, 'IGST') },
      Total: amountOf(paper),
      'Deducted at source': deductedIn(paper),
    }),
    Currency: paper.currency ?? 'INR',
    'Value in INR': worthOf(paper),
    'Tax in INR':
      'rupeeTax' in paper && paper.rupeeTax !== undefined
        ? (paper.rupeeTax / 100).toFixed(2)
        : worthOf(paper, sumOf(paper.tax.lines.map(({ amount }) => amount))),
  }));
  const [example] = expected;
  const read = rows.map((row) => pick(row, Object.keys(example ?? {})) as typeof example & object);
  expect(read.sort(byNumber)).toEqual(expected.sort(byNumber));
}

/** As the export has it: nothing if the provider has not said what a foreign payment is worth. */
function worthOf(paper: DocumentData, part = amountOf(paper)): string {
  if (!paper.currency) return (part / 100).toFixed(2);
  const value = paper.rupeeValue ?? null;
  return value === null ? '' : (Math.round((value * part) / amountOf(paper)) / 100).toFixed(2);
}

const inRupees = (paise: Record<string, number>) =>
  Object.fromEntries(Object.entries(paise).map(([name, each]) => [name, (each / 100).toFixed(2)]));

const pick = (row: Record<string, string | undefined>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** The cells of a line, of which some are in quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** What happens to an order, and whose it is; it may become midnight before any step, or the owner decide on its tax. */
const histories = fc.record({
  history: orderHistories,
  place: fc.constantFrom(...(Object.keys(PLACES) as Place[])),
  midnightBefore: fc.nat(20),
  decision: fc.option(fc.record({ before: fc.nat(12), isExport: fc.boolean() })),
});

/** One history takes 50 ms of processor time, so more run on demand only: `RANDOM_RUNS=267` runs 20,000. */
const numRuns = randomRuns(25);
const HISTORIES_PER_APP = 50;
const BATCHES = Object.entries(SELLERS).flatMap(([name, seller]) =>
  Array.from({ length: Math.ceil(numRuns / HISTORIES_PER_APP) }, (_, at) => ({
    ...{ name, seller, seed: SEED + at },
    runs: Math.min(HISTORIES_PER_APP, numRuns - at * HISTORIES_PER_APP),
  })),
);

/** The steps that come after the random ones, so that most orders have an invoice and something after it. */
const END = [
  ...(['accept', 'deliver', 'complete', 'refund', 'sendBack', 'refundRest'] as const),
  ...(['waive', 'pay', 'report'] as const),
] as const;

test.each(BATCHES)(
  'whatever happens to $runs orders of a seller $name, papers, books, provider and export agree (seed $seed)',
  async ({ seller, runs, seed }) => {
    let now = new Date(EVENING);
    const clock = () => {
      now = new Date(now.getTime() + 1);
      return now;
    };
    const app = await startInProcessApp(clock, { SELLER_ADDRESS: 'Pune', ...seller });
    await (await ownerOf(app)).put('/api/v1/desk/tax/letter', {
      number: 'AD270326000123X',
      year: '2026-27',
    });
    RATES.push([MIDNIGHT_DAY, NEW_RATE]);
    let invoices = 0;
    let deducted = 0;
    let wholly = 0;
    const property = fc.asyncProperty(
      histories,
      async ({ history: { startsFrom, steps }, place, midnightBefore, decision }) => {
        now = new Date(midnightBefore === 0 ? MIDNIGHT : EVENING);
        // The clock went back: sessions of the order before have ended.
        const owner = await ownerOf(app);
        const { address, currency = 'INR' } = PLACES[place] as PlaceOfOrder;
        const history = await startOrderHistory(app, owner, startsFrom, currency, address);
        for (const [at, step] of [...steps, ...END].entries()) {
          if (at + 1 === midnightBefore) now = new Date(MIDNIGHT);
          if (at === decision?.before)
            await owner.post(`/api/v1/desk/tax/orders/${history.orderId}`, decision);
          await runStep(step, history);
        }
        const documents = await documentsOf(history);
        expect(documents.length).toBeGreaterThan(0);
        for (const document of documents) expectLinesToAddUp(document);
        await expectTaxesOfInvoice(history, documents);
        await expectBooksToAgree(history, documents);
        const isDecided = (await storedOrder(app, history.orderId)).is_export !== null;
        if (!isDecided) wholly += expectRefundsToAddUp(documents);
        const advances = documents.filter(({ kind }) => kind === 'advance');
        if (!isDecided) for (const paper of advances) expectLawfulTax(paper, place);
        if (documents.some((paper) => deductedIn(paper) > 0)) deducted += 1;
        invoices += documents.filter(({ kind }) => kind === 'invoice').length;
      },
    );
    try {
      await fc.assert(property, { numRuns: runs, seed });
      expect(invoices).toBeGreaterThan(runs / 4);
      expect(deducted).toBeGreaterThan(0);
      expect(wholly).toBeGreaterThan(0);
      await expectExportToBePapers(app, await ownerOf(app));
    } finally {
      RATES.pop();
      await app.close();
    }
  },
  3_600_000,
);
