import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../api/platform/clock.ts';
import { ON_POSTGRES } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const USER = '/api/v1/user';
const FACTOR = `${USER}/second-factor`;

/** The code that an authenticator app shows now. */
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.server.services.clock().getTime(),
  });

/** Sets an app up; returns its secret and the recovery codes. */
async function setUpApp(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body } = await person.post(`${FACTOR}/totp`);
  const answer = await person.post(`${FACTOR}/totp/confirm`, { code: codeOf(body.secret) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { secret: body.secret, recoveryCodes: answer.body.recoveryCodes };
}

async function enterPassword(email: string) {
  const person = app.visitor();
  return { person, answer: await person.post(`${USER}/sign-in`, { email, password: PASSWORD }) };
}

const nextStep = () => app.advance(MINUTE);
const confirmSignIn = (person: Person, code: string) =>
  person.post(`${USER}/sign-in/confirm`, { code });
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.get(`${USER}/check-token`)).body.hasToken;

test('a sign-in without a second factor is one step, as before', async () => {
  const { user } = await insertBuyer(app);
  const { person, answer } = await enterPassword(user.email);
  expect(answer.body).toMatchObject({ success: true, data: { _id: user.id } });
  expect(answer.body).not.toHaveProperty('secondStep');
  expect(await isSignedIn(person)).toBe(true);
});

test('with an authenticator app the password alone opens nothing, and each code works once', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { secret } = await setUpApp(first);
  await app.mail.email(user.email, /keys of your account/);
  nextStep();
  const code = codeOf(secret);
  const { person, answer } = await enterPassword(user.email);
  expect(answer.body).toMatchObject({ secondStep: { totp: true, passkey: false } });
  expect(answer.body).not.toHaveProperty('data');
  expect(await isSignedIn(person)).toBe(false);
  expect((await confirmSignIn(person, '000000')).status).toBe(401);
  const entered = await confirmSignIn(person, code);
  expect(entered.body).toMatchObject({ success: true, data: { _id: user.id } });
  expect(await isSignedIn(person)).toBe(true);

  const again = (await enterPassword(user.email)).person;
  expect((await confirmSignIn(again, code)).status).toBe(401);
  expect(await isSignedIn(again)).toBe(false);
});

test('of two uses of one code at the same moment one wins', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { secret } = await setUpApp(first);
  nextStep();
  const people = await Promise.all([enterPassword(user.email), enterPassword(user.email)]);
  const code = codeOf(secret);
  const answers = await Promise.all(people.map(({ person }) => confirmSignIn(person, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test.skipIf(ON_POSTGRES)(
  'a counted attempt that cannot be uncounted after a sign-in is logged, and the sign-in is valid',
  async () => {
    const { person: first, user } = await insertBuyer(app);
    const { secret } = await setUpApp(first);
    nextStep();
    const { person } = await enterPassword(user.email);
    await app.write((tx) =>
      sql`create trigger refuse before update on limits when new.used < old.used begin select raise(abort, 'refused'); end`.execute(
        tx,
      ),
    );
    expect((await confirmSignIn(person, codeOf(secret))).status).toBe(200);
    await app.server.services.background.settled();
    await app.write((tx) => sql`drop trigger refuse`.execute(tx));
    expect(await isSignedIn(person)).toBe(true);
    expect(app.logs.filter((line) => line.includes('work after an answer failed'))).toHaveLength(1);
  },
);

test('a recovery code works once, in either case and with or without dashes', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { recoveryCodes } = await setUpApp(first);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const { person } = await enterPassword(user.email);
  expect((await confirmSignIn(person, code.toUpperCase())).status).toBe(200);
  expect((await person.get(FACTOR)).body.recoveryCodes).toBe(9);
  const again = (await enterPassword(user.email)).person;
  expect((await confirmSignIn(again, code.replaceAll('-', ''))).status).toBe(401);
});

test('wrong codes are limited, and a second step ends after ten minutes', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { secret } = await setUpApp(first);
  nextStep();
  const { person } = await enterPassword(user.email);
  for (let attempt = 0; attempt < 10; attempt += 1) await confirmSignIn(person, '000000');
  expect((await confirmSignIn(person, codeOf(secret))).status).toBe(429);
  app.advance(15 * MINUTE);
  expect((await confirmSignIn(person, codeOf(secret))).status).toBe(401);
  const { person: later } = await enterPassword(user.email);
  expect((await confirmSignIn(later, codeOf(secret))).status).toBe(200);
});

test('the secret is stored encrypted, and no recovery code in the clear', async () => {
  const { person, user } = await insertBuyer(app);
  const { secret, recoveryCodes } = await setUpApp(person);
  const { db } = app.server.services.store;
  const [row] = await db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  expect(row?.encrypted.toString('latin1')).not.toContain(secret);
  const codes = await db.selectFrom('recovery_codes').selectAll().execute();
  for (const code of recoveryCodes)
    expect(JSON.stringify(codes)).not.toContain(code.replaceAll('-', ''));
});

test('keys change after a confirmation only, which lasts ten minutes', async () => {
  const { person } = await insertBuyer(app);
  const { secret } = await setUpApp(person);
  app.advance(11 * MINUTE);
  const refused = await person.delete(`${FACTOR}/totp`);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('X-Confirm')).toBe('needed');
  const confirm = (json: object) => person.post(`${USER}/confirmation`, json);
  expect((await confirm({ password: 'not-this-one' })).body).toMatchObject({ field: 'password' });
  expect((await person.get(`${USER}/confirmation`)).status).toBe(403);
  expect((await confirm({ code: codeOf(secret) })).status).toBe(200);
  expect((await person.delete(`${FACTOR}/totp`)).status).toBe(200);
  expect((await person.get(FACTOR)).body).toMatchObject({ totp: null, recoveryCodes: 0 });
  app.advance(11 * MINUTE);
  expect((await confirm({ password: PASSWORD })).status).toBe(200);
  expect((await person.get(`${USER}/confirmation`)).status).toBe(200);
});

test('a refund, a backup and automatic publishing ask the owner again', async () => {
  const owner = await ownerOf(app);
  const dear = [
    () => owner.post('/api/v1/desk/payments/pay_none/refund', { refundId: crypto.randomUUID() }),
    () => owner.get('/api/v1/desk/backups/none'),
    () => owner.put('/api/v1/desk/publish/automatic', { automatic: false }),
  ];
  expect(await Promise.all(dear.map(async (call) => (await call()).status))).toEqual([
    404, 404, 200,
  ]);
  app.advance(11 * MINUTE);
  for (const call of dear) {
    const { status, headers } = await call();
    expect([status, headers.get('X-Confirm')]).toEqual([403, 'needed']);
  }
  const unclear = { refundId: crypto.randomUUID(), amount: -1 };
  const refused = await owner.post('/api/v1/desk/payments/pay_none/refund', unclear);
  expect(refused, 'what is wrong comes first').toMatchObject({
    status: 400,
    body: { field: 'amount' },
  });
});

test('an owner who is away for twelve hours signs in again', async () => {
  const owner = await ownerOf(app);
  const { person } = await insertBuyer(app);
  for (let hours = 0; hours < 24; hours += 8) {
    app.advance(8 * HOUR);
    expect(await isSignedIn(owner)).toBe(true);
  }
  app.advance(12 * HOUR);
  expect(await isSignedIn(owner)).toBe(false);
  expect(await isSignedIn(person)).toBe(true);
});

test('many wrong passwords for the owner’s account are mailed, once a day', async () => {
  const owner = await ownerOf(app);
  const { email } = (await owner.get(`${USER}/check-auth-user`)).body.data;
  const guess = (password: string) =>
    app.visitor().post(`${USER}/sign-in`, { email, password: `${password} is wrong` });
  const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => guess(String(at))));
  expect(answers.map(({ status }) => status)).toContain(429);
  const mail = await app.mail.email(email, /sign-ins to your account were refused/);
  expect(mail.text).toContain('Nobody got in');
  await app.server.services.background.settled();
  const sent = app.mail.emails.filter(({ subject }) => /sign-ins .* refused/.test(subject ?? ''));
  expect(sent).toHaveLength(1);
});

test('the dashboard asks an owner without a second factor for one', async () => {
  const owner = await ownerOf(app);
  const today = async () => (await owner.get('/api/v1/desk/today')).body.needsSecondFactor;
  expect(await today()).toBe(true);
  await setUpApp(owner);
  expect(await today()).toBe(false);
});
