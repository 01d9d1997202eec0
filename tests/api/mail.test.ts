import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { DAY, iso, later, MINUTE } from '../../api/platform/clock.ts';
import { codeFor, PASSWORD } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

const NAME = 'Zoë <img src=x onerror=alert(1)> & "Co"';
const EMAIL = 'zoe@letters.example';
const NEXT = 'zoe.next@letters.example';

test('every letter of an account arrives in text and HTML, escaped, on one header line', async () => {
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
  const letters = {
    code: await app.mail.email(EMAIL, /Your code for VY Studio/),
    welcome: await app.mail.email(EMAIL, /Welcome/),
    reset: link,
    password: await app.mail.email(EMAIL, /password was changed/),
    next: asked,
    changed: await app.mail.email(EMAIL, /address was changed/),
    farewell: await app.mail.email(NEXT, /account was deleted/),
    left: await app.mail.email(owner, /client deleted/),
  };
  for (const [kind, letter] of Object.entries(letters)) {
    const { text = '', html = '', subject = '' } = letter;
    expect(letter.from?.address, kind).toBe('s@vy.example');
    expect(subject, kind).not.toMatch(/[\r\n]/);
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
  expect(letters.code.text).toContain('/verify-email');
  expect(letters.reset.text).toContain('60 minutes');
  expect(letters.changed.text).toContain('z•••@letters.example');
  expect(letters.changed.text).not.toContain(NEXT);
});

test('a name cannot add a line to a header, nor an address a second recipient', async () => {
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
    .post('/api/v1/user/sign-up', { name, email: 'm@letters.example', password: PASSWORD });
  expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
});

test('mail that cannot leave waits, and arrives once the server is back', async () => {
  const alone = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const person = alone.visitor();
  const made = await person.post('/api/v1/user/sign-up', {
    name: 'Ravi',
    email: 'ravi@letters.example',
    password: PASSWORD,
  });
  expect(made.status, 'the account is made all the same').toBe(201);
  const { db } = alone.server.services.store;
  await expect
    .poll(async () => (await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()).tries)
    .toBe(1);
  const waiting = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  expect(waiting.sent_at).toBeNull();
  expect(alone.logs.join()).toContain('could not be sent');
  expect(alone.logs.join()).not.toContain('ravi@letters.example');
  alone.advance(MINUTE);
  await alone.close();
});

test('a letter that nobody can read any more keeps no other one back', async () => {
  const alone = await startTestApp({ SMTP_URL: '' });
  const { store } = alone.server.services;
  const longAgo = iso(new Date(0));
  await store.db
    .insertInto('outbox')
    // As after a restore without the secrets.json that it was sealed with.
    .values({
      ...{ id: 'old', kind: 'reset link', dedupe_key: 'old', sealed: randomBytes(300) },
      recipient: 'gone',
      ...{ created_at: longAgo, next_try_at: longAgo, tries: 0, sent_at: null },
    })
    .execute();
  for (const name of ['Ravi', 'Uma']) {
    const email = `${name}@letters.example`;
    await alone.visitor().post('/api/v1/user/sign-up', { name, email, password: PASSWORD });
    const codes = store.db.selectFrom('outbox').where('kind', '=', 'code').select('sent_at');
    await expect
      .poll(async () => (await codes.execute()).every((each) => each.sent_at !== null))
      .toBe(true);
    alone.advance(DAY);
  }
  expect(alone.logs.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  const page = await alone.visitor().get('/dev/mail');
  expect(page.body).toContain(`A reset link mail of ${longAgo} was sealed with a key of another`);
  const letters = await alone.visitor().get('/dev/mail.json');
  expect(letters.body.map((each: { to: string }) => each.to)).toHaveLength(2);
  await alone.close();
});

test('mail that waits for a time far off leaves at once: the clock was set back', async () => {
  const { outbox, clock } = app.server.services;
  await app.write((tx) =>
    outbox.enqueue(tx, {
      ...{ kind: 'code', dedupeKey: 'from tomorrow', notBefore: later(clock(), DAY) },
      ...{ to: 'tara@letters.example', subject: 'From tomorrow', text: 'Hello', html: '<p>Hello' },
    }),
  );
  outbox.flush();
  await app.mail.email('tara@letters.example', /From tomorrow/);
});

test('90h a mail server that says nothing does not hold up closing', async () => {
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const asked = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const alone = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const ravi = { name: 'Ravi', email: 'ravi@letters.example', password: PASSWORD };
  await alone.visitor().post('/api/v1/user/sign-up', ravi);
  const [line] = (await asked) as [Socket];
  const started = performance.now();
  await alone.close();
  expect(performance.now() - started).toBeLessThan(10_000);
  line.destroy();
  silent.close();
});
