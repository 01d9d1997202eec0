import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../api/platform/clock.ts';
import { queueImageWork } from '../../api/platform/files/image-queue.ts';
import type { Answer, Person } from '../support/http-client.ts';
import {
  ASHA,
  BELA,
  buyer,
  cart,
  idOf,
  insertBuyer,
  ownerOf,
  PASSWORD,
  paidOrder,
} from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { connectClient, type SocketClient } from '../support/socket-client.ts';

shareApp();

let asha: Person;
let bela: Person;
let owner: Person;
let orderId: string;
let ownerClient: SocketClient;
beforeAll(async () => {
  [asha, bela, owner] = await Promise.all([buyer(app, ASHA), buyer(app, BELA), ownerOf(app)]);
  orderId = await paidOrder(app, asha);
  ownerClient = await connectClient(app, owner);
});
afterAll(() => ownerClient.socket.close());

const write = (person: Person, messageText: unknown, more: object = {}) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText, ...more });
const read = (person: Person, more: object = {}) =>
  person.post('/api/v1/communicate/order/user-conversation', { orderId, ...more });
const attach = (person: Person, name: string, bytes: Uint8Array, type?: string): Promise<Answer> =>
  person.post(
    `/api/v1/communicate/attachment?orderId=${orderId}&name=${encodeURIComponent(name)}`,
    bytes,
    { 'Content-Type': type ?? 'application/octet-stream' },
  );
const BYTES = { 'Content-Type': 'application/octet-stream' };
const countMessages = async () =>
  (await app.server.services.store.db.selectFrom('messages').selectAll().execute()).length;
const text = (words: string) => new TextEncoder().encode(words);

test('31: answers with an empty conversation before the first message, and 404 for other people’s orders', async () => {
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

test('32: refuses messages about other people’s orders and ignores a forged sender', async () => {
  const before = await countMessages();
  const foreign = await write(bela, 'Let me in.');
  const unknown = await bela.post('/api/v1/communicate/send-message', {
    orderId: crypto.randomUUID(),
    messageText: 'Let me in.',
  });
  expect(foreign).toMatchObject({ status: 404, body: unknown.body });
  expect(await countMessages()).toBe(before);
  const conversations = await app.server.services.store.db
    .selectFrom('conversations')
    .selectAll()
    .execute();
  expect(conversations).toHaveLength(1);
  const forged = await write(asha, 'It is me.', { senderId: await idOf(owner), seen: true });
  expect(forged.body.data).toMatchObject({ senderId: await idOf(asha), seen: false });
});

test('refuses blank, oversized and malformed messages with a reason', async () => {
  const before = await countMessages();
  for (const blank of ['', '   \n\t', '\u0000\u0007', null, 7, {}, ['x']]) {
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

test('82: stores a message sent twenty times with one client id once and announces it once', async () => {
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

test('82: pages through messages in server order without gaps or duplicates', async () => {
  const person = await buyer(app, { ...ASHA, email: 'pages@buyers.example' });
  const mine = await paidOrder(app, person);
  const say = (at: number) =>
    person.post('/api/v1/communicate/send-message', { orderId: mine, messageText: `no ${at}` });
  await Promise.all(Array.from({ length: 110 }, (_, at) => say(at)));
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

test('keeps attachments in the chosen order and describes a message without text', async () => {
  const upload = async (name: string) =>
    (await attach(asha, name, Buffer.from(name))).body.data._id as string;
  const [third, first, second] = [
    await upload('3.txt'),
    await upload('1.txt'),
    await upload('2.txt'),
  ];
  const sent = await write(asha, '', { attachments: [first, second, third] });
  const names = (message: { attachments: { name: string }[] }) =>
    message.attachments.map((each) => each.name);
  expect(names(sent.body.data)).toEqual(['1.txt', '2.txt', '3.txt']);
  const opened = await owner.post('/api/v1/communicate/order/user-conversation', { orderId });
  expect(names(opened.body.messages.at(-1))).toEqual(['1.txt', '2.txt', '3.txt']);
  const last = async () =>
    (await owner.get('/api/v1/communicate/conversations')).body.conversations.find(
      (each: { orderId: string }) => each.orderId === orderId,
    ).lastMessage.messageText;
  expect(await last()).toBe('Sent 3 files.');
  await write(asha, '', { attachments: [await upload('4.txt')] });
  expect(await last()).toBe('Sent a file.');
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

test('re-encodes a picture without metadata or appended data', async () => {
  const photo = await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#2dd4bf' },
  })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
  const { status, body } = await attach(asha, '../../my photo.jpg', polyglot);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ kind: 'image', name: 'my photo.webp', width: 60, height: 40 });
  const sent = await write(asha, '', { attachments: [body.data._id] });
  expect(sent.body.data.attachments).toEqual([body.data]);
  const shown = await fetch(app.origin + body.data.url, {
    headers: { Cookie: [...asha.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(shown.headers.get('Content-Type')).toBe('image/webp');
  expect(bytes.includes('SECRET-PLACE')).toBe(false);
  expect(bytes.includes('<script>')).toBe(false);
  expect((await owner.get(body.data.url)).status).toBe(200);
  expect((await bela.get(body.data.url)).status).toBe(404);
  expect((await app.visitor().get(body.data.url)).status).toBe(401);
});

test('86: serves other files only as sandboxed downloads', async () => {
  const page = text('<!doctype html><script>alert(document.cookie)</script>');
  const { status, body } = await attach(asha, 'plan "v2"\n\u202e.html', page);
  expect(status).toBe(201);
  const { headers } = await asha.get(body.data.url);
  expect(headers.get('Content-Type')).toBe('application/octet-stream');
  expect(headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''plan%20v2.html");
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cache-Control')).toContain('private');
});

test('refuses files that are disguised, executable, empty, too large or posted by a form', async () => {
  // Refills the upload limit, which earlier tests have used in part.
  app.advance(HOUR);
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]);
  const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]);
  expect((await attach(asha, 'logo.png', svg)).status).toBe(415);
  expect((await attach(asha, 'setup.exe', program)).status).toBe(415);
  const scripts = [
    'run.bat',
    'RUN.CMD',
    'page.hta',
    'a.ps1',
    'a.vbs',
    'a.js',
    'b.pdf.jse',
    'a.lnk',
  ];
  for (const name of [...scripts, 'run.bat.', 'run.bat . .', 'x.reg', 'x.scr', 'y.wsf']) {
    // The limit of uploads is not what is looked at here.
    app.advance(10_000);
    const answer = await attach(asha, name, Buffer.from('echo hello'));
    expect(answer, name).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/scripts/) },
    });
  }
  app.advance(60_000);
  expect((await attach(asha, 'broken.png', broken)).status).toBe(415);
  expect((await attach(asha, 'none.txt', new Uint8Array())).status).toBe(400);
  expect((await attach(asha, 'big.bin', new Uint8Array(10 * 1024 * 1024 + 2))).status).toBe(413);
  expect((await attach(asha, 'a.txt', text('a'), 'text/plain')).status).toBe(415);
  expect((await attach(asha, 'a.txt', text('a'), 'multipart/form-data')).status).toBe(415);
  expect((await attach(bela, 'a.txt', text('a'))).status).toBe(404);
});

test('attaches a file once, by its uploader and in its own conversation', async () => {
  const { body } = await attach(owner, 'notes.txt', text('notes'));
  const stolen = await write(asha, 'Mine?', { attachments: [body.data._id] });
  expect(stolen.status).toBe(400);
  expect((await write(owner, '', { attachments: [body.data._id] })).status).toBe(201);
  expect((await write(owner, 'again', { attachments: [body.data._id] })).status).toBe(400);
  expect((await read(asha)).body.messages.at(-1).attachments).toHaveLength(1);
});

test('emails an absent participant once in 15 minutes per conversation, and not after they have read', async () => {
  const { outbox, store } = app.server.services;
  const { person: chandra, user } = await insertBuyer(app);
  const hers = { orderId: await paidOrder(app, chandra) };
  const countEmailsTo = (address: string) =>
    app.mail.emails.filter(
      (each) => each.to?.[0]?.address === address && /New messages/.test(each.subject ?? ''),
    ).length;
  const minutes = (count: number) => {
    app.advance(count * 60_000);
    outbox.flush();
  };
  await write(owner, '<b>First</b> & only', hers);
  await write(owner, 'Second', hers);
  minutes(14);
  await write(owner, 'Third', hers);
  minutes(2);
  const mail = await app.mail.email(user.email, /New messages about order/);
  expect(mail.html).toContain('&lt;b&gt;First&lt;/b&gt; &amp; only');
  expect(mail.text).toContain(`/orders/${hers.orderId}`);
  await write(owner, 'Fourth', hers);
  minutes(10);
  expect(countEmailsTo(user.email)).toBe(1);
  const client = await connectClient(app, chandra);
  const { body } = await read(chandra, hers);
  const seen = { conversationId: body.conversation._id, userId: user.id };
  expect(await client.send('markMessagesAsSeen', seen)).toEqual({ success: true });
  client.socket.close();
  minutes(60);
  const waiting = await store.db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupe_key', 'like', `away:${body.conversation._id}:%`)
    .where('sent_at', 'is', null)
    .execute();
  expect(waiting).toEqual([]);
  expect(countEmailsTo(user.email)).toBe(1);
});

test('deletes a person’s messages with the account, also from queued mail', async () => {
  const { store } = app.server.services;
  const { person } = await insertBuyer(app);
  const leaving = await paidOrder(app, person);
  const waiting = () =>
    store.db
      .selectFrom('outbox')
      .select(['id', 'dedupe_key'])
      .where('kind', '=', 'message while away')
      .where('sent_at', 'is', null)
      .execute();
  const before = await waiting();
  await write(person, 'My secret plan', { orderId: leaving });
  expect(await waiting()).toHaveLength(before.length + 1);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  expect(await waiting()).toEqual(before);
});

test('opens no conversation for an unpaid checkout', async () => {
  await bela.post('/api/v1/gig/order/place', await cart(bela));
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

test('processes pictures through a bounded queue and refuses more than forty megapixels', async () => {
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  let finish = () => {};
  const busy = new Promise<void>((done) => {
    finish = done;
  });
  const waiting = Array.from({ length: 21 }, () => queueImageWork(() => busy));
  const small = await png(40, 30);
  const refused = await attach(asha, 'small.png', small);
  expect(refused.status).toBe(503);
  expect(refused.body.message).toContain('Many pictures');
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect((await attach(asha, 'notes.txt', text('no picture'))).status).toBe(201);
  finish();
  await Promise.all(waiting);
  expect((await attach(asha, 'small.png', small)).status).toBe(201);
  expect((await attach(asha, 'huge.png', await png(6_400, 6_300))).status).toBe(415);
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
  const inbox = (query: string) => owner.get(`/api/v1/communicate/conversations?limit=1${query}`);
  const [first] = (await inbox('')).body.conversations;
  expect(first.orderId).toBe(mine);
  const [second] = (await inbox(`&before=${first._id}`)).body.conversations;
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
