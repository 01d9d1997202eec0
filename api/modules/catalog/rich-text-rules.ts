const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text of sanitized HTML with its characters instead of their entities. */
export const withoutEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');

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
