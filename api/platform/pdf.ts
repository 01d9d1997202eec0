import PDFDocument from 'pdfkit';
import { fontFile, missing, type PdfFont, type Run, runsOf, type Weight } from './pdf-fonts.ts';

/** The light theme's colours; a PDF has no custom properties. */
export const COLOR = { text: '#12181d', muted: '#54616d', line: '#e2e5e1', ink: '#0f766e' };

export const MARGIN = 56;
const BOTTOM = 40;
/** The pages of a PDF, without the one that says what is missing after them. */
export const MAX_PAGES = 100;
/** Splits a word into what a reader sees as one character, with its marks. */
const GRAPHEMES = new Intl.Segmenter('en');
const SHORTENED = `This document was shortened: it ends after ${MAX_PAGES} pages.`;
const NUMBER = { size: 8, color: COLOR.muted };

interface Style {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  width?: number;
}

/** A piece of a line in one font, with its width in points. */
type Piece = Run & { width: number };

/** A PDF with A4 pages and text placed by position. After MAX_PAGES it writes nothing more. */
export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument;
  readonly #done: Promise<Buffer>;
  readonly #title: string;
  readonly #fonts = new Set<string>();
  /** The widths of words and characters, for a size of one point. */
  readonly #widths = new Map<string, number>();
  #isFull = false;
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

  /** Whether the last page is full, so that the rest is not printed. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Writes wrapped text, on a new page if needed. Returns its end position. */
  write(text: string, x: number, y: number, style: Style = {}): number {
    const { size = 9.5, color = COLOR.text, align = 'left' } = style;
    const { width = this.width - x - MARGIN } = style;
    let at = y;
    for (const line of this.#wrap(text, width, style)) {
      if (at + size * 1.5 > this.height - BOTTOM) at = this.nextPage();
      if (this.#isFull) break;
      const pieces = this.#layOut(line, style);
      const left = align === 'right' ? x + width - widthOf(pieces) : x;
      this.#doc.fillColor(color);
      this.#draw(pieces, left, at, style);
      at += size * 1.5;
    }
    return at;
  }

  rule(y: number, x: number, width: number, color = COLOR.line): void {
    if (this.#isFull) return;
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();
  }

  /** Starts a new page and returns the position of its first line. */
  nextPage(): number {
    this.#isFull ||= this.#doc.bufferedPageRange().count >= MAX_PAGES;
    if (!this.#isFull) this.#doc.addPage({ size: 'A4', margin: 0 });
    return MARGIN;
  }

  /**
   * Finishes the PDF. Numbers the pages if there are several. One that is too long ends with a page that says
   * so, and what is missing.
   */
  end(missing = ''): Promise<Buffer> {
    if (this.#isFull) {
      this.#doc.addPage({ size: 'A4', margin: 0 });
      this.#isFull = false;
      const y = this.write(SHORTENED, MARGIN, MARGIN, { size: 11, weight: 'strong' });
      this.write(missing, MARGIN, y + 6);
    }
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; count > 1 && page < count; page += 1) {
      this.#doc.switchToPage(page);
      const number = this.#layOut(`${this.#title}, page ${page + 1} of ${count}`, NUMBER);
      this.#doc.fillColor(NUMBER.color);
      const left = this.width - MARGIN - widthOf(number);
      this.#draw(number, left, this.height - BOTTOM + 8, NUMBER);
    }
    this.#doc.end();
    return this.#done;
  }

  #use(font: PdfFont, { weight = 'regular', size = 9.5 }: Style): void {
    const name = `${font}-${weight}`;
    if (!this.#fonts.has(name)) {
      this.#fonts.add(name);
      this.#doc.registerFont(name, fontFile(font, weight));
    }
    this.#doc.font(name).fontSize(size);
  }

  /** fontkit throws for some meaningless sequences of marks, which must not prevent a receipt. */
  #layOut(line: string, style: Style): Piece[] {
    const measured = (run: Run): Piece => {
      this.#use(run.font, style);
      return { ...run, width: this.#doc.widthOfString(run.text) };
    };
    return runsOf(line).map((run) => {
      try {
        return measured(run);
      } catch {
        return measured(missing(run.text));
      }
    });
  }

  #draw(pieces: Piece[], x: number, y: number, style: Style): void {
    let left = x;
    for (const { text, font, width } of pieces) {
      this.#use(font, style);
      this.#doc.text(text, left, y, { lineBreak: false });
      left += width;
    }
  }

  /** The width of a word or character, measured once: measuring takes longer than drawing. */
  #measure(word: string, { size = 9.5, weight = 'regular' }: Style): number {
    const key = `${weight} ${word}`;
    const known = this.#widths.get(key);
    const width = known ?? widthOf(this.#layOut(word, { size: 1, weight }));
    if (known === undefined) this.#widths.set(key, width);
    return width * size;
  }

  /** The lines of a text, one after the other: nothing after the last page is measured. */
  *#wrap(text: string, width: number, style: Style): Generator<string> {
    const space = this.#measure(' ', style);
    let line = '';
    let used = 0;
    for (const word of text.split(/\s+/)) {
      // With its space, because pdfkit lays lines out in words with their spaces, and keeps these.
      const added = this.#measure(`${word} `, style);
      if (used + added - space <= width) {
        line += `${word} `;
        used += added;
        continue;
      }
      if (line) yield line.trimEnd();
      const pieces = added - space <= width ? [word] : this.#cut(word, width, style);
      yield* pieces.slice(0, -1);
      line = `${pieces.at(-1)} `;
      used = this.#measure(line, style);
    }
    yield line.trimEnd();
  }

  /**
   * Splits a word that is longer than its line. Adds up the widths of its characters: measuring all beginnings
   * of a line took seconds for a page, and pdfkit kept them all.
   */
  #cut(word: string, width: number, style: Style): string[] {
    const pieces: string[] = [];
    let used = Number.POSITIVE_INFINITY;
    for (const { segment } of GRAPHEMES.segment(word)) {
      const added = this.#measure(segment, style);
      if (used + added > width) {
        pieces.push(segment);
        used = added;
      } else {
        pieces[pieces.length - 1] += segment;
        used += added;
      }
    }
    return pieces;
  }
}

const widthOf = (pieces: Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0);
