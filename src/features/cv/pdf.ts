/** A4 in points, and the two faces that every PDF reader carries. */
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 56;

// Advance widths of Helvetica, 32 to 126, in thousandths; bold runs about 6 % wider.
const ADVANCES = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLDER = 1.06;

export interface Line {
  text: string;
  size: number;
  bold?: boolean;
  grey?: boolean;
  /** Space above, in points. */
  above?: number;
}

const advance = (text: string, size: number, bold: boolean): number =>
  [...text].reduce((sum, each) => sum + (ADVANCES[each.charCodeAt(0) - 32] ?? 556), 0) *
  (size / 1000) *
  (bold ? BOLDER : 1);

function wrap(line: Line): Line[] {
  const rows: string[] = [];
  for (const word of line.text.split(' ')) {
    const row = rows.at(-1);
    const longer = row === undefined ? word : `${row} ${word}`;
    const fits = advance(longer, line.size, line.bold ?? false) <= WIDTH - 2 * MARGIN;
    if (row === undefined || !fits) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  return rows.map((text, at) => ({ ...line, text, above: at === 0 ? (line.above ?? 0) : 0 }));
}

/** WinAnsi octets of a text, with PDF's own marks escaped; what it cannot say becomes '?'. */
function literal(text: string): string {
  const typed = text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-');
  const known = typed.replaceAll('₹', 'INR ').replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
  return `(${known.replace(/[\\()]/g, '\\$&')})`;
}

function paginate(lines: Line[]): string[] {
  const pages: string[] = [];
  let page = '';
  let y = HEIGHT - MARGIN;
  for (const { text, size, bold, grey, above = 0 } of lines.flatMap(wrap)) {
    y -= above + size * 1.45;
    if (y < MARGIN) {
      pages.push(page);
      page = '';
      y = HEIGHT - MARGIN - size;
    }
    const tone = grey ? '0.33 0.38 0.43' : '0.07 0.09 0.11';
    page += `BT /${bold ? 'B' : 'R'} ${size} Tf ${tone} rg ${MARGIN} ${y.toFixed(1)} Td ${literal(text)} Tj ET\n`;
  }
  return [...pages, page];
}

export function pdf(title: string, lines: Line[]): Uint8Array<ArrayBuffer> {
  const pages = paginate(lines);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const kids = pages.map((_, at) => `${6 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${literal(title)} >>`,
    ...pages.flatMap((page, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${7 + 2 * at} 0 R >>`,
      `<< /Length ${page.length} >>\nstream\n${page}endstream`,
    ]),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  const text = `${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`;
  return Uint8Array.from(text, (each) => each.charCodeAt(0));
}
