import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findOwner, updateUser } from '../../api/modules/accounts/queries.ts';
import { DAY, HOUR, later, MINUTE } from '../../api/platform/clock.ts';
import { hashToken } from '../../api/platform/ids.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import { readAndCancel } from '../support/cancellation.ts';
import { buyerAnswers, buyerAsks, ownerProposes } from '../support/changes.ts';
import type { Person } from '../support/http-client.ts';
import { buy, orderOf } from '../support/payments.ts';
import { insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

shareApp();

const LURE = 'Win at https://evil.example now';
const emailsTo = (email: string) =>
  app.mail.emails.filter((mail) => mail.to?.[0]?.address === email);
const forget = (email: string, who = app.visitor()) =>
  who.post('/api/v1/user/forget-password', { email });
const signUp = (who: Person, email: string, name = 'Mallory') =>
  who.post('/api/v1/user/sign-up', { name, email, password: PASSWORD });
const arrived = (email: string, count: number) =>
  waitFor(() => expect(emailsTo(email)).toHaveLength(count));

test('sends nothing that a person typed to an unverified address', async () => {
  const stranger = 'stranger@limits.example';
  const mallory = app.visitor();
  expect((await signUp(mallory, stranger, LURE)).status).toBe(201);
  await forget(stranger);
  await arrived(stranger, 2);
  const token = /create-password\/([\w-]+)/.exec(emailsTo(stranger)[1]?.text ?? '')?.[1];
  await app.visitor().post(`/api/v1/user/reset-password/${token}`, { password: PASSWORD });
  await arrived(stranger, 3);
  const { person } = await insertBuyer(app, { name: LURE });
  const other = 'other.stranger@limits.example';
  await person.post('/api/v1/user/email', { email: other, password: PASSWORD });
  await arrived(other, 1);
  for (const { subject, text, html } of [...emailsTo(stranger), ...emailsTo(other)]) {
    expect(`${subject}${text}${html}`).not.toContain('evil.example');
  }
});

test('sends no mail when an unverified account is deleted', async () => {
  const stranger = 'deleted@limits.example';
  const mallory = app.visitor();
  await signUp(mallory, stranger, LURE);
  await arrived(stranger, 1);
  expect((await mallory.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  const { db } = app.server.services.store;
  const kinds = await db.selectFrom('outbox').select('kind').execute();
  expect(kinds.map(({ kind }) => kind)).not.toContain('farewell');
});

test('sends ten mails a day to an unverified address, then one in a quarter of an hour', async () => {
  const stranger = 'flooded@limits.example';
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const mallory = app.visitor();
    statuses.push((await signUp(mallory, stranger)).status);
    statuses.push((await forget(stranger)).status);
    app.advance(HOUR + MINUTE);
    statuses.push((await mallory.post('/api/v1/user/resend-code')).status);
    await mallory.post('/api/v1/user/delete', { password: PASSWORD });
  }
  // A new sign-up and new links find what is left; a session that asks again does not.
  expect(statuses.filter((status) => status < 300)).toHaveLength(13);
  expect(statuses.at(-1)).toBe(429);
  await arrived(stranger, 13);
  app.advance(DAY);
  expect((await signUp(app.visitor(), stranger)).status).toBe(201);
});

test('lets the account owner request a reset after strangers used up the address’s limit', async () => {
  const { user } = await insertBuyer(app);
  const home = app.visitor();
  await home.post('/api/v1/user/sign-in', { email: user.email, password: PASSWORD });
  for (let each = 0; each < 3; each += 1) expect((await forget(user.email)).status).toBe(200);
  expect((await forget(user.email)).status).toBe(429);
  expect((await forget(user.email, home)).status, 'from a device they used before').toBe(200);
  const { person: other } = await insertBuyer(app);
  expect((await forget(user.email, other)).status, 'from the device of another').toBe(429);
});

test('mails the owner at their current address', async () => {
  const { db } = app.server.services.store;
  const owner = await findOwner(db);
  await updateUser(db, owner?.id ?? '', { email: 'moved@limits.example' });
  const { razorpaySandbox: keys } = readSecrets(app.dataDir, app.server.config.secretKey);
  const made = await fetch(`${app.origin}/gateway/v1/orders`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`,
    },
    body: JSON.stringify({ amount: 4200, currency: 'INR' }),
  });
  const { id } = (await made.json()) as { id: string };
  app.sandbox.pay(id, { method: 'card', outcome: 'captured' });
  await app.mail.email('moved@limits.example', /belongs to no order/);
});

test('keeps the printed owner link valid when a stranger requests a reset', async () => {
  const newApp = await startTestApp();
  const { ownerLink, config } = newApp.server;
  await newApp.visitor().post('/api/v1/user/forget-password', { email: config.ownerEmail });
  const mail = await newApp.mail.email(config.ownerEmail, /Set a new/);
  const mailed = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1];
  const printed = ownerLink?.split('/create-password/')[1];
  const reset = (token?: string) =>
    newApp.visitor().post(`/api/v1/user/reset-password/${token}`, { password: PASSWORD });
  expect((await reset(printed)).status).toBe(200);
  expect((await reset(mailed)).status, 'a used link ends the other').toBe(400);
  await newApp.close();
});

test('refuses sign-ups over the limit before reading their bodies', async () => {
  const strict = await startTestApp({}, { testMultiplier: 1 });
  const visitor = strict.visitor();
  const statuses: number[] = [];
  for (let each = 0; each < 21; each += 1) {
    statuses.push((await visitor.post('/api/v1/user/sign-up', { name: '' })).status);
  }
  expect(statuses).toEqual([...Array(20).fill(400), 429]);
  const { person } = await insertBuyer(strict);
  const pictures: number[] = [];
  for (let each = 0; each < 21; each += 1) {
    pictures.push((await person.post('/api/v1/user/picture', { avatar: 7 })).status);
  }
  expect(pictures).toEqual([...Array(20).fill(400), 429]);
  await strict.close();
});

test('what a person tells others is limited over time, however often it is taken back', async () => {
  const { db } = app.server.services.store;
  const { person } = await insertBuyer(app);
  const { orderId } = await buy(app, person);
  const mailsAbout = async () =>
    (await db.selectFrom('outbox').select('dedupe_key').execute()).filter((row) =>
      row.dedupe_key.startsWith('change:'),
    ).length;
  const before = await mailsAbout();
  const statuses: number[] = [];
  const askAndWithdraw = async () => {
    const changeId = crypto.randomUUID();
    const asked = await buyerAsks(person, orderId, { changeId });
    statuses.push(asked.status);
    if (asked.status === 429) return asked;
    statuses.push((await buyerAnswers(person, changeId, 'withdraw')).status);
    return asked;
  };
  for (let each = 0; each < 15; each += 1) await askAndWithdraw();
  expect(statuses).toEqual(Array(15).fill([201, 200]).flat());
  const refused = await askAndWithdraw();
  expect(refused).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^You have sent many notices/) },
  });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60);
  expect(await mailsAbout()).toBe(before + 30);
  expect((await orderOf(person, orderId)).changes, 'nothing of it is stored').toHaveLength(15);
  const owner = await ownerOf(app);
  expect((await ownerProposes(owner, orderId)).status, 'others are not concerned').toBe(201);
  app.advance(HOUR);
  expect((await askAndWithdraw()).status).toBe(201);
});

test('money that arrives is told and an order can be cancelled, however much its payer has told before', async () => {
  const { person, user } = await insertBuyer(app);
  const names = ['notices in an hour', 'notices in a day'];
  const ends_at = later(app.server.services.clock(), HOUR / 2);
  await app.write((tx) =>
    tx
      .insertInto('limits')
      .values(names.map((name) => ({ key: `${name}:${hashToken(user.id)}`, used: 500, ends_at })))
      .execute(),
  );
  const { orderId } = await buy(app, person);
  expect((await buyerAsks(person, orderId)).status).toBe(429);
  const { db } = app.server.services.store;
  const told = await db
    .selectFrom('notifications')
    .select('message')
    .where('order_id', '=', orderId)
    .execute();
  expect(told.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^New order from/),
  );
  expect(await readAndCancel(person, orderId)).toBeGreaterThan(0);
  expect(await orderOf(person, orderId)).toMatchObject({ orderStatus: 'Cancelled' });
});

/** The files that queue mail themselves, each with why its mail cannot be sent to others without end. */
const QUEUES: Record<string, string> = {
  'api/modules/notifications/notify.ts':
    'counts a notice of whoever acts, except about what has happened to money at the provider',
  'api/modules/accounts/assistants/invitations.ts': 'counts a notice of the owner',
  'api/modules/chat/unread-message-email.ts': 'one in 15 minutes for a conversation and reader',
  'api/modules/mail-replies/take-answer.ts': 'to the person; one a day and conversation',
  'api/modules/billing/paper-copies.ts':
    'to the person and one address; limits, and one for a paper',
  'api/modules/billing/issue-and-email.ts': 'one for a payment, and one for an order',
  'api/modules/accounts/delete-account.ts': 'one for an account, which is gone',
  'api/modules/accounts/passwords.ts': 'to the person; limits for an address',
  'api/modules/accounts/second-factor/lost-factors.ts': 'to the person; a limit for an address',
  'api/modules/accounts/second-factor/sign-in-step.ts': 'to the person; once while a limit lasts',
  'api/modules/accounts/second-factor/factors.ts': 'to the person; after a confirmation',
  'api/modules/accounts/verification-codes.ts': 'to the person; a limit for an address',
  'api/modules/accounts/mailed-codes.ts': 'limits for network, address and in all',
  'api/modules/accounts/second-factor/confirm.ts': 'to the person; a limit for the account',
  'api/modules/accounts/sign-up.ts': 'a limit for an address',
  'api/modules/accounts/sign-in.ts': 'to the person; once while a limit lasts',
  'api/modules/accounts/change-email.ts': 'to both addresses; limits for person and address',
  'api/modules/accounts/known-devices.ts': 'to the person; one for a device',
  'api/modules/accounts/not-me.ts': 'to the person; one for a link of a mail',
  'api/modules/accounts/owner.ts': 'to the owner; after a confirmation',
};

test('mail is queued only where its number over time is limited', () => {
  const queuing = globSync('api/**/*.ts').filter((file) =>
    /\b(outbox\s*\.enqueue|sendCode)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(queuing.sort()).toEqual(Object.keys(QUEUES).sort());
});

test('notifications are stored only where a notice is counted', () => {
  const storing = globSync('api/**/*.ts').filter((file) =>
    /\binsertNotification\(/.test(readFileSync(file, 'utf8')),
  );
  const [stored, defined] = ['notify', 'queries'].map(
    (name) => `api/modules/notifications/${name}.ts`,
  );
  const oncePerDeadLink = 'api/modules/site/build/live-links.ts';
  expect(storing.sort()).toEqual([stored, defined, oncePerDeadLink]);
});
