import { expect, test } from 'vitest';
import { findOwner, updateUser } from '../../api/modules/accounts/queries.ts';
import { DAY, HOUR, MINUTE } from '../../api/platform/clock.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, PASSWORD } from '../support/people.ts';
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

test('sends at most ten mails a day to an unverified address', async () => {
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
  expect(statuses.filter((status) => status < 300)).toHaveLength(10);
  expect(statuses.at(-2)).toBe(429);
  await arrived(stranger, 10);
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
