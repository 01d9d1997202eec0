import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMailboxState } from '../../api/modules/mail-replies/mailbox-state.ts';
import { findReplyAddress } from '../../api/modules/mail-replies/reply-address.ts';
import { forgetUnprovedAnswers } from '../../api/modules/mail-replies/take-answer.ts';
import { DAY } from '../../api/platform/clock.ts';
import { type DisconnectingProxy, openDisconnectingProxy } from '../support/disconnecting-proxy.ts';
import type { Person } from '../support/http-client.ts';
import { CAN_RUN_DOVECOT, type ImapServer, openImapServer } from '../support/imap-server.ts';
import { ASHA, ownerOf, paidOrder, signUpBuyer } from '../support/people.ts';
import { composeMail, type MailParts, recordsOf, signMail } from '../support/signed-mail.ts';
import { connectClient } from '../support/socket-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const DOMAIN = 'buyers.example';
const RECORDS = recordsOf(DOMAIN, 'evil.example');
/** The names of which the next lookup fails. */
const failing = new Set<string>();

/** Whether the program itself fails, whatever the mail is. */
let isBroken = false;
let imap: ImapServer;
let proxy: DisconnectingProxy;
let app: TestApp;
let asha: Person;
let owner: Person;
let orderId: string;
let sent = 0;

beforeAll(async () => {
  if (!CAN_RUN_DOVECOT) return;
  imap = await openImapServer('pass-of-the-mailbox');
  const { username, password, host, pathname } = new URL(imap.url);
  proxy = await openDisconnectingProxy(`http://${host}`);
  const url = `imap://${username}:${password}@${new URL(proxy.origin).host}${pathname}`;
  app = await startTestApp(
    {
      MAIL_REPLIES: url,
      MAIL_REPLY_ADDRESS: 'studio+{token}@vy.example',
      MAIL_REPLIES_OF_OWNER: 'on',
    },
    {
      textRecords: (name) => {
        if (isBroken) throw new Error('Cannot find package');
        if (failing.delete(name)) return Promise.reject(new Error('the DNS does not answer'));
        return Promise.resolve(RECORDS[name] ?? []);
      },
    },
  );
  [asha, owner] = await Promise.all([signUpBuyer(app, ASHA), ownerOf(app)]);
  orderId = await paidOrder(app, asha);
});
afterAll(async () => {
  if (!CAN_RUN_DOVECOT) return;
  await app.close();
  await proxy.close();
  await imap.close();
});

const heads = 'From: Studio <s@vy.example>\nSent: Friday, 27 November 2026\nTo: a\nSubject: s';
const quoted = (mail: string) => mail.replace(/^/gm, '> ');
/** Answers as Gmail, Gmail in Hindi, Apple and Outlook write them, and above a thread that was forwarded. */
const quotedBy: ((said: string, mail: string) => string)[] = [
  (said, mail) => `${said}\n\nOn Fri, 27 Nov 2026, Studio <s@vy.example> wrote:\n${quoted(mail)}`,
  (said, mail) =>
    `${said}\n\nशुक्र, 27 नव॰ 2026 को Studio <s@vy.example> ने\nलिखा:\n\n${quoted(mail)}`,
  (said, mail) => `${said}\n\n> On 27 Nov 2026, Studio <s@vy.example> wrote:\n>\n${quoted(mail)}`,
  (said, mail) => `${said}\n\n________________________________\n${heads}\n\n${mail}`,
  (said, mail) => `${said}\n\n---------- Forwarded message ---------\n${heads}\n\n${quoted(mail)}`,
];

/** What the owner writes, as the mail that the buyer gets. */
async function written(messageText: string) {
  await owner.post('/api/v1/communicate/send-message', { orderId, messageText });
  app.advance(20 * 60_000);
  app.server.services.outbox.flush();
  return app.mail.email(ASHA.email, /^New messages/, messageText);
}

const replyOf = (mail: { replyTo?: { address?: string | undefined }[] | undefined }) =>
  mail.replyTo?.[0]?.address ?? '';

async function answer(
  to: string,
  parts: Partial<NonNullable<MailParts>> = {},
  domain: string = DOMAIN,
) {
  sent += 1;
  const raw = await composeMail({
    ...{ from: ASHA.email, to, subject: 'Re: New messages', messageId: `<${sent}@${DOMAIN}>` },
    ...parts,
  });
  return signMail(raw, { domain, at: app.server.services.clock() });
}

const read = async (person: Person) => {
  const path = '/api/v1/communicate/order/user-conversation';
  const { body } = await person.post(path, { orderId, limit: 100 });
  return body as {
    conversation: { _id: string };
    messages: {
      _id: string;
      senderId: string;
      messageText: string;
      byMail?: { notes: string[]; quoted?: string };
      attachments: { name: string }[];
    }[];
  };
};
const texts = async () => (await read(owner)).messages.map(({ messageText }) => messageText);
const unproved = () =>
  app.server.services.store.db.selectFrom('unproved_answers').selectAll().execute();

test.skipIf(!CAN_RUN_DOVECOT)(
  'a conversation of ten messages goes on by mail alone, seen live in an open tab',
  async () => {
    const client = await connectClient(app, owner);
    const { conversation } = await read(owner);
    await client.send('joinConversation', conversation._id);
    for (let round = 1; round <= quotedBy.length; round += 1) {
      const mail = await written(`Question ${round}?`);
      expect(replyOf(mail)).toMatch(/^studio\+[a-z2-7]{26}@vy\.example$/);
      const text = quotedBy[round - 1]?.(`Answer ${round}.`, mail.text ?? '') ?? '';
      await imap.deliver(await answer(replyOf(mail), { text }));
      await waitFor(async () => expect(await texts()).toContain(`Answer ${round}.`));
    }
    expect(await texts()).toEqual(
      [1, 2, 3, 4, 5].flatMap((at) => [`Question ${at}?`, `Answer ${at}.`]),
    );
    expect((await read(asha)).messages.at(-1)).toMatchObject({ byMail: { notes: [] } });
    const live = client.bodiesOf('newMessage').map(({ messageText }) => messageText);
    expect(live.filter((text) => text.startsWith('Answer'))).toHaveLength(5);
    expect((await imap.flags()).flat()).not.toContain('\\Seen');
    client.socket.close();
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'what nobody can be proved to have written waits for the owner, and automatic answers count nowhere',
  async () => {
    const to = replyOf(await written('Shall we begin?'));
    const before = await texts();
    await imap.deliver(await composeMail({ from: ASHA.email, to, subject: 's', text: 'Forged.' }));
    await imap.deliver(
      await composeMail({ from: 'eve@evil.example', to, subject: 's', text: 'Forwarded to me.' }),
    );
    await imap.deliver(
      await answer(to, { text: 'On holiday.', headers: { 'Auto-Submitted': 'auto-replied' } }),
    );
    await imap.deliver(
      await answer('studio+aaaaaaaaaaaaaaaaaaaaaaaaaa@vy.example', { text: 'Lost.' }),
    );
    await imap.deliver(
      await answer(to, {
        text: 'Yes.',
        attachments: [
          { filename: 'plan.txt', content: 'a plan' },
          { filename: 'run.exe', content: 'MZ' },
        ],
      }),
    );
    await waitFor(async () => expect(await texts()).toEqual([...before, 'Yes.']));
    expect(await unproved()).toEqual([
      expect.objectContaining({ text: 'Forged.', reason: 'signature' }),
      expect.objectContaining({
        text: 'Forwarded to me.',
        reason: 'from',
        sender: 'eve@evil.example',
      }),
    ]);
    expect((await read(owner)).messages.at(-1)).toMatchObject({
      attachments: [{ name: 'plan.txt' }],
      byMail: { notes: [expect.stringContaining('run.exe was not taken.')] },
    });
    const told = await app.mail.email(ASHA.email, /^A part of your answer did not arrive/);
    expect(told.text).toContain('run.exe was not taken.');
    expect(told.replyTo).toBeUndefined();
    const { services } = app.server;
    await forgetUnprovedAnswers({ ...services, clock: () => new Date(Date.now() + 32 * DAY) });
    expect(await unproved()).toEqual([]);
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'the owner answers by mail where the second switch is on',
  async () => {
    await asha.post('/api/v1/communicate/send-message', { orderId, messageText: 'How long?' });
    app.advance(20 * 60_000);
    app.server.services.outbox.flush();
    const { config, services } = app.server;
    const { ownerEmail } = config;
    const to = replyOf(await app.mail.email(ownerEmail, /^New messages/, 'How long?'));
    const domain = ownerEmail.slice(ownerEmail.indexOf('@') + 1);
    Object.assign(RECORDS, recordsOf(domain));
    await imap.deliver(await answer(to, { from: ownerEmail, text: 'A week.' }, domain));
    await waitFor(async () => expect(await texts()).toContain('A week.'));
    const { mailReplies } = config;
    if (!mailReplies) throw new Error('no mailbox is set');
    const off = { ...config, mailReplies: { ...mailReplies, takesOwner: false } };
    const switchedOff = { ...services, config: off, replyKey: Buffer.alloc(32) };
    expect(await findReplyAddress(switchedOff, { to: ownerEmail, orderId })).toBeNull();
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'each mail is one message, however often the mailbox ends, is another or is read again',
  async () => {
    const to = replyOf(await written('And after a cut?'));
    const raw = await answer(to, { text: 'Once only.' });
    await imap.deliver(raw);
    await waitFor(async () => expect(await texts()).toContain('Once only.'));
    await imap.renew();
    await imap.deliver(raw);
    await imap.deliver(raw);
    const other = await answer(to, { text: 'After all that.' });
    await app.restart(() => imap.deliver(other));
    await waitFor(async () => expect(await texts()).toContain('After all that.'));
    expect((await texts()).filter((text) => text === 'Once only.')).toHaveLength(1);
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'a connection that ends in the middle of a mail is taken up again, with all files once',
  async () => {
    const to = replyOf(await written('And the files?'));
    const content = Buffer.alloc(4 * 1024 ** 2, 'A line of a long text.\n');
    const attachments = ['one.txt', 'two.txt'].map((filename) => ({ filename, content }));
    const raw = await answer(to, { text: 'Both files.', attachments });
    const isCut = proxy.cutAfter(raw.length / 2);
    await imap.deliver(raw);
    await isCut;
    await waitFor(async () => expect(await texts()).toContain('Both files.'));
    const { messages } = await read(owner);
    const [arrived, ...more] = messages.filter((each) => each.messageText === 'Both files.');
    expect(more).toEqual([]);
    expect(arrived).toMatchObject({
      attachments: attachments.map(({ filename: name }) => ({ name })),
    });
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'a lookup that fails is tried again over the same connection, and a name that cannot be is not looked up',
  async () => {
    const to = replyOf(await written('And without the DNS?'));
    const raw = await answer(to, { text: 'A little later.' });
    const odd = `DKIM-Signature: v=1; a=rsa-sha256; d=a..${DOMAIN}; s=s1; h=from; bh=a; b=a\r\n`;
    failing.add(`s1._domainkey.${DOMAIN}`).add(`s1._domainkey.a..${DOMAIN}`);
    await imap.deliver(Buffer.concat([Buffer.from(odd), raw]));
    await waitFor(async () => expect(await texts()).toContain('A little later.'));
    await imap.deliver(await answer(to, { text: 'And this after it.' }));
    await waitFor(async () => expect(await texts()).toContain('And this after it.'));
    expect((await texts()).slice(-2)).toEqual(['A little later.', 'And this after it.']);
    expect([...failing]).toEqual([`s1._domainkey.a..${DOMAIN}`]);
    expect(app.logs.join()).not.toMatch(/ESERVFAIL|does not answer/);
    const state = await readMailboxState(app.server.services.store.db);
    expect(state.failure).toBeNull();
    failing.clear();
  },
);

const examined = async () => {
  const { findings } = (await owner.post('/api/v1/desk/doctor')).body;
  return findings.find(({ part }: { part: string }) => part === 'Mail answers');
};

test.skipIf(!CAN_RUN_DOVECOT)(
  'a mail that cannot be read without its own fault is kept, told of in the doctor and read again, in its order',
  async () => {
    const to = replyOf(await written('Is it there?'));
    isBroken = true;
    await imap.deliver(await answer(to, { text: 'It is.' }));
    await imap.deliver(await answer(to, { text: 'And more.' }));
    await waitFor(() => expect(app.logs.join()).toMatch(/could not be read and is tried again/));
    await waitFor(async () =>
      expect(await examined()).toMatchObject({
        state: 'wrong',
        text: expect.stringMatching(
          /^Answers by mail that could not be read: 1, since .*tried again/,
        ),
      }),
    );
    isBroken = false;
    await waitFor(async () => expect(await texts()).toContain('And more.'));
    expect((await texts()).slice(-2)).toEqual(['It is.', 'And more.']);
    expect(await examined()).toMatchObject({ state: 'good' });
    expect(await unproved()).toEqual([]);
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'an unproved answer that is taken over is the owner’s message with its files, and the client takes it out',
  async () => {
    const to = replyOf(await written('From your office?'));
    const attachments = [{ filename: 'plan.txt', content: 'a plan' }];
    const from = 'office@elsewhere.example';
    await imap.deliver(
      await composeMail({ from, to, subject: 's', text: 'Yes, begin.', attachments }),
    );
    await waitFor(async () => expect(await unproved()).toHaveLength(1));
    const [waiting] = await unproved();
    const takeOver = () => owner.post(`/api/v1/desk/unproved-answers/${waiting?.id}/take-over`);
    expect((await takeOver()).status).toBe(200);
    expect((await takeOver()).status).toBe(404);
    const [question, message] = (await read(asha)).messages.slice(-2);
    expect(message).toMatchObject({
      messageText: `This mail came in your name from ${from}. It is not proved that you wrote it:\n\n> Yes, begin.`,
      byMail: { takenFrom: from },
      ...{ senderId: question?.senderId, attachments: [{ name: 'plan.txt' }] },
    });
    const takeOut = (person: Person, id?: string) =>
      person.delete(`/api/v1/communicate/taken-mail/${id}`);
    expect((await takeOut(owner, message?._id)).status).toBe(404);
    expect((await takeOut(asha, question?._id)).status).toBe(404);
    expect((await takeOut(asha, message?._id)).body.data).toMatchObject({
      messageText: 'A mail was taken out: the client has not written it.',
      attachments: [],
    });
    expect((await takeOut(asha, message?._id)).status).toBe(404);
    await app.write((tx) => tx.deleteFrom('unproved_answers').execute());
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'an address that has changed ends its token, and the password of the mailbox is said nowhere',
  async () => {
    const to = replyOf(await written('Still there?'));
    await app.write((tx) =>
      tx
        .updateTable('users')
        .set({ email: 'new@buyers.example' })
        .where('email', '=', ASHA.email)
        .execute(),
    );
    const before = await texts();
    await imap.deliver(await answer(to, { text: 'From the old address.' }));
    await imap.stop();
    await waitFor(() => expect(app.logs.join()).toMatch(/the mailbox for answers is not read/));
    await imap.start();
    expect(await texts()).toEqual(before);
    expect([...app.logLines, ...app.answers].join()).not.toContain('pass-of-the-mailbox');
  },
);

test.skipIf(!CAN_RUN_DOVECOT)(
  'an answer to the test mail proves the mailbox, and the doctor names a wrong password without saying it',
  async () => {
    const { mailReplies, ownerEmail } = app.server.config;
    const step = async () => {
      const { steps } = (await owner.get('/api/v1/desk/first-steps')).body;
      return steps.find(({ key }: { key: string }) => key === 'replies');
    };
    await examined();
    const to = replyOf(await app.mail.email(ownerEmail, /^Test mail/));
    expect(await step()).toMatchObject({ isDone: false });
    isBroken = true;
    await imap.deliver(await composeMail({ from: ownerEmail, to, subject: 's', text: 'Yes.' }));
    const waiting = () =>
      app.server.services.store.db.selectFrom('waiting_mails').select('reason').execute();
    await waitFor(async () => expect(await waiting()).toEqual([{ reason: 'unreadable' }]));
    expect(await step()).toMatchObject({ isDone: false });
    isBroken = false;
    await waitFor(async () => expect(await step()).toMatchObject({ isDone: true }));
    expect(await examined()).toMatchObject({
      state: 'good',
      text: expect.stringMatching(/^Connected since .*\. The last answer came /),
    });
    const password = mailReplies?.password;
    Object.assign(mailReplies ?? {}, { password: 'another-password' });
    expect(await examined()).toMatchObject({
      state: 'wrong',
      server: expect.stringMatching(/^The mailbox refuses the log-in: check user and password/),
    });
    Object.assign(mailReplies ?? {}, { password });
    expect([...app.logLines, ...app.answers].join()).not.toMatch(
      /pass-of-the-mailbox|another-pass/,
    );
  },
);
