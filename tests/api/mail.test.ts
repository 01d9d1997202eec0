import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../api/lib/clock.ts';
import { codeFor, PASSWORD } from '../people.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.check());
afterAll(() => world.close());

const NAME = 'Zoë <img src=x onerror=alert(1)> & "Co"';
const EMAIL = 'zoe@letters.example';
const NEXT = 'zoe.next@letters.example';

test('every letter of an account arrives in text and HTML, escaped, on one header line', async () => {
  const zoe = world.visitor();
  const owner = world.shop.config.ownerEmail;
  await zoe.post('/api/v1/user/sign-up', { name: NAME, email: EMAIL, password: PASSWORD });
  await zoe.post('/api/v1/user/verify-email', { code: await codeFor(world, EMAIL) });
  await world.visitor().post('/api/v1/user/forget-password', { email: EMAIL });
  const link = await world.mail.letter(EMAIL, /Set a new password/);
  await zoe.post('/api/v1/user/password', { password: PASSWORD, newPassword: 'Next-Ferry-44' });
  await zoe.post('/api/v1/user/email', { email: NEXT, password: 'Next-Ferry-44' });
  const asked = await world.mail.letter(NEXT, /new address/);
  const code = /^\d{6}$/m.exec(asked.text ?? '')?.[0];
  expect((await zoe.post('/api/v1/user/email/confirm', { code })).status).toBe(200);
  expect((await zoe.post('/api/v1/user/delete', { password: 'Next-Ferry-44' })).status).toBe(200);
  const letters = {
    code: await world.mail.letter(EMAIL, /Your code for VY Studio/),
    welcome: await world.mail.letter(EMAIL, /Welcome/),
    reset: link,
    password: await world.mail.letter(EMAIL, /password was changed/),
    next: asked,
    changed: await world.mail.letter(EMAIL, /address was changed/),
    farewell: await world.mail.letter(NEXT, /account was deleted/),
    left: await world.mail.letter(owner, /client deleted/),
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
      expect(href[1]?.startsWith(world.origin), `${kind} ${href[1]}`).toBe(true);
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
    const answer = await world.visitor().post('/api/v1/user/sign-up', {
      name: 'Mallory',
      email,
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ status: 400, body: { field: 'email' } });
  }
  const name = 'Mallory\r\nBcc: c@d.example';
  const answer = await world
    .visitor()
    .post('/api/v1/user/sign-up', { name, email: 'm@letters.example', password: PASSWORD });
  expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
});

test('mail that cannot leave waits, and arrives once the server is back', async () => {
  const alone = await startWorld({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const person = alone.visitor();
  const made = await person.post('/api/v1/user/sign-up', {
    name: 'Ravi',
    email: 'ravi@letters.example',
    password: PASSWORD,
  });
  expect(made.status, 'the account is made all the same').toBe(201);
  const { db } = alone.shop.deps.store;
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
