import { request } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { roomNames } from '../../api/platform/realtime/realtime.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePeople } from '../support/payment-app.ts';
import { ASHA, idOf, insertBuyer, paidOrder, signUpBuyer } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { connectClient, openRawSocket, type SocketClient } from '../support/socket-client.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

sharePeople();

let ids: Record<'asha' | 'bela' | 'owner', string>;
const open: SocketClient[] = [];

beforeAll(async () => {
  ids = { asha: await idOf(asha), bela: await idOf(bela), owner: await idOf(owner) };
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

/** A connection without a session; null when it is refused. */
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

test('accepts ten of 200 simultaneous connections of one person and still admits others', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 200 }, () => connect(bela)));
  const refused = tries.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(190);
  for (const { reason } of refused) expect(String(reason)).toMatch(/too often/);
  expect((await connect(asha)).socket.connected).toBe(true);
});

test('closes only the connection that sends a frame over 64 kB', async () => {
  const [ashaClient, belaClient] = [await connect(asha), await connect(bela)];
  belaClient.socket.emit('joinConversation', 'x'.repeat(2_000_000));
  await waitFor(() => expect(belaClient.socket.connected).toBe(false));
  expect(ashaClient.socket.connected).toBe(true);
});

test('refuses and then disconnects a flooding client without slowing others', async () => {
  const [ashaClient, belaClient] = [await connect(asha), await connect(bela)];
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1_000; at += 1) belaClient.socket.emit('typing', { conversationId: 'x' });
  const cpuTime = await cpuTimeOf(async () =>
    expect(await ashaClient.send('join', ids.asha)).toEqual({ success: true }),
  );
  expect(cpuTime).toBeLessThan(250);
  await waitFor(() => expect(belaClient.socket.connected).toBe(false));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40e6);
  app.advance(60_000);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes of buffers that are still needed. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test('disconnects a client that stops reading before much is buffered, and still serves others', async () => {
  const [ashaClient, ownerClient] = [await connect(asha), await connect(owner)];
  const { stopReading, end } = await openRawSocket(bela);
  await ownerClient.waitFor('getOnlineUsers', (list) => list.includes(ids.bela));
  stopReading();
  const { realtime } = app.server.services;
  const before = heldBytes();
  let most = 0;
  for (let at = 1; at <= 4_000; at += 1) {
    realtime.emit(roomNames.user(ids.bela), 'flood', { at, text: 'x'.repeat(12_000) });
    realtime.emit(roomNames.user(ids.asha), 'progress', { at });
    await new Promise(setImmediate);
    if (at % 200 > 0) continue;
    most = Math.max(most, heldBytes() - before);
    // Not faster than she reads, or than PostgreSQL sends them.
    await waitFor(() => expect(ashaClient.bodiesOf('progress')).toHaveLength(at));
  }
  expect(most, 'of 48 MB').toBeLessThan(24e6);
  await ownerClient.waitFor('getOnlineUsers', (list) => !list.includes(ids.bela));
  end();
});

test('limits messages over HTTP with Retry-After', async () => {
  const fast = await signUpBuyer(app, { ...ASHA, email: 'fast@buyers.example' });
  const mine = await paidOrder(app, fast);
  const send = () =>
    fast.post('/api/v1/communicate/send-message', { orderId: mine, messageText: 'and' });
  const answers = await Promise.all(Array.from({ length: 150 }, send));
  const refused = answers.filter((each) => each.status === 429);
  expect(refused.length).toBeGreaterThan(5);
  expect(answers.filter((each) => each.status === 201).length).toBeGreaterThanOrEqual(120);
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('limits anonymous connections per address to fifty without excluding signed-in people', async () => {
  const strict = await startTestApp({}, { testMultiplier: 1 });
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
