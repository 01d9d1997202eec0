import { expect, test } from 'vitest';
import { foldQuotes } from '../../../api/modules/mail-replies/fold-quotes.ts';
import { htmlToText } from '../../../api/modules/mail-replies/html-to-text.ts';
import { run } from '../../../api/modules/mail-replies/read-mail.ts';
import { addressWith, replyToken } from '../../../api/modules/mail-replies/tokens.ts';
import { DAY } from '../../../api/platform/clock.ts';
import { ANSWER_ABOVE, composeEmail, MAIL_END } from '../../../api/platform/mail/email-layout.ts';
import { composeMail, type MailParts, recordsOf, signMail } from '../../support/signed-mail.ts';

const PATTERN = 'studio+{token}@vy.example';
const SENDER = 'studio@vy.example';
const STUDIO = { pattern: PATTERN, sender: SENDER, name: 'Studio' };
const MARK = '9F1B47';
const NOW = new Date();
const HOTMAIL = 'asha@hotmail.com';
/** What the providers sign, as the headers of their mails say. */
const OUTLOOK_SIGNS =
  'From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck';
const GMAIL_SIGNS = 'To:Subject:Message-ID:Date:From:In-Reply-To:References:MIME-Version';

const tokenOf = (email: string) =>
  replyToken(Buffer.alloc(32, 7), { id: 'c1' }, { id: 'u1', email });

interface Sent {
  account?: string;
  domain?: string;
  headers?: string;
  at?: Date;
  maxBodyLength?: number;
  before?: string;
  changed?: (raw: string) => string;
  parts?: Partial<NonNullable<MailParts>>;
}

/** Reads an answer as its provider has signed it. */
async function answered({ account = HOTMAIL, parts = {}, changed, ...signing }: Sent = {}) {
  const { domain = account.slice(account.indexOf('@') + 1), headers = OUTLOOK_SIGNS } = signing;
  const token = tokenOf(account);
  const to = addressWith(token, PATTERN);
  const raw = await composeMail({
    ...{ from: account, to, subject: `Re: New messages [#${MARK}]`, text: 'Yes.', date: NOW },
    ...{ messageId: '<1@mail.example>', ...parts },
  });
  const signed = await signMail(raw, { ...signing, domain, headers });
  return run({
    ...{ raw: Buffer.from(changed ? changed(signed.toString()) : signed), ...STUDIO, token },
    records: recordsOf(domain),
    ...{ isStrict: false, marks: [MARK], email: account, receivedAt: NOW },
  });
}

test.each<[string, Sent]>([
  ['Outlook.com and Hotmail', {}],
  ['Microsoft 365', { account: 'asha@buyers.example' }],
  ['Gmail', { account: 'asha@gmail.com', headers: GMAIL_SIGNS }],
  [
    'Gmail under its other name',
    {
      account: 'asha@gmail.com',
      ...{ domain: 'gmail.com', headers: GMAIL_SIGNS, parts: { from: 'asha@googlemail.com' } },
    },
  ],
  [
    'Apple, whose subject needs no mark',
    {
      account: 'asha@icloud.com',
      headers: 'From:Content-Type:MIME-Version:Subject:Message-ID:Date:To',
      parts: { subject: 'Re: New messages' },
    },
  ],
  [
    'Outlook with a subject of another script, in small letters',
    { parts: { subject: `AW: नया संदेश [#${MARK.toLowerCase()}]` } },
  ],
])('an answer from %s is proved', async (_, sent) => {
  expect((await answered(sent)).unproved).toBeNull();
});

test.each<[string, Sent, string]>([
  ['names no conversation', { parts: { subject: 'Re: New messages' } }, 'mark'],
  ['names another conversation', { parts: { subject: 'Re: New messages [#ABCDEF]' } }, 'mark'],
  ['names two', { parts: { subject: `Re: [#${MARK}] [#ABCDEF]` } }, 'mark'],
  [
    'has a second subject before the signed one',
    { parts: { subject: 'Re: Invoice' }, before: `Subject: [#${MARK}]\r\n` },
    'signature',
  ],
  ['signs a part of its body', { maxBodyLength: 2 }, 'signature'],
  ['leaves out its Message-ID', { headers: 'From:Date:Subject:MIME-Version' }, 'signature'],
  [
    'leaves out what says how it is read',
    { headers: 'From:Date:Subject:Message-ID', parts: { text: undefined, html: '<p>Yes.</p>' } },
    'signature',
  ],
  ['leaves out its date', { headers: 'From:To:Subject:Message-ID' }, 'signature'],
  ['is eight days old', { parts: { date: new Date(NOW.getTime() - 8 * DAY) } }, 'old'],
  [
    'is signed for a tenant of Microsoft, who can write as every other',
    { account: 'asha@buyers.onmicrosoft.com' },
    'signature',
  ],
  [
    'is of another tenant',
    { account: 'asha@buyers.example', domain: 'eve.onmicrosoft.com' },
    'signature',
  ],
])('an answer that %s is unproved', async (_, sent, why) => {
  expect((await answered(sent)).unproved).toBe(why);
});

test('of four hundred signatures five are tried, and a mailbox’s own results count nothing', async () => {
  const forged =
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=evil.example; s=s1;\r\n h=from; bh=a; b=a\r\n';
  const near = forged.replace('evil.example', 'hotmail.com');
  const before = (signatures: string) => ({ changed: (raw: string) => signatures + raw });
  expect((await answered(before(forged.repeat(400)))).unproved).toBeNull();
  expect((await answered(before(near.repeat(4)))).unproved).toBeNull();
  expect((await answered(before(near.repeat(400)))).unproved).toBe('signature');
  const results = 'Authentication-Results: mx.vy.example; dkim=pass header.d=hotmail.com\r\n';
  const unsigned = (raw: string) => results + raw.replace(/^DKIM-Signature:(.|\r\n[ \t])*\r\n/, '');
  expect((await answered({ changed: unsigned })).unproved).toBe('signature');
});

const TO = addressWith(tokenOf(HOTMAIL), PATTERN);
const OWN = `${ANSWER_ABOVE}\n\nNew messages: A website\n\nVihaan has written to you:\n\n> Which colour?\n\n— Vihaan\n\n${MAIL_END}`;
const quoted = OWN.replace(/^/gm, '> ');
const HEAD = `From: Studio <${SENDER}>\nSent: Friday, 27 November 2026 10:00\nTo: ${HOTMAIL}\nSubject: New messages`;
const fold = (text: string) => foldQuotes(text, STUDIO);

test.each([
  ['Gmail', `On Fri, 27 Nov 2026 at 10:00, Studio <${TO}> wrote:\n\n`],
  ['Gmail, wrapped', `On Fri, 27 Nov 2026 at 10:00, Studio\n<${TO}> wrote:\n\n`],
  ['Gmail in Hindi', `शुक्र, 27 नव॰ 2026 को 10:00 am बजे को Studio <${TO}> ने\nलिखा:\n\n`],
  ['Gmail in Japanese', `2026年11月27日(金) 10:00 Studio <${TO}>:\n\n`],
  ['Gmail in Russian', `пт, 27 нояб. 2026 г. в 10:00, Studio <${TO}>:\n\n`],
  ['Gmail in Tamil', `வெள்., 27 நவ., 2026, முற்பகல் 10:00 அன்று, Studio <${TO}>\nஎழுதியது:\n\n`],
  ['Apple Mail', `> On 27 Nov 2026, at 10:00, Studio <${TO}> wrote:\n> \n`],
  ['Thunderbird', 'On 11/27/26 10:00, Studio wrote:\n'],
])('of an answer in %s each word stays, above and below what is quoted', (_, introduction) => {
  const quote = introduction + quoted;
  for (const said of ['Blue.', 'Three pages:\n---\nRegards, Asha\n\n7', 'Size:\n12 x 8']) {
    expect(fold(`${said}\n\n${quote}`).text).toBe(said);
    expect(fold(`${quote}\n\n${said}`).text).toBe(said);
    expect(fold(`${quote}\n\n${said}`).quoted).toContain('Which colour?');
  }
});

test('one line with a number right above the attribution stays', () => {
  expect(fold(`The number is\n7\nOn Fri, 27 Nov 2026, Studio <${TO}> wrote:\n${quoted}`).text).toBe(
    'The number is\n7',
  );
});

test.each([
  ['Outlook', `________________________________\n${HEAD}\n\n`],
  ['Outlook on a desk', `-----Original Message-----\n${HEAD}\n\n`],
  [
    'Outlook in German',
    `Von: Studio <${SENDER}>\nGesendet: Freitag, 27. November 2026 10:00\nAn: a\nBetreff: New messages\n\n`,
  ],
])('of an answer in %s, which marks nothing, what is around our mail stays', (_, head) => {
  const { text, quoted: folded } = fold(
    `Blue.\n\nSent from my phone\n${head}${OWN.replace(/ an order\.$/, '\nan order.')}\n\nAnd the rest is fine.`,
  );
  expect(text).toBe('Blue.\n\nSent from my phone\n\nAnd the rest is fine.');
  expect(folded).toContain('Which colour?');
});

test('answers between quoted lines, other quotes and a mail without a quote of ours are shown whole', () => {
  const between = `Hello,\n${quoted}\n\nBlue.\n\n> And the size?\n\nLarge.`;
  const other = 'You said\n> blue\nand I say red.\n-- \nAsha\n___\nRegards';
  for (const text of [between, other]) expect(fold(text)).toEqual({ text, quoted: '' });
  expect(fold(`See this, from ${TO}`).text).toBe(`See this, from ${SENDER}`);
});

test('our own mail is found where it is quoted, as plain text and as HTML', async () => {
  const brand = {
    ...{ seller: 'Vihaan', studio: 'Studio', accent: { light: '', dark: '' } },
  } as Parameters<typeof composeEmail>[1];
  const content = { to: HOTMAIL, subject: 'New messages', paragraphs: ['Two words:'], mark: MARK };
  const mail = await composeEmail({ ...content, quote: 'Which colour?' }, brand);
  expect(mail.subject).toBe(`New messages [#${MARK}]`);
  const html = mail.html.slice(mail.html.indexOf('<body'));
  const quotes = [mail.text, htmlToText(`<p>Blue.</p>${html}<p>And red.</p>`).text];
  const [plain, read] = [fold(`Blue.\n\n${quotes[0]}\nAnd red.`), fold(quotes[1] ?? '')];
  for (const { text, quoted: folded } of [plain, read]) {
    expect(text.replace(/\n+/g, ' ')).toBe('Blue. And red.');
    expect(folded).toContain('Which colour?');
  }
});

test('of a mail of HTML only links, tables, lists and pictures keep what they say', async () => {
  const html = `<p>See <a href="https://a.example/x?y=1">the page</a>, <a href="https://b.example/">b.example</a>.</p>
    <table><tr><th>Page</th><th>Price</th></tr><tr><td><p>Home</p></td><td><p>900</p></td></tr></table>
    <ol start="3"><li>Logo</li><li><p>Colours</p><ul><li>Blue</li></ul></li></ol>
    <a href="javascript:x">odd</a> <img alt="🙂" src="cid:face">`;
  const picture = Buffer.from('89504e470d0a1a0a', 'hex');
  const attachments = [
    { filename: 'face.png', content: picture, cid: 'face', contentType: 'image/png' },
    { filename: 'plan.txt', content: 'a plan' },
  ];
  const mail = await answered({ parts: { text: undefined, html, attachments } });
  expect(mail.text.split('\n').filter(Boolean)).toEqual([
    'See the page (https://a.example/x?y=1), b.example.',
    'Page | Price',
    'Home | 900',
    '3. Logo',
    '4. Colours',
    '- Blue',
    'odd 🙂',
  ]);
  expect(mail.files.map(({ name }) => name)).toEqual(['plan.txt', 'face.png']);
});

test('HTML that is nested without an end is read as far as a person would have written it', () => {
  const { text, isCut } = htmlToText(`<p>Yes.</p>${'<div>'.repeat(6_000_000)}`);
  expect({ text, isCut }).toEqual({ text: 'Yes.', isCut: true });
});
