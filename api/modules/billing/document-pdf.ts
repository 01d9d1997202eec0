import { toCurrency as toRupees } from 'to-words/en-IN';
import { toCurrency as toDollars } from 'to-words/en-US';
import { longDate } from '../../platform/dates.ts';
import type { Currency } from '../../platform/money/rules.ts';
import { COLOR, MARGIN, PdfDocument } from '../../platform/pdf.ts';
import type { DocumentData, DocumentLine } from './document-data.ts';
import { type DocumentText, formatOf, textOf } from './document-text.ts';

const FOOT = 96;
/** Space reserved for the title beside a long name, and for an amount beside a long label. */
const TITLE_WIDTH = 190;
const AMOUNT_WIDTH = 110;

/** An amount in words: 1249950 → 'Twelve Thousand Four Hundred Ninety Nine Rupees And Fifty Paise Only'. */
export const amountInWords = (paise: number, currency: Currency = 'INR'): string =>
  IN_WORDS[currency](paise / 100, { ignoreZeroCurrency: paise > 0 });

const IN_WORDS: Record<Currency, typeof toRupees> = { INR: toRupees, USD: toDollars };

/** Renders a document from its stored data. Deterministic: the same data give the same PDF. */
export function run(json: string): Promise<Buffer> {
  const data = JSON.parse(json) as DocumentData;
  const text = textOf(data);
  const pdf = new PdfDocument({
    title: `${text.title} ${data.number}`,
    author: data.seller.name,
    createdAt: new Date(data.at),
  });
  let y = head(pdf, text.title, data);
  y = parties(pdf, data, y + 28);
  y = items(pdf, data, text.lines, y + 28);
  y = sums(pdf, text, y + 20, data);
  foot(pdf, text.notes, y + 28);
  return pdf.end();
}

function head(pdf: PdfDocument, title: string, data: DocumentData): number {
  const width = pdf.width - 2 * MARGIN;
  const large = { size: 17, weight: 'strong' } as const;
  const name = { ...large, color: data.accent, width: width - TITLE_WIDTH };
  const left = pdf.write(data.seller.name, MARGIN, MARGIN, name);
  pdf.write(title, MARGIN, MARGIN, { ...large, align: 'right', width });
  pdf.write(`No. ${data.number}`, MARGIN, MARGIN + 28, { align: 'right', width });
  const right = pdf.write(longDate(data.at, data.timeZone), MARGIN, MARGIN + 43, {
    align: 'right',
    width,
    color: COLOR.muted,
  });
  const y = Math.max(left, right);
  pdf.rule(y + 12, MARGIN, width, data.accent);
  return y + 12;
}

function parties(pdf: PdfDocument, data: DocumentData, top: number): number {
  const half = (pdf.width - 2 * MARGIN - 32) / 2;
  const { seller, buyer } = data;
  const from = [
    seller.address,
    seller.state,
    seller.gstin ? `GSTIN ${seller.gstin}` : 'Not registered for GST',
  ];
  const to = [...buyer.lines, buyer.email];
  if (seller.gstin) {
    if (buyer.gstin) to.push(`GSTIN ${buyer.gstin}`);
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

function items(pdf: PdfDocument, data: DocumentData, lines: DocumentLine[], top: number): number {
  const width = pdf.width - 2 * MARGIN;
  const format = formatOf(data);
  const columns: [label: string, at: number, of: (line: DocumentLine) => string][] = [
    ['Amount', width - 100, ({ amount }) => format(amount)],
    ['Price', width - 200, ({ price }) => format(price)],
    ['Quantity', width - 280, ({ quantity }) => String(quantity)],
  ];
  const small = { size: 8, color: COLOR.muted };
  const code = data.seller.gstin ? `, SAC ${data.seller.sac}` : '';
  pdf.write(`Order #${data.order.id}, agreement no. ${data.agreement}${code}`, MARGIN, top, small);
  for (const [label, at] of columns) {
    pdf.write(label, MARGIN + at, top, { ...small, align: 'right', width: 100 });
  }
  let y = top + 18;
  pdf.rule(y, MARGIN, width);
  for (const line of lines) {
    if (y > pdf.height - FOOT) y = pdf.nextPage();
    for (const [, at, of] of columns) {
      pdf.write(of(line), MARGIN + at, y + 8, { align: 'right', width: 100 });
    }
    y = pdf.write(line.name, MARGIN, y + 8, { width: width - 230 }) + 6;
    pdf.rule(y, MARGIN, width);
  }
  return y;
}

function sums(pdf: PdfDocument, text: DocumentText, start: number, data: DocumentData): number {
  const { before, total, after } = text;
  let y = start;
  if (y > pdf.height - (before.length + after.length + 5) * 18 - FOOT) y = pdf.nextPage();
  const width = 300;
  const left = pdf.width - MARGIN - width;
  const small = (rows: [string, string][]) => {
    for (const [name, value] of rows) {
      pdf.write(value, left, y, { align: 'right', width });
      y = pdf.write(name, left, y, { color: COLOR.muted, width: width - AMOUNT_WIDTH }) + 4;
    }
  };
  small(before);
  pdf.rule(y + 4, left, width, data.accent);
  pdf.write(total.label, left, y + 12, { size: 12, weight: 'strong' });
  const amount = formatOf(data)(total.amount);
  y = pdf.write(amount, left, y + 12, { size: 12, weight: 'strong', align: 'right', width });
  if (after.length > 0) y += 6;
  small(after);
  return pdf.write(amountInWords(total.amount, data.currency), MARGIN, y + 20, {
    weight: 'strong',
    width: pdf.width - 2 * MARGIN,
  });
}

function foot(pdf: PdfDocument, notes: string[], start: number): void {
  const width = pdf.width - 2 * MARGIN;
  let y = start;
  for (const note of [...notes, 'This is a computer-generated document and needs no signature.'])
    y = pdf.write(note, MARGIN, y, { color: COLOR.muted, width });
}
