import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutsideProvider, openOutsideProvider } from '../support/outside-provider.ts';
import { orderBody } from '../support/people.ts';
import { openBrowsers, type SeveralProcesses, startSeveral } from './several-processes.ts';

// Three processes and one provider outside of them.
let provider: OutsideProvider;
let cluster: SeveralProcesses;
beforeAll(async () => {
  provider = await openOutsideProvider();
  cluster = await startSeveral(3, provider.env);
});
afterAll(async () => {
  await cluster.close();
  await provider.close();
});

test('opens one provider order for a checkout that is placed at three processes at once', async () => {
  const browsers = await openBrowsers(cluster, cluster.order.buyerId);
  const [first] = browsers;
  if (!first) throw new Error('no process');
  for (let round = 0; round < 3; round += 1) {
    // Slow enough that the other requests arrive while the provider is asked.
    provider.sandbox.faults.next('orders.create', { kind: 'delay', ms: 500 });
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
    const made = provider.sandbox.records().orders.filter(({ receipt }) => receipt === id);
    expect(made).toHaveLength(1);
  }
});
