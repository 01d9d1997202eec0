import { dayIn, longDate } from '../../platform/dates.ts';
import { type Currency, formatExact } from '../../platform/money/rules.ts';
import {
  type DocumentData,
  type DocumentLine,
  type InvoiceData,
  type ReceiptData,
  type Reference,
  type RefundData,
  rupeeTaxOf,
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

/** Formats amounts in the currency of the paper. */
export const formatOf =
  ({ currency = 'INR' }: DocumentData) =>
  (amount: number): string =>
    formatExact(amount, currency);

/** What the rules of Indian tax want of a paper in another currency; nothing for rupees. */
function inRupees(data: DocumentData, total: string): { after: Row[]; notes: string[] } {
  const { currency, rupeeValue = null } = data;
  if (!currency) return { after: [], notes: [] };
  const amounts = `All amounts are in ${CURRENCY_NAMES[currency]}.`;
  if (rupeeValue === null)
    return { after: [], notes: [`${amounts} Rupee value: as credited by the payment provider.`] };
  const ofTax = rupeeTaxOf(data) ?? 0;
  const rest = 'open' in data && data.open > 0 ? STILL_TO_PAY : '';
  return {
    after: [
      [`${total} in rupees`, formatExact(rupeeValue, 'INR')],
      ...(ofTax > 0 ? [['Of which tax', formatExact(ofTax, 'INR')] as Row] : []),
    ],
    notes: [
      `${amounts} The rupee value is by the payment provider’s rate of the day of payment.${rest}`,
    ],
  };
}

const STILL_TO_PAY = ' What is still to be paid has the same rate.';

const CURRENCY_NAMES: Record<Currency, string> = {
  INR: 'Indian rupees (INR)',
  USD: 'US dollars (USD)',
};

const TEST = 'A test: no real money was paid.';

export function textOf(data: DocumentData): DocumentText {
  const kind = textOfKind(data);
  const { after, notes: inWords } = inRupees(data, kind.total.label);
  const text = { ...kind, after: [...after, ...kind.after] };
  const notes = [...text.notes, ...inWords, ...(data.isTest ? [TEST] : [])];
  if (!data.hasTextFile) return { ...text, notes };
  const file = `A ? stands for a character that this PDF cannot show. Its mail has the text as it was written: ${textFile(data.number)}.`;
  return { ...text, notes: [...notes, file] };
}

/** The text of a document for a file, in every script. */
export function plainTextOf(data: DocumentData): string {
  const { title, lines, before, total, after, notes } = textOf({ ...data, hasTextFile: undefined });
  const { seller, buyer, number, order } = data;
  const format = formatOf(data);
  const party = (name: string, details: (string | undefined)[]) => [name, ...details, ''];
  return [
    `${title} ${number}`,
    longDate(data.at, data.timeZone),
    `Order #${order.id}`,
    '',
    ...party(`From: ${seller.name}`, [seller.address, seller.state, seller.gstin ?? undefined]),
    ...party(`For: ${buyer.name}`, [...buyer.lines, buyer.email, buyer.gstin]),
    ...lines.map(({ name, quantity, amount }) => `${quantity} x ${name}: ${format(amount)}`),
    ...[...before, [total.label, format(total.amount)], ...after].map((row) => row.join(': ')),
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

function taxRows(data: DocumentData): Row[] {
  const { seller, tax } = data;
  if (!seller.gstin) return [];
  const format = formatOf(data);
  return [
    ['Taxable value', format(tax.taxable)],
    ...(tax.zeroRated ? [['Of which zero-rated', format(tax.zeroRated)] as Row] : []),
    ...tax.lines.map(({ name, rate, amount }): Row => [`${name} ${rate} %`, format(amount)]),
  ];
}

/** Only buyers in India deduct tax, and they pay in rupees. */
const deductedRows = (paise = 0): Row[] =>
  paise > 0 ? [['Less tax deducted at source', formatExact(0 - paise, 'INR')]] : [];

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
  const format = formatOf(data);
  const open = order.total - order.paid;
  const method = METHODS[payment.method] ?? payment.method;
  return {
    title: receiptTitle(data),
    lines: data.lines,
    before: [
      ['Order total', format(order.total)],
      ...(payment.part === 'Full payment' ? [] : [[payment.part, format(payment.amount)] as Row]),
      ...taxRows(data),
      ...deductedRows(data.deduction?.amount),
    ],
    total: { label: 'Received', amount: payment.amount - (data.deduction?.amount ?? 0) },
    after: open > 0 ? [['Still to pay', format(open)]] : [],
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

const receiptTitle = ({ kind, seller }: ReceiptData): string =>
  kind === 'advance' ? documentTitle('receipt', seller) : 'Receipt';

function invoiceText(data: InvoiceData): DocumentText {
  const format = formatOf(data);
  return {
    title: documentTitle('invoice', data.seller),
    lines: data.lines,
    before: taxRows(data),
    total: { label: 'Total', amount: data.amount },
    after: [
      ...data.setOff.map((each): Row => [nameOf(each), format(0 - each.amount)]),
      ...deductedRows(data.deducted),
      ['Still to pay', format(data.open)],
    ],
    notes: [
      ...endorsementsOf(data.supply, data.tax, dayIn(data.at, data.timeZone)),
      ...included(data),
    ],
  };
}

function refundText(data: RefundData): DocumentText {
  const { payment, reverses } = data;
  const about = reverses ?? data.against;
  const format = formatOf(data);
  return {
    title: documentTitle(data.kind, data.seller, reverses !== undefined),
    lines: [singleLine(data.line, data.amount)],
    before: [...taxRows(data), ...deductedRows(data.deducted)],
    total: {
      label: reverses ? 'Owed again' : payment ? 'Refunded' : 'Credited',
      amount: data.amount - (data.deducted ?? 0),
    },
    after: [],
    notes: [
      ...(about
        ? [
            `${reverses ? 'Takes back' : 'For'} the ${nameOf(about).replace(/^./, (first) => first.toLowerCase())} of ${longDate(about.at, data.timeZone)}, ${format(about.amount)}.`,
          ]
        : []),
      ...(data.deducted
        ? ['Tax that was deducted at source stays the buyer’s credit with the tax office.']
        : []),
      ...(payment
        ? [
            reverses
              ? `The bank has sent refund ${payment.refund} to payment ${payment.id} back.`
              : `Refunded to payment ${payment.id}, refund ${payment.refund}.`,
          ]
        : []),
      ...included(data),
    ],
  };
}

const nameOf = ({ title, number }: Reference): string => `${title} ${number}`;
