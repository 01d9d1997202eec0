import { expect, test } from 'vitest';
import { htmlToText } from '../../../api/modules/mail-replies/html-to-text.ts';
import {
  type MailToRead,
  type ReadMail,
  run,
} from '../../../api/modules/mail-replies/read-mail.ts';
import {
  headerLines,
  isAutomatic,
  keyNames,
  looksAutomatic,
} from '../../../api/modules/mail-replies/recognize.ts';
import {
  findSenderRecords,
  LookupFailed,
} from '../../../api/modules/mail-replies/sender-records.ts';
import { readMailReplies } from '../../../api/modules/mail-replies/settings.ts';
import { addressWith, replyToken, tokensIn } from '../../../api/modules/mail-replies/tokens.ts';
import { DAY } from '../../../api/platform/clock.ts';
import { composeMail, type MailParts, recordsOf, signMail } from '../../support/signed-mail.ts';

const PATTERN = 'studio+{token}@vy.example';
const SENDER = 'studio@vy.example';
const BUYER = 'asha@mail.example';
const TOKEN = replyToken(Buffer.alloc(32, 7), { id: 'c1' }, { id: 'u1', email: BUYER });
const TO = addressWith(TOKEN, PATTERN);
const MARK = '9F1B47';
const NOW = new Date();

const mail = (parts: Partial<NonNullable<MailParts>> = {}) =>
  composeMail({
    from: BUYER,
    to: TO,
    subject: 'Re: New messages',
    text: 'Yes, please.',
    messageId: '<1@mail.example>',
    ...parts,
  });

const read = (
  raw: Buffer,
  more: Partial<Pick<MailToRead, 'isStrict' | 'receivedAt' | 'isCut' | 'records'>> = {},
): Promise<ReadMail> =>
  run({
    raw,
    records: recordsOf('mail.example', 'bounce.mail.example', 'evil.example'),
    isStrict: false,
    pattern: PATTERN,
    token: TOKEN,
    marks: [MARK],
    email: BUYER,
    sender: SENDER,
    name: 'Studio',
    receivedAt: NOW,
    ...more,
  });

test('a token is of one person, address and conversation, in lower case letters', () => {
  expect(TOKEN).toMatch(/^[a-z2-7]{26}$/);
  const key = Buffer.alloc(32, 7);
  const others = [
    replyToken(key, { id: 'c2' }, { id: 'u1', email: BUYER }),
    replyToken(key, { id: 'c1' }, { id: 'u2', email: BUYER }),
    replyToken(key, { id: 'c1' }, { id: 'u1', email: 'new@mail.example' }),
    replyToken(Buffer.alloc(32, 8), { id: 'c1' }, { id: 'u1', email: BUYER }),
  ];
  expect(new Set([TOKEN, ...others]).size).toBe(5);
  expect(tokensIn(`Studio <${TO.toUpperCase()}>, x${TO}, ${TO}.example`, PATTERN)).toEqual([TOKEN]);
});

test('a mail that the provider of its sender has signed is the person’s', async () => {
  const raw = await signMail(await mail(), { domain: 'mail.example' });
  expect(await read(raw)).toMatchObject({
    unproved: null,
    from: BUYER,
    text: 'Yes, please.',
    notes: [],
    files: [],
  });
  const organization = await signMail(await mail(), { domain: 'bounce.mail.example' });
  expect((await read(organization)).unproved).toBeNull();
  expect((await read(organization, { isStrict: true })).unproved).toBe('signature');
});

test.each<[string, () => Promise<Buffer>, string]>([
  [
    'from another address, signed by its own provider',
    async () => signMail(await mail({ from: 'eve@evil.example' }), { domain: 'evil.example' }),
    'from',
  ],
  [
    'with the address as its display name',
    async () =>
      signMail(await mail({ from: { name: BUYER, address: 'eve@evil.example' } }), {
        domain: 'evil.example',
      }),
    'from',
  ],
  [
    'from two addresses',
    async () =>
      signMail(await mail({ from: `${BUYER}, eve@evil.example` }), { domain: 'mail.example' }),
    'from',
  ],
  [
    'with a second From before the signed one',
    async () =>
      signMail(await mail(), { domain: 'mail.example', before: `From: eve@evil.example\r\n` }),
    'from',
  ],
  [
    'with a second Subject before the signed one',
    async () => signMail(await mail(), { domain: 'mail.example', before: `Subject: Pay now\r\n` }),
    'signature',
  ],
  ['without a signature', () => mail(), 'signature'],
  [
    'signed by another domain',
    async () => signMail(await mail(), { domain: 'evil.example' }),
    'signature',
  ],
  [
    'whose signature leaves To out',
    async () => signMail(await mail(), { domain: 'mail.example', headers: 'From:Subject:Date' }),
    'signature',
  ],
  [
    'whose signature leaves Subject out',
    async () => signMail(await mail(), { domain: 'mail.example', headers: 'From:To:Date' }),
    'signature',
  ],
  [
    'whose signature covers a part of its body',
    async () => signMail(await mail(), { domain: 'mail.example', maxBodyLength: 3 }),
    'signature',
  ],
  [
    'that was changed on the way',
    async () =>
      Buffer.from(
        (await signMail(await mail(), { domain: 'mail.example' }))
          .toString()
          .replace('Yes, please', 'No, never'),
      ),
    'signature',
  ],
  [
    'that was signed eight days before',
    async () =>
      signMail(await mail(), { domain: 'mail.example', at: new Date(NOW.getTime() - 8 * DAY) }),
    'old',
  ],
  [
    'that was signed for another conversation',
    async () =>
      signMail(await mail({ to: addressWith('a'.repeat(26), PATTERN) }), {
        domain: 'mail.example',
      }),
    'to',
  ],
  [
    'that says that others have checked it',
    async () =>
      Buffer.concat([
        Buffer.from(`Authentication-Results: vy.example; spf=pass; dkim=pass; dmarc=pass\r\n`),
        await mail(),
      ]),
    'signature',
  ],
  ...[
    `"${TO}" <eve@evil.example>`,
    `${TO} <eve@evil.example>`,
    `(${TO}) eve@evil.example`,
    `(${TO}), eve@evil.example`,
    `"${TO.replace('@', '" "@')}"@evil.example, "${TO}"@evil.example`,
    `${TO}: eve@evil.example;`,
    `=?utf-8?Q?=3C${TO.replace('@', '=40')}=3E?=, eve@evil.example`,
    `eve@evil.example, "a (", <eve@evil.example> (" <${TO}>)`,
  ].map((to): [string, () => Promise<Buffer>, string] => [
    `to ${to.replaceAll(TOKEN, 'TOKEN')}`,
    async () =>
      signMail(
        Buffer.from(
          (await mail({ to: 'nobody@evil.example' }))
            .toString()
            .replace('To: nobody@evil.example', `To: ${to}`),
        ),
        { domain: 'mail.example' },
      ),
    'to',
  ]),
  ...[
    'Message-ID: <9@mail.example>',
    'Date: Fri, 27 Nov 2026 10:00:00 +0000',
    'Content-Type: text/html',
    'Content-Type : text/html',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment\r\nContent-Disposition: inline',
  ].map((line): [string, () => Promise<Buffer>, string] => [
    `with another ${line.split(':')[0]} before the signed one: ${line.length}`,
    async () => signMail(await mail(), { domain: 'mail.example', before: `${line}\r\n` }),
    'signature',
  ]),
])('a mail %s is nobody’s', async (_, make, why) => {
  expect((await read(await make())).unproved).toBe(why);
});

test.each([
  `"Studio (one)" <${TO}>`,
  `${TO} (the studio)`,
  `(a "quoted" \\( comment) ${TO}`,
  `"Studio \\"One\\"" <${TO.toUpperCase()}>`,
  `Team: eve@evil.example, ${TO};`,
  `eve@evil.example,\r\n Studio\r\n <${TO}>`,
])('a mail to %s goes to the conversation', async (to) => {
  const raw = (await mail({ to: 'nobody@evil.example' })).toString();
  const signed = signMail(Buffer.from(raw.replace('To: nobody@evil.example', `To: ${to}`)), {
    domain: 'mail.example',
  });
  expect((await read(await signed)).unproved).toBeNull();
});

test('neither a domain that tests its signatures nor the header of a mail too large to be fetched proves anything', async () => {
  const raw = await signMail(await mail(), { domain: 'mail.example' });
  const records = Object.fromEntries(
    Object.entries(recordsOf('mail.example')).map(([name, [record]]) => [name, [`${record}; t=y`]]),
  );
  expect((await read(raw, { records })).unproved).toBe('signature');
  expect((await read(raw)).unproved).toBeNull();
  const empty = await signMail(await mail({ text: '' }), { domain: 'mail.example' });
  expect((await read(empty, { isCut: true })).unproved).toBe('large');
});

test('what cannot be a name in the DNS is not asked for', () => {
  const linesOf = (domain: string, selector = 's1') =>
    headerLines(`DKIM-Signature: v=1; d=${domain}; s=${selector}\r\n`);
  const email = 'asha@gmail.com';
  expect(keyNames(linesOf('mail.gmail.com'), email)).toEqual(['s1._domainkey.mail.gmail.com']);
  const long = Array.from({ length: 60 }, () => 'abc').join('.');
  for (const domain of ['a..gmail.com', `${'a'.repeat(64)}.gmail.com`, `${long}.gmail.com`])
    expect(keyNames(linesOf(domain), email)).toEqual([]);
  for (const selector of ['.', 'a..b', '-a', 'a'.repeat(64), 'a.'])
    expect(keyNames(linesOf('gmail.com', selector), email)).toEqual([]);
});

test('a lookup that fails is tried again, and at last counts as no key and a strict policy', async () => {
  const email = 'asha@mail.example';
  const lines = headerLines('DKIM-Signature: v=1; d=mail.example; s=s1\r\n');
  const failing = async () => {
    throw Object.assign(new Error('queryTxt ESERVFAIL'), { code: 'ESERVFAIL' });
  };
  const ask = (textRecords: (name: string) => Promise<string[]>, isLast = false) =>
    findSenderRecords(lines, email, { textRecords, isLast });
  await expect(ask(failing)).rejects.toThrow(LookupFailed);
  expect(await ask(failing, true)).toEqual({
    records: { 's1._domainkey.mail.example': [] },
    isStrict: true,
  });
  const records = (found: Record<string, string[]>) => async (name: string) => found[name] ?? [];
  const domain = 'sub.mail.example';
  const strictAbove = records({
    [`_dmarc.${domain}`]: ['a wildcard; adkim=s'],
    '_dmarc.mail.example': ['v=DMARC1; p=none; adkim=s'],
  });
  const isStrict = async (textRecords: (name: string) => Promise<string[]>) =>
    (await findSenderRecords([], `asha@${domain}`, { textRecords, isLast: false })).isStrict;
  expect(await isStrict(strictAbove)).toBe(true);
  expect(await isStrict(records({ [`_dmarc.${domain}`]: ['a wildcard; adkim=s'] }))).toBe(false);
});

test.each([
  ['a note about a holiday', 'Auto-Submitted: auto-replied'],
  ['a note about a holiday of Exchange', 'Auto-Submitted: auto-generated'],
  ['a mailing list', 'List-Id: <all.evil.example>'],
  ['a failed delivery', 'Return-Path: <>'],
  ['a report about a delivery', 'Content-Type: multipart/report;\r\n report-type=delivery-status'],
])('%s is automatic', (_, line) => {
  expect(isAutomatic(headerLines(`From: ${BUYER}\r\n${line}\r\nTo: ${TO}\r\n`))).toBe(true);
  expect(isAutomatic(headerLines(`From: ${BUYER}\r\nAuto-Submitted: no\r\n`))).toBe(false);
});

test.each([
  ['a note of an old program', 'X-Autoreply: yes'],
  ['a note that Outlook’s rules wrote', 'X-MS-Exchange-Inbox-Rules-Loop: asha@mail.example'],
  ['a note about an absence', 'Subject: Automatic reply: New messages [#9F1B47]'],
  ['an accepted invitation', 'Content-Type: text/calendar; charset=utf-8; method=REPLY'],
])('%s only looks automatic: it waits, although it is proved', async (_, line) => {
  const lines = headerLines(`From: ${BUYER}\r\n${line}\r\nTo: ${TO}\r\n`);
  expect([isAutomatic(lines), looksAutomatic(lines)]).toEqual([false, true]);
  const raw = (await mail()).toString();
  const name = line.slice(0, line.indexOf(':'));
  const others = raw.replace(new RegExp(`^${name}:.*\r\n`, 'm'), '');
  const signed = await signMail(Buffer.from(`${line}\r\n${others}`), { domain: 'mail.example' });
  expect((await read(signed)).unproved).toBe('automatic');
  expect(looksAutomatic(headerLines(raw))).toBe(false);
});

test('the same mail has the same key, and nobody takes the place of another’s', async () => {
  const [proved, changed, forged, named] = await Promise.all([
    signMail(await mail(), { domain: 'mail.example' }),
    signMail(await mail({ text: 'Changed.' }), { domain: 'mail.example' }),
    mail({ from: 'eve@evil.example' }),
    mail({ messageId: '<2@mail.example>' }),
  ]);
  const keys = await Promise.all(
    [proved, proved, changed, forged, named].map(async (raw) => (await read(raw)).key),
  );
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
});

test('a proved mail keeps its key, whichever of its signatures are left and however what they do not cover is written', async () => {
  const headers = 'From:To:Subject:Date';
  const date = NOW;
  const one = (
    await signMail(await mail({ date }), { domain: 'mail.example', headers })
  ).toString();
  const both = await signMail(await signMail(await mail({ date }), { domain: 'mail.example' }), {
    domain: 'mail.example',
    headers,
  });
  const named = await signMail(await mail({ date }), { domain: 'mail.example' });
  const written = [
    one,
    one.replace(/==(?=\r\n[A-Z])/, ''),
    one.replace('<1@mail.example>', '<9@mail.example>'),
    both.toString(),
    named.toString().replace('Message-ID: <1', 'Message-ID:\r\n  <1'),
  ];
  expect(new Set(written).size).toBe(written.length);
  const reads = await Promise.all(written.map((raw) => read(Buffer.from(raw))));
  expect(reads.map(({ unproved }) => unproved)).toEqual(written.map(() => null));
  expect(new Set(reads.map(({ key }) => key)).size).toBe(1);
});

test.each<[string, Partial<NonNullable<MailParts>>, Partial<ReadMail>]>([
  [
    'as HTML only',
    {
      text: undefined,
      html: '<p>Hello <b>you</b></p><p style="display:none">pay eve</p><p>Bye</p>',
    } as never,
    { text: 'Hello you\n\nBye', notes: [] },
  ],
  [
    'in an old charset',
    {
      text: undefined,
      html: undefined,
      raw: undefined,
      encoding: 'utf8',
      alternatives: [
        {
          contentType: 'text/plain; charset=iso-8859-2',
          content: Buffer.from([0x50, 0xb3, 0x61, 0x63, 0xea]),
        },
      ],
    } as never,
    { text: 'Płacę' },
  ],
  [
    'with winmail.dat',
    {
      attachments: [{ filename: 'winmail.dat', content: 'x', contentType: 'application/ms-tnef' }],
    },
    { text: 'Yes, please.', notes: [expect.stringMatching(/winmail/)] as never, files: [] },
  ],
  [
    'encrypted',
    { text: '-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----' },
    { text: '[This mail is encrypted, so it could not be read.]' },
  ],
  [
    'with an invitation',
    { icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\nEND:VCALENDAR' } },
    { text: 'Yes, please.', notes: [expect.stringMatching(/invitation/)] as never },
  ],
])('a mail %s says what can be read', async (_, parts, expected) => {
  expect(await read(await mail(parts))).toMatchObject(expected);
});

test('a mail of nested parts, or with thousands of headers, is read within its limits', async () => {
  let nested = 'Content-Type: text/plain\r\n\r\ndeep';
  for (let depth = 0; depth < 1_000; depth += 1)
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}\r\n--b${depth}--`;
  const head = `From: ${BUYER}\r\nTo: ${TO}\r\nSubject: s\r\n`;
  const answer = await read(Buffer.from(`${head}${nested}`));
  expect(answer).toMatchObject({ unproved: 'signature', text: '[This mail could not be read.]' });
  const many = Array.from({ length: 10_000 }, (_, at) => `X-H${at}: ${'a'.repeat(50)}\r\n`).join(
    '',
  );
  expect(await read(Buffer.from(`${head}${many}\r\nHello`))).toMatchObject({ text: 'Hello' });
});

test('what HTML hides is not a part of the text', () => {
  const hidden = ['display:none', 'font-size:0', 'visibility: hidden', 'opacity:0', 'max-height:0'];
  const html = hidden.map((style) => `<div style="${style}">secret<p>deep</p></div>`).join('');
  expect(htmlToText(`${html}<div>seen<br>twice</div><blockquote>old</blockquote>`).text).toBe(
    'seen\ntwice\n> old',
  );
});

test('the settings of the mailbox are read, and what is wrong with them is said without their values', () => {
  const errorsOf = (env: Record<string, string>) => {
    const errors: string[] = [];
    return { settings: readMailReplies({ SMTP_URL: 'smtp://m', ...env }, errors), errors };
  };
  expect(errorsOf({})).toEqual({ settings: null, errors: [] });
  expect(errorsOf({ MAIL_REPLIES: 'imaps://studio%40vy.example:p%2Fw@imap.vy.example' })).toEqual({
    settings: {
      host: 'imap.vy.example',
      port: 993,
      isSecure: true,
      user: 'studio@vy.example',
      password: 'p/w',
      folder: 'INBOX',
      address: 'studio+{token}@vy.example',
      takesOwner: false,
    },
    errors: [],
  });
  for (const env of [
    { MAIL_REPLIES: 'imap://u:hunter2@imap.vy.example' },
    { MAIL_REPLIES: 'https://u:hunter2@imap.vy.example' },
    { MAIL_REPLIES: 'imaps://u:hunter2@imap.vy.example' },
    { MAIL_REPLIES: 'imaps://u:hunter2@imap.vy.example', MAIL_REPLY_ADDRESS: 'studio@vy.example' },
    {
      MAIL_REPLIES: 'imaps://u:hunter2@imap.vy.example',
      MAIL_REPLY_ADDRESS: `${'a'.repeat(39)}{token}@vy.example`,
    },
    { MAIL_REPLY_ADDRESS: 'studio+{token}@vy.example' },
  ]) {
    const { errors } = errorsOf(env as unknown as Record<string, string>);
    expect(errors).toHaveLength(1);
    expect(errors.join()).not.toContain('hunter2');
  }
});
