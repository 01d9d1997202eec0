import { rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADDRESS, ASHA, orderBody } from '../support/people.ts';
import { createDataDir } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { type AppProcess, buyerOf, freePort, startAppProcess } from './app-process.ts';

/** A provider that answers only when the test allows it. */
const unanswered: ServerResponse[] = [];
let orders = 0;
const provider = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.method === 'GET' && request.url?.startsWith('/v1/orders?')) {
    response.end(JSON.stringify({ items: [] }));
  } else unanswered.push(response);
});

const answerNewOrder = (response: ServerResponse | undefined) => {
  orders += 1;
  response?.end(JSON.stringify({ id: `order_${String(orders).padStart(14, '0')}` }));
};

let dataDir: string;
let keys: Record<string, string>;
beforeAll(async () => {
  dataDir = createDataDir();
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  keys = {
    RAZORPAY_KEY_ID: 'rzp_test_a1b2c3d4e5f6g7',
    RAZORPAY_KEY_SECRET: 'the-key-secret-of-this-test',
    RAZORPAY_WEBHOOK_SECRET: 'the-webhook-secret-of-this-test',
    RAZORPAY_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  };
});
beforeEach(() => void unanswered.splice(0));
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Stored webhooks whose payments the app still has to fetch from the provider. */
function storeWebhookEvents(numbers: number[]): void {
  const db = new Database(join(dataDir, 'app.db'));
  const insert = db.prepare(
    `INSERT INTO payment_events (id, type, body, received_at, tries)
     VALUES (?, 'payment.captured', ?, '2026-01-05T09:00:00.000Z', 0)`,
  );
  for (const number of numbers) {
    const id = `pay_${String(number).padStart(14, '0')}`;
    insert.run(`event-${number}`, JSON.stringify({ payload: { payment: { entity: { id } } } }));
  }
  db.close();
}

test('stops although the provider answers no request', async () => {
  storeWebhookEvents([1, 2, 3, 4]);
  const app = await startAppProcess(dataDir, await freePort(), { env: keys });
  await waitFor(() => expect(unanswered.length).toBeGreaterThan(0));
  app.child.kill('SIGTERM');
  expect(await app.ended, app.output()).toBe(0);
});

/** Places an order and sends the signal while the provider's answer is pending. */
async function signalDuringCall(app: AppProcess, signal: () => void, person: typeof ASHA) {
  const buyer = await buyerOf(app, person);
  const order = await orderBody(buyer, { addressInfo: { ...ADDRESS, email: person.email } });
  unanswered.splice(0);
  const placing = buyer.post('/api/v1/gig/order/place', order);
  await waitFor(() => expect(unanswered.length).toBeGreaterThan(0));
  signal();
  await waitFor(() => expect(app.output()).toContain('Closing'));
  // Every forwarded copy of the signal has arrived once a new connection is refused for good.
  await waitFor(() => expect(fetch(app.origin)).rejects.toThrow());
  answerNewOrder(unanswered.at(-1));
  return placing;
}

test('signals to the whole process group let a running request finish', async () => {
  const app = await startAppProcess(dataDir, await freePort(), {
    args: ['start', '--', '--keep-site'],
    program: 'npm',
    ownGroup: true,
    env: keys,
  });
  const group = -(app.child.pid ?? 0);
  const signal = () => {
    process.kill(group, 'SIGINT');
    process.kill(group, 'SIGTERM');
  };
  const answer = await signalDuringCall(app, signal, ASHA);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await app.ended;
});

test('SIGTERM to the npm process stops the app', async () => {
  const app = await startAppProcess(dataDir, await freePort(), {
    args: ['start', '--', '--keep-site'],
    program: 'npm',
    ownGroup: true,
    env: keys,
  });
  const person = { ...ASHA, email: 'second@buyers.example' };
  const answer = await signalDuringCall(app, () => app.child.kill('SIGTERM'), person);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await app.ended;
});

test('serves on for STOP_DELAY after it was asked to stop, while it is no longer ready', async () => {
  const app = await startAppProcess(dataDir, await freePort(), { env: { STOP_DELAY: '2' } });
  const statusOf = async (path: string) => (await app.visitor().get(path)).status;
  expect(await statusOf('/readyz')).toBe(200);
  app.child.kill('SIGTERM');
  await waitFor(async () => expect(await statusOf('/readyz')).toBe(503));
  const page = await app.visitor().get('/');
  expect([page.status, page.headers.get('Connection')]).toEqual([200, 'close']);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await app.ended, app.output()).toBe(0);
});
