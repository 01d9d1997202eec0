import PDFDocument from 'pdfkit';
import { fontFile, missing, type PdfFont, type Run, runsOf, type Weight } from './pdf-fonts.ts';

/** The light theme's colours; a PDF has no custom properties. */
export const COLOR = { text: '#12181d', muted: '#54616d', line: '#e2e5e1', ink: '#0f766e' };

export const MARGIN = 56;
const BOTTOM = 40;
/** Splits a word into what a reader sees as one character, with its marks. */
const GRAPHEMES = new Intl.Segmenter('en');
const NUMBER = { size: 8, color: COLOR.muted };

interface Style {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  width?: number;
}

/** A PDF with A4 pages and text placed by position. */
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
      this.#draw(line, left, at, style);
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
      this.#draw(text, left, this.height - BOTTOM + 8, NUMBER);
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
  #runsOf(line: string, style: Style): Run[] {
    return runsOf(line).map((run) => {
      try {
        this.#use(run.font, style);
        this.#doc.widthOfString(run.text);
        return run;
      } catch {
        return missing(run.text);
      }
    });
  }

  #draw(line: string, x: number, y: number, style: Style): void {
    let left = x;
    for (const { text, font } of this.#runsOf(line, style)) {
      this.#use(font, style);
      this.#doc.text(text, left, y, { lineBreak: false });
      left += this.#doc.widthOfString(text);
    }
  }

  #measure(line: string, style: Style): number {
    return this.#runsOf(line, style).reduce((sum, { text, font }) => {
      this.#use(font, style);
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
    for (const { segment } of GRAPHEMES.segment(word)) {
      const longer = `${pieces.at(-1)}${segment}`;
      if (this.#measure(longer, style) <= width || longer === segment) {
        pieces[pieces.length - 1] = longer;
      } else pieces.push(segment);
    }
    return pieces;
  }
}
