import { createHash } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { isVisible, plainEmail, withoutControl, withoutMarks } from '../../platform/characters.ts';
import { MAX_ATTACHMENTS } from '../../platform/files/limits.ts';
import { MAX_MESSAGE_LENGTH } from '../chat/limits.ts';
import { cutQuotes } from './cut-quotes.ts';
import { htmlToText } from './html-to-text.ts';
import { MAX_FILE_BYTES, MIN_INLINE_BYTES } from './limits.ts';
import { type Claims, isProof, ONCE, type Signature, whyUnproved } from './prove.ts';
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
import { addressesIn, addressWith } from './tokens.ts';

export interface MailToRead {
  raw: Uint8Array;
  /** Whether this is only the header of a mail that was too large to be fetched. */
  isCut?: boolean;
  /** The TXT records of the names that its signatures need. */
  records: Record<string, string[]>;
  /** Whether the sender's domain asks that signatures be of the same domain, not of one above it. */
  isStrict: boolean;
  /** The pattern of addresses, and the token that was found. */
  pattern: string;
  token: string;
  /** The address of the account, and the one from which mail is sent. */
  email: string;
  sender: string;
  receivedAt: Date;
}

export interface ReadMail {
  /** Why nobody knows who wrote it; null if it is the person's. */
  unproved: Unproved | null;
  /** The same for each copy of a mail. */
  key: string;
  from: string;
  text: string;
  /** What could not be read. */
  notes: string[];
  files: { name: string; bytes: Uint8Array }[];
}

const PARSED = { maxNestingDepth: 60, maxHeadersSize: 1024 ** 2, forceRfc822Attachments: true };
const SIGNATURE_PARTS = /^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-keys)$/;
const ENCRYPTED_PARTS = /^application\/(pgp-encrypted|pkcs7-mime|x-pkcs7-mime)$/;
const TNEF = /^application\/(ms-tnef|vnd\.ms-tnef)$/;
const EMPTY = { text: '', notes: [] as string[], files: [] as ReadMail['files'] };

/** Reads and proves a mail; run in a thread with limits, because it comes from anybody. */
export async function run(mail: MailToRead): Promise<ReadMail> {
  const { claims, proofs, messageId } = await verify(mail);
  const email = await PostalMime.parse(mail.raw, PARSED).catch(() => null);
  const from = plainEmail(email?.from?.address ?? claims.from[0] ?? '');
  const unproved = mail.isCut ? 'large' : whyUnproved(readTwice(claims, { email, from }), mail);
  const key = keyOf(mail, { messageId, proof: unproved === null ? proofs : null });
  const content = email ? contentOf(email, mail) : { ...EMPTY, text: bracketed(UNREADABLE) };
  return { unproved, key, from: from.slice(0, 254), ...content };
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
    from: from === claims.from[0] ? claims.from : [],
  };
}

async function verify({ raw, records, isStrict, email, pattern, token, receivedAt }: MailToRead) {
  const verified = await dkimVerify(Buffer.from(raw), {
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
  const lines = (parsed ?? []).map(({ key, line }) => ({ key, line: line.toString() }));
  const valuesOf = (name: string) =>
    lines.flatMap(({ key, line }) =>
      key === name ? line.slice(line.indexOf(':') + 1).trim() : [],
    );
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const results = verified.results as unknown as DkimResult[];
  const signatures = results.map((result) => ({
    ...signatureOf(result, isStrict ? domain : null),
    // Of its bytes, because the same bytes can be written in many ways.
    id: hashOf(Buffer.from(String(result.signature ?? ''), 'base64')),
  }));
  const dates = valuesOf('date');
  const date = new Date((dates.length === 1 && dates[0]) || '');
  const claims: Claims = {
    headers: Object.fromEntries(ONCE.map((name) => [name, valuesOf(name).length])),
    from: (verified.headerFrom ?? []).map(plainEmail),
    signatures,
    date: Number.isNaN(date.getTime()) ? null : date,
    isToToken: valuesOf('to')
      .flatMap(addressesIn)
      .includes(plainEmail(addressWith(token, pattern))),
  };
  // The last one is that which a signature covers, however it is folded.
  const messageId = valuesOf('message-id').at(-1)?.replace(/\s+/g, '') ?? '';
  return { claims, proofs: signatures, messageId };
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface DkimResult {
  signingDomain?: string;
  signature?: string;
  signTime?: string | null;
  canonBodyLengthLimited?: boolean;
  signingHeaders?: { keys: string };
  status: { result: string; aligned?: string | false; testing?: boolean };
}

/** With `domain`, only a signature of exactly this domain is aligned. */
function signatureOf(
  { signingDomain, signTime, canonBodyLengthLimited, signingHeaders, status }: DkimResult,
  domain: string | null,
): Signature {
  const isAligned = Boolean(status.aligned);
  return {
    // A domain that tests its signatures vouches for nothing yet.
    isValid: status.result === 'pass' && !status.testing,
    isAligned: isAligned && (domain === null || signingDomain?.toLowerCase() === domain),
    isPartial: canonBodyLengthLimited !== false,
    covers: (signingHeaders?.keys ?? '').split(':').map((name) => name.trim().toLowerCase()),
    at: signTime ? new Date(signTime) : null,
  };
}

/**
 * Two mails with the same Message-ID are one, if the sender's provider vouches for it. Otherwise it is the signature, which nobody
 * can repeat over another text, and of an unproved mail what it says, so that nobody takes the place of another's.
 */
function keyOf(
  { raw, token }: MailToRead,
  { messageId, proof }: { messageId: string; proof: (Signature & { id: string })[] | null },
): string {
  const proofs = proof?.filter(isProof) ?? [];
  const naming = proofs.find(({ covers }) => covers.includes('message-id') && messageId !== '');
  const signed = naming ?? proofs[0];
  const told = naming ? messageId : signed?.id;
  return createHash('sha256')
    .update(JSON.stringify([token, signed ? 'proved' : 'unproved', told ?? '']))
    .update(signed ? '' : messageId || raw)
    .digest('hex');
}

function contentOf(email: Email, { pattern, sender }: MailToRead) {
  const notes: string[] = [];
  const files: ReadMail['files'] = [];
  for (const part of email.attachments) {
    const note = noteOf(part);
    if (note) notes.push(note);
    if (isKept(part, note)) files.push(fileOf(part));
  }
  if (files.length > MAX_ATTACHMENTS) notes.push(MANY_FILES);
  const body = email.text?.trim() ? email.text : htmlToText(email.html ?? '');
  const isEncrypted = notes.includes(ENCRYPTED) || /^-----BEGIN PGP MESSAGE-----/m.test(body);
  if (isEncrypted) return { ...EMPTY, text: bracketed(ENCRYPTED) };
  const written = withoutControl(cutQuotes(body, { pattern, sender }));
  if (written.includes('\ufffd')) notes.push(GARBLED);
  if (written.length > MAX_MESSAGE_LENGTH || body.length > 20 * 1024) notes.push(LONG);
  const text = shortened(isVisible(written) ? written.trim() : '');
  const kept = files.slice(0, MAX_ATTACHMENTS);
  // A mail of which nothing can be shown is told of in its place.
  const said = text || kept.length > 0 ? text : bracketed(notes[0] ?? UNREADABLE);
  return { text: said, notes: [...new Set(notes)], files: kept };
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
  const { byteLength } = bytesOf(part);
  const isLogo = part.related === true && part.disposition !== 'attachment';
  return byteLength > 0 && !(isLogo && byteLength < MIN_INLINE_BYTES);
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
