import { parseDocument } from 'htmlparser2';
import { withAbsoluteLinks } from '../../../api/modules/catalog/rich-text-rules.ts';

// Markdown (CommonMark) of what pages show.

type Node = ReturnType<typeof parseDocument>['childNodes'][number];
type Element = Extract<Node, { tagName: string }>;

/** Signs of Markdown, also those that begin a list or a name of a character. */
const SIGNS = /[\\`*_[\]<>#|]|^[-+~=]|&(?=#?\w{1,32};)/g;
const NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** Text whose signs mean nothing in Markdown. */
export const plain = (text: string): string =>
  text
    .replace(SIGNS, (sign) => `\\${sign}`)
    .replace(NUMBER, '$1\\$2')
    .replace(/\s+/g, ' ');

/** One backtick more than the code has in a row, so that nothing in it ends it. */
const fenceOf = (code: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));

export const link = (title: string, url: string): string => `[${plain(title)}](${url})`;

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join('\n');

export const section = (title: string, ...blocks: readonly string[]): string[] =>
  blocks.some(Boolean) ? [`## ${plain(title)}`, ...blocks] : [];

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Blocks of a text of several lines. */
export const paragraphs = (text: string): string => text.split(/\n+/).map(plain).join('\n\n');

const isElement = (node: Node): node is Element => 'tagName' in node;

const textIn = (node: Node): string =>
  isElement(node) ? node.children.map(textIn).join('') : 'data' in node ? node.data : '';

const linkTo = (href: string | undefined, words: string): string =>
  href ? `[${words}](<${href.replace(/[<>]/g, (sign) => encodeURIComponent(sign))}>)` : words;

function inline(node: Node): string {
  if (!isElement(node)) return plain('data' in node ? node.data : '');
  const inside = () => node.children.map(inline).join('');
  switch (node.tagName) {
    case 'strong':
      return `**${inside()}**`;
    case 'em':
      return `*${inside()}*`;
    case 'code': {
      const code = textIn(node);
      const space = /^`|`$/.test(code) ? ' ' : '';
      return [fenceOf(code, 1), code, fenceOf(code, 1)].join(space);
    }
    case 'br':
      return '  \n';
    case 'a':
      return linkTo(node.attribs['href'], inside());
    default:
      return inside();
  }
}

const HEADINGS: Record<string, string> = { h3: '###', h4: '####' };
const BLOCKS = ['p', 'ul', 'ol', 'pre', ...Object.keys(HEADINGS)];

function block(node: Node): string {
  if (!isElement(node)) return inline(node).trim();
  const heading = HEADINGS[node.tagName];
  if (heading) return `${heading} ${inline(node)}`;
  if (node.tagName === 'pre') {
    const code = node.children.find(isElement);
    const language = code?.attribs['class']?.replace('language-', '') ?? '';
    const fence = fenceOf(textIn(node), 3);
    return `${fence}${language}\n${textIn(node)}\n${fence}`;
  }
  if (node.tagName === 'ul' || node.tagName === 'ol') {
    const items = node.children.filter(isElement);
    const sign = (at: number) => (node.tagName === 'ol' ? `${at + 1}. ` : '- ');
    return items
      .map((item, at) => sign(at) + blocksOf(item.children).replaceAll('\n', '\n   '))
      .join('\n');
  }
  return inline(node).trim();
}

/** Text beside blocks is a paragraph of its own. */
function blocksOf(nodes: readonly Node[]): string {
  const found: string[] = [];
  let words = '';
  const end = () => {
    if (words.trim()) found.push(words.trim());
    words = '';
  };
  for (const node of nodes) {
    if (isElement(node) && BLOCKS.includes(node.tagName)) {
      end();
      found.push(block(node));
    } else words += inline(node);
  }
  end();
  return found.join('\n\n');
}

/** Markdown of a rich text on this page. */
export const ofRichText = (html: string, page: URL): string =>
  blocksOf(parseDocument(withAbsoluteLinks(html, page)).childNodes);
