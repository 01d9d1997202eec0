import fc from './fast-check.ts';
import { signMail } from './signed-mail.ts';

export const HIDDEN = 'what-nobody-sees';

const word = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each).toString('latin1'));

/** Bodies with the lines of the header that tell what they are. */
const BODIES = {
  plain: '\r\n{said}\r\n',
  quoted: '\r\n{said}\r\n\r\nOn Fri, 27 Nov 2026, Studio <{to}> wrote:\r\n> Which colour?\r\n',
  html: `Content-Type: text/html; charset=utf-8\r\n\r\n<p>{said}</p><p style="display:none">${HIDDEN}</p>`,
  unclosed: `Content-Type: text/html\r\n\r\n{said}<div hidden><table><a href="javascript:x">${HIDDEN}`,
  empty: '\r\n',
  long: `\r\n${'word '.repeat(8_000)}`,
  charset: 'Content-Type: text/plain; charset=x-unknown\r\n\r\n{said} \xe9\xff',
  wide: 'Content-Type: text/plain; charset=utf-16\r\n\r\n\xfe\xff\x00A\xd8\x00',
  base64: 'Content-Transfer-Encoding: base64\r\n\r\n{said}====!!!',
  printable: 'Content-Transfer-Encoding: quoted-printable\r\n\r\n{said} =ZZ =\r\n=E2=80=AE =',
  marks: '\r\n{said}\x00\x07\xe2\x80\xae reversed \r alone',
  open: 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{said}',
  bare: 'Content-Type: multipart/mixed\r\n\r\n--x\r\n{said}',
  deep: `${Array.from({ length: 200 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}\r\n{said}`,
  winmail:
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{said}\r\n--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\n\r\nx\r\n--b--',
  encrypted:
    'Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--',
  calendar: 'Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR',
  forwarded:
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{said}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: eve@evil.example\r\n\r\npay eve\r\n--b--',
  files: `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{said}\r\n${Array.from({ length: 8 }, (_, at) => `--b\r\nContent-Disposition: attachment; filename="../${at}\xe2\x80\xaegpj.exe"\r\n\r\nMZ\r\n`).join('')}--b--`,
  garbage: '{garbage}',
};

const FROM = {
  own: 'From: {email}\r\n',
  named: 'From: "Studio, the owner" <{email}>\r\n',
  upper: 'From: {EMAIL}\r\n',
  other: 'From: eve@evil.example\r\n',
  disguised: 'From: "{email}" <eve@evil.example>\r\n',
  encoded: 'From: =?utf-8?B?YXNoYUBtYWlsLmV4YW1wbGU=?= <eve@evil.example>\r\n',
  below: 'From: {email}.evil.example\r\n',
  two: 'From: {email}, eve@evil.example\r\n',
  group: 'From: Friends: {email}, eve@evil.example;\r\n',
  twice: 'From: eve@evil.example\r\nFrom: {email}\r\n',
  folded: 'From: eve@evil.example\r\n <{email}>\r\n',
  none: '',
};
const TO = {
  own: 'To: {to}\r\n',
  among: 'To: Eve <eve@evil.example>, Studio <{to}>\r\n',
  copy: 'To: eve@evil.example\r\nCc: {to}\r\n',
  none: 'Delivered-To: {to}\r\n',
  twice: 'To: {to}\r\nTo: {to}\r\n',
};
const SUBJECT = {
  plain: 'Subject: Re: New messages {id}\r\n',
  marked: 'Subject: Re: New messages {id} [#{mark}]\r\n',
  marks: 'Subject: Re: New messages {id} [#{mark}] [#ABCDEF]\r\n',
  odd: 'Subject: {id} =?utf-8?Q?=0D=0AFrom:_eve=40evil.example?=\r\n',
  long: `Subject: {id} ${'Re: '.repeat(2_000)}\r\n`,
  none: '',
  twice: 'Subject: Re\r\nSubject: Pay now\r\n',
};
const ID = {
  own: 'Message-ID: <{id}@mail.example>\r\n',
  none: '',
  long: `Message-ID: <{id}${'x'.repeat(10_000)}@mail.example>\r\n`,
  twice: 'Message-ID: <{id}@mail.example>\r\nMessage-ID: <other@mail.example>\r\n',
};
const DATES = { own: 'Date: {date}\r\n', none: '', odd: 'Date: yesterday\r\n' };
/** How it is signed, and what is done to it then. */
const SIGNED = {
  own: {},
  strict: { headers: 'From:To:Subject:Date' },
  undated: { headers: 'From:To:Subject' },
  outlook: { headers: 'From:Date:Subject:Message-ID:Content-Type:MIME-Version' },
  none: { isUnsigned: true },
  other: { domain: 'evil.example' },
  withoutTo: { headers: 'From:Subject:Date' },
  withoutFrom: { headers: 'To:Subject:Date' },
  short: { maxBodyLength: 1 },
  old: { daysAgo: 8 },
  early: { daysAgo: -3 },
  changed: { appended: '\r\nAnd pay eve.' },
  garbled: { before: 'DKIM-Signature: v=1; a=rsa-sha256; d=mail.example; s=s1; b=;;;=\r\n' },
  claimed: { isUnsigned: true, before: 'Authentication-Results: vy.example; dkim=pass\r\n' },
} satisfies Record<string, Signing>;

interface Signing {
  domain?: string;
  headers?: string;
  maxBodyLength?: number;
  isUnsigned?: boolean;
  daysAgo?: number;
  before?: string;
  appended?: string;
}

const MOST = 3;
/** Mostly the honest one, which is first. */
const oneOf = <K extends string>(kinds: Record<K, unknown>): fc.Arbitrary<K> => {
  const [first, ...rest] = Object.keys(kinds) as K[];
  if (first === undefined) throw new Error('there is nothing to choose from');
  return fc.oneof(
    { arbitrary: fc.constant(first), weight: MOST },
    { arbitrary: fc.constantFrom(...rest), weight: 1 },
  );
};

/** What a mail is made of at random. */
export const mailKinds = fc.record({
  from: oneOf(FROM),
  to: oneOf(TO),
  subject: oneOf(SUBJECT),
  id: oneOf(ID),
  date: oneOf(DATES),
  signed: oneOf(SIGNED),
  body: fc.constantFrom(...(Object.keys(BODIES) as (keyof typeof BODIES)[])),
  said: word,
  garbage: bytes,
});

/** Those that a mailbox keeps byte for byte. */
export const storedKinds = mailKinds.filter(
  ({ body }) => !['marks', 'wide', 'garbage'].includes(body),
);

export type MailKinds = typeof mailKinds extends fc.Arbitrary<infer Kinds> ? Kinds : never;

/** Whether a mail of these kinds is its person's, as the rules say, whatever is in it. */
export const isOwn = ({ from, to, subject, id, date, signed }: MailKinds): boolean =>
  ['own', 'named', 'upper', 'folded'].includes(from) &&
  ['own', 'among'].includes(to) &&
  ['plain', 'marked', 'marks', 'odd', 'long'].includes(subject) &&
  id !== 'twice' &&
  date !== 'none' &&
  (['own', 'strict', 'garbled'].includes(signed) ||
    (signed === 'outlook' && subject === 'marked' && id !== 'none'));

export interface MailFacts {
  email: string;
  to: string;
  id: string;
  /** Of its conversation. */
  mark: string;
  now: Date;
}

/** The bytes of such a mail. */
export async function randomMail(kinds: MailKinds, facts: MailFacts): Promise<Buffer> {
  const { email, to, id, mark, now } = facts;
  const signing: Signing = SIGNED[kinds.signed];
  const parts = [
    FROM[kinds.from],
    TO[kinds.to],
    SUBJECT[kinds.subject],
    ID[kinds.id],
    DATES[kinds.date],
    BODIES[kinds.body],
  ];
  const values: Record<string, string> = {
    ...{ email, to, id, mark, EMAIL: email.toUpperCase(), date: now.toUTCString() },
    ...{ said: Buffer.from(kinds.said).toString('latin1'), garbage: kinds.garbage },
  };
  const text = parts.join('').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const raw = Buffer.from(text, 'latin1');
  if (signing.isUnsigned) return Buffer.concat([Buffer.from(signing.before ?? ''), raw]);
  const { domain = email.slice(email.indexOf('@') + 1), daysAgo = 0, appended = '' } = signing;
  const at = new Date(now.getTime() - daysAgo * 24 * 60 * 60_000);
  const signed = await signMail(raw, { ...signing, domain, at });
  return Buffer.concat([signed, Buffer.from(appended)]);
}
