import { expect, test } from 'vitest';
import { updateUser } from '../../api/modules/accounts/queries.ts';
import { endSessionsExcept } from '../../api/modules/accounts/sessions.ts';
import { openSessionFor } from '../../api/modules/accounts/sign-in.ts';
import { iso, later } from '../../api/platform/clock.ts';
import { hashToken } from '../../api/platform/ids.ts';
import { insertBuyer, PASSWORD, signedIn } from '../support/people.ts';
import {
  changeSession,
  FIREFOX,
  openSessionOf,
  openSessionOfNewBuyer,
  storedSession,
  userOf,
} from '../support/sessions.ts';
import { app, shareInProcessApp } from '../support/shared-in-process-app.ts';

const now = new Date();
const clock = () => now;

shareInProcessApp(clock);

const ME = '/api/v1/user/check-auth-user';
const SESSIONS = '/api/v1/user/sessions';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const services = () => app.server.services;

test('the browser’s name is stored up to 300 characters', async () => {
  const { user } = await insertBuyer(app);
  expect((await storedSession(await openSessionOf(user.id, 'x'.repeat(400)))).user_agent).toBe(
    'x'.repeat(300),
  );
  const token = await openSessionOf(user.id);
  expect(await storedSession(token)).toMatchObject({
    user_agent: FIREFOX,
    confirmed_at: iso(clock()),
  });
});

test('signing in sets a cookie for thirty days that scripts cannot read, and signing out deletes it', async () => {
  const { person, user } = await insertBuyer(app);
  const before = hashToken(person.cookies.get('sid') ?? '');
  await person.get(ME);
  const xsrf = person.cookies.get('XSRF-TOKEN');
  app.ended.length = 0;
  const signIn = { email: user.email, password: PASSWORD };
  const answer = await person.post('/api/v1/user/sign-in', signIn);
  const cookieOf = ({ headers }: { headers: Headers }) =>
    headers.getSetCookie().find((line) => line.startsWith('sid='));
  const token = person.cookies.get('sid') ?? '';
  expect(cookieOf(answer)).toBe(`sid=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
  const audited = await services()
    .store.db.selectFrom('audit_log')
    .select('changes')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(audited.changes)).toMatchObject({ device: [null, 'new'] });
  expect(person.cookies.get('XSRF-TOKEN'), 'belongs to the session').not.toBe(xsrf);
  expect(app.ended, 'the earlier session of this browser').toEqual([{ session: before }]);
  expect(await person.get('/api/v1/user/check-token')).toMatchObject({ body: { hasToken: true } });
  const out = await person.post('/api/v1/user/logout');
  expect(cookieOf(out)).toBe('sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  expect(app.ended.at(-1)).toEqual({ session: hashToken(token) });
  expect(await userOf(token)).toBeNull();
  expect(await person.get('/api/v1/user/check-token')).toMatchObject({ body: { hasToken: false } });
});

test('a cookie that is no session any more ends nothing when its browser signs in', async () => {
  const { person, user } = await insertBuyer(app);
  await changeSession(person.cookies.get('sid') ?? '', { expires_at: iso(clock()) });
  app.ended.length = 0;
  await person.post('/api/v1/user/sign-in', { email: user.email, password: PASSWORD });
  expect(app.ended).toEqual([]);
});

test('lists a person’s devices, the current one first, without what has ended', async () => {
  const { user } = await insertBuyer(app);
  await app.write((tx) => tx.deleteFrom('sessions').where('user_id', '=', user.id).execute());
  const current = await signedIn(app, user.id);
  const start = iso(clock());
  for (const [age, agent] of [
    [1, PIXEL],
    [2, TABLET],
  ] as const)
    await changeSession(await openSessionOf(user.id, agent), { seen_at: later(clock(), age) });
  await changeSession(await openSessionOf(user.id), { expires_at: start });
  const { data } = (await current.get(SESSIONS)).body;
  expect(data).toMatchObject([
    { device: 'Firefox on Linux', kind: 'desk', current: true, startedAt: start, lastSeen: start },
    { device: 'Safari on iOS', kind: 'tablet', current: false },
    { device: 'Chrome on Android', kind: 'phone', current: false },
  ]);
  for (const { _id } of data) expect(_id).toMatch(/^[\w-]{22}$/);
});

test('ends one session of one’s own, or all of them, with their sockets', async () => {
  const { person, user } = await insertBuyer(app);
  const other = await openSessionOf(user.id, PIXEL);
  const stranger = await insertBuyer(app);
  const { data } = (await person.get(SESSIONS)).body;
  const id = data.find((each: { current: boolean }) => !each.current)._id;
  app.ended.length = 0;
  expect((await stranger.person.delete(`${SESSIONS}/${id}`)).status).toBe(404);
  expect(app.ended).toEqual([]);
  expect((await person.delete(`${SESSIONS}/${id}`)).status).toBe(200);
  expect(app.ended).toEqual([{ session: hashToken(other) }]);
  expect(await userOf(other)).toBeNull();
  expect((await person.get(ME)).status).toBe(200);
  expect((await person.delete(SESSIONS)).status).toBe(200);
  expect(app.ended.at(-1)).toEqual({ userId: user.id });
  expect(person.cookies.has('sid')).toBe(false);
  expect((await person.get(ME)).status).toBe(401);
  expect((await stranger.person.get(ME)).status).toBe(200);
});

test('ends every session and known device of a person but those in use', async () => {
  const { user, token } = await openSessionOfNewBuyer();
  const { token: stranger } = await openSessionOfNewBuyer();
  const { db } = services().store;
  const insertDevices = (names: string[]) =>
    db
      .insertInto('devices')
      .values(
        names.map((token_hash) => ({ token_hash, user_id: user.id, created_at: iso(clock()) })),
      )
      .execute();
  await insertDevices([`current ${user.id}`, `other ${user.id}`]);
  const except = { session: hashToken(token), device: `current ${user.id}` };
  const end = (excepted?: typeof except) =>
    app.write((tx) => endSessionsExcept(tx, services(), user.id, excepted));
  const left = async () => {
    const of = (table: 'sessions' | 'devices') =>
      db.selectFrom(table).select('token_hash').where('user_id', '=', user.id).execute();
    return [...(await of('sessions')), ...(await of('devices'))].map((row) => row.token_hash);
  };
  app.ended.length = 0;
  await end(except);
  expect(await left()).toEqual([except.session, except.device]);
  await end();
  expect(await left()).toEqual([]);
  expect(app.ended).toEqual([
    { userId: user.id, butSession: except.session },
    { userId: user.id, butSession: undefined },
  ]);
  expect(await userOf(stranger)).not.toBeNull();
});

test('a new device is mailed once, to staff as to buyers', async () => {
  const { user: buyer } = await insertBuyer(app);
  const { user } = await insertBuyer(app);
  const assistant = await app.write((tx) =>
    updateUser(tx, user.id, { assistant_since: iso(clock()) }),
  );
  const request = { address: '203.0.113.7', userAgent: FIREFOX, device: undefined };
  const signIn = (who: typeof user, device?: string) =>
    app.write((tx) => openSessionFor(tx, services(), who, { ...request, device }));
  app.subjects.length = 0;
  expect((await signIn(buyer)).device).not.toBeNull();
  expect(app.subjects).toEqual([expect.stringMatching(/signed in/i)]);
  app.subjects.length = 0;
  const first = await signIn(assistant);
  expect(app.subjects).toEqual([expect.stringMatching(/sign-in|signed in/i)]);
  expect(await userOf(first.token)).toMatchObject({ id: user.id, last_login_at: iso(clock()) });
  expect((await signIn(assistant, first.device ?? '')).device).toBeNull();
  expect(app.subjects).toHaveLength(1);
});

test('a password that was changed during a sign-in opens no session', async () => {
  const { user } = await openSessionOfNewBuyer();
  await app.write((tx) => updateUser(tx, user.id, { password_hash: 'another' }));
  const request = { address: '203.0.113.7', userAgent: FIREFOX, device: undefined };
  const signIn = app.write((tx) => openSessionFor(tx, services(), user, request));
  await expect(signIn).rejects.toMatchObject({ status: 401 });
});
