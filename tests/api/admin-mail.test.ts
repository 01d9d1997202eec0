import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cleanUpAccounts } from '../../api/modules/accounts/jobs.ts';
import { DAY, iso, MINUTE } from '../../api/platform/clock.ts';
import { deleteOldUndeliverableMail } from '../../api/platform/mail/queries.ts';
import type { UndeliverableMail } from '../../api/platform/mail/undeliverable.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const MAIL = '/api/v1/desk/mail';
const SECRET = /\b\d{6}\b|create-password|<html|sealed/;

let world: TestApp;
let boss: Person;
beforeAll(async () => {
  world = await startTestApp();
  boss = await ownerOf(world);
});
afterEach(async () => {
  world.mail.refused.clear();
  await deleteOldUndeliverableMail(world.server.services.store.db, '9999');
  await world.check();
});
afterAll(() => world.close());

const troubles = async (owner = boss) => (await owner.get('/api/v1/desk/today')).body.mail;
const undeliverable = async (): Promise<UndeliverableMail[]> => (await troubles()).undeliverable;

/** A letter to this address about this, as when an order has news. */
async function send(to: string, subject: string, { server: shop, write } = world): Promise<void> {
  const { outbox } = shop.services;
  const letter = { to, subject, text: `Code 123456 for ${to}`, html: '<html>' };
  await write((tx) => outbox.enqueue(tx, { kind: 'order news', dedupeKey: subject, ...letter }));
}

/** Sends to an address that the server refuses, and waits until the desk tells of it. */
async function refused(to: string, subject: string): Promise<UndeliverableMail> {
  world.mail.refused.add(to);
  await send(to, subject);
  const find = async () => (await undeliverable()).find((each) => each.subject === subject);
  await expect.poll(find).toBeDefined();
  return (await find()) as UndeliverableMail;
}

const act = (what: string, ...mails: { _id: string }[]) =>
  boss.post(`${MAIL}/${what}`, { ids: mails.map(({ _id }) => _id) });

test('mail that is refused for good is told to the owner, not what it says', async () => {
  const mail = await refused('asha@full.example', 'Order #A1: Delivered');
  expect(mail).toEqual({
    ...{ _id: mail._id, kind: 'order news', at: mail.at, trouble: 'refused' },
    ...{ to: 'asha@full.example', subject: 'Order #A1: Delivered' },
  });
  expect(JSON.stringify(await troubles())).not.toMatch(SECRET);
  expect(world.logs.join()).toContain('was refused for good');
  expect(world.logs.join()).not.toContain('asha@full.example');
});

test('sent again, it arrives once, and is told no more', async () => {
  const mail = await refused('bela@full.example', 'Order #B2: Delivered');
  world.mail.refused.clear();
  const answers = await Promise.all([act('send-again', mail), act('send-again', mail)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  await world.mail.email('bela@full.example', /B2/);
  expect(await undeliverable()).toEqual([]);
  expect((await act('send-again', mail)).status).toBe(404);
  expect((await act('dismiss', mail)).status).toBe(404);
  expect(world.mail.emails.filter(({ subject }) => subject?.includes('B2'))).toHaveLength(1);
});

test('refused a second time, it comes back', async () => {
  const mail = await refused('chandra@full.example', 'Order #C3: Delivered');
  expect((await act('send-again', mail)).status).toBe(200);
  await expect.poll(async () => (await undeliverable()).map(({ _id }) => _id)).toEqual([mail._id]);
});

test('several are sent again or dismissed at once; what was dismissed is never told anew', async () => {
  const mails = [
    await refused('dev@full.example', 'Order #D4: Accepted'),
    await refused('dev@full.example', 'Order #D4: Delivered'),
  ];
  expect((await act('dismiss', ...mails)).status).toBe(200);
  expect(await undeliverable()).toEqual([]);
  expect((await act('send-again', ...mails)).status).toBe(404);
  await send('dev@full.example', 'Order #D4: Delivered');
  await send('esha@well.example', 'Order #E5: Delivered');
  await world.mail.email('esha@well.example', /E5/);
  expect(await undeliverable()).toEqual([]);
});

test('a code or a link is told but never sent again: its reader asks for a new one', async () => {
  const email = 'farah@full.example';
  world.mail.refused.add(email);
  const farah = world.visitor();
  await farah.post('/api/v1/user/sign-up', { name: 'Farah', email, password: PASSWORD });
  const { user, person } = await insertBuyer(world);
  world.mail.refused.add(user.email).add('gita@full.example');
  await world.visitor().post('/api/v1/user/forget-password', { email: user.email });
  await person.post('/api/v1/user/email', { email: 'gita@full.example', password: PASSWORD });
  await expect.poll(async () => (await undeliverable()).length).toBe(3);
  const mails = await undeliverable();
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['code', 'new address', 'reset link']);
  expect(new Set(mails.map(({ trouble }) => trouble))).toEqual(new Set(['passing']));
  expect(JSON.stringify(await troubles())).not.toMatch(SECRET);
  expect((await act('send-again', ...mails)).status).toBe(404);
  expect((await act('dismiss', ...mails)).status).toBe(200);
});

test('a mail that nobody can read is told without a name, and can be let go', async () => {
  const { store, outbox } = world.server.services;
  const at = iso(world.server.services.clock());
  const row = {
    kind: 'refund',
    dedupe_key: 'old',
    recipient: 'gone',
    sealed: randomBytes(300),
    sent_at: null,
  };
  await store.db
    .insertInto('outbox')
    .values({ ...row, id: 'old', created_at: at, next_try_at: at, tries: 0 })
    .execute();
  outbox.flush();
  const told = [{ _id: 'old', kind: 'refund', to: null, subject: null, at, trouble: 'unreadable' }];
  await expect.poll(undeliverable).toEqual(told);
  expect((await act('send-again', { _id: 'old' })).status, 'harmless').toBe(200);
  await expect.poll(undeliverable).toEqual(told);
  expect((await act('dismiss', { _id: 'old' })).status).toBe(200);
  expect(await undeliverable()).toEqual([]);
});

test('what waits for the owner’s word is forgotten after a month', async () => {
  const alone = await startTestApp();
  const owner = await ownerOf(alone);
  const to = 'hari@full.example';
  alone.mail.refused.add(to);
  await send(to, 'Order #H8: Delivered', alone);
  const count = async () => (await troubles(owner)).undeliverable.length;
  await expect.poll(count).toBe(1);
  await cleanUpAccounts(alone.server.services);
  expect(await count()).toBe(1);
  alone.advance(31 * DAY);
  await cleanUpAccounts(alone.server.services);
  const { db } = alone.server.services.store;
  const { sealed } = await db.selectFrom('outbox').select('sealed').executeTakeFirstOrThrow();
  expect(sealed).toBeNull();
  await alone.close();
});

test('a mail server that does not answer is told after a quarter of an hour, and gives nothing up', async () => {
  const alone = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const owner = await ownerOf(alone);
  const from = alone.server.services.clock();
  await send('ira@well.example', 'Order #I9: Accepted', alone);
  await send('ira@well.example', 'Order #I9: Delivered', alone);
  const { db } = alone.server.services.store;
  const tried = db.selectFrom('outbox').select('tries').where('tries', '>', 0);
  await expect.poll(async () => (await tried.execute()).length).toBe(2);
  expect((await troubles(owner)).stuck).toEqual({ count: 0, since: null });
  alone.advance(16 * MINUTE);
  const { stuck, undeliverable } = await troubles(owner);
  expect([stuck.count, undeliverable]).toEqual([2, []]);
  expect(Date.parse(stuck.since)).toBeGreaterThanOrEqual(from.getTime());
  await alone.close();
});

test('a list of ids that is none is refused', async () => {
  for (const ids of [undefined, [], ['x'.repeat(65)], Array.from({ length: 51 }, () => 'x'), [7]]) {
    expect((await boss.post(`${MAIL}/send-again`, { ids })).status).toBe(400);
    expect((await boss.post(`${MAIL}/dismiss`, { ids })).status).toBe(400);
  }
});
