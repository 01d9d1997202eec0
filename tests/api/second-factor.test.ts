import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import * as texts from '../../api/modules/accounts/second-factor/texts.ts';
import { DAY, HOUR, MINUTE } from '../../api/platform/clock.ts';
import { createEncryption } from '../../api/platform/encryption.ts';
import { ON_POSTGRES } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { createPasskey } from '../support/passkey.ts';
import { insertAssistant, insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { rowsWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { tasksOfKind } from '../support/today.ts';

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

const confirm = (person: Person, given: object) => person.post(`${USER}/confirmation`, given);
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

test('after a move to another secret key, the codes of an app are refused with what to do', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { secret, recoveryCodes } = await setUpApp(first);
  const other = createEncryption(Buffer.alloc(32, 7)).encrypt(secret);
  await app.write((tx) =>
    tx
      .updateTable('totp_secrets')
      .set({ encrypted: other })
      .where('user_id', '=', user.id)
      .execute(),
  );
  nextStep();
  const { person } = await enterPassword(user.email);
  const refused = await confirmSignIn(person, codeOf(secret));
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: texts.OTHER_KEY, field: 'code' },
  ]);
  expect((await confirmSignIn(person, recoveryCodes[0] ?? '')).status).toBe(200);
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
  for (let attempt = 0; attempt < 13; attempt += 1) await confirmSignIn(person, '000000');
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
  const [row] = await rowsWith(db, 'totp_secrets', { user_id: user.id });
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
  expect((await confirm(person, { code: '000000' })).body).toMatchObject({ field: 'code' });
  expect((await person.get(`${USER}/confirmation`)).status).toBe(403);
  expect((await confirm(person, { code: codeOf(secret) })).status).toBe(200);
  expect((await person.delete(`${FACTOR}/totp`)).status).toBe(200);
  expect((await person.get(FACTOR)).body).toMatchObject({ totp: null, recoveryCodes: 0 });
  app.advance(11 * MINUTE);
  const wrong = await confirm(person, { password: 'not-this-one' });
  expect(wrong).toMatchObject({ status: 403, body: { field: 'password' } });
  expect((await confirm(person, { password: PASSWORD })).status).toBe(200);
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
  expect(mail.text).toContain('None of them got in');
  await app.server.services.background.settled();
  const sent = app.mail.emails.filter(({ subject }) => /sign-ins .* refused/.test(subject ?? ''));
  expect(sent).toHaveLength(1);
});

test('the dashboard asks an owner without a second factor for one', async () => {
  const owner = await ownerOf(app);
  expect(await tasksOfKind(owner, 'secondFactor')).toHaveLength(1);
  await setUpApp(owner);
  expect(await tasksOfKind(owner, 'secondFactor')).toEqual([]);
});

test('with a second factor the password alone confirms nothing, and changes neither password nor address', async () => {
  const { person, user } = await insertBuyer(app);
  const { secret } = await setUpApp(person);
  app.advance(11 * MINUTE);
  const refused = await confirm(person, { password: PASSWORD });
  expect(refused).toMatchObject({ status: 403, body: { field: 'password' } });
  expect(refused.body.message).toContain('not enough');
  expect((await person.delete(`${FACTOR}/totp`)).status).toBe(403);
  const newPassword = 'Another-Ferry-43';
  const calls = [
    ['email', { password: PASSWORD, email: `new-${user.email}` }],
    ['password', { password: PASSWORD, newPassword }],
    ['delete', { password: PASSWORD }],
  ] as const;
  for (const [call, body] of calls) {
    const { status, headers } = await person.post(`${USER}/${call}`, body);
    expect([status, headers.get('X-Confirm')], call).toEqual([403, 'needed']);
  }
  expect((await confirm(person, { code: codeOf(secret) })).status).toBe(200);
  for (const [call, body] of calls.slice(0, 2)) {
    expect((await person.post(`${USER}/${call}`, body)).status, call).toBe(200);
  }
});

test('a confirmation gives the session a new token, and the old one ends', async () => {
  const { person, user } = await insertBuyer(app);
  const old = app.visitor();
  for (const [name, value] of person.cookies) old.cookies.set(name, value);
  expect(await isSignedIn(old)).toBe(true);
  expect((await confirm(person, { password: PASSWORD })).status).toBe(200);
  expect(person.cookies.get('sid')).not.toBe(old.cookies.get('sid'));
  expect([await isSignedIn(person), await isSignedIn(old)]).toEqual([true, false]);
  expect((await person.post(`${USER}/name`, { name: 'Dev Anand' })).status).toBe(200);
  expect((await person.get(`${USER}/sessions`)).body.data).toHaveLength(1);
  const before = person.cookies.get('sid');
  const change = { password: PASSWORD, newPassword: 'Another-Ferry-43' };
  expect((await person.post(`${USER}/password`, change)).status).toBe(200);
  expect(person.cookies.get('sid')).not.toBe(before);
  expect(await isSignedIn(person), user.email).toBe(true);
});

test('a passkey that was begun before the last confirmation ended is added after a new one', async () => {
  const { person } = await insertBuyer(app);
  const passkey = createPasskey(app.origin);
  const added = await passkey.addTo(person, async () => {
    app.advance(3 * MINUTE);
    expect((await confirm(person, { password: PASSWORD })).status).toBe(200);
  });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
});

test('wrong codes of somebody who knows the password lock neither a session nor a known device', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { secret } = await setUpApp(first);
  nextStep();
  const { person: home } = await enterPassword(user.email);
  expect((await confirmSignIn(home, codeOf(secret))).status).toBe(200);
  const { person: thief } = await enterPassword(user.email);
  for (let attempt = 0; attempt < 14; attempt += 1) await confirmSignIn(thief, '000000');
  nextStep();
  expect((await confirmSignIn(thief, codeOf(secret))).status).toBe(429);
  const mail = await app.mail.email(user.email, /knows the password/);
  expect(mail.text).toContain('None of them got in');
  expect((await confirm(home, { code: codeOf(secret) })).status).toBe(200);
  nextStep();
  await home.post(`${USER}/logout`);
  await home.post(`${USER}/sign-in`, { email: user.email, password: PASSWORD });
  expect((await confirmSignIn(home, codeOf(secret))).status).toBe(200);
});

test('a passkey of one account is refused at another, in words', async () => {
  const passkey = createPasskey(app.origin);
  const { person: asha } = await insertBuyer(app);
  const { person: bela } = await insertBuyer(app);
  expect((await passkey.addTo(asha)).status).toBe(201);
  const refused = await passkey.addTo(bela);
  expect(refused).toMatchObject({ status: 409, body: { success: false } });
  expect(refused.body.message).toContain('belongs to another account');
  expect((await bela.get(FACTOR)).body).toMatchObject({ passkeys: [], recoveryCodes: 0 });
});

test('passkeys are named after their devices, each differently, until their person renames them', async () => {
  const { person } = await insertBuyer(app);
  const other = (await insertBuyer(app)).person;
  for (const passkey of [createPasskey(app.origin), createPasskey(app.origin)])
    expect((await passkey.addTo(person)).status).toBe(201);
  const passkeysOf = async () => (await person.get(FACTOR)).body.passkeys;
  const [first, second] = await passkeysOf();
  expect(first.name).not.toBe('');
  expect(second.name).toBe(`${first.name} 2`);
  const path = `${FACTOR}/passkeys/${encodeURIComponent(first._id)}`;
  expect((await other.put(path, { name: 'Mine' })).status).toBe(404);
  expect((await person.put(path, { name: ' ' })).body).toMatchObject({ field: 'name' });
  expect((await person.put(path, { name: 'Laptop' })).status).toBe(200);
  expect((await passkeysOf()).map(({ name }: { name: string }) => name)).toEqual([
    'Laptop',
    second.name,
  ]);
});

test('mail and audit log say that a recovery code was used, and how many are left', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { recoveryCodes } = await setUpApp(first);
  const [code = '', next = ''] = recoveryCodes;
  const { person } = await enterPassword(user.email);
  expect((await confirmSignIn(person, code)).status).toBe(200);
  const mail = await app.mail.email(user.email, /recovery code/);
  expect(mail.text).toContain('9 are left');
  expect((await confirm(person, { code: next })).status).toBe(200);
  const lines = await app.server.services.store.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('actor_id', '=', user.id)
    .where('changes', 'like', '%recoveryCodesLeft%')
    .orderBy('seq')
    .execute();
  expect(
    lines.map(({ action, changes }) => [action, JSON.parse(changes).recoveryCodesLeft]),
  ).toEqual([
    ['POST /user/sign-in/confirm', [10, 9]],
    ['POST /user/confirmation', [9, 8]],
  ]);
});

/** Asks for the mail with the code that removes all keys; returns the code. */
async function loseFactors(email: string): Promise<string> {
  const sent = () =>
    app.mail.emails.filter(({ subject }) => /without your keys/.test(subject ?? ''));
  const before = sent().length;
  const { person } = await enterPassword(email);
  const asked = await person.post(`${USER}/sign-in/lost-factors`);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await expect.poll(() => sent().length).toBe(before + 1);
  return /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/m.exec(sent().at(-1)?.text ?? '')?.[0] ?? '';
}

test('a buyer who lost every key signs in with password and mailbox, after three days', async () => {
  const { person: first, user } = await insertBuyer(app);
  await setUpApp(first);
  const code = await loseFactors(user.email);
  const day = new Date(app.server.services.clock().getTime() + 3 * DAY).toISOString().slice(0, 10);
  expect((await first.get(FACTOR)).body.removableFrom, 'the settings tell').toContain(day);
  const { person: hasty } = await enterPassword(user.email);
  const early = await confirmSignIn(hasty, code);
  expect(early).toMatchObject({ status: 401, body: { field: 'code' } });
  expect(early.body.message).toContain('works from');
  app.advance(3 * DAY);
  const { person } = await enterPassword(user.email);
  expect((await confirmSignIn(person, 'a'.repeat(16))).status).toBe(401);
  expect((await confirmSignIn(person, code)).status).toBe(200);
  expect((await person.get(FACTOR)).body).toMatchObject({ totp: null, recoveryCodes: 0 });
  expect(await isSignedIn(first)).toBe(false);
  await app.mail.email(user.email, /keys of your account/);
  const { answer } = await enterPassword(user.email);
  expect(answer.body).toHaveProperty('data');
});

test('neither a key nor a new password ends a request to remove lost keys, only its own mail does', async () => {
  for (const stop of ['key', 'password', 'mail']) {
    const { person: first, user } = await insertBuyer(app);
    const { secret } = await setUpApp(first);
    const code = await loseFactors(user.email);
    nextStep();
    expect((await confirm(first, { code: codeOf(secret) })).status).toBe(200);
    const change = { password: PASSWORD, newPassword: PASSWORD };
    if (stop === 'password') await first.post(`${USER}/password`, change);
    app.advance(4 * DAY);
    const { person } = await enterPassword(user.email);
    if (stop === 'mail') {
      const { text } = await app.mail.email(user.email, /without your keys/);
      const token = /#not-me=([\w-]+)/.exec(text ?? '')?.[1];
      await app.visitor().post(`${USER}/sign-in/not-me`, { token });
    }
    expect((await confirmSignIn(person, code)).status, stop).toBe(stop === 'mail' ? 401 : 200);
  }
});

test('another request for lost keys mails a new code, and its time stays', async () => {
  const { person: first, user } = await insertBuyer(app);
  await setUpApp(first);
  const code = await loseFactors(user.email);
  app.advance(2 * DAY);
  const newer = await loseFactors(user.email);
  app.advance(DAY);
  const { person } = await enterPassword(user.email);
  expect((await confirmSignIn(person, code)).status).toBe(401);
  expect((await confirmSignIn(person, newer)).status).toBe(200);
});

test('the code of lost keys ends after ten days, and staff is sent to the machine', async () => {
  const { person: first, user } = await insertBuyer(app);
  await setUpApp(first);
  const code = await loseFactors(user.email);
  app.advance(10 * DAY);
  const { person } = await enterPassword(user.email);
  expect((await confirmSignIn(person, code)).status).toBe(401);

  const { person: assistant, user: staff } = await insertAssistant(app);
  await setUpApp(assistant);
  const { person: again } = await enterPassword(staff.email);
  expect((await again.post(`${USER}/sign-in/lost-factors`)).status).toBe(403);
});

const withPasskey = `${USER}/sign-in/with-passkey`;
const challengeFor = async (person: Person): Promise<string> =>
  (await person.get(withPasskey)).body.options.challenge;

test('a passkey with user verification signs in by itself, buyer and owner, once for each challenge, and no challenge is stored', async () => {
  const { db } = app.server.services.store;
  const { person: buyer } = await insertBuyer(app);
  for (const home of [buyer, await ownerOf(app)]) {
    const passkey = createPasskey(app.origin);
    expect((await passkey.addTo(home)).status).toBe(201);
    const before = (await db.selectFrom('challenges').selectAll().execute()).length;
    const person = app.visitor();
    const challenge = await challengeFor(person);
    expect(await db.selectFrom('challenges').selectAll().execute()).toHaveLength(before);
    const given = { passkey: passkey.answer(challenge) };
    expect((await person.post(withPasskey, given)).body).toMatchObject({ success: true });
    expect((await person.get(`${USER}/confirmation`)).status, 'both factors').not.toBe(401);
    const again = app.visitor();
    expect((await again.post(withPasskey, given)).status).toBe(401);
    expect(await isSignedIn(again)).toBe(false);
  }
});

test('a passkey is refused without verification, from another site, with an old or foreign challenge, a lower counter, or after its removal', async () => {
  const { person: home } = await insertBuyer(app);
  const passkey = createPasskey(app.origin);
  await passkey.addTo(home);
  const send = async (answer: object) => {
    const person = app.visitor();
    const { status, body } = await person.post(withPasskey, { passkey: answer });
    expect(await isSignedIn(person)).toBe(status === 200);
    return [status, body.message];
  };
  const fresh = () => challengeFor(app.visitor());
  const refused = [401, texts.WRONG_PASSKEY];
  expect(await send(passkey.answer(await fresh(), { isVerified: false }))).toEqual(refused);
  expect(await send(passkey.answer(await fresh(), { at: 'https://evil.example' }))).toEqual(
    refused,
  );
  expect(await send(passkey.answer('AAAA'))).toEqual(refused);
  const old = await fresh();
  app.advance(HOUR + MINUTE);
  expect(await send(passkey.answer(old))).toEqual(refused);
  expect((await send(passkey.answer(await fresh(), { counter: 5 })))[0]).toBe(200);
  expect(await send(passkey.answer(await fresh(), { counter: 4 }))).toEqual(refused);
  const { passkeys } = (await home.get(FACTOR)).body;
  await app.write((tx) => tx.deleteFrom('passkeys').where('id', '=', passkeys[0]._id).execute());
  expect(await send(passkey.answer(await fresh(), { counter: 6 }))).toEqual([
    401,
    texts.PASSKEY_GONE,
  ]);
});

test('a passkey for signing in only is asked for nowhere else, ends no session and is mailed', async () => {
  const { person: home, user } = await insertBuyer(app);
  const { person: phone } = await enterPassword(user.email);
  const passkey = createPasskey(app.origin);
  const added = await passkey.addTo(home, async () => {}, { signInOnly: true });
  expect([added.status, added.body.recoveryCodes]).toEqual([201, []]);
  expect((await app.mail.email(user.email, /keys of your account/)).text).not.toContain(
    'signed out',
  );
  expect(await isSignedIn(phone)).toBe(true);
  const { person, answer } = await enterPassword(user.email);
  expect(answer.body).not.toHaveProperty('secondStep');
  expect((await person.get(`${USER}/confirmation/ways`)).body).toMatchObject({
    ...{ passkey: true, password: true },
  });
  const visitor = app.visitor();
  const given = { passkey: passkey.answer(await challengeFor(visitor)) };
  expect((await visitor.post(withPasskey, given)).status).toBe(200);
});
