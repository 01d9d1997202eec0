import { Parser } from 'htmlparser2';

const BLOCKS = /^(p|div|li|tr|h[1-6]|blockquote|pre|table|ul|ol|section|article|hr)$/;
const SILENT = /^(style|script|head|title|template|noscript|svg|object)$/;
/** What nobody sees in a mail must not be a part of the message either. */
const HIDDEN =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])|mso-hide\s*:\s*all|max-height\s*:\s*0/i;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** The visible text of a mail that has no plain one. Quoted parts get the marks that plain mails have. */
export function htmlToText(html: string): string {
  let text = '';
  /** The open elements, each with whether it hides what is in it. */
  const open: { name: string; isHidden: boolean; isQuote: boolean }[] = [];
  let hidden = 0;
  let quotes = 0;
  const mark = () => '> '.repeat(Math.min(quotes, 5));
  const newLine = () => {
    if (hidden === 0 && text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const parser = new Parser({
    onopentag(name, { style = '', class: classes = '', hidden: isAttribute }) {
      if (BLOCKS.test(name)) newLine();
      if (name === 'br' && hidden === 0 && text !== '') text += '\n';
      if (VOID.test(name)) return;
      const isHidden = SILENT.test(name) || HIDDEN.test(style) || isAttribute !== undefined;
      const isQuote = name === 'blockquote' || /\b(gmail_quote|yahoo_quoted)\b/.test(classes);
      open.push({ name, isHidden, isQuote });
      if (isHidden) hidden += 1;
      if (isQuote) quotes += 1;
    },
    ontext(piece) {
      if (hidden > 0) return;
      const words = piece.replace(/\s+/g, ' ');
      const isStart = text === '' || text.endsWith('\n');
      const said = isStart ? words.trimStart() : words;
      if (said !== '') text += isStart ? mark() + said : said;
    },
    onclosetag(name, isImplied) {
      if (isImplied && VOID.test(name)) return;
      if (open.at(-1)?.name !== name) return;
      const closed = open.pop();
      if (closed?.isHidden) hidden -= 1;
      if (closed?.isQuote) quotes -= 1;
      if (BLOCKS.test(name)) newLine();
      if (name === 'p' && hidden === 0 && text.endsWith('\n')) text += '\n';
    },
  });
  parser.end(html);
  return text.replace(/\n{3,}/g, '\n\n').trim();
}
