import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DisconnectingProxy, openDisconnectingProxy } from '../support/disconnecting-proxy.ts';
import { type Answer, Person } from '../support/http-client.ts';
import { WEBSITE } from '../support/people.ts';
import { openRoundRobinProxy } from '../support/round-robin-proxy.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  openBrowsers,
  type SeveralProcesses,
  socketOf,
  startSeveral,
} from './several-processes.ts';

// Two processes that reach PostgreSQL through a proxy, which drops every connection and accepts none.
let proxy: DisconnectingProxy;
let cluster: SeveralProcesses;
beforeAll(async () => {
  cluster = await startSeveral(2, {}, async (databaseUrl) => {
    proxy = await openDisconnectingProxy(databaseUrl);
    const url = new URL(databaseUrl);
    url.port = new URL(proxy.origin).port;
    return url.href;
  });
});
afterAll(async () => {
  await cluster.close();
  await proxy.close();
});

test('keeps the pages behind the proxy while the database is away, and calls say when to try again', async () => {
  const proxyForPeople = await openRoundRobinProxy();
  const [buyer] = await openBrowsers(cluster, cluster.order.buyerId);
  const visitor = new Person(proxyForPeople.origin, []);
  visitor.cookies.set('sid', buyer?.cookies.get('sid') ?? '');
  for (const { origin } of cluster.apps) proxyForPeople.add(origin);
  await waitFor(() => expect(proxyForPeople.ready()).toHaveLength(2));
  proxy.disconnect();
  try {
    // Long enough for the proxy to have asked each process again.
    const asked = proxyForPeople.checks();
    await waitFor(() => expect(proxyForPeople.checks()).toBeGreaterThan(asked + 10));
    for (const path of ['/', '/my-gig', `/my-gig/${WEBSITE}`, '/sign-in', '/orders']) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    }
    const refused = await visitor.get('/api/v1/gig/order/user-orders');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(refused.body.message).toMatch(/Please try again\.$/);
    expect(proxyForPeople.failures).toEqual([]);
  } finally {
    proxy.reconnect();
    await proxyForPeople.close();
  }
});

test('answers 503 while the database is away, loses nothing acknowledged and goes on by itself', async () => {
  const { order, store, apps } = cluster;
  const [first, second] = await openBrowsers(cluster, order.buyerId);
  const [, owner] = await openBrowsers(cluster, order.ownerId);
  if (!first || !second || !owner) throw new Error('two processes are expected');
  const send = (at: number) =>
    (at % 2 ? first : second).post('/api/v1/communicate/send-message', {
      orderId: order.id,
      messageText: `Message ${at}`,
    });
  expect((await send(0)).status).toBe(201);

  // The connections are cut while messages are written.
  const sending = Array.from({ length: 20 }, (_, at) => send(at + 1));
  await Promise.race(sending);
  proxy.disconnect();
  const answers: Answer[] = await Promise.all(sending);
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  for (const person of [first, second]) {
    const refused = await person.get('/api/v1/gig/order/user-orders');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    for (const path of ['/readyz', '/healthz']) expect((await person.get(path)).status).toBe(200);
  }

  proxy.reconnect();
  await waitFor(async () => {
    for (const person of [first, second]) {
      expect((await person.get('/api/v1/gig/order/user-orders')).status).toBe(200);
    }
  });
  const rows = await store.db.selectFrom('messages').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  const acknowledged = answers.filter(({ status }) => status === 201);
  expect(acknowledged.filter(({ body }) => !stored.has(body.data._id))).toEqual([]);

  // Pushes reach the other process again; the socket of an open screen was closed and reconnects.
  const screens: SocketClient[] = [];
  await vi.waitFor(
    async () => {
      screens.push(await socketOf(owner));
      await send(screens.length);
      expect(screens.flatMap((screen) => screen.bodiesOf('orderChanged'))).not.toEqual([]);
    },
    { timeout: 30_000, interval: 1_000 },
  );
  for (const { socket } of screens) socket.close();
  expect(apps.map(({ child }) => child.exitCode)).toEqual([null, null]);
});
