import { ANSWER_ABOVE } from '../../platform/mail/email-layout.ts';
import { MAX_PARSED_BYTES } from './limits.ts';
import { tokensIn, withoutTokens } from './tokens.ts';

const QUOTED = /^\s*>/;
const withoutMarks = (line = '') => line.replace(/^[\s>|*_]+/, '').trim();
/** A line, without the spaces around it, that is in the head of every quoted mail of some programs: a name and a value. */
const HEAD = /^[*_]?\p{L}[\p{L}\p{M}\s.]{0,24}[*_]?\s?[:：]/u;
/** The last words of our mails, wherever they are wrapped. */
const END = /have[\s>|]+an[\s>|]+account[\s>|]+or[\s>|]+an[\s>|]+order\./;

/** Whose mails are quoted: the pattern of addresses with tokens, the address from which mails are sent, and its name. */
export interface Studio {
  pattern: string;
  sender: string;
  name: string;
}

/**
 * What a person wrote, and apart from it the mail of ours that their program quotes, with the lines that introduce it. No word is
 * left out: what is not surely a mail of ours stays in the text, as does all of it where answers stand between quoted lines.
 */
export function foldQuotes(given: string, studio: Studio): { text: string; quoted: string } {
  const lines = given.replace(/\r\n?/g, '\n').slice(0, MAX_PARSED_BYTES).split('\n');
  const ours = findOurs(lines);
  const top = ours ? beginningOf(lines, ours.start, studio) : 0;
  const kept = ours ? [...lines.slice(0, top), ...lines.slice(ours.end)] : lines;
  const quoted = ours ? lines.slice(top, ours.end) : [];
  const plain = (each: string[]) =>
    withoutTokens(each.join('\n'), studio.pattern, studio.sender).trim();
  return { text: plain(kept), quoted: plain(quoted) };
}

/** The lines of a mail of ours that is quoted as a whole. */
function findOurs(lines: string[]): { start: number; end: number } | null {
  const at = lines.findIndex((line) => withoutMarks(line).startsWith(ANSWER_ABOVE));
  if (at < 0) return null;
  if (!QUOTED.test(lines[at] ?? '')) {
    const rest = lines.slice(at).join('\n');
    const found = END.exec(rest);
    const length = found ? rest.slice(0, found.index + found[0].length).split('\n').length : null;
    return { start: at, end: length === null ? lines.length : at + length };
  }
  const isOther = (line: string) => line.trim() !== '' && !QUOTED.test(line);
  const start = lines.slice(0, at).findLastIndex(isOther) + 1;
  const after = lines.findIndex((line, index) => index > at && isOther(line));
  const end = after < 0 ? lines.length : after;
  const isBetween = lines.some(
    (line, index) => QUOTED.test(line) && (index < start || index > end),
  );
  return isBetween ? null : { start, end };
}

/** The first of the lines that introduce a quote: an attribution, or the head of a mail, with the rules above it. */
function beginningOf(lines: string[], start: number, { pattern, sender, name }: Studio): number {
  const isBlank = (at: number) => withoutMarks(lines[at]) === '';
  const hasAddress = (line = '') =>
    line.toLowerCase().includes(sender) || tokensIn(line, pattern).length > 0;
  const hasName = (line = '') => name !== '' && line.includes(name) && /\d/.test(line);
  let end = start;
  while (end > 0 && isBlank(end - 1)) end -= 1;
  let top = end;
  while (top > 0 && HEAD.test((lines[top - 1] ?? '').trim())) top -= 1;
  const head = lines.slice(top, end);
  if (head.length < 2 || !head.some((line) => hasAddress(line) || line.includes(name))) {
    const last = lines[end - 1] ?? '';
    if (!/[:：]\s*$/.test(last)) return start;
    if (hasAddress(last) || hasName(last)) top = end - 1;
    else if (hasAddress(lines[end - 2])) top = end - 2;
    else return start;
    // It is wrapped before the address.
    if (/^\s*</.test(lines[top] ?? '') && top > 0 && !isBlank(top - 1)) top -= 1;
  }
  while (top > 0 && (isBlank(top - 1) || isRule(lines[top - 1]))) top -= 1;
  return top;
}

/** A line across the page, as programs draw it above what they quote. */
function isRule(line = ''): boolean {
  const marks = line.replace(/\s+/g, '');
  const isLine = marks.length >= 5 && /^[-_=*]+$/.test(marks);
  return isLine || (marks.startsWith('--') && marks.length >= 4 && marks.endsWith('--'));
}
