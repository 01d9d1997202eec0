const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const NAMES = Object.fromEntries(Object.entries(ENTITIES).map(([name, sign]) => [sign, name]));

/** Text of sanitized HTML with its characters instead of their entities. */
export const withoutEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');

/** A text as HTML and XML hold it. */
export const withEntities = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&${NAMES[sign]};`);

const LINK = '<a href="';
const LINK_END = '</a>';

/** Sanitized HTML with each link's target replaced; one that gets none is its text alone. */
export function mapLinks(html: string, targetOf: (href: string) => string | null): string {
  const pieces = html.split(LINK_END);
  const rest = pieces.pop() ?? '';
  const mapped = pieces.map((piece) => {
    const at = piece.lastIndexOf(LINK);
    const end = piece.indexOf('">', at);
    if (at < 0 || piece.lastIndexOf('<a>') > at) return piece + LINK_END;
    const href = withoutEntities(piece.slice(at + LINK.length, end));
    const [before, text] = [piece.slice(0, at), piece.slice(end + 2)];
    const target = targetOf(href);
    if (target === null) return before + text;
    if (target === href) return piece + LINK_END;
    return `${before}${LINK}${withEntities(target)}">${text}${LINK_END}`;
  });
  return mapped.join('') + rest;
}

/** For readers who do not see it on its page. */
export const withAbsoluteLinks = (html: string, page: URL): string =>
  mapLinks(html, (href) => URL.parse(href, page)?.href ?? null);

const END = '</pre>';

/** The beginning of a rich text as plain text, without its blocks of code. */
export function beginningOf(html: string): string {
  const [first = '', ...others] = html.split('<pre>');
  const prose = [first, ...others.map((part) => part.slice(part.indexOf(END) + END.length))];
  const words = withoutEntities(prose.join(' ').replace(/<[^<>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= 155 ? words : `${words.slice(0, 152).replace(/\s\S*$/, '')}…`;
}
