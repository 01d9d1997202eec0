import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderBody } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';
import { freePort, type Started, start, stop } from './app-process.ts';
import { openBrowsers, type SeveralProcesses, startSeveral } from './several-processes.ts';

// Three processes and one provider: the sandbox in a process of its own.
const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_several',
  RAZORPAY_KEY_SECRET: 'a secret of the sandbox',
  RAZORPAY_WEBHOOK_SECRET: 'a secret of its webhooks',
};
let sandbox: Started;
let providerUrl: string;
let cluster: SeveralProcesses;
beforeAll(async () => {
  const port = await freePort();
  sandbox = start(['api/razorpay-sandbox/main.ts'], {
    ...KEYS,
    PORT: String(port),
    SANDBOX_CONTROL: '1',
  });
  await waitFor(() => expect(sandbox.output()).toContain(KEYS.RAZORPAY_KEY_ID));
  providerUrl = `http://127.0.0.1:${port}`;
  cluster = await startSeveral(3, { ...KEYS, RAZORPAY_API_URL: providerUrl });
});
afterAll(async () => {
  await cluster.close();
  await stop(sandbox);
});

/** The number of orders at the provider for this order. */
async function countProviderOrders(receipt: string): Promise<number> {
  const secret = `${KEYS.RAZORPAY_KEY_ID}:${KEYS.RAZORPAY_KEY_SECRET}`;
  const answer = await fetch(`${providerUrl}/v1/orders?receipt=${receipt}`, {
    headers: { Authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).count;
}

test('opens one provider order for a checkout that is placed at three processes at once', async () => {
  const browsers = await openBrowsers(cluster, cluster.order.buyerId);
  const [first] = browsers;
  if (!first) throw new Error('no process');
  for (let round = 0; round < 3; round += 1) {
    // Slow enough that the other requests arrive while the provider is asked.
    await fetch(`${providerUrl}/control/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ route: 'orders.create', fault: { kind: 'delay', ms: 500 } }),
    });
    const order = await orderBody(first);
    const placed = await Promise.all(
      [...browsers, ...browsers].map((person) => person.post('/api/v1/gig/order/place', order)),
    );
    expect(placed.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(placed.map(({ body }) => body.orderId)).size).toBe(1);
    const { id } = await cluster.store.db
      .selectFrom('instalments')
      .select('id')
      .where('provider_order_id', '=', placed[0]?.body.orderId)
      .executeTakeFirstOrThrow();
    expect(await countProviderOrders(id)).toBe(1);
  }
});
