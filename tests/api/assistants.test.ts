import { beforeEach, expect, test } from 'vitest';
import {
  toAdminOrderDto,
  toAssistantOrderDto,
} from '../../api/modules/order-pages/admin-order-dto.ts';
import { HOUR, iso, MINUTE } from '../../api/platform/clock.ts';
import { ASSISTANTS, endAssistants, newAssistantEmail, signIn } from '../support/assistants.ts';
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

shareApp();
beforeEach(() => endAssistants());

const BASE = '/api/v1';
const db = () => app.server.services.store.db;

const send = (person: Person, orderId: string, messageText: string) =>
  person.post(`${BASE}/communicate/send-message`, { orderId, messageText });

test('an assistant answers for the owner and moves an order; the audit log names the assistant', async () => {
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

test('an assistant gets what is listed of an order, and nothing that is added to it for the owner', async () => {
  const { person: assistant } = await insertAssistant(app);
  const { person: buyer } = await insertBuyer(app);
  const { orderId } = await buy(app, buyer);
  const whole = await toAdminOrderDto(app.server.services, orderId);
  const ofOwner = { ...whole, margin: 42, paymentLinks: ['https://rzp.example/i/1'] };
  const listed = JSON.parse(JSON.stringify(toAssistantOrderDto(ofOwner)));
  expect((await assistant.get(`${BASE}/desk/orders/${orderId}`)).body.order).toEqual(listed);
  expect(
    Object.keys(ofOwner)
      .filter((key) => !(key in listed))
      .sort(),
  ).toEqual(['margin', 'paymentLinks']);
});

test('an assistant cannot buy, ask, or invite others', async () => {
  const { person } = await insertAssistant(app);
  for (const [path, body] of [
    ['/gig/order/place', {}],
    ['/communicate/question', { questionId: crypto.randomUUID(), messageText: 'Namaste' }],
    ['/desk/assistants/invitations', { email: newAssistantEmail() }],
    ['/desk/there-is-no-such-call', {}],
  ] as const) {
    expect((await person.post(BASE + path, body)).status, path).toBe(403);
  }
});

test('an assistant gets messages and marks them read over a socket, as the seller', async () => {
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
  const { person } = await insertAssistant(app);
  const clients = [];
  for (let at = 0; at < 10; at += 1) clients.push(await connectClient(app, person));
  await expect(connectClient(app, person)).rejects.toThrow(/too often/);
  clients.push(await connectClient(app, await ownerOf(app)));
  for (const client of clients) client.socket.close();
});

test('ending an assistant ends sessions and sockets at once, and leaves an ordinary account', async () => {
  const { person, user } = await insertAssistant(app);
  const client = await connectClient(app, person);
  const closed = new Promise((resolve) => client.socket.once('disconnect', resolve));
  const owner = await ownerOf(app);
  expect((await owner.delete(`${ASSISTANTS}/${user.id}`)).status).toBe(200);
  await closed;
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(401);
  expect((await owner.delete(`${ASSISTANTS}/${user.id}`)).status).toBe(404);
  const again = await signIn(user.email);
  expect((await again.get(`${BASE}/desk/orders`)).status).toBe(403);
  expect((await again.get(`${BASE}/user/check-auth-user`)).body.data.role).toBe('buyer');
  await app.mail.email(user.email, /no longer assist/);
});

test('an unattended session of an assistant ends after twelve hours', async () => {
  const { person } = await insertAssistant(app);
  app.advance(12 * HOUR - MINUTE);
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(200);
  app.advance(12 * HOUR + MINUTE);
  expect((await person.get(`${BASE}/desk/orders`)).status).toBe(401);
});

test('a new device of an assistant is reported to them by mail', async () => {
  const { user } = await insertAssistant(app);
  await signIn(user.email);
  await app.mail.email(user.email, /new device|signed in/i);
});

test('the export names the role; deleting the account ends it, and the messages stay', async () => {
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
