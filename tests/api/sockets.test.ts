import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePeople } from '../support/payment-app.ts';
import { ASHA, BELA, idOf, paidOrder, signUp } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import {
  connectClient,
  connectionError,
  cookiesOf,
  openSocket,
  type SocketClient,
} from '../support/socket-client.ts';
import { waitFor } from '../support/wait-for.ts';

sharePeople();

let ids: Record<'asha' | 'bela' | 'owner', string>;
let chat: { conversation: { _id: string } };
let orderId: string;
const open: SocketClient[] = [];

beforeAll(async () => {
  ids = { asha: await idOf(asha), bela: await idOf(bela), owner: await idOf(owner) };
  orderId = await paidOrder(app, asha);
  chat = (await asha.post('/api/v1/communicate/order/user-conversation', { orderId })).body;
});
beforeEach(() => {
  app.logs.length = 0;
});
afterEach(() => {
  for (const each of open.splice(0)) each.socket.close();
});

async function connect(person: Person, options = {}): Promise<SocketClient> {
  const made = await connectClient(app, person, options);
  open.push(made);
  return made;
}

const write = (person: Person, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });

test('refuses sockets without a session, with an invalid one, unverified or under another id', async () => {
  const nobody = app.visitor();
  expect(await connectionError(app, nobody)).toMatch(/sign in/);
  expect(await connectionError(app, nobody, { cookie: 'sid=made-up' })).toMatch(/sign in/);
  const unverified = await signUp(app, { ...ASHA, email: 'new@buyers.example' });
  expect(await connectionError(app, unverified)).toMatch(/sign in/);
  expect(await connectionError(app, asha, { query: { userId: ids.owner } })).toMatch(/sign in/);
  expect(await connectionError(app, asha, { query: { userId: 'admin' } })).toMatch(/sign in/);
  const { socket } = await connect(asha, { query: { userId: ids.asha } });
  expect(socket.connected).toBe(true);
});

test('accepts a join only with the person’s own id', async () => {
  const { send } = await connect(asha);
  expect(await send('join', ids.asha)).toEqual({ success: true });
  for (const claimed of [ids.bela, '', null, { id: ids.asha }, 'x'.repeat(9_000)]) {
    expect(await send('join', claimed)).toMatchObject({ success: false });
  }
});

test('lists the orders of a person that changed within a time', async () => {
  const [ashaClient, belaClient, ownerClient] = [
    await connect(asha),
    await connect(bela),
    await connect(owner),
  ];
  const changedWithin = (withinMs: unknown, { send } = ashaClient) =>
    send('listChangedOrders', { withinMs });
  app.advance(60_000);
  expect(await changedWithin(30_000)).toEqual({ success: true, orderIds: [] });
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  expect(await changedWithin(30_000)).toEqual({ success: true, orderIds: [orderId] });
  expect(await changedWithin(30_000, belaClient)).toEqual({ success: true, orderIds: [] });
  expect(await changedWithin(30_000, ownerClient)).toEqual({ success: true, orderIds: [orderId] });
  for (const wrong of [-1, 600_001, 0.5, '1', null, undefined]) {
    expect(await changedWithin(wrong), String(wrong)).toMatchObject({ success: false });
  }
});

test('refuses sockets from other origins', async () => {
  const origins = ['https://evil.example', 'null', `${app.origin}.evil.example`, ''];
  for (const origin of origins) {
    expect(await connectionError(app, asha, { origin }), origin).not.toMatch(/let in/);
  }
});

test('refuses non-participants to join, mark as seen, type or receive', async () => {
  const [ashaClient, belaClient, ownerClient] = [
    await connect(asha),
    await connect(bela),
    await connect(owner),
  ];
  const conversationId = chat.conversation._id;
  expect(await belaClient.send('joinConversation', conversationId)).toMatchObject({
    success: false,
  });
  expect(await belaClient.send('joinConversation', 'no-such')).toMatchObject({ success: false });
  expect(await belaClient.send('typing', { conversationId })).toMatchObject({ success: false });
  expect(await ashaClient.send('joinConversation', conversationId)).toMatchObject({
    success: true,
  });
  expect(await ownerClient.send('joinConversation', conversationId)).toMatchObject({
    success: true,
  });
  await write(asha, 'Only for you.');
  await ownerClient.waitFor('newMessage', (each) => each.messageText === 'Only for you.');
  for (const userId of [ids.bela, ids.asha, ids.owner]) {
    expect(await belaClient.send('markMessagesAsSeen', { conversationId, userId })).toMatchObject({
      success: false,
    });
  }
  expect(
    await ashaClient.send('markMessagesAsSeen', { conversationId, userId: ids.owner }),
  ).toMatchObject({
    success: false,
  });
  await ashaClient.send('typing', { conversationId });
  await ownerClient.waitFor('typing');
  await ownerClient.send('markMessagesAsSeen', { conversationId, userId: ids.owner });
  await ashaClient.waitFor('messagesSeen', (each) => each.conversationId === conversationId);
  expect(belaClient.received.filter((each) => each.event !== 'getOnlineUsers')).toEqual([]);
});

test('does not mark a person’s own messages as seen by themselves', async () => {
  const ashaClient = await connect(asha);
  const conversationId = chat.conversation._id;
  await ashaClient.send('joinConversation', conversationId);
  const { body } = await write(asha, 'Did you see it?');
  expect(await ashaClient.send('markMessagesAsSeen', { conversationId, userId: ids.asha })).toEqual(
    {
      success: true,
    },
  );
  const { db } = app.server.services.store;
  const stored = await rowWith(db, 'messages', { id: body.data._id });
  expect(stored.seen_at).toBeNull();
  expect(ashaClient.bodiesOf('messagesSeen')).toEqual([]);
});

test('shows a buyer only the owner’s and their own presence, and the owner everybody’s', async () => {
  const ashaClient = await connect(asha);
  const belaClient = await connect(bela);
  await ashaClient.waitFor('getOnlineUsers', (list) => list.includes(ids.asha));
  const ownerClient = await connect(owner);
  await ownerClient.waitFor(
    'getOnlineUsers',
    (list) => list.includes(ids.asha) && list.includes(ids.bela),
  );
  await ashaClient.waitFor('getOnlineUsers', (list) => list.includes(ids.owner));
  ownerClient.socket.close();
  await ashaClient.waitFor(
    'getOnlineUsers',
    (list) => !list.includes(ids.owner) && list.includes(ids.asha),
  );
  expect(ashaClient.bodiesOf('getOnlineUsers').flat()).not.toContain(ids.bela);
  expect(belaClient.bodiesOf('getOnlineUsers').flat()).not.toContain(ids.asha);
});

setFlagsFromString('--expose-gc');

test('answers malformed events with a sentence and keeps running', async () => {
  const ashaClient = await connect(asha);
  const odd = [undefined, null, 7, '', [], {}, { conversationId: {} }, { __proto__: null }, 'x'];
  for (const event of ['joinConversation', 'markMessagesAsSeen', 'typing', 'constructor', 'odd']) {
    for (const sent of odd) {
      app.advance(1_000);
      const answer = await ashaClient.send(event, sent);
      expect(answer, `${event} ${JSON.stringify(sent)}`).toMatchObject({ success: false });
      expect(answer.message).toMatch(/\.$/);
    }
  }
  ashaClient.socket.emit('joinConversation');
  ashaClient.socket.emit('typing', { conversationId: 1 }, 'no function');
  expect(await ashaClient.send('join', ids.asha)).toEqual({ success: true });
  expect(app.logs).toEqual([]);
});

test('keeps a person online until the last of three tabs closes', async () => {
  const ownerClient = await connect(owner);
  const tabs = [await connect(asha), await connect(asha), await connect(asha)];
  await ownerClient.waitFor('getOnlineUsers', (list) => list.includes(ids.asha));
  tabs[0]?.socket.close();
  const conversationId = chat.conversation._id;
  for (const tab of tabs.slice(1)) await tab.send('joinConversation', conversationId);
  await write(owner, 'For each of your tabs.');
  for (const tab of tabs.slice(1)) {
    await tab.waitFor('newMessage', (each) => each.messageText === 'For each of your tabs.');
    expect(tab.bodiesOf('newMessage')).toHaveLength(1);
  }
  expect(ownerClient.bodiesOf('getOnlineUsers').at(-1)).toContain(ids.asha);
  for (const tab of tabs) tab.socket.close();
  await ownerClient.waitFor('getOnlineUsers', (list) => !list.includes(ids.asha));
});

test('closes the sockets of a session as soon as it ends', async () => {
  const gone = app.visitor();
  await gone.post('/api/v1/user/sign-in', { email: BELA.email, password: BELA.password });
  const [ending, other] = [await connect(gone), await connect(bela)];
  const cookie = cookiesOf(gone);
  await gone.post('/api/v1/user/logout');
  await waitFor(() => expect(ending.socket.connected).toBe(false));
  expect(other.socket.connected).toBe(true);
  expect(await connectionError(app, gone, { cookie })).toMatch(/sign in/);
  app.server.services.realtime.endSessions({ userId: ids.bela });
  await waitFor(() => expect(other.socket.connected).toBe(false));
});

test('stores a message although the recipient’s socket is dead', async () => {
  const socket = openSocket(app, asha);
  await new Promise<void>((done) => socket.once('connect', done));
  socket.io.engine.close();
  const { status, body } = await write(owner, 'Nobody receives this now.');
  expect(status).toBe(201);
  const later = await asha.post('/api/v1/communicate/order/user-conversation', { orderId });
  expect(later.body.messages.at(-1)).toMatchObject({ _id: body.data._id });
  socket.close();
});

// Must be the last test: every session has expired afterwards.
test('refuses a socket for a session that has expired since', async () => {
  expect((await connect(asha)).socket.connected).toBe(true);
  app.advance(8 * 24 * 3_600_000);
  for (const person of [asha, bela, owner]) {
    expect(await connectionError(app, person)).toMatch(/sign in/);
  }
});
