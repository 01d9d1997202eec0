import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { BELONGINGS } from '../../api/accounts/belongings.ts';
import { DAY, HOUR, MINUTE } from '../../api/lib/clock.ts';
import { ASHA, buyer, cart, ownerOf, PASSWORD, paidOrder, planted, signedIn } from '../people.ts';
import { closed, openSocket } from '../sockets.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.check());
afterAll(() => world.close());

const ME = '/api/v1/user/check-auth-user';
const NEW_PASSWORD = 'Another-Ferry-43';
const signIn = (email: string, password = PASSWORD) =>
  world.visitor().post('/api/v1/user/sign-in', { email, password });

async function codeTo(email: string): Promise<string> {
  const letter = await world.mail.letter(email, /new address/);
  return /^\d{6}$/m.exec(letter.text ?? '')?.[0] ?? '';
}

test('a name is changed and stays one line', async () => {
  const { person } = await planted(world);
  const answer = await person.post('/api/v1/user/name', { name: '  Chandra R. Rao ' });
  expect(answer).toMatchObject({ status: 200, body: { user: { name: 'Chandra R. Rao' } } });
  for (const name of ['', ' ', 'a\r\nBcc: x@y.z', 'x'.repeat(81), 7, null]) {
    const refused = await person.post('/api/v1/user/name', { name });
    expect(refused).toMatchObject({ status: 400, body: { field: 'name' } });
  }
  expect((await person.get(ME)).body.data.name).toBe('Chandra R. Rao');
});

test('29 what only the shop decides is not believed from a body', async () => {
  const { person, user } = await planted(world);
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

test('A6 a new password asks for the old one, ends every other session, and is told by mail', async () => {
  const { person, user } = await planted(world);
  const other = await signedIn(world, user.id);
  const sockets = [await openSocket(person), await openSocket(other)] as const;
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
  await closed(sockets[1]);
  expect(sockets[0].connected).toBe(true);
  sockets[0].disconnect();
  expect((await person.get(ME)).status).toBe(200);
  expect((await other.get(ME)).status).toBe(401);
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
  const letter = await world.mail.letter(user.email, /password was changed/);
  expect(letter.text).toContain('in your settings');
});

test('the password asked again may be guessed ten times only', async () => {
  const { person } = await planted(world);
  const guess = () => person.post('/api/v1/user/delete', { password: 'not it' });
  for (let each = 0; each < 10; each += 1) expect((await guess()).status).toBe(403);
  const stopped = await guess();
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('a new address counts once its code is typed, and the old one is told', async () => {
  const { person, user } = await planted(world);
  const email = 'Chandra.New@planted.example';
  const ask = await person.post('/api/v1/user/email', { email, password: PASSWORD });
  expect(ask.status).toBe(200);
  expect((await person.get('/api/v1/user/email')).body.pending).toBe(email.toLowerCase());
  expect((await person.get(ME)).body.data.email).toBe(user.email);
  await world.visitor().post('/api/v1/user/forget-password', { email: user.email });
  const link = await world.mail.letter(user.email, /Set a new/);
  const code = await codeTo(email.toLowerCase());
  const confirmed = await person.post('/api/v1/user/email/confirm', { code });
  expect(confirmed).toMatchObject({ status: 200, body: { user: { email: email.toLowerCase() } } });
  const told = await world.mail.letter(user.email, /address was changed/);
  expect(told.text).toContain('c•••@planted.example');
  expect((await signIn(user.email)).status).toBe(401);
  expect((await signIn(email)).status).toBe(200);
  const token = /create-password\/([\w-]+)/.exec(link.text ?? '')?.[1];
  const dead = await world
    .visitor()
    .post(`/api/v1/user/reset-password/${token}`, { password: NEW_PASSWORD });
  expect(dead.status, 'a link mailed to the old address is dead').toBe(400);
  expect((await person.post('/api/v1/user/email/confirm', { code })).status).toBe(400);
});

test('the code of a new address stands five guesses and ten minutes, and can be let go', async () => {
  const { person, user } = await planted(world);
  const ask = (email: string) => person.post('/api/v1/user/email', { email, password: PASSWORD });
  const confirm = (code: string) => person.post('/api/v1/user/email/confirm', { code });
  await ask('guessed@planted.example');
  const code = await codeTo('guessed@planted.example');
  for (let each = 0; each < 5; each += 1) {
    expect((await confirm(code === '111111' ? '222222' : '111111')).status).toBe(400);
  }
  expect((await confirm(code)).status).toBe(400);
  await ask('late@planted.example');
  const late = await codeTo('late@planted.example');
  world.advance(10 * MINUTE + 1);
  expect((await confirm(late)).status).toBe(400);
  await ask('dropped@planted.example');
  const dropped = await codeTo('dropped@planted.example');
  expect((await person.delete('/api/v1/user/email')).status).toBe(200);
  expect((await confirm(dropped)).status).toBe(400);
  expect((await person.get(ME)).body.data.email).toBe(user.email);
  expect((await ask(user.email)).status).toBe(400);
});

test('of two who want the same address at once one gets it; a taken one is refused', async () => {
  const [first, second] = [await planted(world), await planted(world)];
  const email = 'wanted@planted.example';
  const taken = await first.person.post('/api/v1/user/email', {
    email: second.user.email,
    password: PASSWORD,
  });
  expect(taken).toMatchObject({ status: 409, body: { field: 'email' } });
  const codes: string[] = [];
  for (const { person } of [first, second]) {
    await person.post('/api/v1/user/email', { email, password: PASSWORD });
    await vi.waitFor(() => {
      const sent = world.mail.letters.filter((each) => each.to?.[0]?.address === email);
      expect(sent).toHaveLength(codes.length + 1);
    }, 10_000);
    codes.push(await codeTo(email));
  }
  const answers = await Promise.all(
    [first, second].map(({ person }, at) =>
      person.post('/api/v1/user/email/confirm', { code: codes[at] }),
    ),
  );
  expect(answers.map((each) => each.status).sort()).toEqual([200, 409]);
});

test('devices are listed by name; one ends, then all do, sockets too', async () => {
  const { person, user } = await planted(world);
  const phone = world.visitor();
  const pixel =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  await phone.post(
    '/api/v1/user/sign-in',
    { email: user.email, password: PASSWORD },
    { 'User-Agent': pixel },
  );
  const { data } = (await person.get('/api/v1/user/sessions')).body;
  expect(data).toMatchObject([
    { device: 'Firefox on Linux', kind: 'desk', current: true },
    { device: 'Chrome on Android', kind: 'phone', current: false },
  ]);
  const stranger = await planted(world);
  const id = data[1]._id;
  expect((await stranger.person.delete(`/api/v1/user/sessions/${id}`)).status).toBe(404);
  const socket = await openSocket(phone);
  expect((await person.delete(`/api/v1/user/sessions/${id}`)).status).toBe(200);
  await closed(socket);
  expect((await phone.get(ME)).status).toBe(401);
  expect((await person.delete(`/api/v1/user/sessions/${id}`)).status).toBe(404);

  const third = await signedIn(world, user.id);
  const last = await openSocket(third);
  expect((await person.delete('/api/v1/user/sessions')).status).toBe(200);
  await closed(last);
  expect((await third.get(ME)).status).toBe(401);
  expect(person.cookies.has('sid')).toBe(false);
  expect((await stranger.person.get(ME)).status).toBe(200);
});

test('the export holds what is theirs, and no key to anything', async () => {
  const asha = await buyer(world, ASHA);
  await asha.post('/api/v1/gig/order/place', await cart(asha));
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

test('an account goes for good; its books stay without a name', async () => {
  const { db } = world.shop.deps.store;
  const { person, user } = await planted(world, { name: 'Vanishing Person' });
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body } = await person.post('/api/v1/user/picture', { avatar });
  const placed = await person.post('/api/v1/gig/order/place', await cart(person));
  expect(placed.status).toBe(201);
  await db
    .insertInto('payment_events')
    .values({
      id: crypto.randomUUID(),
      type: 'payment.failed',
      body: JSON.stringify({ order_id: placed.body.orderId, email: user.email, contact: '+9198' }),
      received_at: user.created_at,
      handled_at: user.created_at,
      outcome: null,
      tries: 0,
    })
    .execute();
  const socket = await openSocket(person);
  const gone = await person.post('/api/v1/user/delete', { password: PASSWORD });
  expect(gone.status).toBe(200);
  await closed(socket);
  expect(person.cookies.has('sid')).toBe(false);
  expect((await signIn(user.email)).status).toBe(401);
  expect((await person.get(body.user.avatar.url)).status).toBe(404);

  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ buyer_name: 'Former client', buyer_email: '', address: '{}' });
  for (const table of ['users', 'orders', 'payment_events', 'sessions', 'devices'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
    expect(rows, table).not.toContain(user.email);
    expect(rows, table).not.toContain('Vanishing');
  }
  await world.mail.letter(user.email, /account was deleted/);
  const owner = await world.mail.letter(world.shop.config.ownerEmail, /client deleted/);
  expect(`${owner.text}${owner.html}`).not.toContain('Vanishing');
});

test('what was delivered is taken along, and no file of it outlives the account', async () => {
  const { db } = world.shop.deps.store;
  const boss = await ownerOf(world);
  const { person, user } = await planted(world, { name: 'Nadia Leaver' });
  const id = await paidOrder(world, person);
  const desk = `/api/v1/desk/orders/${id}`;
  await boss.post(`${desk}/accept`);
  const upload = async (name: string) =>
    (await boss.post(`${desk}/files`, { name, data: Buffer.from('private').toString('base64') }))
      .body.file._id as string;
  const handed = await upload('site.zip');
  await boss.post(`${desk}/deliver`, { message: 'For Nadia only.' });
  const loose = await upload('next.zip');
  const wish = { orderId: id, revisionDescription: 'Nadia wants it larger.' };
  await person.post('/api/v1/gig/order/revision-request', wish);
  await person.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Nadia here' });

  const { body } = await person.get('/api/v1/user/export');
  const path = `/api/v1/gig/delivery/file/${handed}`;
  expect(body.deliveries).toMatchObject([
    { orderId: id, number: 1, message: 'For Nadia only.', files: [{ name: 'site.zip', path }] },
  ]);
  expect(body.revisions).toMatchObject([{ orderId: id, description: wish.revisionDescription }]);
  expect((await person.get(path)).status).toBe(200);
  const stranger = await planted(world);
  expect((await stranger.person.get('/api/v1/user/export')).body.deliveries).toEqual([]);

  await person.post('/api/v1/user/delete', { password: PASSWORD });
  for (const file of [handed, loose]) {
    expect((await boss.get(`/api/v1/desk/orders/file/${file}`)).status).toBe(404);
  }
  expect((await person.get(path)).status).toBe(401);
  const left = await boss.get(desk);
  expect(left.body.order.deliveries).toMatchObject([{ number: 1, files: [] }]);
  const tables = [
    'deliveries',
    'delivery_files',
    'revisions',
    'messages',
    'notifications',
  ] as const;
  for (const table of [...tables, 'orders', 'order_events', 'order_requirements'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
    expect(rows, table).not.toContain('Nadia');
    expect(rows, table).not.toContain(user.email);
  }
});

test('who never ordered leaves no row, and their address is free again', async () => {
  const { person, user } = await planted(world);
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  const { db } = world.shop.deps.store;
  const left = await db.selectFrom('users').select('id').where('id', '=', user.id).execute();
  expect(left).toEqual([]);
  const again = { name: 'Somebody', email: user.email, password: PASSWORD };
  expect((await world.visitor().post('/api/v1/user/sign-up', again)).status).toBe(201);
});

test('a review stays under the name that remains', async () => {
  const { db } = world.shop.deps.store;
  const { person, user } = await planted(world, { name: 'Vidya Reviewer' });
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const comment = 'A review that outlives its account.';
  await db
    .insertInto('reviews')
    .values({ ...sample, id: crypto.randomUUID(), user_id: user.id, order_id: null, comment })
    .execute();
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  const { body } = await world.visitor().get(`/api/v1/gig/review/${sample.gig_id}`);
  const found = body.reviews.find((each: { comment: string }) => each.comment === comment);
  expect(found.user).toEqual({ name: 'Former client' });
  expect(JSON.stringify(body)).not.toContain('Vidya');
});

test('the owner cannot delete the account that the shop hangs on', async () => {
  const owner = await ownerOf(world);
  expect((await owner.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(403);
  expect((await owner.get(ME)).status).toBe(200);
});

test('every table that refers to a person or an order says what becomes of it', async () => {
  const { db } = world.shop.deps.store;
  const tables = (await db.introspection.getTables()).map((table) => table.name);
  const referring = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ table: string }>`
        SELECT "table" FROM pragma_foreign_key_list(${table})`.execute(db);
      return rows.some((key) => ['users', 'orders'].includes(key.table)) ? [table] : [];
    }),
  ).then((found) => found.flat());
  expect(referring.length).toBeGreaterThan(5);
  expect(referring.filter((table) => !(table in BELONGINGS))).toEqual([]);
});

test('what has run out is cleared away', async () => {
  const { tidyAccounts } = await import('../../api/accounts/tidy.ts');
  const { person, user } = await planted(world);
  const socket = await openSocket(person);
  const { db } = world.shop.deps.store;
  await db
    .updateTable('sessions')
    .set({ expires_at: user.created_at })
    .where('user_id', '=', user.id)
    .execute();
  world.advance(HOUR);
  await tidyAccounts(world.shop.deps);
  await closed(socket);
  const left = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
  expect(left).toEqual([]);
});

test('an account that nobody confirmed within a month is forgotten, unless something stands on it', async () => {
  const { tidyAccounts } = await import('../../api/accounts/tidy.ts');
  const quiet = await startWorld();
  const { db } = quiet.shop.deps.store;
  const [abandoned, confirmed, buying] = [
    await planted(quiet, { verified: false }),
    await planted(quiet),
    await planted(quiet),
  ];
  const now = quiet.shop.deps.clock().toISOString();
  await db
    .insertInto('media')
    .values({ hash: 'face', bytes: Buffer.from('face'), mime: 'image/webp', created_at: now })
    .execute();
  const face = { avatar_hash: 'face' };
  await db.updateTable('users').set(face).where('id', '=', abandoned.user.id).execute();
  await buying.person.post('/api/v1/gig/order/place', await cart(buying.person));
  await db.updateTable('users').set({ is_verified: 0 }).where('id', '=', buying.user.id).execute();
  const left = async () =>
    (
      await db
        .selectFrom('users')
        .select('id')
        .where('email', 'like', '%@planted.example')
        .execute()
    )
      .map(({ id }) => id)
      .sort();
  const everybody = await left();
  quiet.advance(29 * DAY);
  await tidyAccounts(quiet.shop.deps);
  expect(await left()).toEqual(everybody);
  quiet.advance(2 * DAY);
  await tidyAccounts(quiet.shop.deps);
  expect(await left()).toEqual([confirmed.user.id, buying.user.id].sort());
  expect(await db.selectFrom('media').select('hash').where('hash', '=', 'face').execute()).toEqual(
    [],
  );
  expect(
    await db.selectFrom('users').selectAll().where('role', '=', 'owner').execute(),
  ).toHaveLength(1);
  await quiet.close();
});
