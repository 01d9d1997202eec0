import EmailReplyParser from 'email-reply-parser';
import { ANSWER_ABOVE } from '../../platform/mail/email-layout.ts';
import { MAX_PARSED_BYTES } from './limits.ts';
import { withoutTokens } from './tokens.ts';

const QUOTED = /^\s*[>|]/;
const withoutMarks = (line: string) => line.replace(/^[\s>|*_]+/, '').trim();

/** Lines with which mail programs begin what they quote: a rule, or the head of a mail. */
function isRule(line = ''): boolean {
  const marks = line.replace(/\s+/g, '');
  const isLine = marks.length >= 5 && /^[-_=*]+$/.test(marks);
  return isLine || (marks.startsWith('--') && marks.length >= 4 && marks.endsWith('--'));
}
const HEAD = /^\s*[*_]?\p{L}[\p{L}\p{M}\s.]{0,24}[*_]?\s?[:：]/u;

/**
 * What a person wrote, without what their mail program quotes. Our own mails begin with a line of their own, by which
 * they are found in every language; other quotes and signatures are those that email-reply-parser knows.
 */
export function cutQuotes(
  given: string,
  { pattern, sender }: { pattern: string; sender: string },
): string {
  const text = given.replace(/\r\n?/g, '\n').slice(0, MAX_PARSED_BYTES);
  const lines = text.split('\n');
  const at = lines.findIndex((line) => withoutMarks(line).startsWith(ANSWER_ABOVE));
  const isBetween = at >= 0 && answersBetweenQuotes(lines.slice(at));
  const own = at < 0 || isBetween ? text : beforeQuote(lines.slice(0, at), sender);
  const visible = isBetween ? own : new EmailReplyParser().read(own).getVisibleText();
  return withoutTokens(visible.trim() === '' ? own : visible, pattern, sender).trim();
}

/** Whether somebody wrote below the lines that they answer: these stay then, because they say what is answered. */
function answersBetweenQuotes(lines: string[]): boolean {
  const last = lines.findLastIndex((line) => QUOTED.test(line));
  const first = lines.findIndex((line) => QUOTED.test(line));
  return (
    first === 0 && lines.slice(first, last).some((line) => line.trim() !== '' && !QUOTED.test(line))
  );
}

/** The lines before a quote, without those that introduce it. */
function beforeQuote(lines: string[], sender: string): string {
  const own = [...lines];
  const isBlank = (line = '') => withoutMarks(line) === '';
  const dropBlank = () => {
    while (own.length > 0 && isBlank(own.at(-1))) own.pop();
  };
  dropBlank();
  let start = own.length;
  while (start > 0 && !isBlank(own[start - 1])) start -= 1;
  const heads = own.slice(start).findIndex((line) => HEAD.test(line) || isRule(line));
  const tail = own.slice(start);
  const attribution = tail.findLastIndex(
    (line, index) => /[:：]\s*$/.test(line) && index >= tail.length - 1,
  );
  if (tail.filter((line) => HEAD.test(line)).length >= 2) own.length = start + Math.max(0, heads);
  else if (attribution >= 0 || tail.some((line) => line.includes(sender)))
    own.length = start + introduction(tail, sender);
  for (dropBlank(); own.length > 0 && isRule(own.at(-1)); dropBlank()) own.pop();
  return own.join('\n');
}

function hasDate(line: string): boolean {
  const numbers = line.match(/\d+/g) ?? [];
  return numbers.length >= 2 && numbers.some(({ length }) => length === 4);
}

/** The line of a paragraph at which the introduction of a quote begins: it has one or two lines, wrapped at an address or a date. */
function introduction(tail: string[], sender: string): number {
  if (tail.length <= 2)
    return tail.length === 2 && !/[\d@<]/.test(tail[0] ?? '') && !tail[0]?.includes(sender) ? 1 : 0;
  const first = tail.findIndex(
    (line, index) => index >= tail.length - 3 && (/[@<]/.test(line) || hasDate(line)),
  );
  return first < 0 ? tail.length - 1 : first;
}
