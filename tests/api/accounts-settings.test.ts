import { expect, test } from 'vitest';
import { MINUTE } from '../../api/platform/clock.ts';
import {
  ASHA,
  insertBuyer,
  orderBody,
  PASSWORD,
  signedIn,
  signUpBuyer,
} from '../support/people.ts';
import { openPersonSocket, waitForClose } from '../support/person-socket.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { waitFor } from '../support/wait-for.ts';

shareApp();

const ME = '/api/v1/user/check-auth-user';
const NEW_PASSWORD = 'Another-Ferry-43';
const signIn = (email: string, password = PASSWORD) =>
  app.visitor().post('/api/v1/user/sign-in', { email, password });

async function codeTo(email: string): Promise<string> {
  const mail = await app.mail.email(email, /new address/);
  return /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? '';
}

test('changes a name and refuses names that are empty, too long or more than one line', async () => {
  const { person } = await insertBuyer(app);
  const answer = await person.post('/api/v1/user/name', { name: '  Chandra R. Rao ' });
  expect(answer).toMatchObject({ status: 200, body: { user: { name: 'Chandra R. Rao' } } });
  for (const name of ['', ' ', 'a\r\nBcc: x@y.z', 'x'.repeat(81), 7, null]) {
    const refused = await person.post('/api/v1/user/name', { name });
    expect(refused).toMatchObject({ status: 400, body: { field: 'name' } });
  }
  expect((await person.get(ME)).body.data.name).toBe('Chandra R. Rao');
});

test('a name can be changed ten times an hour', async () => {
  const { person } = await insertBuyer(app);
  const rename = (name: string) => person.post('/api/v1/user/name', { name });
  for (let at = 0; at < 10; at += 1) expect((await rename(`Chandra ${at}`)).status).toBe(200);
  const refused = await rename('Chandra 10');
  expect(refused).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/several times/) },
  });
  expect((await person.get(ME)).body.data.name).toBe('Chandra 9');
  app.advance(60 * MINUTE);
  expect((await rename('Chandra Rao')).status).toBe(200);
});

test('an account shows its user these fields and no other', async () => {
  const { person } = await insertBuyer(app);
  expect(Object.keys((await person.get(ME)).body.data).sort()).toEqual([
    ...['_id', 'avatar', 'createdAt', 'email', 'isVerified', 'lastLogin', 'name', 'orders', 'role'],
  ]);
});

test('ignores account fields that a client may not set', async () => {
  const { person, user } = await insertBuyer(app);
  const claims = { _id: 'x', role: 'owner', isVerified: false, orders: ['x'], createdAt: 'x' };
  await person.post('/api/v1/user/name', { name: 'Chandra', email: 'other@x.example', ...claims });
  expect((await person.get(ME)).body.data).toMatchObject({
    _id: user.id,
    email: user.email,
    role: 'buyer',
    isVerified: true,
    orders: [],
  });
});

test('requires the old password for a new one, ends other sessions and sends a notice by email', async () => {
  const { person, user } = await insertBuyer(app);
  const other = await signedIn(app, user.id);
  const sockets = [await openPersonSocket(person), await openPersonSocket(other)] as const;
  const change = (password: string, newPassword: string) =>
    person.post('/api/v1/user/password', { password, newPassword });
  expect(await change('not it', NEW_PASSWORD)).toMatchObject({
    status: 403,
    body: { field: 'password' },
  });
  expect(await change(PASSWORD, 'qwertyuiop')).toMatchObject({
    status: 400,
    body: { field: 'newPassword' },
  });
  expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200);
  await waitForClose(sockets[1]);
  expect(sockets[0].connected).toBe(true);
  sockets[0].disconnect();
  expect((await person.get(ME)).status).toBe(200);
  expect((await other.get(ME)).status).toBe(401);
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
  const mail = await app.mail.email(user.email, /password was changed/);
  expect(mail.text).toContain('in your settings');
});

test('a link and the settings refuse a password made of the account’s own name', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Chandra Rao' });
  const changed = { password: PASSWORD, newPassword: 'chandra-rao-1' };
  expect(await person.post('/api/v1/user/password', changed)).toMatchObject({
    status: 400,
    body: { field: 'newPassword' },
  });
  await app.visitor().post('/api/v1/user/forget-password', { email: user.email });
  const mail = await app.mail.email(user.email, /password/i);
  const token = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1];
  const reset = (password: string) =>
    app.visitor().post(`/api/v1/user/reset-password/${token}`, { password });
  expect(await reset('ChandraRao99')).toMatchObject({ status: 400, body: { field: 'password' } });
  expect((await reset('Harvest-Lantern-17')).status).toBe(200);
});

test('limits wrong passwords at confirmation prompts to ten', async () => {
  const { person } = await insertBuyer(app);
  const guess = () => person.post('/api/v1/user/delete', { password: 'not it' });
  for (let each = 0; each < 10; each += 1) expect((await guess()).status).toBe(403);
  const stopped = await guess();
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('changes the address only after its code is entered and notifies the old address', async () => {
  const { person, user } = await insertBuyer(app);
  const email = 'Chandra.New@people.example';
  const ask = await person.post('/api/v1/user/email', { email, password: PASSWORD });
  expect(ask.status).toBe(200);
  expect((await person.get('/api/v1/user/email')).body.pending).toBe(email.toLowerCase());
  expect((await person.get(ME)).body.data.email).toBe(user.email);
  await app.visitor().post('/api/v1/user/forget-password', { email: user.email });
  const link = await app.mail.email(user.email, /Set a new/);
  const code = await codeTo(email.toLowerCase());
  const confirmed = await person.post('/api/v1/user/email/confirm', { code });
  expect(confirmed).toMatchObject({ status: 200, body: { user: { email: email.toLowerCase() } } });
  const notice = await app.mail.email(user.email, /address was changed/);
  expect(notice.text).toContain('c•••@people.example');
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(email)).status).toBe(200);
  const token = /create-password\/([\w-]+)/.exec(link.text ?? '')?.[1];
  const dead = await app
    .visitor()
    .post(`/api/v1/user/reset-password/${token}`, { password: NEW_PASSWORD });
  expect(dead.status, 'the link sent to the old address').toBe(400);
  expect((await person.post('/api/v1/user/email/confirm', { code })).status).toBe(400);
});

test('ends every other session, device and socket after an address change', async () => {
  const { person, user } = await insertBuyer(app);
  const other = app.visitor();
  await other.post('/api/v1/user/sign-in', { email: user.email, password: PASSWORD });
  expect(other.cookies.has('device')).toBe(true);
  const email = 'moved.away@people.example';
  // Gives the session a new token: a socket that was opened before has to connect again.
  await person.post('/api/v1/user/email', { email, password: PASSWORD });
  const sockets = [await openPersonSocket(person), await openPersonSocket(other)] as const;
  const code = await codeTo(email);
  expect((await person.post('/api/v1/user/email/confirm', { code })).status).toBe(200);
  await waitForClose(sockets[1]);
  expect(sockets[0].connected).toBe(true);
  sockets[0].disconnect();
  expect((await person.get(ME)).status).toBe(200);
  expect((await other.get(ME)).status).toBe(401);
  const { db } = app.server.services.store;
  const devices = db.selectFrom('devices').selectAll().where('user_id', '=', user.id);
  expect(await devices.execute()).toEqual([]);
});

test('accepts five guesses and ten minutes for an address change code, and cancels on request', async () => {
  const { person, user } = await insertBuyer(app);
  const ask = (email: string) => person.post('/api/v1/user/email', { email, password: PASSWORD });
  const confirm = (code: string) => person.post('/api/v1/user/email/confirm', { code });
  await ask('guessed@people.example');
  const code = await codeTo('guessed@people.example');
  for (let each = 0; each < 5; each += 1) {
    expect((await confirm(code === '111111' ? '222222' : '111111')).status).toBe(400);
  }
  expect((await confirm(code)).status).toBe(400);
  await ask('late@people.example');
  const late = await codeTo('late@people.example');
  app.advance(10 * MINUTE + 1);
  expect((await confirm(late)).status).toBe(400);
  await ask('dropped@people.example');
  const dropped = await codeTo('dropped@people.example');
  expect((await person.delete('/api/v1/user/email')).status).toBe(200);
  expect((await confirm(dropped)).status).toBe(400);
  expect((await person.get(ME)).body.data.email).toBe(user.email);
  expect((await ask(user.email)).status).toBe(400);
});

test('the first of two codes for a new address is still good', async () => {
  const { person } = await insertBuyer(app);
  const email = 'slow@people.example';
  const ask = (to: string) => person.post('/api/v1/user/email', { email: to, password: PASSWORD });
  await ask(email);
  const code = await codeTo(email);
  await ask('another@people.example');
  const { body } = await person.post('/api/v1/user/email/confirm', { code });
  expect(body).toMatchObject({ success: true, user: { email } });
  expect((await person.get('/api/v1/user/email')).body.pending).toBeNull();
});

test('gives an address requested by two people to one of them and refuses a taken address', async () => {
  const [first, second] = [await insertBuyer(app), await insertBuyer(app)];
  const email = 'wanted@people.example';
  const taken = await first.person.post('/api/v1/user/email', {
    email: second.user.email,
    password: PASSWORD,
  });
  expect(taken).toMatchObject({ status: 409, body: { field: 'email' } });
  const codes: string[] = [];
  for (const { person } of [first, second]) {
    await person.post('/api/v1/user/email', { email, password: PASSWORD });
    await waitFor(() => {
      const sent = app.mail.emails.filter((each) => each.to?.[0]?.address === email);
      expect(sent).toHaveLength(codes.length + 1);
    });
    codes.push(await codeTo(email));
  }
  const answers = await Promise.all(
    [first, second].map(({ person }, at) =>
      person.post('/api/v1/user/email/confirm', { code: codes[at] }),
    ),
  );
  expect(answers.map((each) => each.status).sort()).toEqual([200, 409]);
});

test('exports the person’s own data without any secret', async () => {
  const asha = await signUpBuyer(app, ASHA);
  await asha.post('/api/v1/gig/order/place', await orderBody(asha));
  const answer = await asha.get('/api/v1/user/export');
  expect(answer.headers.get('Content-Disposition')).toContain('my-data.json');
  expect(answer.body).toMatchObject({
    account: { name: ASHA.name, email: ASHA.email, picture: null },
    devices: [{ device: expect.any(String) }],
    orders: [{ address: { city: 'Pune' }, payments: [] }],
    reviews: [],
  });
  const text = JSON.stringify(answer.body);
  for (const word of ['hash', 'token', 'salt', '$argon2', asha.cookies.get('sid') ?? 'sid']) {
    expect(text, word).not.toContain(word);
  }
});
