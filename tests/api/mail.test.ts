import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { DAY, iso, later, MINUTE } from '../../api/platform/clock.ts';
import { codeFor, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

const NAME = 'Zoë <img src=x onerror=alert(1)> & "Co"';
const EMAIL = 'zoe@inbox.example';
const NEXT = 'zoe.next@inbox.example';

test('sends every account email as escaped text and HTML with single-line headers', async () => {
  const zoe = app.visitor();
  const owner = app.server.config.ownerEmail;
  await zoe.post('/api/v1/user/sign-up', { name: NAME, email: EMAIL, password: PASSWORD });
  await zoe.post('/api/v1/user/verify-email', { code: await codeFor(app, EMAIL) });
  await app.visitor().post('/api/v1/user/forget-password', { email: EMAIL });
  const link = await app.mail.email(EMAIL, /Set a new password/);
  await zoe.post('/api/v1/user/password', { password: PASSWORD, newPassword: 'Next-Ferry-44' });
  await zoe.post('/api/v1/user/email', { email: NEXT, password: 'Next-Ferry-44' });
  const asked = await app.mail.email(NEXT, /new address/);
  const code = /^\d{6}$/m.exec(asked.text ?? '')?.[0];
  expect((await zoe.post('/api/v1/user/email/confirm', { code })).status).toBe(200);
  expect((await zoe.post('/api/v1/user/delete', { password: 'Next-Ferry-44' })).status).toBe(200);
  const emails = {
    code: await app.mail.email(EMAIL, /^\d{6} is your code for VY Studio$/),
    welcome: await app.mail.email(EMAIL, /Welcome/),
    reset: link,
    password: await app.mail.email(EMAIL, /password was changed/),
    next: asked,
    changed: await app.mail.email(EMAIL, /address was changed/),
    accountDeleted: await app.mail.email(NEXT, /account was deleted/),
    left: await app.mail.email(owner, /client deleted/),
  };
  for (const [kind, mail] of Object.entries(emails)) {
    const { text = '', html = '', subject = '' } = mail;
    expect(mail.from?.address, kind).toBe('s@vy.example');
    expect(subject, kind).not.toMatch(/[\r\n]/);
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(text.length, kind).toBeGreaterThan(60);
    expect(text, kind).not.toMatch(/<p|<a|style=/);
    expect(html, kind).toContain('<h1');
    expect(html, kind).not.toContain('<img');
    expect(html, kind).toContain('lang="en"');
    for (const href of html.matchAll(/href="([^"]*)"/g)) {
      expect(href[1]?.startsWith(app.origin), `${kind} ${href[1]}`).toBe(true);
    }
    if (kind !== 'left' && kind !== 'reset' && text.includes('Zoë')) {
      expect(html, kind).toContain('Zoë &lt;img');
    }
  }
  expect(emails.code.text).toContain('/verify-email');
  expect(emails.reset.text).toContain('60 minutes');
  expect(emails.changed.text).toContain('z•••@inbox.example');
  expect(emails.changed.text).not.toContain(NEXT);
});

test('refuses line breaks in names and several recipients in an address', async () => {
  for (const email of [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example,c@d.example',
    '"a b"@c.de',
  ]) {
    const answer = await app.visitor().post('/api/v1/user/sign-up', {
      name: 'Mallory',
      email,
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ status: 400, body: { field: 'email' } });
  }
  const name = 'Mallory\r\nBcc: c@d.example';
  const answer = await app
    .visitor()
    .post('/api/v1/user/sign-up', { name, email: 'm@inbox.example', password: PASSWORD });
  expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
});

test('keeps mail queued while the server is unreachable', async () => {
  const separateApp = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const person = separateApp.visitor();
  const made = await person.post('/api/v1/user/sign-up', {
    name: 'Ravi',
    email: 'ravi@inbox.example',
    password: PASSWORD,
  });
  expect(made.status, 'the account is made all the same').toBe(201);
  const { db } = separateApp.server.services.store;
  await expect
    .poll(async () => (await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()).tries)
    .toBe(1);
  const waiting = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  expect(waiting.sent_at).toBeNull();
  expect(separateApp.logs.join()).toContain('could not be sent');
  expect(separateApp.logs.join()).not.toContain('ravi@inbox.example');
  separateApp.advance(MINUTE);
  await separateApp.close();
});

test('sends other mail when one cannot be decrypted', async () => {
  const separateApp = await startTestApp({ SMTP_URL: '' });
  const { store } = separateApp.server.services;
  const longAgo = iso(new Date(0));
  await store.db
    .insertInto('outbox')
    // As after a restore without the secrets.json with which the mail was encrypted.
    .values({
      ...{ id: 'old', kind: 'reset link', dedupe_key: 'old', encrypted: randomBytes(300) },
      recipient: 'gone',
      ...{ created_at: longAgo, next_try_at: longAgo, tries: 0, sent_at: null },
    })
    .execute();
  for (const name of ['Ravi', 'Uma']) {
    const email = `${name}@inbox.example`;
    await separateApp.visitor().post('/api/v1/user/sign-up', { name, email, password: PASSWORD });
    const codes = store.db.selectFrom('outbox').where('kind', '=', 'code').select('sent_at');
    await expect
      .poll(async () => (await codes.execute()).every((each) => each.sent_at !== null))
      .toBe(true);
    separateApp.advance(DAY);
  }
  expect(
    separateApp.logs.filter((connection) => connection.includes('cannot be read')),
  ).toHaveLength(1);
  const page = await separateApp.visitor().get('/dev/mail');
  expect(page.body).toContain(`A reset link mail of ${longAgo} was sealed with a key of another`);
  const emails = await separateApp.visitor().get('/dev/mail.json');
  expect(emails.body.map((each: { to: string }) => each.to)).toHaveLength(2);
  await separateApp.close();
});

test('sends mail at once when its send time is in the future after a clock rollback', async () => {
  const { outbox, clock } = app.server.services;
  await app.write((tx) =>
    outbox.enqueue(tx, {
      ...{ kind: 'code', dedupeKey: 'from tomorrow', notBefore: later(clock(), DAY) },
      ...{ to: 'tara@inbox.example', subject: 'From tomorrow', paragraphs: ['Hello'] },
    }),
  );
  outbox.flush();
  await app.mail.email('tara@inbox.example', /From tomorrow/);
});

test('stops although the mail server does not respond', async () => {
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const asked = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const separateApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const ravi = { name: 'Ravi', email: 'ravi@inbox.example', password: PASSWORD };
  await separateApp.visitor().post('/api/v1/user/sign-up', ravi);
  const [connection] = (await asked) as [Socket];
  await separateApp.close();
  connection.destroy();
  silent.close();
});
