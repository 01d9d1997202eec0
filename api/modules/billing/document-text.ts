import { longDate } from '../../platform/dates.ts';
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

export function textOf(data: DocumentData): DocumentText {
  if ('line' in data) return refundText(data);
  return data.kind === 'invoice' ? invoiceText(data) : receiptText(data);
}

function taxRows({ seller, tax }: DocumentData): Row[] {
  if (!seller.gstin) return [];
  return [
    ['Taxable value', formatPaise(tax.taxable)],
    ...tax.lines.map(({ name, rate, amount }): Row => [`${name} ${rate} %`, formatPaise(amount)]),
  ];
}

const included = ({ seller }: DocumentData): string[] =>
  seller.gstin ? ['Prices include GST. Tax is not payable on reverse charge.'] : [];

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
    ],
    total: { label: 'Received', amount: payment.amount },
    after: open > 0 ? [['Still to pay', formatPaise(open)]] : [],
    notes: [
      `Paid by ${method}, payment ${payment.id}.`,
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
      ['Still to pay', formatPaise(data.open)],
    ],
    notes: included(data),
  };
}

function refundText(data: RefundData): DocumentText {
  const { against, payment } = data;
  return {
    title: documentTitle(data.kind, data.seller),
    lines: [singleLine(data.line, data.amount)],
    before: taxRows(data),
    total: { label: payment ? 'Refunded' : 'Credited', amount: data.amount },
    after: [],
    notes: [
      ...(against
        ? [
            `For the ${nameOf(against).replace(/^./, (first) => first.toLowerCase())} of ${longDate(against.at, data.timeZone)}, ${formatPaise(against.amount)}.`,
          ]
        : []),
      ...(payment ? [`Refunded to payment ${payment.id}, refund ${payment.refund}.`] : []),
      ...included(data),
    ],
  };
}

const nameOf = ({ title, number }: Reference): string => `${title} ${number}`;
