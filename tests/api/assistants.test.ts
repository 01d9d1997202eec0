import { expect, test } from 'vitest';
import { INVITATION_DAYS } from '../../api/modules/accounts/assistants/limits.ts';
import { DAY, HOUR, iso, MINUTE } from '../../api/platform/clock.ts';
import { hashToken } from '../../api/platform/ids.ts';
import type { Person } from '../support/http-client.ts';
import { buy } from '../support/payments.ts';
import {
  idOf,
  insertAssistant,
  insertBuyer,
  ownerOf,
  PASSWORD,
  paidOrder,
} from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';
import { waitFor } from '../support/wait-for.ts';

shareApp();

const BASE = '/api/v1';
const ASSISTANTS = `${BASE}/desk/assistants`;
const db = () => app.server.services.store.db;

const newAddress = () => `${crypto.randomUUID()}@assistants.example`;

/** Invites and returns the token of the mail. */
async function invite(email: string): Promise<string> {
  const owner = await ownerOf(app);
  const answer = await owner.post(`${ASSISTANTS}/invitations`, { email });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { token_hash } = await db()
    .selectFrom('assistant_invitations')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return waitFor(async () => {
    const mail = await app.mail.email(email, /invited/i);
    const token = /\/invitation\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    expect(hashToken(token)).toBe(token_hash);
    return token;
  });
}

const accept = (token: string, who = app.visitor(), name = 'Ravi Menon') =>
  who.post(`${BASE}/user/invitation/${token}`, { name, password: PASSWORD });

async function signIn(email: string): Promise<Person> {
  const person = app.visitor();
  const { status } = await person.post(`${BASE}/user/sign-in`, { email, password: PASSWORD });
  expect(status).toBe(200);
  return person;
}

const send = (person: Person, orderId: string, messageText: string) =>
  person.post(`${BASE}/communicate/send-message`, { orderId, messageText });

const endAll = () =>
  app.write((tx) => tx.updateTable('users').set({ assistant_since: null }).execute());

test('an invitation is accepted once, is stored hashed and ends with a new account', async () => {
  const email = newAddress();
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
  await endAll();
  const email = newAddress();
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

test('inviting asks again who it is', async () => {
  const owner = await ownerOf(app);
  app.advance(11 * MINUTE);
  const answer = await owner.post(`${ASSISTANTS}/invitations`, { email: newAddress() });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('x-confirm')).toBe('needed');
});

test('buyers, assistants and the owner cannot be invited; an account that bought nothing can', async () => {
  await endAll();
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
  await endAll();
  const { person, user } = await insertBuyer(app);
  const token = await invite(user.email);
  await paidOrder(app, person);
  expect((await accept(token)).status).toBe(409);
  const { data } = (await person.get(`${BASE}/user/check-auth-user`)).body;
  expect(data.role).toBe('buyer');
});

test('an assistant answers for the owner and moves an order; the audit log names the assistant', async () => {
  await endAll();
  const { person: assistant, user } = await insertAssistant(app);
  const { person: buyer } = await insertBuyer(app);
  const orderId = await paidOrder(app, buyer);
  const ownerId = await idOf(await ownerOf(app));
  await send(buyer, orderId, 'When do you begin?');
  const { conversations } = (await assistant.get(`${BASE}/communicate/conversations`)).body;
  expect(conversations).toMatchObject([{ orderId, unread: 1 }]);
  expect((await send(assistant, orderId, 'On Monday.')).status).toBe(201);
  const read = await buyer.post(`${BASE}/communicate/order/user-conversation`, { orderId });
  expect(read.body.messages.at(-1)).toMatchObject({ senderId: ownerId, messageText: 'On Monday.' });
  expect(JSON.stringify(read.body)).not.toContain(user.name);
  const order = `${BASE}/desk/orders/${orderId}`;
  expect((await assistant.post(`${order}/accept`)).status).toBe(200);
  expect((await assistant.post(`${order}/deliver`, { message: 'Here it is.' })).status).toBe(200);
  const lines = await db()
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_id', '=', user.id)
    .orderBy('seq')
    .execute();
  expect(lines.map((line) => [line.action, line.role, line.status])).toEqual([
    ['POST /communicate/send-message', 'assistant', 201],
    ['POST /desk/orders/:id/accept', 'assistant', 200],
    ['POST /desk/orders/:id/deliver', 'assistant', 200],
  ]);
});

test('an assistant is refused what costs money, in words, and sees no payments', async () => {
  await endAll();
  const { person: assistant, user } = await insertAssistant(app);
  const { person: buyer } = await insertBuyer(app);
  const { orderId, paymentId } = await buy(app, buyer);
  const refund = await assistant.post(`${BASE}/desk/payments/${paymentId}/refund`, {
    refundId: crypto.randomUUID(),
  });
  const message = 'As an assistant you cannot do this. Please ask the owner of the studio.';
  expect(refund).toMatchObject({ status: 403, body: { success: false, message } });
  const rejection = { reason: 'No time' };
  const rejected = await assistant.post(`${BASE}/desk/orders/${orderId}/reject`, rejection);
  expect(rejected.body.message).toBe(message);
  const { order } = (await assistant.get(`${BASE}/desk/orders/${orderId}`)).body;
  expect(order).toMatchObject({ payments: [], documents: [], disputes: [], moves: ['Accepted'] });
  const { counts } = (await assistant.get(`${BASE}/desk/waiting`)).body;
  expect(Object.keys(counts)).toEqual(['orders', 'inbox']);
  const line = await db()
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_id', '=', user.id)
    .where('action', '=', 'POST /desk/payments/:paymentId/refund')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ role: 'assistant', status: 403, subject: paymentId });
});

test('in a batch each part is refused or answered as it would be alone', async () => {
  await endAll();
  const { person } = await insertAssistant(app);
  const paths = ['/api/v1/desk/waiting', '/api/v1/desk/ledger'];
  const query = paths.map((path) => `path=${encodeURIComponent(path)}`).join('&');
  const { responses } = (await person.get(`${BASE}/batch?${query}`)).body;
  expect(responses.map((part: { status: number }) => part.status)).toEqual([200, 403]);
});

test('an assistant cannot buy, ask, or invite others', async () => {
  await endAll();
  const { person } = await insertAssistant(app);
  for (const [path, body] of [
    ['/gig/order/place', {}],
    ['/communicate/question', { questionId: crypto.randomUUID(), messageText: 'Namaste' }],
    ['/desk/assistants/invitations', { email: newAddress() }],
    ['/desk/there-is-no-such-call', {}],
  ] as const) {
    expect((await person.post(BASE + path, body)).status, path).toBe(403);
  }
});

test('an assistant gets messages and marks them read over a socket, as the seller', async () => {
  await endAll();
  const { person, user } = await insertAssistant(app);
  const { person: buyer } = await insertBuyer(app);
  const orderId = await paidOrder(app, buyer);
  const ownerId = await idOf(await ownerOf(app));
  const { body } = await send(buyer, orderId, 'Namaste');
  const { conversationId } = body.data;
  const [mine, theirs] = [await connectClient(app, person), await connectClient(app, buyer)];
  for (const client of [mine, theirs]) await client.send('joinConversation', conversationId);
  await send(buyer, orderId, 'Are you there?');
  await mine.waitFor('newMessage', (message) => message.messageText === 'Are you there?');
  expect(await mine.send('markMessagesAsSeen', { conversationId, userId: ownerId })).toEqual({
    success: true,
  });
  await theirs.waitFor('messagesSeen', (seen) => seen.userId === ownerId);
  await theirs.waitFor('getOnlineUsers', (ids) => ids.includes(ownerId));
  expect(JSON.stringify(theirs.received)).not.toContain(user.id);
  expect((await mine.send('join', user.id)).success).toBe(true);
  for (const client of [mine, theirs]) client.socket.close();
});

test('notifications for the owner do not reach the sockets of an assistant', async () => {
  await endAll();
  const { person } = await insertAssistant(app);
  const owner = await connectClient(app, await ownerOf(app));
  const assistant = await connectClient(app, person);
  const { person: buyer } = await insertBuyer(app);
  const orderId = await paidOrder(app, buyer);
  await owner.waitFor('newNotification', (body) => body.notification.orderId === orderId);
  await assistant.waitFor('orderChanged', (body) => body.orderId === orderId);
  expect(new Set(assistant.received.map(({ event }) => event))).toEqual(
    new Set(['getOnlineUsers', 'orderChanged']),
  );
  for (const client of [owner, assistant]) client.socket.close();
});

test('the tabs of an assistant do not keep the owner out', async () => {
  await endAll();
  const { person } = await insertAssistant(app);
  const clients = [];
  for (let at = 0; at < 10; at += 1) clients.push(await connectClient(app, person));
  await expect(connectClient(app, person)).rejects.toThrow(/too often/);
  clients.push(await connectClient(app, await ownerOf(app)));
  for (const client of clients) client.socket.close();
});

test('ending an assistant ends sessions and sockets at once, and leaves an ordinary account', async () => {
  await endAll();
  const { person, user } = await insertAssistant(app);
  const client = await connectClient(app, person);
  const closed = new Promise((resolve) => client.socket.once('disconnect', resolve));
  const owner = await ownerOf(app);
  const started = performance.now();
  expect((await owner.delete(`${ASSISTANTS}/${user.id}`)).status).toBe(200);
  await closed;
  expect(performance.now() - started).toBeLessThan(1_000);
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(401);
  expect((await owner.delete(`${ASSISTANTS}/${user.id}`)).status).toBe(404);
  const again = await signIn(user.email);
  expect((await again.get(`${BASE}/desk/orders`)).status).toBe(403);
  expect((await again.get(`${BASE}/user/check-auth-user`)).body.data.role).toBe('buyer');
  await app.mail.email(user.email, /no longer assist/);
});

test('an unattended session of an assistant ends after twelve hours', async () => {
  await endAll();
  const { person } = await insertAssistant(app);
  app.advance(12 * HOUR - MINUTE);
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(200);
  app.advance(12 * HOUR + MINUTE);
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(401);
});

test('a new device of an assistant is reported to them by mail', async () => {
  await endAll();
  const { user } = await insertAssistant(app);
  await signIn(user.email);
  await app.mail.email(user.email, /new device|signed in/i);
});

test('the export names the role; deleting the account ends it, and the messages stay', async () => {
  await endAll();
  const { person: assistant, user } = await insertAssistant(app);
  const { person: buyer } = await insertBuyer(app);
  const orderId = await paidOrder(app, buyer);
  await send(assistant, orderId, 'It is on its way.');
  const { account } = (await assistant.get(`${BASE}/user/export`)).body;
  expect(account.role).toBe('assistant');
  expect(account.assistantSince <= iso(app.server.services.clock())).toBe(true);
  expect((await assistant.post(`${BASE}/user/delete`, { password: PASSWORD })).status).toBe(200);
  expect(await db().selectFrom('users').where('id', '=', user.id).select('id').execute()).toEqual(
    [],
  );
  const { messages } = (
    await buyer.post(`${BASE}/communicate/order/user-conversation`, { orderId })
  ).body;
  expect(messages.at(-1).messageText).toBe('It is on its way.');
  await app.mail.email('owner@example.com', /An assistant deleted/);
});
