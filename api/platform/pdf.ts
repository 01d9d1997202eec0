import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import { unpackWoff } from './unpack-woff.ts';

/** The light theme's colours; a PDF has no custom properties. */
export const COLOR = { text: '#12181d', muted: '#54616d', line: '#e2e5e1', ink: '#0f766e' };

export const MARGIN = 56;
const BOTTOM = 40;
const NUMBER = { size: 8, color: COLOR.muted };

type Weight = 'regular' | 'strong';

const FILES = dirname(createRequire(import.meta.url).resolve('@fontsource/geist/package.json'));
const WEIGHTS: Record<Weight, number> = { regular: 400, strong: 600 };
// Each font file has only some characters; a text is split into runs by the first file that has them. ₹ is in
// latin-ext.
const SUBSETS = [
  ['latin', /[\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/u],
  ['latin-ext', /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/u],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
  ['vietnamese', /[\u0102\u0103\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u],
] as const;

const held = new Map<string, Buffer>();

function fontFile(subset: string, weight: Weight): Buffer {
  const name = `geist-${subset}-${WEIGHTS[weight]}-normal.woff`;
  const known = held.get(name) ?? unpackWoff(readFileSync(join(FILES, 'files', name)));
  held.set(name, known);
  return known;
}

interface Style {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  width?: number;
}

/** A PDF with A4 pages and text placed by position, in Geist, with fallback fonts for other scripts. */
export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument;
  readonly #done: Promise<Buffer>;
  readonly #title: string;
  readonly #fonts = new Set<string>();
  readonly width: number;
  readonly height: number;

  constructor(info: { title: string; author: string; createdAt?: Date }) {
    this.#title = info.title;
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'en-IN',
      displayTitle: true,
      info: {
        Title: info.title,
        Author: info.author,
        ...(info.createdAt && { CreationDate: info.createdAt }),
      },
    });
    const chunks: Buffer[] = [];
    this.#done = new Promise((done, failed) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#doc.on('end', () => done(Buffer.concat(chunks)));
      this.#doc.on('error', failed);
    });
    this.width = this.#doc.page.width;
    this.height = this.#doc.page.height;
  }

  /** Writes wrapped text, on a new page if needed. Returns its end position. */
  write(text: string, x: number, y: number, style: Style = {}): number {
    const { size = 9.5, color = COLOR.text, align = 'left' } = style;
    const { width = this.width - x - MARGIN } = style;
    let at = y;
    for (const line of this.#wrap(text, width, style)) {
      if (at + size * 1.5 > this.height - BOTTOM) at = this.nextPage();
      const left = align === 'right' ? x + width - this.#measure(line, style) : x;
      this.#doc.fillColor(color);
      this.#runs(line, left, at, style);
      at += size * 1.5;
    }
    return at;
  }

  rule(y: number, x: number, width: number, color = COLOR.line): void {
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();
  }

  /** Starts a new page and returns the position of its first line. */
  nextPage(): number {
    this.#doc.addPage({ size: 'A4', margin: 0 });
    return MARGIN;
  }

  /** Finishes the PDF. Numbers the pages if there are several. */
  end(): Promise<Buffer> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; count > 1 && page < count; page += 1) {
      this.#doc.switchToPage(page);
      const text = `${this.#title}, page ${page + 1} of ${count}`;
      const left = this.width - MARGIN - this.#measure(text, NUMBER);
      this.#doc.fillColor(NUMBER.color);
      this.#runs(text, left, this.height - BOTTOM + 8, NUMBER);
    }
    this.#doc.end();
    return this.#done;
  }

  #use(subset: string, { weight = 'regular', size = 9.5 }: Style): void {
    const name = `${subset}-${weight}`;
    if (!this.#fonts.has(name)) {
      this.#fonts.add(name);
      this.#doc.registerFont(name, fontFile(subset, weight));
    }
    this.#doc.font(name).fontSize(size);
  }

  #runs(line: string, x: number, y: number, style: Style): void {
    let left = x;
    for (const { text, subset } of runsOf(line)) {
      this.#use(subset, style);
      this.#doc.text(text, left, y, { lineBreak: false });
      left += this.#doc.widthOfString(text);
    }
  }

  #measure(line: string, style: Style): number {
    return runsOf(line).reduce((sum, { text, subset }) => {
      this.#use(subset, style);
      return sum + this.#doc.widthOfString(text);
    }, 0);
  }

  #wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/)) {
      const line = lines.at(-1);
      const longer = line === undefined ? word : `${line} ${word}`;
      if (line !== undefined && this.#measure(longer, style) <= width) {
        lines[lines.length - 1] = longer;
      } else lines.push(...this.#cut(word, width, style));
    }
    return lines;
  }

  // Splits a word that is longer than its line.
  #cut(word: string, width: number, style: Style): string[] {
    if (this.#measure(word, style) <= width) return [word];
    const pieces = [''];
    for (const character of word) {
      const longer = `${pieces.at(-1)}${character}`;
      if (this.#measure(longer, style) <= width || longer.length === 1) {
        pieces[pieces.length - 1] = longer;
      } else pieces.push(character);
    }
    return pieces;
  }
}

function runsOf(line: string): { text: string; subset: string }[] {
  const runs: { text: string; subset: string }[] = [];
  // Normalized, because a letter and its accent may be two characters.
  for (const character of line.normalize()) {
    const subset = SUBSETS.find(([, characters]) => characters.test(character))?.[0];
    const text = subset ? character : '?';
    const last = runs.at(-1);
    if (last && last.subset === (subset ?? 'latin')) last.text += text;
    else runs.push({ text, subset: subset ?? 'latin' });
  }
  return runs;
}
