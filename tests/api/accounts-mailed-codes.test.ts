import { expect, test } from 'vitest';
import { hashPassword } from '../../api/modules/accounts/hashing.ts';
import { updateUser } from '../../api/modules/accounts/queries.ts';
import { LIMITS } from '../../api/modules/accounts/rate-limits.ts';
import { DAY, HOUR, iso, MINUTE } from '../../api/platform/clock.ts';
import type { Person } from '../support/http-client.ts';
import { insertAssistant, insertBuyer, PASSWORD, signUp, signUpBuyer } from '../support/people.ts';
import { changeRow, rowsWith, rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

shareApp();

const USER = '/api/v1/user';
const ask = (person: Person, email: string, headers = {}) =>
  person.post(`${USER}/sign-in/code`, { email }, headers);
const confirm = (person: Person, code: string, name?: string, headers = {}) =>
  person.post(`${USER}/sign-in/code/confirm`, { code, ...(name && { name }) }, headers);
const enterPassword = (person: Person, email: string, password = PASSWORD) =>
  person.post(`${USER}/sign-in`, { email, password });
const emailsTo = (email: string, subject: RegExp, of: TestApp = app) =>
  of.mail.emails.filter(
    (mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ''),
  );
const CODE = /^\d{6} is your code to sign in/;
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.get(`${USER}/check-token`)).body.hasToken;
const newAddress = () => `${crypto.randomUUID()}@codes.example`;
const other = (code: string) => (code === '111111' ? '222222' : '111111');

/** Asks for a code and returns it once its mail has arrived. */
async function codeOf(
  person: Person,
  email: string,
  of: TestApp = app,
  headers: Record<string, string> = {},
): Promise<string> {
  const before = emailsTo(email, CODE, of).length;
  expect((await ask(person, email, headers)).status).toBe(200);
  await waitFor(() => expect(emailsTo(email, CODE, of)).toHaveLength(before + 1));
  return /^\d{6}$/m.exec(emailsTo(email, CODE, of).at(-1)?.text ?? '')?.[0] ?? '';
}

async function byCode(email: string, name?: string) {
  const person = app.visitor();
  const answer = await confirm(person, await codeOf(person, email), name);
  return { person, answer };
}

test('a code by mail signs in, once, in ten minutes, after at most four wrong ones, and only in the browser that asked', async () => {
  const { user } = await insertBuyer(app);
  const asking = app.visitor();
  const code = await codeOf(asking, user.email);
  const relay = app.visitor();
  await ask(relay, newAddress());
  expect((await confirm(relay, code)).body).toMatchObject({ success: false, field: 'code' });
  expect((await confirm(asking, other(code))).status).toBe(400);
  const answer = await confirm(asking, code);
  expect(answer.body).toMatchObject({ success: true, data: { _id: user.id } });
  expect(await isSignedIn(asking)).toBe(true);
  expect((await confirm(asking, code)).status, 'used').toBe(400);

  const tired = app.visitor();
  const both = [await codeOf(tired, user.email), await codeOf(tired, user.email)];
  for (let tries = 0; tries < 5; tries += 1) await confirm(tired, '000000');
  for (const spent of both)
    expect((await confirm(tired, spent)).status, 'five tries spent them').toBe(400);

  const tabs = app.visitor();
  const { user: neighbour } = await insertBuyer(app);
  const codes = [];
  for (const email of [user.email, user.email, neighbour.email, user.email])
    codes.push(await codeOf(tabs, email));
  const [dropped = '', newer = '', foreign = '', last = ''] = codes;
  expect((await confirm(tabs, dropped)).status, 'the last three of a browser are good').toBe(400);
  expect((await confirm(tabs, foreign)).body).toMatchObject({ data: { _id: neighbour.id } });
  for (const ended of [newer, last])
    expect((await confirm(tabs, ended)).status, 'a used one ends the others').toBe(400);

  const late = app.visitor();
  const third = await codeOf(late, user.email);
  app.advance(10 * MINUTE + 1);
  expect((await confirm(late, third)).status).toBe(400);
  expect(await isSignedIn(late)).toBe(false);
});

test('the mail names browser, time and address of the site, and its link holds the code where no server sees it', async () => {
  const { user } = await insertBuyer(app);
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await ask(app.visitor(), user.email, { 'User-Agent': firefox });
  const { text = '' } = await app.mail.email(user.email, CODE);
  const code = /^\d{6}$/m.exec(text)?.[0];
  expect(text).toContain('Firefox on Linux');
  expect(text).toContain(String(app.server.services.clock().getFullYear()));
  expect(text).toContain(`Type it at ${app.origin} and nowhere else`);
  expect(text).toContain(`${app.origin}/sign-in#code=${code}`);
});

test('known, unknown, unconfirmed and deleted addresses and those of owner and assistant get the same answer', async () => {
  const { user } = await insertBuyer(app);
  const { user: unverified } = await insertBuyer(app, { verified: false });
  const { person: gone, user: deleted } = await insertBuyer(app);
  expect((await gone.post(`${USER}/delete`, { password: PASSWORD })).status).toBe(200);
  const { user: assistant } = await insertAssistant(app);
  const owner = await rowWith(app, 'users', { role: 'owner' });
  const all = [user, unverified, deleted, assistant, owner, { email: newAddress() }];
  const answers = await Promise.all(
    all.map(async ({ email }) => {
      const visitor = app.visitor();
      const { status, body, headers } = await ask(visitor, email);
      const wrong = await confirm(visitor, '000000');
      return [status, body, headers.get('Content-Length'), wrong.status, wrong.body];
    }),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (const { email } of [assistant, owner]) {
    const { text = '' } = await app.mail.email(email, /use your password/);
    expect(text).not.toMatch(/^\d{6}$/m);
  }
});

test('a code opens no account of somebody who became an assistant meanwhile', async () => {
  const { user } = await insertBuyer(app);
  const person = app.visitor();
  const code = await codeOf(person, user.email);
  await app.write((tx) =>
    updateUser(tx, user.id, { assistant_since: iso(app.server.services.clock()) }),
  );
  expect((await confirm(person, code)).status).toBe(400);
  expect(await isSignedIn(person)).toBe(false);
});

test('a new address becomes a confirmed account without a password, once it has a name', async () => {
  const email = newAddress();
  const person = app.visitor();
  const code = await codeOf(person, email);
  expect((await confirm(person, code)).body).toMatchObject({ success: true, nameNeeded: true });
  expect(await isSignedIn(person)).toBe(false);
  app.advance(9 * MINUTE);
  const { body } = await confirm(person, code, 'Nina Rao');
  expect(body.data).toMatchObject({ name: 'Nina Rao', email, isVerified: true, role: 'buyer' });
  const row = await rowWith(app, 'users', { email });
  expect(row.password_hash).toBeNull();
  expect((await enterPassword(app.visitor(), email)).status).toBe(401);
  await app.mail.email(email, /Welcome/);
  const again = await byCode(email);
  expect(again.answer.body).toMatchObject({ data: { _id: body.data._id } });
});

test('two browsers of a newcomer that finish at once get into one account', async () => {
  const email = newAddress();
  const both = [app.visitor(), app.visitor()];
  const codes: string[] = [];
  for (const person of both) codes.push(await codeOf(person, email));
  const answers = await Promise.all(
    both.map((person, at) => confirm(person, codes[at] ?? '', 'Nina Rao')),
  );
  expect(new Set(answers.map(({ body }) => body.data?._id)).size).toBe(1);
  expect(await rowsWith(app.server.services.store.db, 'users', { email })).toHaveLength(1);
});

/** Somebody who signs up with another person's address and never reads the mailbox. */
const hijack = async (email: string) => {
  const attacker = await signUp(app, { name: 'Mallory', email, password: PASSWORD });
  const { id } = await rowWith(app, 'users', { email });
  await changeRow(app, 'users', id, { billing: '{"line1":"Of Mallory"}' });
  return attacker;
};

const ways = {
  'a code': async (email: string, meanwhile: () => Promise<void>) => {
    const person = app.visitor();
    const code = await codeOf(person, email);
    await meanwhile();
    expect((await confirm(person, code)).body).toMatchObject({ nameNeeded: true });
    expect((await confirm(person, code, 'Victoria')).status).toBe(200);
    return person;
  },
  'a reset link': async (email: string, meanwhile: () => Promise<void>) => {
    await meanwhile();
    await app.visitor().post(`${USER}/forget-password`, { email });
    const { text = '' } = await app.mail.email(email, /Set a new password/);
    const token = /create-password\/([\w-]+)/.exec(text)?.[1];
    const password = 'Another-Ferry-43';
    expect((await app.visitor().post(`${USER}/reset-password/${token}`, { password })).status).toBe(
      200,
    );
    const person = app.visitor();
    expect((await enterPassword(person, email, password)).status).toBe(200);
    return person;
  },
};

for (const [way, prove] of Object.entries(ways)) {
  for (const when of ['before', 'meanwhile'] as const) {
    test(`who signed up ${when} with somebody else's address keeps no session and no password after ${way}`, async () => {
      const email = newAddress();
      let attacker = app.visitor();
      const attack = async () => {
        attacker = await hijack(email);
      };
      if (when === 'before') await attack();
      const person = await prove(email, when === 'before' ? async () => {} : attack);
      expect(await isSignedIn(attacker), 'by session').toBe(false);
      expect((await enterPassword(attacker, email)).status, 'by password').toBe(401);
      const user = await rowWith(app, 'users', { email });
      expect(user).toMatchObject({ is_verified: 1, billing: null, avatar_hash: null });
      expect(user.name).not.toBe('Mallory');
      const { db } = app.server.services.store;
      expect(await rowsWith(db, 'sessions', { user_id: user.id })).toHaveLength(1);
      expect(await rowsWith(db, 'mailed_codes', { user_id: user.id })).toEqual([]);
      expect(user.next_path, 'the page wanted').toBeNull();
      expect(await isSignedIn(person)).toBe(true);
    });
  }
}

test('a sign-up that arrives after the proof takes nothing', async () => {
  const email = newAddress();
  await byCode(email, 'Victoria');
  const late = { name: 'Mallory', email, password: PASSWORD };
  expect((await app.visitor().post(`${USER}/sign-up`, late)).status).toBe(409);
});

test('a code replaces no second factor and starts no three-day way back', async () => {
  const { user } = await insertBuyer(app);
  await app.write((tx) =>
    tx
      .insertInto('totp_secrets')
      .values({
        ...{ user_id: user.id, encrypted: app.server.services.encryption.encrypt('AAAA') },
        ...{ confirmed_at: iso(app.server.services.clock()), last_step: 0 },
      })
      .execute(),
  );
  const { person, answer } = await byCode(user.email);
  expect(answer.body).toMatchObject({ secondStep: { totp: true, passkey: false } });
  expect(await isSignedIn(person)).toBe(false);
  expect((await person.post(`${USER}/sign-in/lost-factors`)).status).toBe(403);
});

test('a code that signs in confirms no sensitive action: a second one does, for those without a password', async () => {
  const { person } = await byCode(newAddress(), 'Nina Rao');
  expect((await person.get(`${USER}/confirmation`)).headers.get('X-Confirm')).toBe('needed');
  const add = { newPassword: 'Another-Ferry-43' };
  expect((await person.post(`${USER}/password`, add)).status).toBe(403);
  expect((await person.post(`${USER}/delete`, {})).status).toBe(403);
  expect((await person.get(`${USER}/confirmation/ways`)).body).toMatchObject({
    ...{ totp: false, passkey: false, password: false, mailedCode: true },
  });
  const { email } = (await person.get(`${USER}/check-auth-user`)).body.data;
  expect((await person.post(`${USER}/confirmation/code`)).status).toBe(200);
  const { text = '' } = await app.mail.email(email, /confirm a change/);
  const mailedCode = /^\d{6}$/m.exec(text)?.[0] ?? '';
  expect((await confirm(app.visitor(), mailedCode)).status, 'it signs nobody in').toBe(400);
  const wrong = await person.post(`${USER}/confirmation`, { mailedCode: other(mailedCode) });
  expect(wrong).toMatchObject({ status: 403, body: { field: 'mailedCode' } });
  expect((await person.post(`${USER}/confirmation`, { mailedCode })).status).toBe(200);
  expect((await person.post(`${USER}/password`, add)).status).toBe(200);
  expect((await enterPassword(app.visitor(), email, add.newPassword)).status).toBe(200);
  expect((await person.post(`${USER}/confirmation/code`)).status, 'has a password now').toBe(403);
  const missing = await person.post(`${USER}/password`, { newPassword: 'Third-Ferry-44' });
  expect(missing).toMatchObject({ status: 400, body: { field: 'password' } });
});

test('"This was not me" ends every session and turns codes off until a link has set a new password', async () => {
  const { person: first, user } = await insertBuyer(app);
  const { person: thief } = await byCode(user.email);
  const { text = '' } = await app.mail.email(user.email, /new device signed in/);
  const token = /#not-me=([\w-]+)/.exec(text)?.[1];
  expect((await app.visitor().get('/sign-in')).status).toBe(200);
  expect(await isSignedIn(thief), 'opening the page changes nothing').toBe(true);
  const say = () => app.visitor().post(`${USER}/sign-in/not-me`, { token });
  expect((await say()).status).toBe(200);
  expect([await isSignedIn(first), await isSignedIn(thief)]).toEqual([false, false]);
  expect((await say()).status, 'once').toBe(400);

  const asking = app.visitor();
  await ask(asking, user.email);
  expect((await app.mail.email(user.email, /Codes by mail are off/)).text).not.toMatch(/^\d{6}$/m);
  await app.visitor().post(`${USER}/forget-password`, { email: user.email });
  const mail = await app.mail.email(user.email, /Set a new password/);
  const link = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1];
  const reset = { password: 'Another-Ferry-43' };
  expect((await app.visitor().post(`${USER}/reset-password/${link}`, reset)).status).toBe(200);
  expect((await byCode(user.email)).answer.status).toBe(200);
});

test('no mail about a new device goes to somebody who has just signed up there', async () => {
  const email = newAddress();
  const person = await signUpBuyer(app, { name: 'Nina', email, password: PASSWORD });
  await person.post(`${USER}/logout`);
  expect((await enterPassword(person, email)).status).toBe(200);
  await app.server.services.background.settled();
  expect(emailsTo(email, /new device/)).toEqual([]);
});

test('a thousand requests from five hundred addresses lock nobody out, and a thousand addresses get no thousand mails', async () => {
  const guarded = await startTestApp({ TRUST_PROXY: 'true' }, { testMultiplier: 1 });
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  try {
    const { user } = await insertBuyer(guarded);
    const home = guarded.visitor();
    const signIn = (who: Person, address: string) =>
      who.post(`${USER}/sign-in`, { email: user.email, password: PASSWORD }, from(address));
    expect((await signIn(home, '198.51.100.1')).status).toBe(200);

    const stranger = guarded.visitor();
    const statuses = new Map<number, number>();
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, at) =>
          ask(stranger, user.email, from(`10.${at % 250}.${Math.floor(at / 250)}.7`)),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // Ten of the day, one each of fifty networks, and one of the quarter of an hour.
    expect(statuses.get(200)).toBe(61);
    expect(statuses.get(429)).toBe(939);

    await waitFor(() => expect(emailsTo(user.email, CODE, guarded)).toHaveLength(61));
    const enterFrom = async (who: Person, address: string) =>
      confirm(who, await codeOf(who, user.email, guarded, from(address)), '', from(address));
    expect((await enterFrom(home, '203.0.113.9')).status, 'a known device').toBe(200);
    const phone = guarded.visitor();
    expect((await enterFrom(phone, '203.0.113.77')).status, 'a known network').toBe(200);
    const elsewhere = guarded.visitor();
    expect((await ask(elsewhere, user.email, from('192.0.2.5'))).status).toBe(429);
    expect((await signIn(elsewhere, '192.0.2.5')).status, 'the password').toBe(200);
    guarded.advance(15 * MINUTE + 1);
    const later = await ask(guarded.visitor(), user.email, from('192.0.2.7'));
    expect(later.status, 'one mail in a quarter of an hour is always left').toBe(200);
    const forgot = { email: user.email };
    expect(
      (await guarded.visitor().post(`${USER}/forget-password`, forgot, from('192.0.2.6'))).status,
      'the reset link',
    ).toBe(200);

    const many: number[] = [];
    for (let at = 0; at < 30; at += 1)
      many.push((await ask(stranger, newAddress(), from('192.0.2.200'))).status);
    expect(
      many.filter((status) => status === 200),
      'one host',
    ).toHaveLength(20);
  } finally {
    await guarded.close();
  }
}, 120_000);

test('strangers of 25 networks keep nobody out: not a newcomer, not a buyer without a password, not the owner', async () => {
  const guarded = await startTestApp({ TRUST_PROXY: 'true' }, { testMultiplier: 1 });
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const networks = Array.from({ length: 25 }, (_, at) => from(`10.0.${at}.7`));
  const owner = await rowWith(guarded, 'users', { role: 'owner' });
  const forgot = (email: string, address: Record<string, string>) =>
    guarded.visitor().post(`${USER}/forget-password`, { email }, address);
  try {
    const { user } = await insertBuyer(guarded);
    const password_hash = await hashPassword(PASSWORD);
    await guarded.write(async (tx) => {
      await updateUser(tx, user.id, { password_hash: null });
      await updateUser(tx, owner.id, { password_hash });
    });
    const plus = user.email.replace('@', '+spam@');
    for (const [at, address] of networks.entries()) {
      await ask(guarded.visitor(), at % 2 ? plus : user.email, address);
      await forgot(owner.email, address);
      const wrong = { email: owner.email, password: 'x' };
      for (let tries = 0; tries < 2; tries += 1)
        await guarded.visitor().post(`${USER}/sign-in`, wrong, address);
    }
    const { limits } = guarded.server.services;
    for (let at = 0; at < 500; at += 1)
      await limits.take(LIMITS.codesInAll, '').catch(() => undefined);
    await guarded.server.services.background.settled();
    const mailed = () =>
      emailsTo(user.email, CODE, guarded).length + emailsTo(plus, CODE, guarded).length;
    await waitFor(() => expect(mailed()).toBe(25));

    const mine = from('192.0.2.5');
    const person = guarded.visitor();
    const code = await codeOf(person, user.email, guarded, mine);
    expect((await confirm(person, code, '', mine)).status, 'a buyer').toBe(200);
    const newcomer = guarded.visitor();
    const own = await codeOf(newcomer, newAddress(), guarded, mine);
    expect((await confirm(newcomer, own, 'Nina Rao', mine)).status, 'a newcomer').toBe(200);
    expect((await forgot(owner.email, mine)).status, 'the owner’s link').toBe(200);
    const signIn = await guarded
      .visitor()
      .post(`${USER}/sign-in`, { email: owner.email, password: PASSWORD }, mine);
    expect(signIn.status, 'the owner’s password').toBe(200);

    const late = newAddress();
    expect((await ask(guarded.visitor(), late, from('10.0.3.7'))).status).toBe(200);
    await guarded.server.services.background.settled();
    expect(emailsTo(late, CODE, guarded), 'a stranger’s is slow, not refused').toEqual([]);
    guarded.advance(30 * MINUTE);
    guarded.server.services.outbox.flush();
    await waitFor(() => expect(emailsTo(late, CODE, guarded)).toHaveLength(1));
  } finally {
    await guarded.close();
  }
}, 120_000);

test('wrong codes of strangers are limited by the day; the person still has their own', async () => {
  const { user } = await insertBuyer(app);
  const { person: home } = await byCode(user.email);
  await app.write((tx) => tx.updateTable('devices').set({ network: null }).execute());
  const strangers: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const stranger = app.visitor();
    const code = await codeOf(stranger, user.email);
    for (let tries = 0; tries < 5; tries += 1)
      strangers.push((await confirm(stranger, other(code))).status);
    if (round < 5) continue;
    expect((await confirm(stranger, code)).status).toBe(429);
  }
  expect(strangers.filter((status) => status === 400)).toHaveLength(25);
  expect((await confirm(home, await codeOf(home, user.email))).status).toBe(200);
  app.advance(DAY + HOUR);
  expect((await byCode(user.email)).answer.status).toBe(200);
});
