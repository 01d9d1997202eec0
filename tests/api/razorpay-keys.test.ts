import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { createSandbox, type RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import { type App, startApp } from '../../api/start-app.ts';
import { Person } from '../support/http-client.ts';
import { openMailServer } from '../support/mail-server.ts';
import { createDataDir } from '../support/test-app.ts';

const KEYS = {
  keyId: 'rzp_test_ofsomebody',
  keySecret: 'a secret of sixteen or more',
  webhookSecret: 'another secret, just as long',
};

let gateway: RazorpaySandbox;
let server: Server;
let apiUrl: string;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'provider-')), 'gateway.db');
  gateway = createSandbox({ ...KEYS, file, webhookUrl: null });
  server = createAdaptorServer({ fetch: gateway.app.fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await gateway.close();
  await new Promise((done) => server.close(done));
});

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A shop with keys of a provider that is not its own. */
async function shopWith(change: Partial<Record<string, string>> = {}) {
  const dataDir = createDataDir();
  const mail = await openMailServer();
  const said: string[] = [];
  const shop: App = await startApp({
    config: readConfig(
      {
        PORT: '0',
        DATA_DIR: dataDir,
        SMTP_URL: mail.url,
        RAZORPAY_KEY_ID: KEYS.keyId,
        RAZORPAY_KEY_SECRET: KEYS.keySecret,
        RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
        RAZORPAY_API_URL: apiUrl,
        RAZORPAY_CHECKOUT_URL: `${apiUrl}/v1/checkout.js`,
        ...change,
      },
      dataDir,
    ),
    clock: () => new Date(),
    log: {
      info: (line) => said.push(line),
      error: (line, error) => said.push(`${line} ${String(error ?? '')}`),
    },
  });
  open.push(async () => {
    await shop.close();
    await mail.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { shop, said, person: () => new Person(shop.config.siteOrigin, []) };
}

test('F63 with keys set nothing of the local gateway is there', async () => {
  const { shop, person } = await shopWith();
  expect(shop.gateway).toBeNull();
  const visitor = person();
  expect((await visitor.get('/gateway/v1/checkout.js')).status, 'a file that is not there').toBe(
    404,
  );
  for (const path of ['/gateway/v1/orders', '/gateway/control/books']) {
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get('location')], path).toEqual([302, '/']);
  }
  for (const path of ['/gateway/checkout/payments', '/gateway/v1/orders']) {
    expect((await visitor.post(path)).status, path).toBe(404);
  }
});

test('the start says in a sentence whether the keys work, and is never held up by it', async () => {
  for (const [change, sentence] of [
    [{}, /accepts the keys/],
    [{ RAZORPAY_KEY_SECRET: 'a secret that is not ours' }, /refuses the keys: check/],
    [{ RAZORPAY_API_URL: 'http://127.0.0.1:9' }, /does not answer/],
  ] as const) {
    const { said, person } = await shopWith(change);
    expect((await person().get('/api/v1/user/check-token')).status).toBe(200);
    await vi.waitFor(() => expect(said.join('\n')).toMatch(sentence), { timeout: 8_000 });
    expect(said.join('\n')).not.toContain(KEYS.keySecret);
  }
  gateway.faults.next('orders.list', { kind: 'hang' });
  const { person } = await shopWith();
  expect((await person().get('/api/v1/user/check-token')).status).toBe(200);
  gateway.faults.clear();
});

test('M90m a rotated secret: placing says that nothing was charged, and works when it is right again', async () => {
  const { shop } = await shopWith({ RAZORPAY_KEY_SECRET: 'a secret that is not ours' });
  await expect(
    shop.services.provider.createOrder({ amount: 100, receipt: 'r', orderId: 'o' }),
  ).rejects.toThrow(/status 401/);
  const right = await shopWith();
  await expect(
    right.shop.services.provider.createOrder({ amount: 100, receipt: 'r', orderId: 'o' }),
  ).resolves.toMatch(/^order_/);
});
