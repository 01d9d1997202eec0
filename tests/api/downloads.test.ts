import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings, serve } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { requireUser } from '../../api/modules/accounts/guards.ts';
import { limitDownloads, limitPacks } from '../../api/modules/accounts/limit-downloads.ts';
import { openConversationFor } from '../../api/modules/chat/conversations.ts';
import { DAY } from '../../api/platform/clock.ts';
import type { Env } from '../../api/platform/http/env.ts';
import { answerError } from '../../api/platform/http/errors.ts';
import {
  type ResponseLimits,
  withResponseLimits,
} from '../../api/platform/http/response-limits.ts';
import { newId } from '../../api/platform/ids.ts';
import { limitParallel } from '../../api/platform/rate-limiting/limit-parallel.ts';
import type { User } from '../../db/schema.ts';
import type { Person } from '../support/http-client.ts';
import { deliverWebhooks, FAILED, startCheckout } from '../support/payments.ts';
import { insertBuyer, ownerOf, paidOrder, signedIn } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

const HELLO = new TextEncoder().encode('hello');
const MB = 1024 * 1024;
// Larger than the buffers of a connection.
const LARGE = 9 * MB;
const LIMITS = { firstByteMs: 20_000, idleMs: 3_000 };

shareApp({}, { responseLimits: LIMITS });

let person: Person;
let user: User;
let orderId: string;
let conversationId: string;
let messageId: string;
beforeAll(async () => {
  ({ person, user } = await insertBuyer(app));
  orderId = await paidOrder(app, person);
  const order = { id: orderId, buyer_id: user.id };
  conversationId = (await openConversationFor(app.server.services, order)).id;
  const sent = await person.post('/api/v1/communicate/send-message', {
    orderId,
    messageText: 'Hi',
  });
  messageId = sent.body.data._id;
});

const db = () => app.server.services.store.db;

/** Inserts a file; `size` is its recorded size, which the quotas count. */
async function insertFile({ size = LARGE, bytes = Buffer.alloc(1), uploader = user.id, at = 0 }) {
  const id = newId();
  const { hash: file_hash } = await app.server.services.files.write(bytes);
  await db()
    .insertInto('attachments')
    .values({
      ...{ id, conversation_id: conversationId, uploader_id: uploader, message_id: messageId },
      ...{ kind: 'file' as const, name: 'a.bin', mime: 'application/octet-stream', size },
      ...{ file_hash, width: null, height: null },
      created_at: new Date(Date.now() - at).toISOString(),
    })
    .execute();
  return id;
}

const eraseFiles = () => db().deleteFrom('attachments').execute();

const attach = (who: Person, order = orderId, bytes = Buffer.from('some text')) =>
  who.post(`/api/v1/communicate/attachment?orderId=${order}&name=a.txt`, bytes, {
    'Content-Type': 'application/octet-stream',
  });

const pathOf = (id: string) => `/api/v1/communicate/attachment/${id}`;

/** Requests a file and does not read the response. */
function stall(who: Person, path: string) {
  const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ');
  const asked: ClientRequest = request(app.origin + path, { headers: { Cookie: cookie } });
  const answered = new Promise<IncomingMessage>((done, failed) => {
    asked.on('response', done).on('error', failed);
  });
  asked.end();
  return answered;
}

/** Reads the rest of a stalled response; returns its length and whether it is complete. */
function drain(answer: IncomingMessage): Promise<{ bytes: number; whole: boolean }> {
  let bytes = 0;
  return new Promise((done) => {
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('error', () => {});
    answer.on('close', () => done({ bytes, whole: answer.complete }));
  });
}

test('refuses files for an unpaid order from its buyer and accepts them from the owner', async () => {
  const unpaidBuyer = await insertBuyer(app);
  const { checkout } = await startCheckout(unpaidBuyer.person);
  app.sandbox.pay(checkout.orderId, FAILED);
  await deliverWebhooks(app);
  const { body } = await unpaidBuyer.person.get('/api/v1/gig/order/user-orders');
  const unpaid = body.orders[0]._id as string;
  expect(await attach(unpaidBuyer.person, unpaid)).toMatchObject({
    status: 409,
    body: { success: false, message: 'Files can be sent once the order is paid.' },
  });
  expect((await attach(await ownerOf(app), unpaid)).status).toBe(201);
  expect((await attach(person)).status).toBe(201);
  await eraseFiles();
});

test('refuses uploads over the quota of an order, a person or the installation, and accepts the rest', async () => {
  const other = await insertBuyer(app);
  const rejections = async () => (await attach(person)).body.message as string;
  const old = 2 * DAY;
  await insertFile({ size: 201 * MB });
  expect(await attach(person)).toMatchObject({ status: 429 });
  await eraseFiles();
  await insertFile({ size: 300 * MB, at: old });
  expect(await rejections()).toMatch(/files of this order/);
  const second = await paidOrder(app, person);
  expect((await attach(person, second)).status).toBe(201);
  await insertFile({ size: 200 * MB, at: old });
  expect(await attach(person, second)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/files of yours/) },
  });
  await eraseFiles();
  for (let file = 0; file < 10; file += 1) {
    await insertFile({ size: 1_000 * MB, uploader: other.user.id, at: old });
  }
  expect(await attach(person)).toMatchObject({ status: 503 });
  expect((await attach(await ownerOf(app))).status).toBe(201);
  await eraseFiles();
  expect((await attach(person)).status).toBe(201);
  await eraseFiles();
});

test('enforces the quota on simultaneous uploads', async () => {
  await insertFile({ size: 300 * MB - 20, at: 2 * DAY });
  const answers = await Promise.all(Array.from({ length: 6 }, () => attach(person)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  await eraseFiles();
});

test('sends a file whole, or the part that a broken download still needs', async () => {
  const bytes = Buffer.from(Array.from({ length: MB + 77 }, (_, at) => at % 251));
  const id = await insertFile({ bytes, size: bytes.length });
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const get = async (headers: Record<string, string>) => {
    const answer = await fetch(app.origin + pathOf(id), {
      headers: { Cookie: cookie, ...headers },
    });
    const { status, headers: sent } = answer;
    const body = Buffer.from(await answer.arrayBuffer());
    return { status, body, range: sent.get('content-range'), etag: sent.get('etag') ?? '' };
  };
  const whole = await get({});
  expect(whole).toMatchObject({ status: 200, range: null });
  expect(whole.body.equals(bytes)).toBe(true);
  const size = bytes.length;
  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=65000-', 65_000, size],
    [`bytes=70000-${10 * size}`, 70_000, size],
    ['bytes=-5', size - 5, size],
  ];
  for (const [Range, from, to] of parts) {
    const part = await get({ Range, 'If-Range': whole.etag });
    expect(part.status, Range).toBe(206);
    expect(part.range).toBe(`bytes ${from}-${to - 1}/${size}`);
    expect(part.body.equals(bytes.subarray(from, to)), Range).toBe(true);
  }
  for (const Range of [`bytes=${size}-`, 'bytes=-0'])
    expect(await get({ Range }), Range).toMatchObject({ status: 416, range: `bytes */${size}` });
  const others = ['bytes=5-3', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=1-x'];
  for (const Range of others) expect((await get({ Range })).status, Range).toBe(200);
  expect((await get({ Range: 'bytes=0-1', 'If-Range': '"another"' })).status).toBe(200);
  await eraseFiles();
});

test('a file that somebody has removed from the store is said to be gone', async () => {
  const { files } = app.server.services;
  const bytes = Buffer.from('removed by hand');
  const id = await insertFile({ bytes, size: bytes.length });
  await files.delete(createHash('sha256').update(bytes).digest('hex'));
  expect(await person.get(pathOf(id))).toMatchObject({
    status: 410,
    body: { message: expect.stringMatching(/^This file is no longer in the store\./) },
  });
  await eraseFiles();
});

/** A server with one route behind this limit; each request ends when the test opens its gate. */
async function openGated(limit: MiddlewareHandler<Env>) {
  const gates: (() => void)[] = [];
  const hono = new Hono<Env>()
    .onError((error, c) => answerError(error, c, () => {}))
    .use(async (c, next) => {
      c.set('user', { ...user, id: c.req.header('X-Person') ?? '' });
      c.set('services', app.server.services);
      await next();
    })
    .get('/', limit, async (c) => {
      await new Promise<void>((done) => gates.push(done));
      return c.text('done');
    });
  const server = serve({ fetch: hono.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    gates,
    async ask(person: string, signal: AbortSignal | null = null) {
      const headers = { 'X-Person': person };
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers, signal });
      await answer.text();
      return answer;
    },
    close: () => new Promise((done) => server.close(done)),
  };
}

test('runs six downloads per person at once and queues the next without delaying others', async () => {
  const { gates, ask, close } = await openGated(limitDownloads);
  const mine = Array.from({ length: 7 }, () => ask('Asha'));
  await expect.poll(() => gates.length).toBe(6);
  const theirs = ask('Bela');
  await expect.poll(() => gates.length).toBe(7);
  gates[6]?.();
  expect((await theirs).status).toBe(200);
  expect(gates).toHaveLength(7);
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(8);
  for (const open of gates) open();
  expect((await Promise.all(mine)).every(({ status }) => status === 200)).toBe(true);
  await close();
});

test('a person has one pack at once, all people three, and who leaves while waiting gives the place back', async () => {
  const { gates, ask, close } = await openGated(limitPacks);
  const statusesOf = async (asked: Promise<Response>[]) => {
    const statuses: number[] = [];
    for (const each of asked) void each.then(({ status }) => statuses.push(status));
    const openAll = () => {
      for (const open of gates) open();
      return statuses.length;
    };
    await expect.poll(openAll).toBe(asked.length);
    return statuses.sort();
  };
  const first = ['Asha', 'Bela', 'Chen'].map((person) => ask(person));
  await expect.poll(() => gates.length).toBe(3);
  const leaving = new AbortController();
  const left = ask('Dana', leaving.signal).catch(() => 'left');
  const again = [ask('Asha'), ask('Asha')];
  expect((await Promise.race(again)).status).toBe(429);
  leaving.abort();
  expect(await left).toBe('left');
  expect(gates).toHaveLength(3);
  expect(await statusesOf([...first, ...again])).toEqual([200, 200, 200, 200, 429]);
  const last = ['Dana', 'Emil', 'Fay'].map((person) => ask(person));
  expect(await statusesOf(last)).toEqual([200, 200, 200]);
  await close();
});

test('a person has sixty packs an hour, and others have theirs', async () => {
  const { gates, ask, close } = await openGated(limitPacks);
  const pack = async (person: string) => {
    const asked = ask(person);
    const answered = asked.then(({ status }) => status);
    const openAll = () => Promise.race([answered, gates.pop()?.()]);
    await expect.poll(openAll, { interval: 2 }).toBeDefined();
    return answered;
  };
  for (let each = 0; each < 60; each += 1) expect(await pack('Gita'), `${each}`).toBe(200);
  expect(await pack('Gita')).toBe(429);
  expect(await pack('Hari')).toBe(200);
  await close();
});

test('messages, uploads and downloads are counted in the database, for all processes', async () => {
  const { person: writer, user: other } = await insertBuyer(app);
  const mine = await paidOrder(app, writer);
  const say = () =>
    writer.post('/api/v1/communicate/send-message', { orderId: mine, messageText: 'Hi' });
  expect((await say()).status).toBe(201);
  expect((await attach(writer, mine)).status).toBe(201);
  const file = async () => (await writer.get(pathOf(newId()))).status;
  expect(await file()).toBe(404);
  const setCounts = (used: number) =>
    app.write((tx) => tx.updateTable('limits').set({ used }).where('used', '>', 0).execute());
  await setCounts(5_000);
  expect(await say()).toMatchObject({ status: 429 });
  expect(await attach(writer, mine)).toMatchObject({ status: 429 });
  expect(await file()).toBe(429);
  await app.restart();
  const again = await signedIn(app, other.id);
  expect((await again.get(pathOf(newId()))).status).toBe(429);
  await setCounts(0);
  expect(await file()).toBe(404);
});

test('refuses a request when the queue is full and serves queued ones in turn', async () => {
  const { gates, ask, close } = await openGated(
    limitParallel({ atOnce: 1, waiting: 1 }, (c) => requireUser(c).id),
  );
  const asked = [1, 2, 3].map(() => ask('Asha'));
  const refused = await Promise.race(asked);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('5');
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.();
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  await close();
});

test('cuts off a stalled download without blocking the person’s other downloads', async () => {
  const id = await insertFile({ bytes: Buffer.alloc(LARGE, 1) });
  const mine = await signedIn(app, user.id);
  const stalled = Array.from({ length: 6 }, () => stall(mine, pathOf(id)));
  const answers = await Promise.all(stalled);
  // Answered only after one of the others was ended.
  expect((await mine.get(pathOf(id))).body).toHaveLength(LARGE);
  const read = await Promise.all(answers.map(drain));
  expect(read.some(({ bytes, whole }) => !whole && bytes < LARGE)).toBe(true);
  await eraseFiles();
});

/** Serves a response under these limits; returns what a client reads of it. */
async function readWithLimits(path: string, limits: Partial<ResponseLimits>) {
  const hono = new Hono()
    .get('/never', () => new Promise<Response>(() => {}))
    .get('/stalls', () => new Response(new ReadableStream({ start: (out) => out.enqueue(HELLO) })))
    .get('/silent', () => new Response(new ReadableStream()));
  const fetchLimited = withResponseLimits((request) => hono.fetch(request), {
    ...{ firstByteMs: 20_000, idleMs: 20_000 },
    ...limits,
  });
  const server = createAdaptorServer({
    fetch: (asked, env) => fetchLimited(asked, env as HttpBindings),
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path });
  const answered = once(asked.end(), 'response');
  const [answer] = (await answered) as [IncomingMessage];
  const read = await drain(answer);
  await new Promise((done) => server.close(done));
  return { status: answer.statusCode, ...read };
}

test('a response that never begins is answered 503, and one that stalls is cut off', async () => {
  const never = await readWithLimits('/never', { firstByteMs: 100 });
  expect(never).toMatchObject({ status: 503, whole: true });
  const stalled = await readWithLimits('/stalls', { idleMs: 100 });
  expect(stalled).toEqual({ status: 200, bytes: HELLO.length, whole: false });
  const silent = await readWithLimits('/silent', { idleMs: 100 });
  expect(silent).toEqual({ status: 200, bytes: 0, whole: false });
});

test('the app answers a call 503 when it takes longer than a response may', async () => {
  const limits = { firstByteMs: 1, idleMs: 20_000 };
  const hasty = await startTestApp({}, { responseLimits: limits });
  // A password is compared for many milliseconds.
  const answer = await hasty.visitor().post('/api/v1/user/sign-in', {
    ...{ email: 'nobody@people.example', password: 'not-this-one' },
  });
  expect(answer).toMatchObject({ status: 503, body: { success: false } });
  expect(answer.body.message).toContain('took too long');
  await hasty.close();
});
