import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSecrets } from '../../api/platform/secrets.ts';
import { Person } from '../support/http-client.ts';
import { insertBuyer } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

const ME = '/api/v1/user/check-auth-user';
const NAME = '/api/v1/user/name';
const BODY = JSON.stringify({ name: 'Mallory' });

async function nameOf(person: Person): Promise<string> {
  return (await person.get(ME)).body.data.name;
}

const tokenOf = (person: Person) => person.cookies.get('XSRF-TOKEN') ?? '';

test('refuses every request that another site can make a browser send', async () => {
  const { person, user } = await insertBuyer(app);
  await person.get(ME);
  const ours = { Origin: app.origin, 'X-XSRF-TOKEN': tokenOf(person) };
  const json = { 'Content-Type': 'application/json' };
  const evil = { Origin: 'https://evil.example' };
  const send = (headers: Record<string, string>) => person.send('POST', NAME, BODY, headers);
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/plain;charset=UTF-8',
    'multipart/form-data; boundary=x',
    'foo/bar',
    'application/json-patch',
    '',
  ]) {
    expect((await send({ ...ours, 'Content-Type': type })).status, type).toBe(415);
    expect((await send({ ...evil, 'Content-Type': type })).status, type).toBe(403);
  }
  expect((await send({ ...ours, ...json, ...evil })).status).toBe(403);
  expect((await send({ ...ours, ...json, Origin: 'null' })).status).toBe(403);
  const { Origin, ...bare } = { ...ours, ...json };
  expect(Origin).toBe(app.origin);
  expect((await send(bare)).status, 'no Origin and no Fetch-Metadata').toBe(403);
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await send({ ...bare, 'Sec-Fetch-Site': site })).status, site).toBe(403);
  }
  expect(await nameOf(person)).toBe(user.name);
  expect((await send({ ...bare, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
});

test('accepts webhooks by signature alone', async () => {
  const { person } = await insertBuyer(app);
  const { webhookSecret } = readSecrets(app.dataDir, app.server.config.secretKey).razorpaySandbox;
  const body = JSON.stringify({ event: 'something.new', payload: {} });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  const send = (who: Person, sign: string) =>
    who.send('POST', '/api/v1/gig/webhook', body, { 'X-Razorpay-Signature': sign });
  expect((await send(app.visitor(), signature)).status).toBe(200);
  expect((await send(person, '0'.repeat(64))).status).toBe(400);
  expect((await send(app.visitor(), '')).status).toBe(400);
});

test('sends no CORS headers to any other origin, with or without a session', async () => {
  const { person } = await insertBuyer(app);
  const host = new URL(app.origin).host;
  for (const origin of [
    'https://evil.example',
    'null',
    `${app.origin}.evil.example`,
    `https://${host}`,
    'http://localhost',
    'http://good',
  ]) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await person.send(method, ME, undefined, {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
      });
      for (const name of ['access-control-allow-origin', 'access-control-allow-credentials']) {
        expect(answer.headers.get(name), `${method} ${origin}`).toBeNull();
      }
    }
  }
});

test('sets secure cookie attributes on https and HttpOnly cookies on plain http', async () => {
  const safe = await startTestApp({ SITE_ORIGIN: 'https://localhost' });
  const person = new Person(`http://127.0.0.1:${safe.server.config.port}`, safe.answers);
  const answer = await person.post(
    '/api/v1/user/sign-up',
    { name: 'Tara', email: 'tara@buyers.example', password: 'Monsoon-Ferry-42' },
    { Origin: 'https://localhost' },
  );
  expect(answer.status).toBe(201);
  const cookies = answer.headers.getSetCookie();
  const sid = cookies.find((line) => line.startsWith('__Host-sid=')) ?? '';
  for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) {
    expect(sid.split('; ')).toContain(part);
  }
  expect(sid).not.toMatch(/domain/i);
  const xsrf = cookies.find((line) => line.startsWith('XSRF-TOKEN=')) ?? '';
  expect(xsrf.split('; ')).toEqual(expect.arrayContaining(['Secure', 'SameSite=Lax', 'Path=/']));
  await person.post('/api/v1/user/logout', {}, { Origin: 'https://localhost' });
  const signIn = await person.post(
    '/api/v1/user/sign-in',
    { email: 'tara@buyers.example', password: 'Monsoon-Ferry-42' },
    { Origin: 'https://localhost' },
  );
  const device = signIn.headers.getSetCookie().find((line) => line.startsWith('__Host-device='));
  expect(device?.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']));
  expect(signIn.headers.get('Strict-Transport-Security')).toMatch(/max-age=\d{8}/);
  await safe.close();

  const { person: plain, user } = await insertBuyer(app);
  const again = await plain.post('/api/v1/user/sign-in', {
    email: user.email,
    password: 'Monsoon-Ferry-42',
  });
  const plainSid = again.headers.getSetCookie().find((line) => line.startsWith('sid='));
  expect(plainSid?.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']));
  expect(plainSid).not.toContain('Secure');
});

test('treats SQL, wildcards and very long ids as plain text', async () => {
  const { person, user } = await insertBuyer(app);
  for (const text of ["'; DROP TABLE users;--", '%', '_', '" OR 1=1', '\\', '😀'.repeat(20)]) {
    expect((await person.post(NAME, { name: text })).status).toBe(200);
    expect(await nameOf(person)).toBe(text);
    const guess = await app.visitor().post('/api/v1/user/sign-in', { email: text, password: text });
    expect([400, 401]).toContain(guess.status);
    const session = `/api/v1/user/sessions/${encodeURIComponent(text)}`;
    expect((await person.delete(session)).status).toBe(404);
  }
  const long = await person.delete(`/api/v1/user/sessions/${'9'.repeat(8_000)}`);
  expect(long.status).toBe(404);
  expect((await person.get(ME)).body.data._id).toBe(user.id);
});
