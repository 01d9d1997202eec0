import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../api/modules/accounts/delete-expired-rows.ts';
import { DAY, iso, MINUTE } from '../../api/platform/clock.ts';
import { deleteOldUndeliverableMail } from '../../api/platform/mail/queries.ts';
import type { UndeliverableMail } from '../../api/platform/mail/undeliverable.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { tasksOfKind, tasksOnToday } from '../support/today.ts';

const MAIL = '/api/v1/desk/mail';
const SECRET = /\b\d{6}\b|create-password|<html|encrypted/;

shareApp();

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});
afterEach(async () => {
  app.mail.refused.clear();
  await deleteOldUndeliverableMail(app.server.services.store.db, '9999');
});

const undeliverable = async (person = owner): Promise<UndeliverableMail[]> =>
  (await tasksOfKind(person, 'mail')).map(({ mail }) => mail);

/** Queues an order email to this address with this subject. */
async function send(to: string, subject: string, { server, write } = app): Promise<void> {
  const { outbox } = server.services;
  const mail = { to, subject, paragraphs: [`Code 123456 for ${to}`] };
  await write((tx) => outbox.enqueue(tx, { kind: 'order news', dedupeKey: subject, ...mail }));
}

/** Sends to an address that the server refuses, and waits until the dashboard lists it. */
async function refused(to: string, subject: string): Promise<UndeliverableMail> {
  app.mail.refused.add(to);
  await send(to, subject);
  const find = async () => (await undeliverable()).find((each) => each.subject === subject);
  await expect.poll(find).toBeDefined();
  return (await find()) as UndeliverableMail;
}

const act = (what: string, ...mails: { _id: string }[]) =>
  owner.post(`${MAIL}/${what}`, { ids: mails.map(({ _id }) => _id) });

test('lists permanently refused mail for the owner without its content', async () => {
  const mail = await refused('asha@full.example', 'Order #A1: Delivered');
  expect(mail).toEqual({
    ...{ _id: mail._id, kind: 'order news', at: mail.at, trouble: 'refused' },
    ...{ to: 'asha@full.example', subject: 'Order #A1: Delivered' },
  });
  expect(JSON.stringify(await tasksOnToday(owner))).not.toMatch(SECRET);
  expect(app.logs.join()).toContain('was refused for good');
  expect(app.logs.join()).not.toContain('asha@full.example');
});

test('delivers resent mail once and removes it from the list', async () => {
  const mail = await refused('bela@full.example', 'Order #B2: Delivered');
  app.mail.refused.clear();
  const answers = await Promise.all([act('send-again', mail), act('send-again', mail)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  await app.mail.email('bela@full.example', /B2/);
  expect(await undeliverable()).toEqual([]);
  expect((await act('send-again', mail)).status).toBe(404);
  expect((await act('dismiss', mail)).status).toBe(404);
  expect(app.mail.emails.filter(({ subject }) => subject?.includes('B2'))).toHaveLength(1);
});

test('lists mail again when it is refused a second time', async () => {
  const mail = await refused('chandra@full.example', 'Order #C3: Delivered');
  expect((await act('send-again', mail)).status).toBe(200);
  await expect.poll(async () => (await undeliverable()).map(({ _id }) => _id)).toEqual([mail._id]);
});

test('resends or dismisses several mails at once and never lists dismissed mail again', async () => {
  const mails = [
    await refused('dev@full.example', 'Order #D4: Accepted'),
    await refused('dev@full.example', 'Order #D4: Delivered'),
  ];
  expect((await act('dismiss', ...mails)).status).toBe(200);
  expect(await undeliverable()).toEqual([]);
  expect((await act('send-again', ...mails)).status).toBe(404);
  await send('dev@full.example', 'Order #D4: Delivered');
  await send('esha@well.example', 'Order #E5: Delivered');
  await app.mail.email('esha@well.example', /E5/);
  expect(await undeliverable()).toEqual([]);
});

test('lists undelivered codes and links but never resends them', async () => {
  const email = 'farah@full.example';
  app.mail.refused.add(email);
  const farah = app.visitor();
  await farah.post('/api/v1/user/sign-up', { name: 'Farah', email, password: PASSWORD });
  const { user, person } = await insertBuyer(app);
  app.mail.refused.add(user.email).add('gita@full.example');
  await app.visitor().post('/api/v1/user/forget-password', { email: user.email });
  await person.post('/api/v1/user/email', { email: 'gita@full.example', password: PASSWORD });
  await expect.poll(async () => (await undeliverable()).length).toBe(3);
  const mails = await undeliverable();
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['code', 'code', 'reset link']);
  expect(new Set(mails.map(({ trouble }) => trouble))).toEqual(new Set(['passing']));
  expect(JSON.stringify(await tasksOnToday(owner))).not.toMatch(SECRET);
  expect((await act('send-again', ...mails)).status).toBe(404);
  expect((await act('dismiss', ...mails)).status).toBe(200);
});

test('lists mail that cannot be decrypted without a recipient, and dismisses it', async () => {
  const { store, outbox } = app.server.services;
  const at = iso(app.server.services.clock());
  const row = {
    kind: 'refund',
    dedupe_key: 'old',
    recipient: 'gone',
    encrypted: randomBytes(300),
    sent_at: null,
  };
  await store.db
    .insertInto('outbox')
    .values({ ...row, id: 'old', created_at: at, next_try_at: at, tries: 0 })
    .execute();
  outbox.flush();
  const listed = [
    { _id: 'old', kind: 'refund', to: null, subject: null, at, trouble: 'unreadable' },
  ];
  await expect.poll(() => undeliverable()).toEqual(listed);
  expect((await act('send-again', { _id: 'old' })).status, 'harmless').toBe(200);
  await expect.poll(() => undeliverable()).toEqual(listed);
  expect((await act('dismiss', { _id: 'old' })).status).toBe(200);
  expect(await undeliverable()).toEqual([]);
});

test('deletes undeliverable mail after a month', async () => {
  const separateApp = await startTestApp();
  const person = await ownerOf(separateApp);
  const to = 'hari@full.example';
  separateApp.mail.refused.add(to);
  await send(to, 'Order #H8: Delivered', separateApp);
  const count = async () => (await undeliverable(person)).length;
  await expect.poll(count).toBe(1);
  await deleteExpiredRows(separateApp.server.services);
  expect(await count()).toBe(1);
  separateApp.advance(31 * DAY);
  await deleteExpiredRows(separateApp.server.services);
  const { db } = separateApp.server.services.store;
  const { encrypted } = await db.selectFrom('outbox').select('encrypted').executeTakeFirstOrThrow();
  expect(encrypted).toBeNull();
  await separateApp.close();
});

test('reports an unreachable mail server after fifteen minutes and keeps the mail', async () => {
  const separateApp = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const person = await ownerOf(separateApp);
  const from = separateApp.server.services.clock();
  await send('ira@well.example', 'Order #I9: Accepted', separateApp);
  await send('ira@well.example', 'Order #I9: Delivered', separateApp);
  const { db } = separateApp.server.services.store;
  const tried = db.selectFrom('outbox').select('tries').where('tries', '>', 0);
  await expect.poll(async () => (await tried.execute()).length).toBe(2);
  expect(await tasksOfKind(person, 'stuckMail')).toEqual([]);
  separateApp.advance(16 * MINUTE);
  const [stuck] = await tasksOfKind(person, 'stuckMail');
  expect([stuck?.count, await undeliverable(person)]).toEqual([2, []]);
  expect(Date.parse(stuck?.since ?? '')).toBeGreaterThanOrEqual(from.getTime());
  await separateApp.close();
});

test('refuses an invalid list of ids', async () => {
  for (const ids of [undefined, [], ['x'.repeat(65)], Array.from({ length: 51 }, () => 'x'), [7]]) {
    expect((await owner.post(`${MAIL}/send-again`, { ids })).status).toBe(400);
    expect((await owner.post(`${MAIL}/dismiss`, { ids })).status).toBe(400);
  }
});
