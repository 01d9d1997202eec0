import { expect, test } from 'vitest';
import { INVITATION_DAYS } from '../../api/modules/accounts/rules.ts';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { hashToken } from '../../api/platform/ids.ts';
import { ASSISTANTS, endAssistants, newAssistantEmail, signIn } from '../support/assistants.ts';
import {
  idOf,
  insertAssistant,
  insertBuyer,
  ownerOf,
  PASSWORD,
  paidOrder,
} from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { waitFor } from '../support/wait-for.ts';

shareApp();

const BASE = '/api/v1';
const db = () => app.server.services.store.db;

/** Invites and returns the token of the mail. */
async function invite(email: string): Promise<string> {
  const owner = await ownerOf(app);
  const answer = await owner.post(`${ASSISTANTS}/invitations`, { email });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { token_hash } = await rowWith(db(), 'assistant_invitations', { email });
  return waitFor(async () => {
    const mail = await app.mail.email(email, /invited/i);
    const token = /\/invitation\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    expect(hashToken(token)).toBe(token_hash);
    return token;
  });
}

const accept = (token: string, who = app.visitor(), name = 'Ravi Menon') =>
  who.post(`${BASE}/user/invitation/${token}`, { name, password: PASSWORD });

test('an invitation is accepted once, is stored hashed and ends with a new account', async () => {
  const email = newAssistantEmail();
  const token = await invite(email);
  const stored = await db().selectFrom('assistant_invitations').selectAll().execute();
  expect(stored.map((row) => row.token_hash)).toContain(hashToken(token));
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await accept(token)).status).toBe(200);
  expect((await accept(token)).status).toBe(400);
  const person = await signIn(email);
  const { data } = (await person.get(`${BASE}/user/check-auth-user`)).body;
  expect(data).toMatchObject({ role: 'assistant', name: 'Ravi Menon', isVerified: true });
  const owner = await ownerOf(app);
  const { assistants, invitations } = (await owner.get(ASSISTANTS)).body;
  expect(assistants).toMatchObject([{ email, hasSecondFactor: false }]);
  expect(invitations).toEqual([]);
  await app.mail.email('owner@example.com', /is your assistant now/);
});

test('an invitation runs out, is cancelled, and is replaced by a newer one', async () => {
  await endAssistants();
  const email = newAssistantEmail();
  const first = await invite(email);
  const second = await invite(email);
  expect((await accept(first)).status).toBe(400);
  const owner = await ownerOf(app);
  const { invitations } = (await owner.get(ASSISTANTS)).body;
  expect(invitations).toHaveLength(1);
  await owner.delete(`${ASSISTANTS}/invitations/${invitations[0]._id}`);
  expect((await accept(second)).status).toBe(400);
  const third = await invite(email);
  app.advance(INVITATION_DAYS * DAY + MINUTE);
  expect((await accept(third)).status).toBe(400);
});

test('inviting asks again who it is, but not for an address that is missing', async () => {
  const owner = await ownerOf(app);
  app.advance(11 * MINUTE);
  const answer = await owner.post(`${ASSISTANTS}/invitations`, { email: newAssistantEmail() });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('x-confirm')).toBe('needed');
  const empty = await owner.post(`${ASSISTANTS}/invitations`, { email: '' });
  expect(empty).toMatchObject({ status: 400, body: { field: 'email' } });
});

test('buyers, assistants and the owner cannot be invited; an account that bought nothing can', async () => {
  await endAssistants();
  const owner = await ownerOf(app);
  const { person, user } = await insertBuyer(app);
  await paidOrder(app, person);
  const { user: assistant } = await insertAssistant(app);
  for (const email of [user.email, assistant.email, 'owner@example.com']) {
    const answer = await owner.post(`${ASSISTANTS}/invitations`, { email });
    expect(answer, email).toMatchObject({ status: 409, body: { field: 'email' } });
  }
  const { person: old, user: idle } = await insertBuyer(app);
  expect((await accept(await invite(idle.email))).status).toBe(200);
  // The old sessions of the account end and are not an assistant's.
  expect((await old.get(`${BASE}/user/check-auth-user`)).status).toBe(401);
  expect(await idOf(await signIn(idle.email))).toBe(idle.id);
});

test('whoever buys between the invitation and the acceptance stays a buyer', async () => {
  await endAssistants();
  const { person, user } = await insertBuyer(app);
  const token = await invite(user.email);
  await paidOrder(app, person);
  expect((await accept(token)).status).toBe(409);
  const { data } = (await person.get(`${BASE}/user/check-auth-user`)).body;
  expect(data.role).toBe('buyer');
});
