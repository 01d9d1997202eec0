import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PERSONAL_DATA } from '../../api/personal-data.ts';
import { DAY, HOUR } from '../../api/platform/clock.ts';
import { queueImageWork } from '../../api/platform/files/image-queue.ts';
import { hashToken } from '../../api/platform/ids.ts';
import { ON_POSTGRES } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { adminPayments, deliverWebhooks, put, startCheckout, verify } from '../support/payments.ts';
import {
  cart,
  insertBuyer,
  insertOrders,
  ownerOf,
  PASSWORD,
  paidOrder,
} from '../support/people.ts';
import { openSocket, waitForClose } from '../support/raw-socket.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

const ME = '/api/v1/user/check-auth-user';
const PHONE = '+919876501234';
const UPI = { method: 'upi', outcome: 'captured', contact: PHONE } as const;

/** A picture in one colour. */
const picture = async (background: string) => {
  const size = { width: 16, height: 16, channels: 3 as const };
  const bytes = await sharp({ create: { ...size, background } })
    .png()
    .toBuffer();
  return { avatar: `data:image/png;base64,${bytes.toString('base64')}` };
};

const leave = (person: Person) => person.post('/api/v1/user/delete', { password: PASSWORD });

test('deletes the account and keeps its orders without a name', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app, { name: 'Vanishing Person' });
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body } = await person.post('/api/v1/user/picture', { avatar });
  const placed = await person.post('/api/v1/gig/order/place', await cart(person));
  expect(placed.status).toBe(201);
  app.sandbox.pay(placed.body.orderId, { ...UPI, email: user.email, outcome: 'failed' });
  await deliverWebhooks(app);
  const socket = await openSocket(person);
  const gone = await person.post('/api/v1/user/delete', { password: PASSWORD });
  expect(gone.status).toBe(200);
  await waitForClose(socket);
  expect(person.cookies.has('sid')).toBe(false);
  const back = { email: user.email, password: PASSWORD };
  expect((await app.visitor().post('/api/v1/user/sign-in', back)).status).toBe(401);
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
  await app.mail.email(user.email, /account was deleted/);
  const owner = await app.mail.email(app.server.config.ownerEmail, /client deleted/);
  expect(`${owner.text}${owner.html}`).not.toContain('Vanishing');
});

test('stores webhook events without the payer’s contact data, before and after account deletion', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app);
  const { checkout: instalment } = await startCheckout(person);
  const paid = app.sandbox.pay(instalment.orderId, { ...UPI, email: user.email });
  expect((await verify(person, paid)).status).toBe(200);
  await deliverWebhooks(app);
  await leave(person);
  const owner = await ownerOf(app);
  const refund = await adminPayments.refund(owner, paid.razorpay_payment_id);
  expect(refund.status, JSON.stringify(refund.body)).toBeLessThan(300);
  await deliverWebhooks(app);
  const rows = await db.selectFrom('payment_events').selectAll().execute();
  const about = rows.filter(({ body }) => body.includes(paid.razorpay_payment_id));
  expect(about.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['payment.captured', 'refund.created']),
  );
  expect(about.every(({ outcome }) => outcome === 'settled')).toBe(true);
  const sent = JSON.stringify(app.sandbox.events().map(({ body }) => body));
  for (const personal of [user.email, PHONE, 'success@razorpay']) {
    expect(sent).toContain(personal);
    expect(JSON.stringify(rows)).not.toContain(personal);
  }
});

test.skipIf(ON_POSTGRES)(
  'leaves no personal data in the database files after deletion',
  async () => {
    const { store } = app.server.services;
    const name = 'Quillon Ferrybank';
    const { person, user } = await insertBuyer(app, { name });
    const id = await paidOrder(app, person);
    const secret = 'a-sentence-that-only-quillon-wrote';
    await person.post('/api/v1/communicate/send-message', { orderId: id, messageText: secret });
    await put(person, `/api/v1/gig/order/${id}/requirements`, { text: secret, links: [] });
    const note = Buffer.from(`${secret} `.repeat(2_000));
    const path = `/api/v1/communicate/attachment?orderId=${id}&name=a.txt`;
    const type = { 'Content-Type': 'application/octet-stream' };
    expect((await person.post(path, note, type)).status).toBe(201);
    const files = () =>
      ['app.db', 'app.db-wal'].map((file) => readFileSync(join(app.dataDir, file), 'latin1'));
    const traces = () =>
      [secret, name, user.email].filter((each) => files().some((file) => file.includes(each)));
    await store.checkpoint();
    expect(traces()).toEqual([secret, name, user.email]);
    expect((await leave(person)).status).toBe(200);
    await expect.poll(traces).toEqual([]);
    expect(statSync(join(app.dataDir, 'app.db-wal')).size).toBe(0);
  },
);

test('keeps only the last of several pictures uploaded at once, and deletes it with the account', async () => {
  const { person } = await insertBuyer(app);
  const colours = ['#112233', '#223344', '#334455', '#445566', '#556677'];
  const answers = await Promise.all(
    colours.map(async (each) => person.post('/api/v1/user/picture', await picture(each))),
  );
  const urls = new Set<string>(answers.map(({ body }) => body.user.avatar.url));
  const shown = async () => {
    const statuses = [];
    for (const url of urls) statuses.push((await app.visitor().get(url)).status);
    return statuses.filter((status) => status === 200).length;
  };
  expect(urls.size).toBe(colours.length);
  expect(await shown()).toBe(1);
  await leave(person);
  expect(await shown()).toBe(0);
});

test('does not store a picture that is still being processed when the account is deleted', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app);
  const id = await paidOrder(app, person);
  let finish = () => {};
  const busy = queueImageWork(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  const { avatar } = await picture('#667788');
  const bytes = Buffer.from(avatar.split(',')[1] ?? '', 'base64');
  const pending = [
    person.post(`/api/v1/communicate/attachment?orderId=${id}&name=a.png`, bytes, {
      'Content-Type': 'application/octet-stream',
    }),
    person.post('/api/v1/user/picture', { avatar }),
  ];
  // The upload is counted once it has passed the session check.
  const count = `picture:${hashToken(user.id)}`;
  await expect
    .poll(() => db.selectFrom('limits').select('key').where('key', '=', count).execute())
    .not.toEqual([]);
  expect((await leave(person)).status).toBe(200);
  finish();
  await busy;
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([401, 401]);
  const left = await db.selectFrom('users').selectAll().where('id', '=', user.id).execute();
  expect(left).toMatchObject([{ avatar_hash: null }]);
  const files = db.selectFrom('attachments').select('id').where('uploader_id', '=', user.id);
  expect(await files.execute()).toEqual([]);
});

test('deletes an account with a thousand open checkouts', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app);
  const ids = await insertOrders(app, [user], 1_005);
  const instalment = (order_id: string, at: number) => ({
    ...{ id: crypto.randomUUID(), order_id, number: 1, amount: 500_00, payment_id: null },
    ...{ title: 'Full payment', due: 'accepting' as const },
    provider_order_id: `order_${user.id.slice(-6)}${String(at).padStart(8, '0')}`,
    ...{ created_at: user.created_at, checked_at: user.created_at, opened_at: null },
  });
  for (let at = 0; at < ids.length; at += 100) {
    const rows = ids.slice(at, at + 100).map((id, index) => instalment(id, at + index));
    await db.insertInto('instalments').values(rows).execute();
  }
  await db.updateTable('orders').set({ paid: 0, paid_at: null }).where('id', 'in', ids).execute();
  expect((await leave(person)).status).toBe(200);
  const named = db.selectFrom('orders').select('id').where('buyer_name', '=', user.name);
  expect(await named.where('buyer_id', '=', user.id).execute()).toEqual([]);
});

test('exports deliveries and deletes every delivered file with the account', async () => {
  const { db } = app.server.services.store;
  const owner = await ownerOf(app);
  const { person, user } = await insertBuyer(app, { name: 'Nadia Leaver' });
  const id = await paidOrder(app, person);
  const orderPath = `/api/v1/desk/orders/${id}`;
  await owner.post(`${orderPath}/accept`);
  const upload = async (name: string) =>
    (
      await owner.post(`${orderPath}/files`, {
        name,
        data: Buffer.from('private').toString('base64'),
      })
    ).body.file._id as string;
  const delivered = await upload('site.zip');
  await owner.post(`${orderPath}/deliver`, { message: 'For Nadia only.' });
  const undelivered = await upload('next.zip');
  const revisionRequest = { orderId: id, revisionDescription: 'Nadia wants it larger.' };
  await person.post('/api/v1/gig/order/revision-request', revisionRequest);
  await person.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Nadia here' });

  const { body } = await person.get('/api/v1/user/export');
  const path = `/api/v1/gig/delivery/file/${delivered}`;
  expect(body.deliveries).toMatchObject([
    { orderId: id, number: 1, message: 'For Nadia only.', files: [{ name: 'site.zip', path }] },
  ]);
  expect(body.revisions).toMatchObject([
    { orderId: id, description: revisionRequest.revisionDescription },
  ]);
  expect((await person.get(path)).status).toBe(200);
  const stranger = await insertBuyer(app);
  expect((await stranger.person.get('/api/v1/user/export')).body.deliveries).toEqual([]);

  await person.post('/api/v1/user/delete', { password: PASSWORD });
  for (const file of [delivered, undelivered]) {
    expect((await owner.get(`/api/v1/desk/orders/file/${file}`)).status).toBe(404);
  }
  expect((await person.get(path)).status).toBe(401);
  const left = await owner.get(orderPath);
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

test('deletes the row of a user who never ordered and frees their address', async () => {
  const { person, user } = await insertBuyer(app);
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  const { db } = app.server.services.store;
  const left = await db.selectFrom('users').select('id').where('id', '=', user.id).execute();
  expect(left).toEqual([]);
  const again = { name: 'Somebody', email: user.email, password: PASSWORD };
  expect((await app.visitor().post('/api/v1/user/sign-up', again)).status).toBe(201);
});

test('keeps a review of a deleted account under "Former client"', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app, { name: 'Vidya Reviewer' });
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const comment = 'A review that outlives its account.';
  await app.write((tx) =>
    tx
      .insertInto('reviews')
      .values({ ...sample, id: crypto.randomUUID(), user_id: user.id, order_id: null, comment })
      .execute(),
  );
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  const { body } = await app.visitor().get(`/api/v1/gig/review/${sample.gig_id}`);
  const found = body.reviews.find((each: { comment: string }) => each.comment === comment);
  expect(found.user).toEqual({ name: 'Former client' });
  expect(JSON.stringify(body)).not.toContain('Vidya');
});

test('refuses to delete the owner’s account', async () => {
  const owner = await ownerOf(app);
  expect((await owner.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(403);
  expect((await owner.get(ME)).status).toBe(200);
});

test.skipIf(ON_POSTGRES)(
  'requires a personal data rule for every table that refers to users or orders',
  async () => {
    const { db } = app.server.services.store;
    const tables = (await db.introspection.getTables()).map((table) => table.name);
    const referring = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{ table: string }>`
        SELECT "table" FROM pragma_foreign_key_list(${table})`.execute(db);
        return rows.some((key) => ['users', 'orders'].includes(key.table)) ? [table] : [];
      }),
    ).then((found) => found.flat());
    expect(referring.length).toBeGreaterThan(5);
    const covered: string[] = PERSONAL_DATA.flatMap((data) => data.tables);
    expect(referring.filter((table) => !covered.includes(table))).toEqual([]);
  },
);

test('deletes expired sessions and closes their sockets', async () => {
  const { deleteExpiredRows } = await import('../../api/modules/accounts/delete-expired-rows.ts');
  const { person, user } = await insertBuyer(app);
  const socket = await openSocket(person);
  const { db } = app.server.services.store;
  await db
    .updateTable('sessions')
    .set({ expires_at: user.created_at })
    .where('user_id', '=', user.id)
    .execute();
  app.advance(HOUR);
  await deleteExpiredRows(app.server.services);
  await waitForClose(socket);
  const left = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
  expect(left).toEqual([]);
});

test('deletes unverified accounts after a month unless they have orders', async () => {
  const { deleteExpiredRows } = await import('../../api/modules/accounts/delete-expired-rows.ts');
  const separateApp = await startTestApp();
  const { db } = separateApp.server.services.store;
  const [abandoned, confirmed, buying] = [
    await insertBuyer(separateApp, { verified: false }),
    await insertBuyer(separateApp),
    await insertBuyer(separateApp),
  ];
  const now = separateApp.server.services.clock().toISOString();
  await db
    .insertInto('media')
    .values({ hash: 'face', bytes: Buffer.from('face'), mime: 'image/webp', created_at: now })
    .execute();
  const face = { avatar_hash: 'face' };
  await db.updateTable('users').set(face).where('id', '=', abandoned.user.id).execute();
  await buying.person.post('/api/v1/gig/order/place', await cart(buying.person));
  await db.updateTable('users').set({ is_verified: 0 }).where('id', '=', buying.user.id).execute();
  const left = async () =>
    (await db.selectFrom('users').select('id').where('email', 'like', '%@people.example').execute())
      .map(({ id }) => id)
      .sort();
  const everybody = await left();
  separateApp.advance(29 * DAY);
  await deleteExpiredRows(separateApp.server.services);
  expect(await left()).toEqual(everybody);
  separateApp.advance(2 * DAY);
  await deleteExpiredRows(separateApp.server.services);
  expect(await left()).toEqual([confirmed.user.id, buying.user.id].sort());
  expect(await db.selectFrom('media').select('hash').where('hash', '=', 'face').execute()).toEqual(
    [],
  );
  expect(
    await db.selectFrom('users').selectAll().where('role', '=', 'owner').execute(),
  ).toHaveLength(1);
  await separateApp.close();
});
