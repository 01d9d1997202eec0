import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const WRONG_SECRET = { RAZORPAY_KEY_SECRET: 'a secret that is not ours' };

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Starts an app whose provider is a sandbox in another server. */
async function startAppWith(change: Record<string, string> = {}): Promise<TestApp> {
  const app = await startTestApp(change, { outsideProvider: true });
  apps.push(app);
  return app;
}

test('reports at start whether the keys work without delaying the start', async () => {
  for (const [change, sentence] of [
    [{}, /accepts the keys/],
    [WRONG_SECRET, /refuses the keys\. .*Check RAZORPAY_KEY_ID/],
    [{ RAZORPAY_API_URL: 'http://127.0.0.1:9' }, /does not answer/],
  ] as const) {
    const { logs, visitor, server } = await startAppWith(change);
    expect((await visitor().get('/api/v1/user/check-token')).status).toBe(200);
    await waitFor(() => expect(logs.join('\n')).toMatch(sentence));
    expect(logs.join('\n')).not.toContain(server.config.razorpay?.keySecret);
  }
  const app = await startAppWith();
  app.sandbox.faults.next('orders.list', { kind: 'hang' });
  await app.restart();
  expect((await app.visitor().get('/api/v1/user/check-token')).status).toBe(200);
  app.sandbox.faults.clear();
});

test('refuses orders while the key secret is wrong and works once it is right', async () => {
  const order = ({ server }: TestApp) =>
    server.services.provider.createOrder({ amount: 100, receipt: 'r', orderId: 'o' });
  await expect(order(await startAppWith(WRONG_SECRET))).rejects.toThrow(/status 401/);
  await expect(order(await startAppWith())).resolves.toMatch(/^order_/);
});
