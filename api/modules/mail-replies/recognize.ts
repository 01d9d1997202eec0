import { tokensIn } from './tokens.ts';

/** The header of a mail, unfolded: each line with its name in lower case. */
export function headerLines(header: string): { name: string; value: string }[] {
  const lines = header
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon > 0
      ? [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }]
      : [];
  });
}

type Lines = ReturnType<typeof headerLines>;

const ADDRESSED = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

export const tokensOf = (lines: Lines, pattern: string): string[] =>
  tokensIn(
    lines.flatMap(({ name, value }) => (ADDRESSED.includes(name) ? value : [])).join(' '),
    pattern,
  );

/** Whether a program sent this mail: a note about a holiday, a failed delivery, a mailing list (RFC 3834). */
export const isAutomatic = (lines: Lines): boolean =>
  lines.some(({ name, value }) => {
    const said = value.toLowerCase();
    if (name === 'auto-submitted') return !/^no\b/.test(said);
    if (name === 'precedence') return /^(bulk|junk|list|auto_reply)\b/.test(said);
    if (name === 'return-path') return said === '<>' || said === '';
    if (name === 'content-type')
      return /report-type\s*=\s*"?(delivery-status|disposition)/.test(said);
    return /^(x-autoreply|x-autorespond|x-autoreply-from|list-id|list-post|x-failed-recipients)$/.test(
      name,
    );
  });

/** What the DNS can be asked for. */
const LABELS = /^(?!-)[\w-]{1,63}(\.[\w-]{1,63})*$/;

/** The names in the DNS at which the keys of signatures are that may prove this sender, the first few. */
export function keyNames(lines: Lines, email: string, most: number): string[] {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  const end = labels.slice(-2).join('.');
  const names = lines.flatMap(({ name, value }) => {
    if (name !== 'dkim-signature') return [];
    const tags = new Map(
      value.split(';').map((tag) => {
        const [key = '', said = ''] = tag.split('=');
        return [key.trim(), said.trim().toLowerCase()];
      }),
    );
    const [domain, selector] = [tags.get('d') ?? '', tags.get('s') ?? ''];
    const isNear = domain === end || domain.endsWith(`.${end}`);
    const isName = domain.length < 200 && LABELS.test(domain);
    const isSelector = selector.length <= 100 && LABELS.test(selector);
    const found = `${selector}._domainkey.${domain}`;
    return isNear && isName && isSelector && found.length <= 253 ? [found] : [];
  });
  return [...new Set(names)].slice(0, most);
}

/** The names at which the sender's domain may say how strictly signatures are compared, the nearest first. */
export function policyNames(email: string): string[] {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .split('.')
    .slice(-5);
  return labels.slice(0, -1).map((_, at) => `_dmarc.${labels.slice(at).join('.')}`);
}

export const isPolicy = (record: string): boolean => /^v=dmarc1\b/i.test(record);

export const isStrictPolicy = (records: string[]): boolean =>
  records.some((record) => isPolicy(record) && /;\s*adkim\s*=\s*s\b/i.test(record));
