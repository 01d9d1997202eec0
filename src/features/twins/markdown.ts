import { parseDocument } from 'htmlparser2';

// Markdown (CommonMark) of what pages show.

type Node = ReturnType<typeof parseDocument>['childNodes'][number];
type Element = Extract<Node, { tagName: string }>;

/** Text whose signs mean nothing in Markdown. */
export const plain = (text: string): string =>
  text.replace(/[\\`*_[\]<>#|]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');

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

function inline(node: Node): string {
  if (!isElement(node)) return plain('data' in node ? node.data : '');
  const inside = () => node.children.map(inline).join('');
  switch (node.tagName) {
    case 'strong':
      return `**${inside()}**`;
    case 'em':
      return `*${inside()}*`;
    case 'code':
      return `\`${textIn(node)}\``;
    case 'br':
      return '  \n';
    case 'a':
      return node.attribs['href'] ? `[${inside()}](${node.attribs['href']})` : inside();
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
    return `\`\`\`${language}\n${textIn(node)}\n\`\`\``;
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

/** Markdown of a rich text. */
export const ofRichText = (html: string): string => blocksOf(parseDocument(html).childNodes);
