import { toCurrency } from 'to-words/en-IN';
import type { Receipt } from '../../../db/schema.ts';
import { longDate } from '../../platform/dates.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import { COLOR, MARGIN, PdfDocument } from '../../platform/pdf.ts';
import type { ReceiptData } from './issue-receipt.ts';

const FOOT = 96;
const METHODS: Record<string, string> = { card: 'Card', upi: 'UPI', netbanking: 'Net Banking' };

type ReceiptLine = ReceiptData['lines'][number];

/** 1249950 → 'Twelve Thousand Four Hundred Ninety Nine Rupees And Fifty Paise Only'. */
export const amountInWords = (paise: number): string =>
  toCurrency(paise / 100, { ignoreZeroCurrency: paise > 0 });

/** Draws a receipt from what was stored on its day; the same data give the same pdf. */
export function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const data = JSON.parse(receipt.data) as ReceiptData;
  const title = data.seller.gstin ? 'Tax invoice' : 'Receipt';
  const pdf = new PdfDocument({ title: `${title} ${data.number}`, author: data.seller.name });
  let y = head(pdf, title, data);
  y = parties(pdf, data, y + 28);
  y = items(pdf, data, y + 28);
  y = sums(pdf, data, y + 20);
  foot(pdf, data, y + 28);
  return pdf.end();
}

function head(pdf: PdfDocument, title: string, data: ReceiptData): number {
  const width = pdf.width - 2 * MARGIN;
  pdf.write(data.seller.name, MARGIN, MARGIN, { size: 17, weight: 'strong', color: COLOR.ink });
  pdf.write(title, MARGIN, MARGIN, { size: 17, weight: 'strong', align: 'right', width });
  pdf.write(`No. ${data.number}`, MARGIN, MARGIN + 28, { align: 'right', width });
  const y = pdf.write(longDate(data.at, data.timeZone), MARGIN, MARGIN + 43, {
    align: 'right',
    width,
    color: COLOR.muted,
  });
  pdf.rule(y + 12, MARGIN, width, COLOR.ink);
  return y + 12;
}

function parties(pdf: PdfDocument, data: ReceiptData, top: number): number {
  const half = (pdf.width - 2 * MARGIN - 32) / 2;
  const { seller, buyer } = data;
  const from = [
    seller.address,
    seller.state,
    seller.gstin ? `GSTIN ${seller.gstin}` : 'Not registered for GST',
  ];
  const to = [...buyer.lines, buyer.email];
  if (seller.gstin) {
    to.push(
      `Place of supply: ${buyer.stateCode ? `${buyer.state} (${buyer.stateCode})` : buyer.lines.at(-1)}`,
    );
  }
  const column = (label: string, name: string, lines: string[], x: number): number => {
    pdf.write(label, x, top, { size: 8, color: COLOR.muted });
    let y = pdf.write(name, x, top + 14, { size: 11, weight: 'strong', width: half });
    for (const line of lines.filter(Boolean)) {
      y = pdf.write(line, x, y, { color: COLOR.muted, width: half });
    }
    return y;
  };
  return Math.max(
    column('From', seller.name, from, MARGIN),
    column('For', buyer.name, to, MARGIN + half + 32),
  );
}

function items(pdf: PdfDocument, data: ReceiptData, top: number): number {
  const width = pdf.width - 2 * MARGIN;
  const columns: [label: string, at: number, of: (line: ReceiptLine) => string][] = [
    ['Amount', width - 100, ({ amount }) => formatPaise(amount)],
    ['Price', width - 200, ({ price }) => formatPaise(price)],
    ['Quantity', width - 280, ({ quantity }) => String(quantity)],
  ];
  const small = { size: 8, color: COLOR.muted };
  const code = data.seller.gstin ? `, SAC ${data.seller.sac}` : '';
  const agreement = data.agreement ? `, agreement ${data.agreement}` : '';
  pdf.write(`Order #${data.order.id}${agreement}${code}`, MARGIN, top, small);
  for (const [label, at] of columns) {
    pdf.write(label, MARGIN + at, top, { ...small, align: 'right', width: 100 });
  }
  let y = top + 18;
  pdf.rule(y, MARGIN, width);
  for (const line of data.lines) {
    if (y > pdf.height - FOOT) y = pdf.nextPage();
    for (const [, at, of] of columns) {
      pdf.write(of(line), MARGIN + at, y + 8, { align: 'right', width: 100 });
    }
    y = pdf.write(line.name, MARGIN, y + 8, { width: width - 230 }) + 6;
    pdf.rule(y, MARGIN, width);
  }
  return y;
}

function sums(pdf: PdfDocument, data: ReceiptData, start: number): number {
  const { order, payment, tax, seller } = data;
  const rows: [string, string][] = [['Order total', formatPaise(order.total)]];
  if (payment.part !== 'Full payment') rows.push([payment.part, formatPaise(payment.amount)]);
  if (seller.gstin) {
    rows.push(['Taxable value', formatPaise(tax.taxable)]);
    for (const line of tax.lines)
      rows.push([`${line.name} ${line.rate} %`, formatPaise(line.amount)]);
  } else rows.push(['GST', formatPaise(0)]);
  const needed = (rows.length + 4) * 18 + FOOT;
  let y = start;
  if (y > pdf.height - needed) y = pdf.nextPage();
  const left = pdf.width - MARGIN - 240;
  for (const [name, value] of rows) {
    pdf.write(name, left, y, { color: COLOR.muted });
    y = pdf.write(value, left, y, { align: 'right', width: 240 }) + 4;
  }
  pdf.rule(y + 4, left, 240, COLOR.ink);
  pdf.write('Received', left, y + 12, { size: 12, weight: 'strong' });
  const amount = formatPaise(payment.amount);
  y = pdf.write(amount, left, y + 12, { size: 12, weight: 'strong', align: 'right', width: 240 });
  if (order.paid < order.total) {
    pdf.write('Still to pay', left, y + 6, { color: COLOR.muted });
    y = pdf.write(formatPaise(order.total - order.paid), left, y + 6, {
      align: 'right',
      width: 240,
      color: COLOR.muted,
    });
  }
  return pdf.write(amountInWords(payment.amount), MARGIN, y + 20, {
    weight: 'strong',
    width: pdf.width - 2 * MARGIN,
  });
}

function foot(pdf: PdfDocument, { payment, seller }: ReceiptData, y: number): void {
  const width = pdf.width - 2 * MARGIN;
  const method = METHODS[payment.method] ?? payment.method;
  const paid = pdf.write(`Paid by ${method}, payment ${payment.id}.`, MARGIN, y, {
    color: COLOR.muted,
    width,
  });
  const inside = seller.gstin ? 'Prices include GST. ' : '';
  pdf.write(`${inside}Made by computer; valid without a signature.`, MARGIN, paid, {
    color: COLOR.muted,
    width,
  });
}
