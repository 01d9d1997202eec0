import { expect, test } from 'vitest';
import { MINUTE } from '../../api/platform/clock.ts';
import { ASHA, BELA, codeFor, PASSWORD, signUp } from '../support/people.ts';
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
