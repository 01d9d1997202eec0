import { createHash } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import addressparser from 'nodemailer/lib/addressparser';
import PostalMime, { type Attachment, decodeWords, type Email } from 'postal-mime';
import { isVisible, plainEmail, withoutControl, withoutMarks } from '../../platform/characters.ts';
import { MAX_ATTACHMENTS } from '../../platform/files/limits.ts';
import { MAX_MESSAGE_LENGTH } from '../chat/texts.ts';
import { foldQuotes, type Studio } from './fold-quotes.ts';
import { htmlToText } from './html-to-text.ts';
import { MAX_FILE_BYTES, MAX_LINES, MAX_PARSED_BYTES } from './limits.ts';
import { type Claims, ONCE, type Signature, whyUnproved } from './prove.ts';
import { type Lines, looksAutomatic, oneMailbox, withFewSignatures } from './recognize.ts';
import {
  bracketed,
  ENCRYPTED,
  FORWARDED,
  GARBLED,
  INVITATION,
  LONG,
  MANY_FILES,
  UNREADABLE,
  type Unproved,
  WINMAIL,
} from './texts.ts';
import { addressWith } from './tokens.ts';

export interface MailToRead extends Studio {
  raw: Uint8Array;
  /** Whether this is only the header of a mail that was too large to be fetched. */
  isCut?: boolean;
  /** The TXT records of the names that its signatures need. */
  records: Record<string, string[]>;
  /** Whether the sender's domain asks that signatures be of the same domain, not of one above it. */
  isStrict: boolean;
  /** The token that was found. */
  token: string;
  /** The numbers that mark the subjects of its conversation. */
  marks: string[];
  /** The address of the account. */
  email: string;
  receivedAt: Date;
}

export interface ReadMail {
  /** Why nobody knows who wrote it; null if it is the person's. */
  unproved: Unproved | null;
  /** The same for each copy of a mail. */
  key: string;
  from: string;
  text: string;
  /** The mail of ours that it quotes, which is shown when it is asked for. */
  quoted: string;
  /** What could not be read. */
  notes: string[];
  files: { name: string; bytes: Uint8Array }[];
}

const PARSED = { maxNestingDepth: 60, maxHeadersSize: 1024 ** 2, forceRfc822Attachments: true };
const SIGNATURE_PARTS = /^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-keys)$/;
const ENCRYPTED_PARTS = /^application\/(pgp-encrypted|pkcs7-mime|x-pkcs7-mime)$/;
const TNEF = /^application\/(ms-tnef|vnd\.ms-tnef)$/;
/** The mark at the end of the subject of each mail that can be answered. */
const MARK = /\[#([0-9A-F]{6})\]/gi;
const EMPTY = { text: '', quoted: '', notes: [] as string[], files: [] as ReadMail['files'] };

/** Reads and proves a mail; run in a thread with limits, because it comes from anybody. */
export async function run(mail: MailToRead): Promise<ReadMail> {
  const { claims, lines } = await verify(mail);
  const email = hasTooManyLines(mail.raw)
    ? null
    : await PostalMime.parse(mail.raw, PARSED).catch(() => null);
  const from = plainEmail(email?.from?.address ?? claims.from[0] ?? '');
  const read = readTwice(claims, { email, from });
  const why = mail.isCut ? 'large' : whyUnproved(read, { ...mail, email: oneMailbox(mail.email) });
  const isReply = email?.attachments.some(({ method }) => method === 'REPLY') ?? false;
  const isProgram =
    isReply || looksAutomatic([...lines, { name: 'subject', value: email?.subject ?? '' }]);
  const unproved = why ?? (isProgram ? 'automatic' : null);
  const content = email ? contentOf(email, mail) : { ...EMPTY, text: bracketed(UNREADABLE) };
  return { unproved, key: keyOf(mail, lines, why === null), from: from.slice(0, 254), ...content };
}

/** Each costs the parser time; the largest mail of files has half of them. */
function hasTooManyLines(raw: Uint8Array): boolean {
  let lines = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) lines += 1;
  return lines > MAX_LINES;
}

/** Both parsers must read the same address, and the same lines of the header. */
function readTwice(claims: Claims, { email, from }: { email: Email | null; from: string }): Claims {
  const seen = (name: string) => email?.headers.filter(({ key }) => key === name).length ?? 0;
  const headers = Object.entries(claims.headers).map(([name, times]) => [
    name,
    Math.max(times, seen(name)),
  ]);
  return {
    ...claims,
    headers: Object.fromEntries(headers),
    from: oneMailbox(from) === claims.from[0] ? claims.from : [],
  };
}

async function verify(mail: MailToRead) {
  const { raw, records, isStrict, email, receivedAt } = mail;
  const verified = await dkimVerify(withFewSignatures(Buffer.from(raw), email), {
    strict: true,
    curTime: receivedAt,
    resolver: async (name: string) => {
      const found = records[name.toLowerCase()];
      if (found) return found.map((record) => [record]);
      throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
    },
  } as Parameters<typeof dkimVerify>[1]);
  const parsed = (verified as unknown as { headers?: { parsed: { key: string; line: Buffer }[] } })
    .headers?.parsed;
  const lines = (parsed ?? []).map(({ key, line }) => {
    const text = line.toString();
    return { name: key, value: text.slice(text.indexOf(':') + 1).trim() };
  });
  const from = (verified.headerFrom ?? []).map((each) => oneMailbox(plainEmail(each)));
  const domain = domainOf(from[0] ?? '');
  const results = verified.results as unknown as DkimResult[];
  const dates = valuesOf(lines, 'date');
  const date = new Date((dates.length === 1 && dates[0]) || '');
  const marks = valuesOf(lines, 'subject').flatMap((subject) =>
    [...decodeWords(subject).matchAll(MARK)].map(([, mark = '']) => mark),
  );
  const claims: Claims = {
    headers: Object.fromEntries(ONCE.map((name) => [name, valuesOf(lines, name).length])),
    from,
    signatures: results.map((result) => signatureOf(result, { domain, isStrict })),
    date: Number.isNaN(date.getTime()) ? null : date,
    isToToken: valuesOf(lines, 'to')
      .flatMap((list) => addressparser(list, { flatten: true }))
      .some(({ address }) => plainEmail(address) === addressWith(mail.token, mail.pattern)),
    isMarked: marks.length > 0 && marks.every((each) => mail.marks.includes(each.toUpperCase())),
  };
  return { claims, lines };
}

const valuesOf = (lines: Lines, sought: string): string[] =>
  lines.flatMap(({ name, value }) => (name === sought ? value : []));
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

interface DkimResult {
  signingDomain?: string;
  signature?: string;
  signTime?: string | null;
  canonBodyLengthLimited?: boolean;
  signingHeaders?: { keys: string };
  status: { result: string; aligned?: string | false; testing?: boolean };
}

function signatureOf(
  { signingDomain, signTime, canonBodyLengthLimited, signingHeaders, status }: DkimResult,
  { domain, isStrict }: { domain: string; isStrict: boolean },
): Signature {
  const signing = domainOf(oneMailbox(`@${signingDomain?.toLowerCase() ?? ''}`));
  // Below this domain of Microsoft's anybody can write as anybody.
  const isShared = signing.endsWith('.onmicrosoft.com');
  const isAligned = signing === domain || (!isStrict && Boolean(status.aligned));
  return {
    // A domain that tests its signatures vouches for nothing yet.
    isValid: status.result === 'pass' && !status.testing,
    isAligned: isAligned && !isShared,
    isPartial: canonBodyLengthLimited !== false,
    covers: (signingHeaders?.keys ?? '').split(':').map((name) => name.trim().toLowerCase()),
    at: signTime ? new Date(signTime) : null,
  };
}

/**
 * Of a proved mail what each of its signatures covers, so that it counts once whichever of them are left and however what they do not
 * cover is written; of an unproved mail what it says, so that nobody takes the place of another's.
 */
function keyOf({ raw, token }: MailToRead, lines: Lines, isProved: boolean): string {
  const said = (...names: string[]) =>
    names.flatMap((name) => valuesOf(lines, name)).map((value) => value.replace(/\s+/g, ''));
  const hash = createHash('sha256').update(JSON.stringify([token, isProved]));
  if (isProved) {
    const mail = Buffer.from(raw).toString('latin1');
    const body = mail.slice(/\r?\n\r?\n/.exec(mail)?.index);
    return hash
      .update(JSON.stringify([said('subject', 'date'), body.replace(/\s+/g, '')]))
      .digest('hex');
  }
  const [messageId] = said('message-id');
  return hash.update(messageId || raw).digest('hex');
}

function contentOf(email: Email, studio: Studio) {
  const notes: string[] = [];
  const files: ReadMail['files'] = [];
  const isInText = ({ related, disposition }: Attachment) =>
    related && disposition !== 'attachment';
  // Pictures in the text come after files, because some are only the logos of signatures.
  for (const part of email.attachments.toSorted(
    (one, other) => Number(isInText(one) ?? false) - Number(isInText(other) ?? false),
  )) {
    const note = noteOf(part);
    if (note) notes.push(note);
    if (isKept(part, note)) files.push(fileOf(part));
  }
  if (files.length > MAX_ATTACHMENTS) notes.push(MANY_FILES);
  const html = email.text?.trim() ? null : htmlToText(email.html ?? '');
  const body = html?.text ?? email.text ?? '';
  const isEncrypted = notes.includes(ENCRYPTED) || /^-----BEGIN PGP MESSAGE-----/m.test(body);
  if (isEncrypted) return { ...EMPTY, text: bracketed(ENCRYPTED) };
  const parts = foldQuotes(withoutControl(body.slice(0, MAX_PARSED_BYTES)), studio);
  const kept = files.slice(0, MAX_ATTACHMENTS);
  // Whoever sends back a mail of ours and nothing else shows it.
  const isOnlyQuote = !isVisible(parts.text) && kept.length === 0;
  const { text: written, quoted } = isOnlyQuote ? { text: parts.quoted, quoted: '' } : parts;
  if (written.includes('\ufffd')) notes.push(GARBLED);
  const isLong = written.length > MAX_MESSAGE_LENGTH || body.length > MAX_PARSED_BYTES;
  if (isLong || html?.isCut) notes.push(LONG);
  const text = shortened(isVisible(written) ? written.trim() : '');
  // A mail of which nothing can be shown is told of in its place.
  const said = text || kept.length > 0 ? text : bracketed(notes[0] ?? UNREADABLE);
  return { text: said, quoted, notes: [...new Set(notes)], files: kept };
}

/** No half of a character is left at the end. */
const shortened = (text: string): string =>
  text.slice(0, MAX_MESSAGE_LENGTH).replace(/[\ud800-\udbff]$/, '');

function noteOf({ mimeType, filename }: Attachment): string | null {
  if (ENCRYPTED_PARTS.test(mimeType)) return ENCRYPTED;
  if (TNEF.test(mimeType) || filename?.toLowerCase() === 'winmail.dat') return WINMAIL;
  if (mimeType === 'text/calendar') return INVITATION;
  return mimeType === 'message/rfc822' ? FORWARDED : null;
}

function isKept(part: Attachment, note: string | null): boolean {
  if (note !== null && note !== INVITATION) return false;
  if (SIGNATURE_PARTS.test(part.mimeType)) return false;
  return bytesOf(part).byteLength > 0;
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content);

function fileOf(part: Attachment) {
  const bytes = bytesOf(part);
  const given = withoutMarks(withoutControl(part.filename ?? '')).slice(0, 200);
  const name = given || NAMES[part.mimeType] || 'file';
  // One byte too many is refused as too large, and no larger one leaves the thread.
  return { name, bytes: bytes.slice(0, MAX_FILE_BYTES + 1) };
}

const NAMES: Record<string, string> = {
  'text/calendar': 'invitation.ics',
  'image/png': 'picture.png',
  'image/jpeg': 'picture.jpg',
  'application/pdf': 'document.pdf',
};
