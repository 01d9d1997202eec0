import mono from './letters-mono.txt?raw';
import text from './letters-text.txt?raw';

/** Letters as outlines (letters.py cut them), so that a machine without fonts draws the same. */
interface Face {
  letters: Map<string, { width: number; path: string }>;
  kerning: Map<string, number>;
}

const EM = 1000;

function read(lines: string): Face {
  const face: Face = { letters: new Map(), kerning: new Map() };
  for (const line of lines.split('\n')) {
    const [key = '', value = '', path] = line.split('\t');
    if (path === undefined) face.kerning.set(key, Number(value));
    else face.letters.set(key, { width: Number(value), path });
  }
  return face;
}

export const TEXT = read(text);
export const MONO = read(mono);

/** Whether every letter of a text can be drawn. */
export const knows = (face: Face, words: string): boolean =>
  [...words].every((letter) => face.letters.has(letter));

interface Set {
  face: Face;
  size: number;
  /** Between letters, in ems. */
  track?: number;
}

interface Placed {
  x: number;
  path: string;
}

function place(words: string, { face, track = 0 }: Set): { placed: Placed[]; width: number } {
  const placed: Placed[] = [];
  let x = 0;
  let before = '';
  for (const letter of words) {
    const { width, path } = face.letters.get(letter) ?? { width: EM / 4, path: '' };
    x += face.kerning.get(before + letter) ?? 0;
    placed.push({ x, path });
    x += width + track * EM;
    before = letter;
  }
  return { placed, width: x - track * EM };
}

export const widthOf = (words: string, set: Set): number =>
  (place(words, set).width * set.size) / EM;

/** The words as an SVG group whose base line starts at x, y. */
export function drawWords(words: string, at: { x: number; y: number }, set: Set): string {
  const scale = set.size / EM;
  const paths = place(words, set).placed.map(
    ({ x, path }) => `<path transform="translate(${x.toFixed(1)} 0)" d="${path}"/>`,
  );
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** Lines of about equal length below this width; the last ends in '…' when there are too many. */
export function breakLines(words: string, width: number, most: number, set: Set): string[] {
  const lines = fill(words, width, set);
  if (lines.length > most) return [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
  let even = lines;
  for (let narrow = width - set.size / 4; narrow > 0; narrow -= set.size / 4) {
    const tried = fill(words, narrow, set);
    if (tried.length > lines.length || tried.some((line) => widthOf(line, set) > narrow)) break;
    even = tried;
  }
  return even;
}

function fill(words: string, width: number, set: Set): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer, set) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
