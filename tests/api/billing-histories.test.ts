import { expect, test } from 'vitest';
import type { DocumentData } from '../../api/modules/billing/document-data.ts';
import { textOf } from '../../api/modules/billing/document-text.ts';
import { listDocuments, listReceipts } from '../../api/modules/billing/queries.ts';
import { type Tax, taxIn } from '../../api/modules/billing/tax-rules.ts';
import { listInstalments } from '../../api/modules/payments/queries.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import {
  type OrderHistory,
  orderHistories,
  runStep,
  startOrderHistory,
} from '../support/order-histories.ts';
import { storedOrder } from '../support/payments.ts';
import { ownerOf } from '../support/people.ts';

/** Sellers in the buyers' state, in another one, and without a GST number; the numbers are invented. */
const SELLERS = {
  'in the state of the buyer': { SELLER_STATE: 'Maharashtra', SELLER_GSTIN: '27AAPFU0939F1ZV' },
  'in another state': { SELLER_STATE: 'Karnataka', SELLER_GSTIN: '29AAPFU0939F1ZR' },
  'without a GST number': {},
};

const sumOf = (amounts: number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const sumOfTaxes = (documents: { tax: Tax }[]): number =>
  sumOf(documents.flatMap(({ tax }) => tax.lines.map(({ amount }) => amount)));

async function documentsOf({ app, orderId }: OrderHistory) {
  const { db } = app.server.services.store;
  const parse = ({ data }: { data: string }) => JSON.parse(data) as DocumentData;
  const receipts = (await listReceipts(db, orderId)).map(parse);
  return [...receipts, ...(await listDocuments(db, orderId)).map(parse)];
}

function expectLinesToAddUp(document: DocumentData): void {
  const { taxable, lines: taxes } = document.tax;
  const of = `${document.kind} ${document.number}`;
  const isRefund = 'line' in document;
  const isInvoice = document.kind === 'invoice';
  const amount = isRefund || isInvoice ? document.amount : document.payment.amount;
  expect(taxable + sumOf(taxes.map((tax) => tax.amount)), `tax of ${of}`).toBe(amount);
  if (!document.seller.gstin) expect(taxes).toEqual([]);
  if (isRefund) return;
  const total = isInvoice ? document.amount : document.order.total;
  expect(sumOf(document.lines.map((line) => line.amount)), `lines of ${of}`).toBe(total);
  for (const { name } of document.lines) expect(name).not.toMatch(/^Change \d+(, waived)?$/);
}

/** The parts that were paid, and those that are still open, have the taxes of the invoice. */
async function expectTaxesOfInvoice(history: OrderHistory, documents: DocumentData[]) {
  const invoice = documents.find(({ kind }) => kind === 'invoice');
  if (invoice?.kind !== 'invoice') return;
  const { db } = history.app.server.services.store;
  const open = (await listInstalments(db, history.orderId))
    .filter(({ payment_id, waived_at }) => payment_id === null && waived_at === null)
    .map(({ amount }) => ({ tax: taxIn(amount, invoice.supply ?? null) }));
  const vouchers = documents.filter(({ kind }) => kind === 'advance');
  const refunds = documents.filter(({ kind }) => kind === 'refund');
  if (invoice.open === 0)
    expect(sumOfTaxes(vouchers) - sumOfTaxes(refunds), 'of the vouchers').toBe(
      sumOfTaxes([invoice]),
    );
  const late = documents.filter(({ kind }) => kind === 'invoiced');
  const waived = documents.filter((each) => each.kind === 'credit' && !each.payment);
  expect(
    sumOfTaxes([...vouchers, ...late, ...waived]) + sumOfTaxes(open) - sumOfTaxes(refunds),
    'of all that was charged',
  ).toBe(sumOfTaxes([invoice]));
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
  const [head = [], ...lines] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const cell = (line: string[], name: string) => line[head.indexOf(name)] ?? '';
  expect(lines.map((line) => cell(line, 'Number')).sort()).toEqual(
    papers.map(({ number }) => number).sort(),
  );
  const sumOfColumn = (name: string) =>
    sumOf(lines.map((line) => Math.round(Number(cell(line, name)) * 100)));
  expect(sumOfColumn('Taxable value')).toBe(sumOf(papers.map(({ tax }) => tax.taxable)));
  expect(sumOfColumn('CGST') + sumOfColumn('SGST') + sumOfColumn('IGST')).toBe(sumOfTaxes(papers));
  const totals = sumOf(papers.map((paper) => textOf(paper).total.amount));
  expect([sumOfColumn('Total'), sumOfColumn('Value in INR')]).toEqual([totals, totals]);
}

test.each(Object.entries(SELLERS))(
  'whatever happens to an order of a seller %s, every document adds up, and the invoice has the taxes of its vouchers',
  async (_, seller) => {
    const app = await startInProcessApp(undefined, { SELLER_ADDRESS: 'Pune', ...seller });
    const owner = await ownerOf(app);
    let invoices = 0;
    const property = fc.asyncProperty(orderHistories, async ({ startsFrom, steps }) => {
      const history = await startOrderHistory(app, owner, startsFrom);
      for (const step of [
        ...steps,
        'accept',
        'deliver',
        'complete',
        'waive',
        'pay',
        'report',
      ] as const)
        await runStep(step, history);
      const documents = await documentsOf(history);
      expect(documents.length).toBeGreaterThan(0);
      for (const document of documents) expectLinesToAddUp(document);
      await expectTaxesOfInvoice(history, documents);
      invoices += documents.filter(({ kind }) => kind === 'invoice').length;
      expect((await storedOrder(app, history.orderId)).paid).toBeGreaterThan(0);
    });
    try {
      await fc.assert(property, { numRuns: randomRuns(25) });
      expect(invoices).toBeGreaterThan(8);
      await expectExportToBePapers(app, owner);
    } finally {
      await app.close();
    }
  },
);
