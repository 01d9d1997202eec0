import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../api/platform/clock.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePeople } from '../support/payment-app.ts';
import { orderOf } from '../support/payments.ts';
import { ASHA, idOf, insertBuyer, orderBody, paidOrder, signUpBuyer } from '../support/people.ts';
import { askQuestion, sendQuote } from '../support/quotes.ts';
import { rowsWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { connectClient, type SocketClient } from '../support/socket-client.ts';

sharePeople();

let orderId: string;
let ownerClient: SocketClient;
beforeAll(async () => {
  orderId = await paidOrder(app, asha);
  ownerClient = await connectClient(app, owner);
});
afterAll(() => ownerClient.socket.close());

const write = (person: Person, messageText: unknown, more: object = {}) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText, ...more });
const read = (person: Person, more: object = {}) =>
  person.post('/api/v1/communicate/order/user-conversation', { orderId, ...more });
const BYTES = { 'Content-Type': 'application/octet-stream' };
const countMessages = async () =>
  (await app.server.services.store.db.selectFrom('messages').selectAll().execute()).length;
const text = (words: string) => new TextEncoder().encode(words);

test('answers with an empty conversation before the first message, and 404 for other people’s orders', async () => {
  expect(await read(asha)).toMatchObject({
    status: 200,
    body: {
      success: true,
      messages: [],
      hasMore: false,
      conversation: { orderId, lastMessage: null },
    },
  });
  const others = await read(bela);
  const random = await bela.post('/api/v1/communicate/order/user-conversation', {
    orderId: crypto.randomUUID(),
  });
  expect(others.status).toBe(404);
  expect(others.body).toEqual(random.body);
  expect((await read(app.visitor())).status).toBe(401);
  for (const wrong of [null, 7, '', 'x'.repeat(300)]) {
    expect((await read(asha, { orderId: wrong })).status).toBe(400);
  }
});

test('stores a message, returns it and pushes it to the other participant', async () => {
  const { body: opened } = await read(owner);
  await ownerClient.send('joinConversation', opened.conversation._id);
  const sent = await write(asha, '  Namaste!\r\nWhen do we begin?  ');
  expect(sent).toMatchObject({
    status: 201,
    body: {
      success: true,
      message: 'Message sent successfully',
      data: { messageText: 'Namaste!\nWhen do we begin?', senderId: await idOf(asha), seen: false },
    },
  });
  const client = await ownerClient.waitFor('newMessage');
  expect(client).toEqual(sent.body.data);
  const answered = await write(owner, 'Today.');
  expect(answered.status).toBe(201);
  const { body } = await read(asha);
  expect(body.messages.map((each: { messageText: string }) => each.messageText)).toEqual([
    'Namaste!\nWhen do we begin?',
    'Today.',
  ]);
  expect(body.conversation.adminId).toMatchObject({ _id: await idOf(owner), name: 'Vihaan Yadav' });
});

test('refuses messages about other people’s orders and ignores a forged sender', async () => {
  const before = await countMessages();
  const foreign = await write(bela, 'Let me in.');
  const unknown = await bela.post('/api/v1/communicate/send-message', {
    orderId: crypto.randomUUID(),
    messageText: 'Let me in.',
  });
  expect(foreign).toMatchObject({ status: 404, body: unknown.body });
  expect(await countMessages()).toBe(before);
  const conversations = await rowsWith(app, 'conversations');
  expect(conversations).toHaveLength(1);
  const forged = await write(asha, 'It is me.', { senderId: await idOf(owner), seen: true });
  expect(forged.body.data).toMatchObject({ senderId: await idOf(asha), seen: false });
});

test('refuses blank, oversized and malformed messages with a reason', async () => {
  const before = await countMessages();
  for (const blank of ['', '   \n\t', '\u200b\u2066', null, 7, {}, ['x']]) {
    expect(await write(asha, blank)).toMatchObject({
      status: 400,
      body: { success: false, message: 'Message cannot be empty' },
    });
  }
  expect((await write(asha, 'x'.repeat(4_001))).status).toBe(400);
  expect((await write(asha, 'x'.repeat(70_000))).status).toBe(413);
  expect((await write(asha, 'fine', { clientId: 'not a uuid' })).status).toBe(400);
  expect(await countMessages()).toBe(before);
  expect((await write(asha, '🙂'.repeat(2_000))).status).toBe(201);
});

test('stores a message sent twenty times with one client id once and announces it once', async () => {
  const clientId = crypto.randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => write(asha, 'Once only.', { clientId })),
  );
  expect(answers.filter((each) => each.status === 201)).toHaveLength(1);
  expect(answers.filter((each) => each.status === 200)).toHaveLength(19);
  expect(new Set(answers.map((each) => each.body.data._id)).size).toBe(1);
  await write(asha, 'After it.');
  await ownerClient.waitFor('newMessage', (each) => each.messageText === 'After it.');
  expect(
    ownerClient.bodiesOf('newMessage').filter((each) => each.clientId === clientId),
  ).toHaveLength(1);
});

test('pages through messages in server order without gaps or duplicates', async () => {
  const person = await signUpBuyer(app, { ...ASHA, email: 'pages@buyers.example' });
  const mine = await paidOrder(app, person);
  const say = (at: number) =>
    person.post('/api/v1/communicate/send-message', { orderId: mine, messageText: `no ${at}` });
  // Ten at a time: each waits for the lock of the database for five seconds at most, however slow the machine is.
  for (let sent = 0; sent < 110; sent += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => say(sent + at)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  }
  const found: { _id: string; seq: number }[] = [];
  let before: string | undefined;
  for (let page = 0; page < 9; page += 1) {
    const { body } = await person.post('/api/v1/communicate/order/user-conversation', {
      orderId: mine,
      limit: 20,
      ...(before ? { before } : {}),
    });
    found.unshift(...body.messages);
    before = body.messages[0]?._id;
    if (!body.hasMore) break;
  }
  expect(found).toHaveLength(110);
  expect(new Set(found.map((each) => each._id)).size).toBe(110);
  expect(found.map((each) => each.seq)).toEqual(Array.from({ length: 110 }, (_, at) => at + 1));
});

test('lists conversations for the owner only', async () => {
  const { status, body } = await owner.get('/api/v1/communicate/conversations');
  expect(status).toBe(200);
  const mine = body.conversations.find((each: { orderId: string }) => each.orderId === orderId);
  expect(mine).toMatchObject({ buyerId: { name: ASHA.name }, orderStatus: 'In Progress' });
  expect(mine.unread).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toContain('@');
  expect((await asha.get('/api/v1/communicate/conversations')).status).toBe(403);
  expect((await app.visitor().get('/api/v1/communicate/conversations')).status).toBe(401);
});

test('the inbox is filtered by whose turn it is, searched and paged, a person with all that they wrote at once', async () => {
  const { user, person } = await insertBuyer(app, { name: 'Zubin Inbox' });
  const about = await askQuestion(person);
  const order = await paidOrder(app, person);
  await person.post('/api/v1/communicate/send-message', { orderId: order, messageText: 'Hello' });
  const list = async (query: string) =>
    (await owner.get(`/api/v1/communicate/conversations?${query}`)).body;
  const found = async (query: string) =>
    (await list(`find=${encodeURIComponent('zubin IN')}&${query}`)).conversations.map(
      (each: { orderId: string | null; waitsSince: string | null }) =>
        `${each.orderId === null ? 'question' : 'order'}${each.waitsSince ? ' waits' : ''}`,
    );
  expect(await found(''), 'who waits longest first').toEqual(['question waits', 'order waits']);
  expect(await found('show=mine')).toEqual(['question waits', 'order waits']);
  expect(await found('show=client')).toEqual([]);
  expect(await found('show=drop%20table')).toHaveLength(2);

  await sendQuote(owner, about);
  expect(await found('show=mine'), 'a quote is an answer').toEqual(['order waits', 'question']);
  await write(owner, 'Welcome', { orderId: order });
  expect(await found('show=mine')).toEqual([]);
  expect(await found('show=client')).toEqual(['order', 'question']);

  const number = order.slice(-6).toUpperCase();
  expect((await list(`find=%23${number}`)).conversations).toHaveLength(2);
  expect((await list(`find=${user.email}`)).conversations).toHaveLength(2);
  expect((await list('find=%25')).conversations).toEqual([]);
  const first = await list('limit=1');
  expect(first.conversations).toHaveLength(2);
  const second = await list(`limit=1&before=${first.next}`);
  expect(second.conversations[0].buyerId._id).not.toBe(user.id);
});

test('opens no conversation for an unpaid checkout', async () => {
  await bela.post('/api/v1/gig/order/place', await orderBody(bela));
  const { db } = app.server.services.store;
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', await idOf(bela))
    .executeTakeFirstOrThrow();
  const before = await countMessages();
  expect((await read(bela, { orderId: id })).status).toBe(404);
  expect((await write(bela, 'Buy my links', { orderId: id })).status).toBe(404);
  const upload = `/api/v1/communicate/attachment?orderId=${id}&name=a.txt`;
  expect((await bela.post(upload, text('links'), BYTES)).status).toBe(404);
  expect(await countMessages()).toBe(before);
});

test('keeps message, inbox and seen order after a clock rollback', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Dev Rao' });
  const mine = await paidOrder(app, person);
  const say = async (from: Person, messageText: string) =>
    (await from.post('/api/v1/communicate/send-message', { orderId: mine, messageText })).body.data;
  const page = async (more: object = {}) =>
    (await person.post('/api/v1/communicate/order/user-conversation', { orderId: mine, ...more }))
      .body;
  for (const at of [1, 2, 3, 4]) await say(at % 2 ? person : owner, `before ${at}`);
  await write(asha, 'Another conversation, by the later clock.');
  app.advance(-2 * HOUR);
  const late = [
    await say(person, 'late 1'),
    await say(owner, 'late 2'),
    await say(person, 'late 3'),
  ];
  const textsOf = ({ messages }: { messages: { messageText: string }[] }) =>
    messages.map((each) => each.messageText);
  const newest = await page({ limit: 4 });
  expect(textsOf(newest)).toEqual(['before 4', 'late 1', 'late 2', 'late 3']);
  const before = await page({ limit: 4, before: late[1]._id });
  expect(textsOf(before)).toEqual(['before 2', 'before 3', 'before 4', 'late 1']);
  expect(newest.conversation.lastMessage).toMatchObject({ messageText: 'late 3' });
  const { conversation: card } = await orderOf(person, mine);
  expect(card, 'the words that wait, not one’s own').toMatchObject({ text: 'late 2', unread: 3 });
  const inbox = (query: string) => owner.get(`/api/v1/communicate/conversations?limit=1${query}`);
  const { conversations, next } = (await inbox('')).body;
  expect(conversations[0].orderId).toBe(mine);
  const [second] = (await inbox(`&before=${next}`)).body.conversations;
  expect(second.orderId).toBe(orderId);
  const { conversation } = newest;
  await ownerClient.send('markMessagesAsSeen', {
    conversationId: conversation._id,
    userId: await idOf(owner),
  });
  expect((await page()).conversation.seenThrough).toBe(late[2]._id);
  expect(newest.messages.at(-1).senderId).toBe(user.id);
  app.advance(2 * HOUR);
});
