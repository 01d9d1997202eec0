import { sql } from 'kysely';
import type { Database, Db } from '../../../../db/database.ts';
import { inMemory, type PackedFile } from '../../../platform/files/send-zip.ts';
import { BYTE_ORDER_MARK, csvText, spreadsheetTime, toCsv } from '../../../platform/http/csv.ts';
import { countsIn, type KeyKind } from '../../orders/queries.ts';
import { type DocumentData, rupeeTaxOf } from '../document-data.ts';
import { textOf } from '../document-text.ts';
import { documentAttachments } from '../download-document.ts';
import { grossOf, type Tax } from '../tax-rules.ts';
import { csvOrder } from './ledger-csv.ts';

/** A receipt, invoice, refund voucher or credit note as it was issued. */
export interface Paper {
  number: string;
  data: string;
  created_at: string;
  /** When its money came in; null if the paper is no receipt. */
  captured_at: string | null;
}

interface PaperQuery {
  keys: KeyKind;
  from?: string | undefined;
  until?: string | undefined;
  after?: Paper | undefined;
  limit: number;
}

/** The papers of a period in the order of their issue. */
export const listPapers = (
  db: Db,
  { keys, from, until, after, limit }: PaperQuery,
): Promise<Paper[]> =>
  db
    .selectFrom(
      db
        .selectFrom('receipts')
        .innerJoin('payments', 'payments.id', 'receipts.payment_id')
        .select(['receipts.number', 'receipts.data', 'receipts.created_at', 'receipts.order_id'])
        .select(sql<string | null>`payments.captured_at`.as('captured_at'))
        .unionAll(
          db
            .selectFrom('billing_documents')
            .select(['number', 'data', 'created_at', 'order_id'])
            .select(sql<string | null>`null`.as('captured_at')),
        )
        .as('paper'),
    )
    .select(['number', 'data', 'created_at', 'captured_at'])
    .where(countsIn('paper.order_id', keys))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('created_at', '<', until ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('created_at', 'number'),
          '>',
          tuple(after?.created_at ?? '', after?.number ?? ''),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('number')
    .limit(limit)
    .execute();

const TAXES = ['CGST', 'SGST', 'IGST'];

export const paperColumns = (timeZone: string): string[] => [
  `Date (${timeZone})`,
  ...['Kind', 'Number', 'Order', 'Buyer', 'GSTIN of the buyer', 'Place of supply', 'Supply'],
  ...['Rate %', 'Taxable value', 'Of it zero-rated', ...TAXES, 'Total', 'Currency'],
  ...['Value in INR', 'Tax in INR', 'Settled', 'For', 'Deducted at source'],
];

const deductedIn = (paper: DocumentData): number =>
  ('deducted' in paper ? paper.deducted : 'deduction' in paper ? paper.deduction?.amount : 0) ?? 0;

/** The rates of a paper: its parts may have been taxed before and after a change. */
const ratesIn = ({ lines }: Tax): string =>
  [...new Set(lines.map(({ name, rate }) => (name === 'IGST' ? rate : rate * 2)))].join(' and ') ||
  '0';

/** A line of the export. Amounts are as printed: what goes back is told by its kind. */
export function paperLine({ number, data, created_at, captured_at }: Paper, timeZone: string) {
  const paper = JSON.parse(data) as DocumentData;
  const { buyer, tax, supply, currency = 'INR' } = paper;
  const text = textOf(paper);
  const rupees = (paise: number): string => (paise / 100).toFixed(2);
  const worth = currency === 'INR' ? grossOf(tax) : (paper.rupeeValue ?? null);
  const inRupees = worth === null ? ['', ''] : [rupees(worth), rupees(rupeeTaxOf(paper) ?? 0)];
  const isRefund = 'line' in paper;
  const settled = captured_at ?? (isRefund && paper.payment ? created_at : '');
  return toCsv([
    spreadsheetTime(created_at, timeZone),
    text.title,
    number,
    csvOrder(paper.order.id),
    csvText(buyer.name),
    buyer.gstin ?? '',
    csvText(buyer.stateCode ? `${buyer.stateCode}-${buyer.state}` : (buyer.lines.at(-1) ?? '')),
    csvText([supply?.kind, supply?.lut].filter(Boolean).join(', ')),
    ratesIn(tax),
    rupees(tax.taxable),
    rupees(tax.zeroRated ?? 0),
    ...TAXES.map((name) =>
      rupees(tax.lines.filter((line) => line.name === name).reduce((a, b) => a + b.amount, 0)),
    ),
    ...[rupees(grossOf(tax)), currency, ...inRupees],
    settled && spreadsheetTime(settled, timeZone),
    isRefund
      ? ((paper.reverses ?? paper.against)?.number ?? '')
      : paper.kind === 'invoiced'
        ? (paper.invoice ?? '')
        : '',
    rupees(deductedIn(paper)),
  ]);
}

/** Every paper of a list as PDF, and at the end the list itself. One is drawn at a time. */
export async function* packPapers(
  store: Database,
  given: { name: string; list: (after?: Paper) => Promise<Paper[]>; timeZone: string },
): AsyncGenerator<PackedFile> {
  const lines = [BYTE_ORDER_MARK + toCsv(paperColumns(given.timeZone))];
  for (let page = await given.list(); page.length > 0; page = await given.list(page.at(-1)))
    for (const paper of page) {
      lines.push(paperLine(paper, given.timeZone));
      for (const { filename, content } of await documentAttachments(store, paper.number))
        yield inMemory(filename, content);
    }
  yield inMemory(`${given.name}.csv`, lines.join(''));
}
