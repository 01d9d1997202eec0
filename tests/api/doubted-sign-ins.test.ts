import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { createPasskey } from '../support/passkey.ts';
import { ADDRESS, codeFor, insertBuyer, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const USER = '/api/v1/user';
const FACTOR = `${USER}/second-factor`;
const NEW = 'Another-Ferry-43';

const enterPassword = async (email: string, password = NEW) => {
  const person = app.visitor();
  return { person, answer: await person.post(`${USER}/sign-in`, { email, password }) };
};

async function enterByPasskey(passkey: ReturnType<typeof createPasskey>) {
  const person = app.visitor();
  const { challenge } = (await person.get(`${USER}/sign-in/with-passkey`)).body.options;
  const given = { passkey: passkey.answer(challenge) };
  const { status } = await person.post(`${USER}/sign-in/with-passkey`, given);
  return { person, status };
}

/** Opens the newest link of such a mail. */
async function sayNotMe(email: string, subject: RegExp): Promise<number> {
  await app.server.services.background.settled();
  const { text = '' } = await app.mail.email(email, subject);
  const token = /#not-me=([\w-]+)/.exec(text)?.[1];
  return (await app.visitor().post(`${USER}/sign-in/not-me`, { token })).status;
}

/** Sets a new password by mail, as everybody can who reads the mailbox. */
async function reset(email: string) {
  await app.visitor().post(`${USER}/forget-password`, { email });
  const { text = '' } = await app.mail.email(email, /Set a new password/);
  const token = /create-password\/([\w-]+)/.exec(text)?.[1];
  const answer = await app.visitor().post(`${USER}/reset-password/${token}`, { password: NEW });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** An account with a passkey of a month ago, or none, which somebody else opens now and adds what they can. */
async function intrude({ isOld = true } = {}) {
  const { person: home, user } = await insertBuyer(app);
  const own = createPasskey(app.origin);
  if (isOld) expect((await own.addTo(home, async () => {}, { signInOnly: true })).status).toBe(201);
  app.advance(30 * DAY);
  const { person: thief, answer } = await enterPassword(user.email, PASSWORD);
  expect(answer.status).toBe(200);
  app.advance(MINUTE);
  await thief.put('/api/v1/gig/order/last-address', {
    addressInfo: { ...ADDRESS, companyName: 'Mallory Limited' },
  });
  const copies = `mallory-${user.id}@copies.example`;
  expect((await thief.post(`${USER}/paper-copies`, { email: copies })).status).toBe(200);
  await thief.post(`${USER}/paper-copies/confirm`, { code: await codeFor(app, copies) });
  const theirs = createPasskey(app.origin);
  expect((await theirs.addTo(thief)).status).toBe(201);
  return { user, own, theirs, thief };
}

const namesOf = (keys: { name: string }[]) => keys.map(({ name }) => name.split(' ')[0]).sort();

test('"This was not me" suspends what was added since that sign-in; a new password lists what remains, and the older key decides what comes back', async () => {
  const { user, own, theirs } = await intrude();
  expect(await sayNotMe(user.email, /new device signed in/)).toBe(200);
  expect((await enterByPasskey(theirs)).status, 'their passkey').toBe(401);
  expect((await enterPassword(user.email, PASSWORD)).answer.status, 'the password').toBe(401);
  const told = await app.mail.email(user.email, /are suspended/);
  expect(told.text).toContain('Copies of papers to mallory');

  const { keys } = await reset(user.email);
  expect(namesOf(keys), 'the old passkey').toEqual(['Passkey']);
  const { text } = await app.mail.email(user.email, /password was changed/);
  expect(text).toMatch(/Passkey “.*added \d+ \w+ 20\d\d/s);
  expect((await enterByPasskey(theirs)).status, 'also after a new password').toBe(401);
  const { person: byPassword, answer } = await enterPassword(user.email);
  expect(answer.body, 'the password alone').toHaveProperty('secondStep');
  expect((await byPassword.get(`${USER}/check-token`)).body.hasToken).toBe(false);

  const { person } = await enterByPasskey(own);
  const { suspended, passkeys } = (await person.get(FACTOR)).body;
  expect(namesOf(suspended)).toEqual(['Copies', 'Passkey', 'Recovery']);
  expect(passkeys).toHaveLength(1);
  expect((await person.get(`${USER}/paper-copies`)).body.copies).toBeNull();
  for (const { _id, name } of suspended) {
    const call = `${FACTOR}/suspended/${_id}`;
    const settled = name.startsWith('Recovery')
      ? await person.delete(call)
      : await person.post(call);
    expect(settled.status, name).toBe(200);
  }
  expect((await person.get(`${USER}/paper-copies`)).body.copies.email).toContain('mallory');
  expect((await enterByPasskey(theirs)).status, 'brought back').toBe(200);
});

test('where every key is younger than the doubted sign-in, the mailbox opens the account after three announced days, which no key ends', async () => {
  const { user, theirs, thief } = await intrude({ isOld: false });
  expect(await sayNotMe(user.email, /new device signed in/)).toBe(200);
  await reset(user.email);
  const { person, answer } = await enterPassword(user.email);
  expect(answer.body).toMatchObject({ secondStep: { totp: false, passkey: false } });
  expect((await person.post(`${USER}/sign-in/lost-factors`)).status).toBe(200);
  const { text = '' } = await app.mail.email(user.email, /without your keys/);
  const code = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/m.exec(text)?.[0] ?? '';
  expect((await person.post(`${USER}/sign-in/confirm`, { code })).status, 'too early').toBe(401);
  app.advance(3 * DAY);
  const late = await enterPassword(user.email);
  expect((await late.person.post(`${USER}/sign-in/confirm`, { code })).status).toBe(200);
  expect((await late.person.get(FACTOR)).body).toMatchObject({ passkeys: [], suspended: [] });
  expect((await enterByPasskey(theirs)).status).toBe(401);
  expect((await thief.get(`${USER}/check-token`)).body.hasToken).toBe(false);
});

test('a key is removed only by one that is not younger, until it is seven days old', async () => {
  const { own, theirs, thief } = await intrude();
  const { passkeys } = (await thief.get(FACTOR)).body;
  const [old, young] = passkeys.map(({ _id }: { _id: string }) => `${FACTOR}/passkeys/${_id}`);
  const { person: intruder } = await enterByPasskey(theirs);
  const refused = await intruder.delete(old);
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringMatching(/older/) } });
  expect((await intruder.post(`${FACTOR}/recovery-codes`)).status, 'of its own age').toBe(200);
  const { person } = await enterByPasskey(own);
  expect((await person.delete(young)).status).toBe(200);

  const { person: later } = await enterByPasskey(own);
  const next = createPasskey(app.origin);
  await next.addTo(later);
  app.advance(7 * DAY + MINUTE);
  const { person: week } = await enterByPasskey(next);
  expect((await week.delete(old)).status, 'a phone that was lost').toBe(200);
});

test('the old address takes a change back for seven days, with what was added in that session, and nobody gets it meanwhile', async () => {
  const { user, theirs, thief } = await intrude();
  const email = `mallory-${user.id}@moved.example`;
  expect((await thief.post(`${USER}/email`, { email, password: PASSWORD })).status).toBe(200);
  const { text = '' } = await app.mail.email(email, /new address/);
  const code = /^\d{6}$/m.exec(text)?.[0];
  expect((await thief.post(`${USER}/email/confirm`, { code })).status).toBe(200);
  expect((await enterByPasskey(theirs)).status).toBe(200);
  app.advance(6 * DAY);
  const taken = await app
    .visitor()
    .post(`${USER}/sign-up`, { name: 'Mallory', email: user.email, password: NEW });
  expect(taken.status).toBe(409);
  expect(await sayNotMe(user.email, /address was changed/)).toBe(200);
  expect((await enterByPasskey(theirs)).status).toBe(401);
  expect(await sayNotMe(email, /new device/), 'a link to the new address').toBe(400);
  await reset(user.email);
  expect((await enterPassword(user.email)).answer.status).toBe(200);
});
