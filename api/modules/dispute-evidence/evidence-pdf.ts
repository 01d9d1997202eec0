import { COLOR, MARGIN, PdfDocument } from '../../platform/pdf.ts';

export interface EvidenceText {
  title: string;
  /** The subject: order, payment, amount. */
  about: [label: string, value: string][];
  sections: { heading: string; lines: string[] }[];
}

export interface Evidence {
  text: EvidenceText;
  author: string;
  createdAt: Date;
}

/** Draws an evidence document as a PDF with plain text; called by platform/draw-pdf.ts. */
export function run({ text, author, createdAt }: Evidence): Promise<Buffer> {
  const pdf = new PdfDocument({ title: text.title, author, createdAt });
  const width = pdf.width - 2 * MARGIN;
  pdf.write(author, MARGIN, MARGIN, { size: 9.5, color: COLOR.muted });
  let y = pdf.write(text.title, MARGIN, MARGIN + 16, { size: 17, weight: 'strong', width });
  y += 8;
  for (const [label, value] of text.about) {
    pdf.write(label, MARGIN, y, { color: COLOR.muted, width: 130 });
    y = pdf.write(value, MARGIN + 140, y, { width: width - 140 });
  }
  pdf.rule(y + 8, MARGIN, width, COLOR.ink);
  y += 12;
  let printed = 0;
  for (const { heading, lines } of text.sections) {
    if (y + 60 > pdf.height) y = pdf.nextPage();
    y = pdf.write(heading, MARGIN, y + 12, { size: 11, weight: 'strong', width }) + 2;
    for (const line of lines.flatMap((each) => each.split(/\r?\n/))) {
      y = line.trim() ? pdf.write(line, MARGIN, y, { width }) : y + 6;
    }
    if (pdf.isFull) break;
    printed += 1;
  }
  return pdf.end(missingText(text.sections.slice(printed)));
}

/** Says which sections are cut off or not printed. */
function missingText(sections: EvidenceText['sections']): string {
  const [first, ...rest] = sections.map(({ heading }) => `"${heading}"`);
  if (rest.length === 0) return `Missing: the rest of ${first}.`;
  return `Missing: the rest of ${first} and ${rest.length} more, up to ${rest.at(-1)}.`;
}
