import { Parser } from 'htmlparser2';
import { MAX_PARSED_BYTES } from './limits.ts';

const BLOCKS = /^(p|div|li|tr|h[1-6]|blockquote|pre|table|ul|ol|section|article|hr)$/;
const SILENT = /^(style|script|head|title|template|noscript|svg|object)$/;
/** A style without spaces: what nobody sees in a mail must not be a part of the message either. */
const HIDDEN =
  /display:none|visibility:hidden|(font-size|opacity):0(?![.\d]{0,20}[1-9])|mso-hide:all|max-height:0/i;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const TARGET = /^(?:https?:|mailto:)\S{1,500}$/i;
/** HTML is read in pieces, and no further where elements are nested so deep that no person wrote them. */
const PIECE = 16 * 1024;
const MAX_DEPTH = 500;

interface Element {
  name: string;
  isHidden: boolean;
  isQuote: boolean;
  /** Where its text begins. */
  start: number;
  /** Of a link. */
  href?: string | undefined;
  /** How many items or cells it has so far. */
  count: number;
}

/** The visible text of a mail that has no plain one. Quoted parts get the marks that plain mails have. */
export function htmlToText(html: string): { text: string; isCut: boolean } {
  let text = '';
  const open: Element[] = [];
  let hidden = 0;
  let quotes = 0;
  /** Whether the line has only begun: the number of an item, or the border of a cell. */
  let isBegun = false;
  const mark = () => '> '.repeat(Math.min(quotes, 5));
  const write = (said: string) => {
    if (hidden > 0 || said === '') return;
    const isStart = text === '' || text.endsWith('\n');
    text += isStart ? mark() + said : said;
    isBegun = false;
  };
  const newLine = () => {
    if (hidden === 0 && text !== '' && !text.endsWith('\n') && !isBegun) text += '\n';
  };
  const begin = (said: string) => {
    write(said);
    isBegun = true;
  };
  function beginItem(): void {
    const list = open.findLast(({ name }) => name === 'ol' || name === 'ul');
    if (list) list.count += 1;
    begin(list?.name === 'ol' ? `${list.count}. ` : '- ');
  }
  function beginCell(): void {
    const row = open.findLast(({ name }) => name === 'tr');
    if (!row || hidden > 0) return;
    row.count += 1;
    const before = text.slice(row.start).trimEnd();
    if (row.count === 1 || before === '') return;
    // Cells of one line stand beside each other; a table that is a layout keeps its lines.
    if (before.includes('\n')) newLine();
    else {
      text = text.slice(0, row.start) + before;
      begin(' | ');
    }
  }
  /** Where a link leads, unless its words say so. */
  function targetOf({ href = '', start }: Element): string {
    const target = href.trim();
    const plain = (link: string) => link.replace(/^(https?:\/\/|mailto:)|\/$/gi, '').toLowerCase();
    const isSaid = text.slice(start).toLowerCase().includes(plain(target));
    return TARGET.test(target) && !isSaid ? ` (${target.replace(/^mailto:/i, '')})` : '';
  }
  const parser = new Parser({
    onopentag(name, { style = '', class: classes = '', hidden: isAttribute, ...attributes }) {
      if (BLOCKS.test(name)) newLine();
      if (name === 'br' && hidden === 0 && text !== '') text += '\n';
      if (name === 'img') write(attributes['alt'] ?? '');
      if (VOID.test(name)) return;
      const isHidden =
        SILENT.test(name) || HIDDEN.test(style.replaceAll(/\s/g, '')) || isAttribute !== undefined;
      const isQuote = name === 'blockquote' || /\b(gmail_quote|yahoo_quoted)\b/.test(classes);
      const count = name === 'ol' ? (Number.parseInt(attributes['start'] ?? '', 10) || 1) - 1 : 0;
      const { href } = attributes;
      open.push({ name, isHidden, isQuote, start: text.length, href, count });
      if (isHidden) hidden += 1;
      if (isQuote) quotes += 1;
      if (name === 'li') beginItem();
      if (name === 'td' || name === 'th') beginCell();
    },
    ontext(piece) {
      const words = piece.replace(/\s+/g, ' ');
      const isStart = text === '' || text.endsWith('\n') || isBegun;
      write(isStart ? words.trimStart() : words);
    },
    onclosetag(name, isImplied) {
      if (isImplied && VOID.test(name)) return;
      if (open.at(-1)?.name !== name) return;
      const closed = open.pop();
      if (closed?.name === 'a') write(targetOf(closed));
      if (closed?.isHidden) hidden -= 1;
      if (closed?.isQuote) quotes -= 1;
      if (BLOCKS.test(name)) newLine();
      if (name === 'p' && hidden === 0 && text.endsWith('\n')) text += '\n';
    },
  });
  let at = 0;
  while (at < html.length && open.length < MAX_DEPTH && text.length < MAX_PARSED_BYTES) {
    parser.write(html.slice(at, at + PIECE));
    at += PIECE;
  }
  parser.end();
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), isCut: at < html.length };
}
