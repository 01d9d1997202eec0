import { dayIn, longDate } from '../../platform/dates.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import {
  type DocumentData,
  type DocumentLine,
  type InvoiceData,
  type ReceiptData,
  type Reference,
  type RefundData,
  singleLine,
} from './document-data.ts';
import { textFile } from './document-number-rules.ts';
import { endorsementsOf } from './tax-rules.ts';
import { documentTitle } from './texts.ts';

const METHODS: Record<string, string> = { card: 'Card', upi: 'UPI', netbanking: 'Net Banking' };

type Row = [name: string, value: string];

/** The texts of a document, in the order in which they are printed. */
export interface DocumentText {
  title: string;
  lines: DocumentLine[];
  /** The rows above the total; `after` has those below it. */
  before: Row[];
  total: { label: string; amount: number };
  after: Row[];
  notes: string[];
}

const TEST = 'A test: no real money was paid.';

export function textOf(data: DocumentData): DocumentText {
  const text = textOfKind(data);
  const notes = [...text.notes, ...(data.isTest ? [TEST] : [])];
  if (!data.hasTextFile) return { ...text, notes };
  const file = `A ? stands for a character that this PDF cannot show. Its mail has the text as it was written: ${textFile(data.number)}.`;
  return { ...text, notes: [...notes, file] };
}

/** The text of a document for a file, in every script. */
export function plainTextOf(data: DocumentData): string {
  const { title, lines, before, total, after, notes } = textOf({ ...data, hasTextFile: undefined });
  const { seller, buyer, number, order } = data;
  const party = (name: string, details: (string | undefined)[]) => [name, ...details, ''];
  return [
    `${title} ${number}`,
    longDate(data.at, data.timeZone),
    `Order #${order.id}`,
    '',
    ...party(`From: ${seller.name}`, [seller.address, seller.state, seller.gstin ?? undefined]),
    ...party(`For: ${buyer.name}`, [...buyer.lines, buyer.email, buyer.gstin]),
    ...lines.map(({ name, quantity, amount }) => `${quantity} x ${name}: ${formatPaise(amount)}`),
    ...[...before, [total.label, formatPaise(total.amount)], ...after].map((row) => row.join(': ')),
    '',
    ...notes,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function textOfKind(data: DocumentData): DocumentText {
  if ('line' in data) return refundText(data);
  return data.kind === 'invoice' ? invoiceText(data) : receiptText(data);
}

function taxRows({ seller, tax }: DocumentData): Row[] {
  if (!seller.gstin) return [];
  return [
    ['Taxable value', formatPaise(tax.taxable)],
    ...(tax.zeroRated ? [['Of it zero-rated', formatPaise(tax.zeroRated)] as Row] : []),
    ...tax.lines.map(({ name, rate, amount }): Row => [`${name} ${rate} %`, formatPaise(amount)]),
  ];
}

const deductedRows = (paise = 0): Row[] =>
  paise > 0 ? [['Less tax deducted at source', formatPaise(0 - paise)]] : [];

function included({ seller, supply, tax }: DocumentData): string[] {
  if (!seller.gstin) return [];
  const letter = supply?.lut ? [`Letter of undertaking ${supply.lut}.`] : [];
  const isTaxed = !tax.zeroRated || tax.lines.length > 0;
  return [
    ...letter,
    `${isTaxed ? 'Prices include GST. ' : ''}Tax is not payable on reverse charge.`,
  ];
}

function receiptText(data: ReceiptData): DocumentText {
  const { order, payment } = data;
  const open = order.total - order.paid;
  const method = METHODS[payment.method] ?? payment.method;
  return {
    title: receiptTitle(data),
    lines: data.lines,
    before: [
      ['Order total', formatPaise(order.total)],
      ...(payment.part === 'Full payment'
        ? []
        : [[payment.part, formatPaise(payment.amount)] as Row]),
      ...taxRows(data),
      ...deductedRows(data.deduction?.amount),
    ],
    total: { label: 'Received', amount: payment.amount - (data.deduction?.amount ?? 0) },
    after: open > 0 ? [['Still to pay', formatPaise(open)]] : [],
    notes: [
      `Paid by ${method}, payment ${payment.id}.`,
      ...(data.deduction
        ? [`Tax deducted at source: ${data.deduction.percent} %, ${data.deduction.section}.`]
        : []),
      ...(data.kind === 'advance'
        ? ['An advance: it is set off on the invoice when the order is completed.']
        : []),
      ...(data.invoice ? [`Received for the invoice ${data.invoice}.`] : []),
      ...included(data),
    ],
  };
}

/** The title of a receipt. Before invoices existed, receipts were the tax invoices. */
function receiptTitle({ kind, seller }: ReceiptData): string {
  if (kind === 'advance') return documentTitle('receipt', seller);
  return kind === undefined && seller.gstin ? documentTitle('invoice', seller) : 'Receipt';
}

function invoiceText(data: InvoiceData): DocumentText {
  return {
    title: documentTitle('invoice', data.seller),
    lines: data.lines,
    before: taxRows(data),
    total: { label: 'Total', amount: data.amount },
    after: [
      ...data.setOff.map((each): Row => [nameOf(each), formatPaise(0 - each.amount)]),
      ...deductedRows(data.deducted),
      ['Still to pay', formatPaise(data.open)],
    ],
    notes: [
      ...endorsementsOf(data.supply, data.tax, dayIn(data.at, data.timeZone)),
      ...included(data),
    ],
  };
}

function refundText(data: RefundData): DocumentText {
  const { against, payment } = data;
  return {
    title: documentTitle(data.kind, data.seller),
    lines: [singleLine(data.line, data.amount)],
    before: [...taxRows(data), ...deductedRows(data.deducted)],
    total: {
      label: payment ? 'Refunded' : 'Credited',
      amount: data.amount - (data.deducted ?? 0),
    },
    after: [],
    notes: [
      ...(against
        ? [
            `For the ${nameOf(against).replace(/^./, (first) => first.toLowerCase())} of ${longDate(against.at, data.timeZone)}, ${formatPaise(against.amount)}.`,
          ]
        : []),
      ...(data.deducted
        ? ['Tax that was deducted at source stays the buyer’s credit with the tax office.']
        : []),
      ...(payment ? [`Refunded to payment ${payment.id}, refund ${payment.refund}.`] : []),
      ...included(data),
    ],
  };
}

const nameOf = ({ title, number }: Reference): string => `${title} ${number}`;
