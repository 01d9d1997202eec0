import { MAX_HEADER_BYTES, MAX_SIGNATURES } from './limits.ts';
import { tokensIn } from './tokens.ts';

/** Google's mailboxes have two domains. */
export const oneMailbox = (email: string): string =>
  email.replace(/@googlemail\.com$/, '@gmail.com');

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

export type Lines = ReturnType<typeof headerLines>;

const ADDRESSED = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

export const tokensOf = (lines: Lines, pattern: string): string[] =>
  tokensIn(
    lines.flatMap(({ name, value }) => (ADDRESSED.includes(name) ? value : [])).join(' '),
    pattern,
  );

/** Whether standard headers prove that a program sent this mail: a failed delivery, a mailing list, an answer by itself (RFC 3834). */
export const isAutomatic = (lines: Lines): boolean =>
  lines.some(({ name, value }) => {
    const said = value.toLowerCase();
    if (name === 'auto-submitted') return !/^no\b/.test(said);
    if (name === 'return-path') return said === '<>' || said === '';
    if (name === 'content-type')
      return /report-type\s*=\s*"?(delivery-status|disposition)/.test(said);
    return /^(list-id|list-post|x-failed-recipients)$/.test(name);
  });

/** Whether it only looks so: a note about an absence, an answer to an invitation, a rule of Outlook. */
export const looksAutomatic = (lines: Lines): boolean =>
  lines.some(({ name, value }) => {
    if (name === 'precedence') return /^(bulk|junk|list|auto_reply)\b/i.test(value);
    if (name === 'content-class') return /calendarmessage/i.test(value);
    if (name === 'content-type') return /^text\/calendar\b.*\bmethod\s*=\s*"?reply/i.test(value);
    if (name === 'subject')
      return /^(automatic reply|auto[- ]?reply|out of (the )?office)\b/i.test(value);
    return /^(x-autoreply|x-autorespond|x-autoreply-from|x-auto-response-suppress|x-ms-exchange-inbox-rules-loop)$/.test(
      name,
    );
  });

/** What the DNS can be asked for. */
const LABELS = /^(?!-)[\w-]{1,63}(\.[\w-]{1,63})*$/;

/** Where in the DNS the key of a signature is; null for one that cannot prove this sender. */
export function keyNameOf(signature: string, email: string): string | null {
  const labels = oneMailbox(email).split('@').at(-1)?.split('.') ?? [];
  const end = labels.slice(-2).join('.');
  const tags = new Map(
    signature.split(';').map((tag) => {
      const [key = '', said = ''] = tag.split('=');
      return [key.trim(), said.trim().toLowerCase()];
    }),
  );
  const [domain, selector] = [tags.get('d') ?? '', tags.get('s') ?? ''];
  const isNear = oneMailbox(`@${domain}`).replace('@', '.').endsWith(`.${end}`);
  const isName = domain.length < 200 && LABELS.test(domain);
  const isSelector = selector.length <= 100 && LABELS.test(selector);
  const found = `${selector}._domainkey.${domain}`;
  return isNear && isName && isSelector && found.length <= 253 ? found : null;
}

/** The names of the keys of a mail, the first few. */
export const keyNames = (lines: Lines, email: string): string[] => [
  ...new Set(
    lines
      .flatMap(({ name, value }) => (name === 'dkim-signature' ? [keyNameOf(value, email)] : []))
      .filter((name) => name !== null)
      .slice(0, MAX_SIGNATURES),
  ),
];

/** A mail without the signatures that prove nothing, and without more of them than are tried. */
export function withFewSignatures(raw: Buffer, email: string): Buffer {
  const beginning = raw.toString('latin1', 0, 4 * MAX_HEADER_BYTES);
  const found = /\r?\n(?=\r?\n)/.exec(beginning);
  if (!found && beginning.length < raw.length) return raw.subarray(0, 0);
  const end = found ? found.index + found[0].length : raw.length;
  const fields = beginning.slice(0, end).split(/(?<=\n)(?![ \t])/);
  let left = MAX_SIGNATURES;
  const kept = fields.filter((field) => {
    const [, name = '', value = ''] = /^([\w-]+)[ \t]*:([\s\S]*)$/.exec(field) ?? [];
    if (/^arc-/i.test(name)) return false;
    if (name.toLowerCase() !== 'dkim-signature') return true;
    if (keyNameOf(value.replace(/\r?\n/g, ''), email) === null) return false;
    left -= 1;
    return left >= 0;
  });
  return Buffer.concat([Buffer.from(kept.join(''), 'latin1'), raw.subarray(end)]);
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
