import { expect, test } from 'vitest';
import { MINUTE } from '../../api/platform/clock.ts';
import { ASHA, BELA, codeFor, PASSWORD, signUp, signUpBuyer } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const someone = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@buyers.example`,
  password: PASSWORD,
});

test('signs a visitor up and verifies them with the emailed code', async () => {
  const asha = await signUp(app, ASHA);
  const before = await asha.get('/api/v1/user/check-auth-user');
  expect(before.body.data).toMatchObject({ name: ASHA.name, isVerified: false, role: 'buyer' });
  const code = await codeFor(app, ASHA.email);
  const answer = await asha.post('/api/v1/user/verify-email', { code });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body.user)).toEqual(Object.keys(before.body.data));
  await app.mail.email(ASHA.email, /welcome/i);
});

test('reports a taken address beside its field', async () => {
  const twin = await app.visitor().post('/api/v1/user/sign-up', ASHA);
  expect(twin).toMatchObject({
    status: 409,
    body: { message: 'User Already Exists.', field: 'email' },
  });
});

test('reports a form error with its field', async () => {
  const short = await app.visitor().post('/api/v1/user/sign-up', { ...BELA, password: '1234567' });
  expect(short).toMatchObject({ status: 400, body: { success: false, field: 'password' } });
  const odd = await app.visitor().post('/api/v1/user/sign-up', { ...BELA, email: 'béla at home' });
  expect(odd).toMatchObject({ status: 400, body: { field: 'email' } });
});

test('accepts a code for its own account only, once, for ten minutes and five tries', async () => {
  const kiran = await signUp(app, someone('Kiran'));
  const lata = await signUp(app, someone('Lata'));
  const code = await codeFor(app, 'kiran@buyers.example');
  const other = await lata.post('/api/v1/user/verify-email', { code });
  expect(other.status).toBe(400);
  const both = await Promise.all(
    [1, 2].map(() => kiran.post('/api/v1/user/verify-email', { code })),
  );
  expect(both.map((each) => each.status).sort()).toEqual([200, 400]);
  for (const guess of ['000001', '000002', '000003', '000004']) {
    expect((await lata.post('/api/v1/user/verify-email', { code: guess })).status).toBe(400);
  }
  const right = await codeFor(app, 'lata@buyers.example');
  expect((await lata.post('/api/v1/user/verify-email', { code: right })).status).toBe(400);
});

test('refuses an expired code and sends a new one after a pause', async () => {
  const mira = await signUp(app, someone('Mira'));
  const early = await mira.post('/api/v1/user/resend-code');
  expect(early.status).toBe(429);
  expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(0);
  const old = await codeFor(app, 'mira@buyers.example');
  app.advance(11 * MINUTE);
  expect((await mira.post('/api/v1/user/verify-email', { code: old })).status).toBe(400);
  expect((await mira.post('/api/v1/user/resend-code')).status).toBe(200);
});

test('opens a new session at sign-in and ends it at sign-out', async () => {
  await signUpBuyer(app, BELA);
  const bela = app.visitor();
  const answer = await bela.post('/api/v1/user/sign-in', { email: BELA.email, password: PASSWORD });
  expect(answer).toMatchObject({ status: 200, body: { data: { isVerified: true } } });
  const stolen = bela.cookies.get('sid') ?? '';
  expect((await bela.post('/api/v1/user/logout')).status).toBe(200);
  const thief = app.visitor();
  thief.cookies.set('sid', stolen);
  expect((await thief.get('/api/v1/user/check-auth-user')).status).toBe(401);
  expect((await thief.get('/api/v1/user/check-token')).body).toEqual({ hasToken: false });
});

test('answers a wrong password and an unknown address the same', async () => {
  const wrong = await app
    .visitor()
    .post('/api/v1/user/sign-in', { email: BELA.email, password: 'no' });
  const nobody = await app
    .visitor()
    .post('/api/v1/user/sign-in', { email: 'x@y.example', password: 'no' });
  expect(wrong.status).toBe(401);
  expect(nobody.body).toEqual(wrong.body);
});

test('resets a forgotten password by a single-use link and ends every session', async () => {
  const bela = app.visitor();
  await bela.post('/api/v1/user/sign-in', { email: BELA.email, password: PASSWORD });
  const known = await app.visitor().post('/api/v1/user/forget-password', { email: BELA.email });
  const unknown = await app
    .visitor()
    .post('/api/v1/user/forget-password', { email: 'q@y.example' });
  expect(unknown).toMatchObject({ status: known.status, body: known.body });
  const mail = await app.mail.email(BELA.email, /new password/);
  const token = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1];
  const reset = () =>
    app.visitor().post(`/api/v1/user/reset-password/${token}`, { password: 'Another-Ferry-43' });
  const both = await Promise.all([reset(), reset()]);
  expect(both.map((each) => each.status).sort()).toEqual([200, 400]);
  expect((await bela.get('/api/v1/user/check-auth-user')).status).toBe(401);
});

test('re-encodes an uploaded picture and refuses files that are not pictures', async () => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const nila = app.visitor();
  const made = await nila.post('/api/v1/user/sign-up', { ...someone('Nila'), avatar: png });
  expect(made.status).toBe(201);
  const shown = await fetch(app.origin + made.body.user.avatar.url);
  expect(shown.headers.get('Content-Type')).toBe('image/webp');
  expect(shown.headers.get('Cache-Control')).toContain('immutable');
  for (const avatar of [
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png;base64,PGh0bWw+',
    'http://127.0.0.1/secret.png',
    'data:image/png;base64,',
  ]) {
    const refused = await app
      .visitor()
      .post('/api/v1/user/sign-up', { ...someone('Omar'), avatar });
    expect(refused, avatar).toMatchObject({ status: 400, body: { field: 'avatar' } });
  }
});

test('answers broken JSON and oversized bodies with a sentence and no stack trace', async () => {
  const quinn = app.visitor();
  await quinn.get('/api/v1/user/check-token');
  const headers = {
    Origin: app.origin,
    'Content-Type': 'application/json',
    'X-XSRF-TOKEN': quinn.cookies.get('XSRF-TOKEN') ?? '',
  };
  const broken = await quinn.send('POST', '/api/v1/user/sign-in', '{"email":', headers);
  expect(broken).toMatchObject({ status: 400, body: { success: false } });
  const large = await quinn.send(
    'POST',
    '/api/v1/user/sign-in',
    `"${'x'.repeat(70_000)}"`,
    headers,
  );
  expect(large).toMatchObject({ status: 413, body: { success: false } });
});
