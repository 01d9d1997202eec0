import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

export type Weight = 'regular' | 'strong';

const WEIGHTS: Record<Weight, number> = { regular: 400, strong: 600 };

const RIGHT_TO_LEFT = 'noto-sans-arabic-arabic';

/**
 * The font files of PDFs, each with the characters that it has: Geist, then Noto for the scripts of India, Urdu's among them. ₹
 * is in latin-ext.
 */
const FONTS = [
  [
    'geist-latin',
    /[\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/u,
  ],
  ['geist-latin-ext', /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/u],
  ['geist-cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
  ['geist-vietnamese', /[\u0102\u0103\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u],
  ['noto-sans-devanagari-devanagari', /[\u0900-\u097f]/u],
  ['noto-sans-bengali-bengali', /[\u0980-\u09fe]/u],
  ['noto-sans-gurmukhi-gurmukhi', /[\u0a01-\u0a76]/u],
  ['noto-sans-gujarati-gujarati', /[\u0a81-\u0aff]/u],
  ['noto-sans-oriya-oriya', /[\u0b01-\u0b77]/u],
  ['noto-sans-tamil-tamil', /[\u0b82-\u0bfa]/u],
  ['noto-sans-telugu-telugu', /[\u0c00-\u0c7f]/u],
  ['noto-sans-kannada-kannada', /[\u0c80-\u0cf3]/u],
  ['noto-sans-malayalam-malayalam', /[\u0d00-\u0d7f]/u],
  [
    RIGHT_TO_LEFT,
    /[\u0606-\u061b\u061d-\u06ff\u0750-\u077f\ufb50-\ufbb1\ufbd3-\ufc3f\ufe70-\ufefc]/u,
  ],
] as const;

export type PdfFont = (typeof FONTS)[number][0];

const require = createRequire(import.meta.url);
const held = new Map<string, Buffer>();

export function fontFile(font: PdfFont, weight: Weight): Buffer {
  const name = `${font}-${WEIGHTS[weight]}-normal.woff`;
  const known =
    held.get(name) ?? withPlainMarks(font, unpackWoff(readFileSync(pathOf(font, name))));
  held.set(name, known);
  return known;
}

/**
 * fontkit 2.0.4 fails at places of marks that a font leaves empty, as Gurmukhi's does. Without that table marks stand where their
 * glyphs are drawn, which is right in this font.
 */
function withPlainMarks(font: PdfFont, file: Buffer): Buffer {
  const at = file.indexOf('GPOS', 0, 'latin1');
  if (font === 'noto-sans-gurmukhi-gurmukhi' && at > 0) file.write('none', at, 'latin1');
  return file;
}

function pathOf(font: PdfFont, name: string): string {
  const folder = /^(geist|noto-sans-[a-z]+)/.exec(font)?.[0];
  return join(dirname(require.resolve(`@fontsource/${folder}/package.json`)), 'files', name);
}

/** Joins two characters or keeps them apart; has no shape of its own. */
const JOINER = /[\u200c\u200d]/;

export interface Run {
  text: string;
  font: PdfFont;
}

/** What is printed in place of characters that no font has. */
export const missing = (text: string): Run => ({
  text: '?'.repeat([...text].length),
  font: 'geist-latin',
});

/** Whether a PDF can show all of this text. */
export const isPrintable = (text: string): boolean =>
  [...text.normalize()].every((each) => FONTS.some(([, characters]) => characters.test(each)));

/** A text in pieces of one font each, in the order in which they stand on the line. */
export const runsOf = (line: string): Run[] => inReadingOrder(fontRunsOf(line));

function fontRunsOf(line: string): Run[] {
  const runs: Run[] = [];
  // Normalized, because a letter and its accent may be two characters.
  for (const character of line.normalize()) {
    const last = runs.at(-1);
    const found = FONTS.find(([, characters]) => characters.test(character))?.[0];
    const run = found ? { text: character, font: found } : missing(character);
    if (last && (last.font === run.font || JOINER.test(character))) last.text += run.text;
    else runs.push(run);
  }
  return runs;
}

/** What has no direction of its own, and stands in a text from right to left as in its surroundings; numbers stay as they are. */
const WITHOUT_DIRECTION = /^[\p{P}\p{S}\p{Z}\d]*$/u;
const NUMBERS_AND_MARKS = /\d+(?:[.,:/]\d+)*|[^\d]/gu;
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '«': '»',
  '»': '«',
};

/**
 * Turns the words between the first and the last one from right to left around, which stand in a line from left to right; fontkit
 * turns the letters of each.
 */
function inReadingOrder(runs: Run[]): Run[] {
  const isTurned = ({ font }: Run) => font === RIGHT_TO_LEFT;
  if (!runs.some(isTurned)) return runs;
  const ordered: Run[] = [];
  /** From right to left: the first of them stands last. */
  let turned: Run[] = [];
  /** Which belong to the text around them unless another word from right to left follows. */
  let between: Run[] = [];
  const end = () => {
    ordered.push(...turned, ...between);
    turned = [];
    between = [];
  };
  for (const run of runs) {
    if (isTurned(run)) {
      const words = between.flatMap(({ text, font }) =>
        [...text.matchAll(NUMBERS_AND_MARKS)].map(([each]) => ({
          text: MIRRORED[each] ?? each,
          font,
        })),
      );
      turned = [run, ...words.toReversed(), ...turned];
      between = [];
    } else if (turned.length > 0 && WITHOUT_DIRECTION.test(run.text)) {
      between.push(run);
    } else {
      end();
      ordered.push(run);
    }
  }
  end();
  return ordered;
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/**
 * Unpacks the OpenType font of a WOFF file. fontkit would inflate a whole table for each glyph, which blocks
 * the event loop for a tenth of a second per receipt.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  const power = Math.floor(Math.log2(count));
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * SFNT_ENTRY, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((count - 2 ** power) * SFNT_ENTRY, 10);
  let end = SFNT_HEADER + count * SFNT_ENTRY;
  for (let at = 0; at < count; at += 1) {
    const entry = WOFF_HEADER + at * WOFF_ENTRY;
    const start = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const table = woff.subarray(start, start + packed);
    (packed < length ? inflateSync(table) : table).copy(font, end);
    const target = SFNT_HEADER + at * SFNT_ENTRY;
    woff.copy(font, target, entry, entry + 4);
    woff.copy(font, target + 4, entry + 16, entry + 20);
    font.writeUInt32BE(end, target + 8);
    font.writeUInt32BE(length, target + 12);
    end += Math.ceil(length / 4) * 4;
  }
  return font;
}
