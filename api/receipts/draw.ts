import { toCurrency } from 'to-words/en-IN';
import type { Receipt } from '../../db/schema.ts';
import { money } from '../payments/rules.ts';
import type { ReceiptData } from './issue.ts';
import { Paper, TINT } from './paper.ts';

const MARGIN = 56;
const FOOT = 96;
const METHODS: Record<string, string> = { card: 'Card', upi: 'UPI', netbanking: 'Net Banking' };

const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  });

/** 1249950 → 'Twelve Thousand Four Hundred Ninety Nine Rupees And Fifty Paise Only'. */
export const amountInWords = (paise: number): string =>
  toCurrency(paise / 100, { ignoreZeroCurrency: paise > 0 });

/** Draws a receipt from what was stored on its day; the same data give the same paper. */
export function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const data = JSON.parse(receipt.data) as ReceiptData;
  const title = data.seller.gstin ? 'Tax invoice' : 'Receipt';
  const paper = new Paper({ title: `${title} ${data.number}`, author: data.seller.name });
  let y = head(paper, title, data);
  y = parties(paper, data, y + 28);
  y = items(paper, data, y + 28);
  y = sums(paper, data, y + 20);
  foot(paper, data, y + 28);
  return paper.end();
}

function head(paper: Paper, title: string, data: ReceiptData): number {
  const width = paper.width - 2 * MARGIN;
  paper.write(data.seller.name, MARGIN, MARGIN, { size: 17, weight: 'strong', color: TINT.ink });
  paper.write(title, MARGIN, MARGIN, { size: 17, weight: 'strong', align: 'right', width });
  paper.write(`No. ${data.number}`, MARGIN, MARGIN + 28, { align: 'right', width });
  const y = paper.write(dayOf(data.at), MARGIN, MARGIN + 43, {
    align: 'right',
    width,
    color: TINT.muted,
  });
  paper.rule(y + 12, MARGIN, width, TINT.ink);
  return y + 12;
}

function parties(paper: Paper, data: ReceiptData, top: number): number {
  const half = (paper.width - 2 * MARGIN - 32) / 2;
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
    paper.write(label, x, top, { size: 8, color: TINT.muted });
    let y = paper.write(name, x, top + 14, { size: 11, weight: 'strong', width: half });
    for (const line of lines.filter(Boolean)) {
      y = paper.write(line, x, y, { color: TINT.muted, width: half });
    }
    return y;
  };
  return Math.max(
    column('From', seller.name, from, MARGIN),
    column('For', buyer.name, to, MARGIN + half + 32),
  );
}

function items(paper: Paper, data: ReceiptData, top: number): number {
  const width = paper.width - 2 * MARGIN;
  const numbers = [
    { label: 'Amount', at: width - 100, of: (line: ReceiptData['lines'][0]) => money(line.amount) },
    { label: 'Price', at: width - 200, of: (line: ReceiptData['lines'][0]) => money(line.price) },
    {
      label: 'Quantity',
      at: width - 280,
      of: (line: ReceiptData['lines'][0]) => String(line.quantity),
    },
  ];
  const small = { size: 8, color: TINT.muted };
  const code = data.seller.gstin ? `, SAC ${data.seller.sac}` : '';
  paper.write(`Order #${data.order.id}${code}`, MARGIN, top, small);
  for (const { label, at } of numbers) {
    paper.write(label, MARGIN + at, top, { ...small, align: 'right', width: 100 });
  }
  let y = top + 18;
  paper.rule(y, MARGIN, width);
  for (const line of data.lines) {
    if (y > paper.height - FOOT) {
      paper.nextPage();
      y = MARGIN;
    }
    for (const { at, of } of numbers) {
      paper.write(of(line), MARGIN + at, y + 8, { align: 'right', width: 100 });
    }
    y = paper.write(line.name, MARGIN, y + 8, { width: width - 230 }) + 6;
    paper.rule(y, MARGIN, width);
  }
  return y;
}

function sums(paper: Paper, data: ReceiptData, start: number): number {
  const { order, payment, tax, seller } = data;
  const rows: [string, string][] = [['Order total', money(order.total)]];
  if (payment.amount !== order.total) rows.push([payment.part, money(payment.amount)]);
  if (seller.gstin) {
    rows.push(['Taxable value', money(tax.taxable)]);
    for (const line of tax.lines) rows.push([`${line.name} ${line.rate} %`, money(line.amount)]);
  } else rows.push(['GST', money(0)]);
  const needed = (rows.length + 4) * 18 + FOOT;
  let y = start;
  if (y > paper.height - needed) {
    paper.nextPage();
    y = MARGIN;
  }
  const left = paper.width - MARGIN - 240;
  for (const [name, value] of rows) {
    paper.write(name, left, y, { color: TINT.muted });
    y = paper.write(value, left, y, { align: 'right', width: 240 }) + 4;
  }
  paper.rule(y + 4, left, 240, TINT.ink);
  paper.write('Received', left, y + 12, { size: 12, weight: 'strong' });
  const amount = money(payment.amount);
  y = paper.write(amount, left, y + 12, { size: 12, weight: 'strong', align: 'right', width: 240 });
  if (order.paid < order.total) {
    paper.write('Still to pay', left, y + 6, { color: TINT.muted });
    y = paper.write(money(order.total - order.paid), left, y + 6, {
      align: 'right',
      width: 240,
      color: TINT.muted,
    });
  }
  return paper.write(amountInWords(payment.amount), MARGIN, y + 20, {
    weight: 'strong',
    width: paper.width - 2 * MARGIN,
  });
}

function foot(paper: Paper, { payment, seller }: ReceiptData, y: number): void {
  const width = paper.width - 2 * MARGIN;
  const method = METHODS[payment.method] ?? payment.method;
  const paid = paper.write(`Paid by ${method}, payment ${payment.id}.`, MARGIN, y, {
    color: TINT.muted,
    width,
  });
  const inside = seller.gstin ? 'Prices include GST. ' : '';
  paper.write(`${inside}Made by computer; valid without a signature.`, MARGIN, paid, {
    color: TINT.muted,
    width,
  });
}
