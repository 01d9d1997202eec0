import { request } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { roomNames } from '../../api/platform/realtime/realtime.ts';
import type { Person } from '../support/http-client.ts';
import {
  ASHA,
  BELA,
  buyer,
  idOf,
  insertBuyer,
  ownerOf,
  paidOrder,
  signUp,
} from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import {
  connectClient,
  connectionError,
  cookiesOf,
  openRawSocket,
  openSocket,
  type SocketClient,
} from '../support/socket-client.ts';
import { startTestApp } from '../support/test-app.ts';

let asha: Person;
let bela: Person;
let boss: Person;
let ids: Record<'asha' | 'bela' | 'boss', string>;
let talk: { conversation: { _id: string } };
let orderId: string;
const open: SocketClient[] = [];

beforeAll(async () => {
  [asha, bela, boss] = await Promise.all([buyer(app, ASHA), buyer(app, BELA), ownerOf(app)]);
  ids = { asha: await idOf(asha), bela: await idOf(bela), boss: await idOf(boss) };
  orderId = await paidOrder(app, asha);
  talk = (await asha.post('/api/v1/communicate/order/user-conversation', { orderId })).body;
});
beforeEach(() => {
  app.logs.length = 0;
});
afterEach(() => {
  for (const each of open.splice(0)) each.socket.close();
});

async function ears(person: Person, options = {}): Promise<SocketClient> {
  const made = await connectClient(app, person, options);
  open.push(made);
  return made;
}

/** A connection that says nothing; null when it is refused. */
const upgrade = (origin: string) =>
  new Promise<Socket | null>((done, failed) => {
    const headers = {
      ...{ Connection: 'Upgrade', Upgrade: 'websocket', Origin: origin },
      ...{ 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'c29tZXRoaW5nIHJhbmRvbQ==' },
    };
    request(`${origin}/socket.io/?EIO=4&transport=websocket`, { headers })
      .on('upgrade', (_, connection) => done(connection))
      .on('response', (answer) => done(answer.resume() && null))
      .on('error', failed)
      .end();
  });

const write = (person: Person, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });

test('74: without a session, with an expired one, unverified or under another name nobody gets in', async () => {
  const nobody = app.visitor();
  expect(await connectionError(app, nobody)).toMatch(/sign in/);
  expect(await connectionError(app, nobody, { cookie: 'sid=made-up' })).toMatch(/sign in/);
  const unverified = await signUp(app, { ...ASHA, email: 'new@buyers.example' });
  expect(await connectionError(app, unverified)).toMatch(/sign in/);
  expect(await connectionError(app, asha, { query: { userId: ids.boss } })).toMatch(/sign in/);
  expect(await connectionError(app, asha, { query: { userId: 'admin' } })).toMatch(/sign in/);
  const { socket } = await ears(asha, { query: { userId: ids.asha } });
  expect(socket.connected).toBe(true);
});

test('74: join takes one’s own id and no other', async () => {
  const { send: say } = await ears(asha);
  expect(await say('join', ids.asha)).toEqual({ success: true });
  for (const claimed of [ids.bela, '', null, { id: ids.asha }, 'x'.repeat(9_000)]) {
    expect(await say('join', claimed)).toMatchObject({ success: false });
  }
});

test('75: a page of somebody else cannot open a socket', async () => {
  const origins = ['https://evil.example', 'null', `${app.origin}.evil.example`, ''];
  for (const origin of origins) {
    expect(await connectionError(app, asha, { origin }), origin).not.toMatch(/let in/);
  }
});

test('77: whoever does not take part cannot join, mark, or hear', async () => {
  const [a, b, o] = [await ears(asha), await ears(bela), await ears(boss)];
  const conversationId = talk.conversation._id;
  expect(await b.send('joinConversation', conversationId)).toMatchObject({ success: false });
  expect(await b.send('joinConversation', 'no-such')).toMatchObject({ success: false });
  expect(await b.send('typing', { conversationId })).toMatchObject({ success: false });
  expect(await a.send('joinConversation', conversationId)).toEqual({ success: true });
  expect(await o.send('joinConversation', conversationId)).toEqual({ success: true });
  await write(asha, 'Only for you.');
  await o.waitFor('newMessage', (each) => each.messageText === 'Only for you.');
  for (const userId of [ids.bela, ids.asha, ids.boss]) {
    expect(await b.send('markMessagesAsSeen', { conversationId, userId })).toMatchObject({
      success: false,
    });
  }
  expect(await a.send('markMessagesAsSeen', { conversationId, userId: ids.boss })).toMatchObject({
    success: false,
  });
  await a.send('typing', { conversationId });
  await o.waitFor('typing');
  await o.send('markMessagesAsSeen', { conversationId, userId: ids.boss });
  await a.waitFor('messagesSeen', (each) => each.conversationId === conversationId);
  expect(b.received.filter((each) => each.event !== 'getOnlineUsers')).toEqual([]);
});

test('77: one’s own messages do not become seen by oneself', async () => {
  const a = await ears(asha);
  const conversationId = talk.conversation._id;
  await a.send('joinConversation', conversationId);
  const { body } = await write(asha, 'Did you see it?');
  expect(await a.send('markMessagesAsSeen', { conversationId, userId: ids.asha })).toEqual({
    success: true,
  });
  const { db } = app.server.services.store;
  const stored = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', body.data._id)
    .executeTakeFirstOrThrow();
  expect(stored.seen_at).toBeNull();
  expect(a.bodiesOf('messagesSeen')).toEqual([]);
});

test('78: a buyer hears who is there of the owner and themself; the owner hears of everybody', async () => {
  const a = await ears(asha);
  const b = await ears(bela);
  await a.waitFor('getOnlineUsers', (list) => list.includes(ids.asha));
  const o = await ears(boss);
  await o.waitFor('getOnlineUsers', (list) => list.includes(ids.asha) && list.includes(ids.bela));
  await a.waitFor('getOnlineUsers', (list) => list.includes(ids.boss));
  o.socket.close();
  await a.waitFor('getOnlineUsers', (list) => !list.includes(ids.boss) && list.includes(ids.asha));
  expect(a.bodiesOf('getOnlineUsers').flat()).not.toContain(ids.bela);
  expect(b.bodiesOf('getOnlineUsers').flat()).not.toContain(ids.asha);
});

test('80: of 200 connections at once by one person ten are let in; others come and go', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 200 }, () => ears(bela)));
  const refused = tries.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(190);
  for (const { reason } of refused) expect(String(reason)).toMatch(/too often/);
  expect((await ears(asha)).socket.connected).toBe(true);
});

test('80: a frame over 64 kB ends the connection, and only that one', async () => {
  const [a, b] = [await ears(asha), await ears(bela)];
  b.socket.emit('joinConversation', 'x'.repeat(2_000_000));
  await vi.waitFor(() => expect(b.socket.connected).toBe(false));
  expect(a.socket.connected).toBe(true);
});

test('80: a flood is refused, then cut; others are not slowed down', async () => {
  const [a, b] = [await ears(asha), await ears(bela)];
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1_000; at += 1) b.socket.emit('typing', { conversationId: 'x' });
  const asked = performance.now();
  expect(await a.send('join', ids.asha)).toEqual({ success: true });
  expect(performance.now() - asked).toBeLessThan(250);
  await vi.waitFor(() => expect(b.socket.connected).toBe(false));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40e6);
  app.advance(60_000);
});

test('80: who stops reading is let go before much waits for them; the others go on hearing', async () => {
  const [a, o] = [await ears(asha), await ears(boss)];
  const { stopReading, end } = await openRawSocket(bela);
  await o.waitFor('getOnlineUsers', (list) => list.includes(ids.bela));
  stopReading();
  const { realtime: live } = app.server.services;
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let at = 0; at < 4_000; at += 1) {
    live.emit(roomNames.user(ids.bela), 'flood', { at, text: 'x'.repeat(12_000) });
    live.emit(roomNames.user(ids.asha), 'news', { at });
    await new Promise(setImmediate);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  await a.waitFor('news', (each) => each.at === 3_999);
  expect(a.bodiesOf('news')).toHaveLength(4_000);
  expect(most, 'of 48 MB').toBeLessThan(24e6);
  await o.waitFor('getOnlineUsers', (list) => !list.includes(ids.bela));
  end();
});

test('80: messages over HTTP have a measure too, told with Retry-After', async () => {
  const fast = await buyer(app, { ...ASHA, email: 'fast@buyers.example' });
  const mine = await paidOrder(app, fast);
  const send = () =>
    fast.post('/api/v1/communicate/send-message', { orderId: mine, messageText: 'and' });
  const answers = await Promise.all(Array.from({ length: 150 }, send));
  const refused = answers.filter((each) => each.status === 429);
  expect(refused.length).toBeGreaterThan(5);
  expect(answers.filter((each) => each.status === 201).length).toBeGreaterThanOrEqual(120);
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('whatever is sent, the shop answers with a sentence and stays', async () => {
  const a = await ears(asha);
  const odd = [undefined, null, 7, '', [], {}, { conversationId: {} }, { __proto__: null }, 'x'];
  for (const event of ['joinConversation', 'markMessagesAsSeen', 'typing', 'constructor', 'odd']) {
    for (const sent of odd) {
      app.advance(1_000);
      const answer = await a.send(event, sent);
      expect(answer, `${event} ${JSON.stringify(sent)}`).toMatchObject({ success: false });
      expect(answer.message).toMatch(/\.$/);
    }
  }
  a.socket.emit('joinConversation');
  a.socket.emit('typing', { conversationId: 1 }, 'no function');
  expect(await a.send('join', ids.asha)).toEqual({ success: true });
  expect(app.logs).toEqual([]);
});

test('81: of three tabs one closes, and the person is still there', async () => {
  const o = await ears(boss);
  const tabs = [await ears(asha), await ears(asha), await ears(asha)];
  await o.waitFor('getOnlineUsers', (list) => list.includes(ids.asha));
  tabs[0]?.socket.close();
  const conversationId = talk.conversation._id;
  for (const tab of tabs.slice(1)) await tab.send('joinConversation', conversationId);
  await write(boss, 'For each of your tabs.');
  for (const tab of tabs.slice(1)) {
    await tab.waitFor('newMessage', (each) => each.messageText === 'For each of your tabs.');
    expect(tab.bodiesOf('newMessage')).toHaveLength(1);
  }
  expect(o.bodiesOf('getOnlineUsers').at(-1)).toContain(ids.asha);
  for (const tab of tabs) tab.socket.close();
  await o.waitFor('getOnlineUsers', (list) => !list.includes(ids.asha));
});

test('5, 6: a session that ends takes its sockets along, at once', async () => {
  const gone = app.visitor();
  await gone.post('/api/v1/user/sign-in', { email: BELA.email, password: BELA.password });
  const [ending, other] = [await ears(gone), await ears(bela)];
  const cookie = cookiesOf(gone);
  await gone.post('/api/v1/user/logout');
  await vi.waitFor(() => expect(ending.socket.connected).toBe(false));
  expect(other.socket.connected).toBe(true);
  expect(await connectionError(app, gone, { cookie })).toMatch(/sign in/);
  app.server.services.realtime.endSessions({ userId: ids.bela });
  await vi.waitFor(() => expect(other.socket.connected).toBe(false));
});

test('82: a socket that nobody listens on loses nothing: the message is stored', async () => {
  const socket = openSocket(app, asha);
  await new Promise<void>((done) => socket.once('connect', done));
  socket.io.engine.close();
  const { status, body } = await write(boss, 'Nobody hears this now.');
  expect(status).toBe(201);
  const later = await asha.post('/api/v1/communicate/order/user-conversation', { orderId });
  expect(later.body.messages.at(-1)).toMatchObject({ _id: body.data._id });
  socket.close();
});

test('strangers hold fifty connections of one address at most, and keep nobody else out', async () => {
  const strict = await startTestApp({}, { allowance: 1 });
  const { person } = await insertBuyer(strict);
  const tries = await Promise.all(Array.from({ length: 80 }, () => upgrade(strict.origin)));
  expect(tries.filter((each) => each !== null)).toHaveLength(50);
  expect(await upgrade(strict.origin)).toBeNull();
  const signedIn = await connectClient(strict, person);
  expect(signedIn.socket.connected, 'who is signed in').toBe(true);
  signedIn.socket.close();
  tries.find((each) => each !== null)?.destroy();
  await expect.poll(() => upgrade(strict.origin)).not.toBeNull();
  for (const each of tries) each?.destroy();
  await strict.close();
});

// The last one: afterwards everybody's session is over.
test('74: a session that has expired meanwhile opens no socket', async () => {
  expect((await ears(asha)).socket.connected).toBe(true);
  app.advance(8 * 24 * 3_600_000);
  for (const person of [asha, bela, boss]) {
    expect(await connectionError(app, person)).toMatch(/sign in/);
  }
});
