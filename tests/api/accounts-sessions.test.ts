import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { HOUR } from '../../api/platform/clock.ts';
import { ON_POSTGRES } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { BELA, codeFor, insertBuyer, PASSWORD, signUp, signUpBuyer } from '../support/people.ts';
import { openPersonSocket, waitForClose } from '../support/person-socket.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

const ME = '/api/v1/user/check-auth-user';

const signIn = (person: Person, email: string, password = PASSWORD) =>
  person.post('/api/v1/user/sign-in', { email, password });

test('replaces the session at sign-in and ends the previous one', async () => {
  const { person, user } = await insertBuyer(app);
  const planned = person.cookies.get('sid') ?? '';
  expect((await signIn(person, user.email)).status).toBe(200);
  expect(person.cookies.get('sid')).not.toBe(planned);
  const thief = app.visitor();
  thief.cookies.set('sid', planned);
  expect((await thief.get(ME)).status).toBe(401);
  const fixed = app.visitor();
  fixed.cookies.set('sid', 'x'.repeat(43));
  await signIn(fixed, user.email);
  expect(fixed.cookies.get('sid')).not.toBe('x'.repeat(43));
});

test('ends the session at sign-out for replayed cookies and open sockets', async () => {
  const { person } = await insertBuyer(app);
  const thief = app.visitor();
  thief.cookies.set('sid', person.cookies.get('sid') ?? '');
  const socket = await openPersonSocket(person);
  expect((await person.post('/api/v1/user/logout')).status).toBe(200);
  await waitForClose(socket);
  expect((await thief.get(ME)).status).toBe(401);
  await expect(openPersonSocket(thief)).rejects.toThrow();
});

test('ends every session and socket after a password reset and sends a notice by email', async () => {
  const bela = await signUpBuyer(app, BELA);
  const other = app.visitor();
  await signIn(other, BELA.email);
  const socket = await openPersonSocket(other);
  await app.visitor().post('/api/v1/user/forget-password', { email: BELA.email });
  const mail = await app.mail.email(BELA.email, /Set a new password/);
  const token = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1];
  const reset = await app
    .visitor()
    .post(`/api/v1/user/reset-password/${token}`, { password: 'Another-Ferry-43' });
  expect(reset.status).toBe(200);
  await waitForClose(socket);
  expect((await bela.get(ME)).status).toBe(401);
  expect((await other.get(ME)).status).toBe(401);
  await app.mail.email(BELA.email, /password was changed/);
  expect((await signIn(app.visitor(), BELA.email)).status).toBe(401);
  expect((await signIn(app.visitor(), BELA.email, 'Another-Ferry-43')).status).toBe(200);
});

test.skipIf(ON_POSTGRES)(
  'keeps people signed in while storage is read-only without extending their sessions',
  async () => {
    const stuck = await startTestApp();
    const { db } = stuck.server.services.store;
    const writable = (yes: boolean) => sql`PRAGMA query_only = ${sql.lit(yes ? 0 : 1)}`.execute(db);
    const { person } = await insertBuyer(stuck);
    const session = () => db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const status = async () => (await person.get(ME)).status;
    stuck.advance(HOUR);
    const before = await session();
    await writable(false);
    expect(await status(), 'the session is not extended').toBe(200);
    expect(await session()).toEqual(before);

    stuck.advance(-2 * HOUR);
    expect([await status(), await status()], 'not answered as signed out').toEqual([503, 503]);
    await writable(true);
    expect(await status(), 'signed in again after the failed write').toBe(200);
    const moved = Date.parse(before.created_at) - Date.parse((await session()).created_at);
    expect(Math.round(moved / HOUR)).toBe(1);
    await stuck.close();
  },
);

test.skipIf(ON_POSTGRES)(
  'stores no usable session, code, link or password in the database file',
  async () => {
    const nisha = await signUp(app, {
      name: 'Nisha',
      email: 'nisha@buyers.example',
      password: PASSWORD,
    });
    const code = await codeFor(app, 'nisha@buyers.example');
    await nisha.post('/api/v1/user/verify-email', {
      code: code === '000000' ? '000001' : '000000',
    });
    await signIn(nisha, 'nisha@buyers.example');
    await nisha.post('/api/v1/user/forget-password', { email: 'nisha@buyers.example' });
    const mail = await app.mail.email('nisha@buyers.example', /Set a new password/);
    const link = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const secrets = [
      nisha.cookies.get('sid') ?? '',
      nisha.cookies.get('device') ?? '',
      link,
      PASSWORD,
    ];
    for (const end of ['', '-wal']) {
      const bytes = readFileSync(`${app.dataDir}/app.db${end}`);
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(10);
        expect(bytes.includes(secret)).toBe(false);
      }
    }
    const { db } = app.server.services.store;
    const codes = await db.selectFrom('mailed_codes').selectAll().execute();
    expect(codes.map((each) => each.code_hash.slice(0, 9))).toContain('$argon2id');
  },
);

test('answers visitors without a session politely and returns exactly the documented user fields', async () => {
  const { person, user } = await insertBuyer(app);
  const gone = await insertBuyer(app);
  const { db } = app.server.services.store;
  await db.deleteFrom('users').where('id', '=', gone.user.id).execute();
  const broken = app.visitor();
  broken.cookies.set('sid', '%E0%A4%A');
  const expired = await insertBuyer(app);
  await db
    .updateTable('sessions')
    .set({ expires_at: user.created_at })
    .where('user_id', '=', expired.user.id)
    .execute();
  for (const nobody of [app.visitor(), broken, expired.person, gone.person]) {
    const token = await nobody.get('/api/v1/user/check-token');
    expect(token).toMatchObject({ status: 200, body: { hasToken: false } });
    expect((await nobody.get(ME)).status).toBe(401);
  }
  expect((await person.get('/api/v1/user/check-token')).body).toEqual({ hasToken: true });
  expect((await person.get(ME)).status).toBe(200);
});
