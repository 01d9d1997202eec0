import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { createSandbox, type RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import { transaction } from '../../db/transaction.ts';
import { Person } from '../support/http-client.ts';
import { orderBody, WEBSITE_PAGE } from '../support/people.ts';
import { SANDBOX_KEYS } from '../support/razorpay-sandbox.ts';
import { openRoundRobinProxy, type RoundRobinProxy } from '../support/round-robin-proxy.ts';
import { connectClient } from '../support/socket-client.ts';
import { waitFor } from '../support/wait-for.ts';
import { type AppProcess, stop } from './app-process.ts';
import { type SeveralProcesses, startSeveral } from './several-processes.ts';

// Three processes behind a proxy that gives each request and each socket to the next one.
let proxy: RoundRobinProxy;
let cluster: SeveralProcesses;
let sandbox: RazorpaySandbox;
let provider: ReturnType<typeof serve>;
beforeAll(async () => {
  proxy = await openRoundRobinProxy();
  sandbox = createSandbox({
    file: ':memory:',
    webhookUrl: `${proxy.origin}/api/v1/gig/webhook`,
    ...SANDBOX_KEYS,
  });
  provider = serve({ fetch: sandbox.app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(provider, 'listening');
  cluster = await startSeveral(3, {
    SITE_ORIGIN: proxy.origin,
    TRUST_PROXY: 'on',
    STOP_DELAY: '1',
    RAZORPAY_KEY_ID: SANDBOX_KEYS.keyId,
    RAZORPAY_KEY_SECRET: SANDBOX_KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
    RAZORPAY_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });
  for (const { origin } of cluster.apps) proxy.add(origin);
  await waitFor(() => expect(proxy.ready()).toHaveLength(3));
});
afterAll(async () => {
  await cluster.close();
  await proxy.close();
  await sandbox.close();
  provider.close();
});

async function browserOf(userId: string): Promise<Person> {
  const person = new Person(proxy.origin, []);
  const { store } = cluster;
  const token = await transaction({ store }, (tx) =>
    openSession(tx, systemClock, { userId, userAgent: 'Firefox' }),
  );
  person.cookies.set('sid', token);
  return person;
}

const failures: string[] = [];
/** Repeats requests until the deploy is over; a response without success is a failure. */
async function repeat(isOver: () => boolean, send: () => Promise<{ status: number }[]>) {
  let rounds = 0;
  while (!isOver()) {
    const answers = await send().catch((error: unknown) => {
      failures.push(String(error));
      return [];
    });
    for (const { status, ...rest } of answers) {
      if (status >= 300) failures.push(`${status} ${JSON.stringify(rest).slice(0, 200)}`);
    }
    rounds += 1;
  }
  return rounds;
}

async function replace(old: AppProcess): Promise<void> {
  const next = await cluster.start();
  proxy.add(next.origin);
  await waitFor(() => expect(proxy.ready()).toContain(next.origin));
  old.child.kill('SIGTERM');
  await waitFor(() => expect(proxy.ready()).not.toContain(old.origin));
  expect(old.child.exitCode).toBeNull();
  expect(await stop(old)).toBe(0);
  proxy.remove(old.origin);
}

test('every process is replaced under load without a failed request', async () => {
  const { order, store } = cluster;
  const buyer = await browserOf(order.buyerId);
  const other = await browserOf(order.buyerId);
  const owner = await browserOf(order.ownerId);
  const screen = await connectClient({ origin: proxy.origin, answers: [] }, owner, {
    reconnection: true,
  });
  let isOver = false;
  const until = () => isOver;
  const placed: string[] = [];
  const sent: string[] = [];
  const load = Promise.all([
    repeat(until, async () => [
      await new Person(proxy.origin, []).get('/'),
      await new Person(proxy.origin, []).get(WEBSITE_PAGE),
      await other.get('/api/v1/gig/order/user-orders'),
    ]),
    repeat(until, async () => {
      const begun = await buyer.post('/api/v1/gig/order/place', await orderBody(buyer));
      if (begun.status !== 201) return [begun];
      const paid = sandbox.pay(begun.body.orderId, { method: 'card', outcome: 'captured' });
      const verified = await buyer.post('/api/v1/gig/order/verify', paid);
      if (verified.status === 200) placed.push(verified.body.order._id);
      return [begun, verified];
    }),
    repeat(until, async () => {
      // A person can send 120 messages a minute.
      if (sent.length === 100) return [await other.get('/api/v1/gig/order/user-orders')];
      const answer = await other.post('/api/v1/communicate/send-message', {
        orderId: order.id,
        messageText: `Message ${sent.length}`,
      });
      if (answer.status === 201) sent.push(answer.body.data._id);
      return [answer];
    }),
  ]);
  const old = [...cluster.apps];
  for (const each of old) await replace(each);
  isOver = true;
  const rounds = await load;

  expect(failures).toEqual([]);
  expect(Math.min(...rounds)).toBeGreaterThan(3);
  const received = [...proxy.counts.values()];
  expect(received).toHaveLength(6);
  const orders = await store.db.selectFrom('orders').select(['id', 'total', 'paid']).execute();
  expect(orders.map(({ id }) => id).sort()).toEqual([order.id, ...placed].sort());
  expect(orders.filter(({ total, paid }) => total !== paid)).toEqual([]);
  const messages = await store.db.selectFrom('messages').select('id').orderBy('seq').execute();
  expect(messages.map(({ id }) => id)).toEqual(sent);
  // The owner's screen was connected to processes that were stopped, and gets pushes again.
  await waitFor(() => expect(screen.socket.connected).toBe(true));
  const before = screen.bodiesOf('orderChanged').length;
  await waitFor(async () => {
    await other.post('/api/v1/communicate/send-message', {
      orderId: order.id,
      messageText: 'Afterwards',
    });
    expect(screen.bodiesOf('orderChanged').length).toBeGreaterThan(before);
  });
  screen.socket.close();
});
