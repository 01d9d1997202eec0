import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { createSandbox, type RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import { type App, startApp } from '../../api/start-app.ts';
import { createTestDatabase } from '../support/database.ts';
import { Person } from '../support/http-client.ts';
import { openMailServer } from '../support/mail-server.ts';
import { createDataFolder } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const KEYS = {
  keyId: 'rzp_test_ofsomebody',
  keySecret: 'a secret of sixteen or more',
  webhookSecret: 'another secret, just as long',
};

let sandbox: RazorpaySandbox;
let server: Server;
let apiUrl: string;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'provider-')), 'razorpay-sandbox.db');
  sandbox = createSandbox({ ...KEYS, file, webhookUrl: null });
  server = createAdaptorServer({ fetch: sandbox.app.fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((done) => server.close(done));
});

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close();
});

/** Starts an app whose provider is a sandbox in another server. */
async function startAppWith(change: Partial<Record<string, string>> = {}) {
  const dataDir = createDataFolder();
  const database = await createTestDatabase(dataDir);
  const mail = await openMailServer();
  const logs: string[] = [];
  const app: App = await startApp({
    config: readConfig(
      {
        PORT: '0',
        DATA_DIR: dataDir,
        ...database.env,
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
      info: (line) => logs.push(line),
      error: (line, error) => logs.push(`${line} ${String(error ?? '')}`),
    },
  });
  cleanups.push(async () => {
    await app.close();
    await mail.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { app, logs, person: () => new Person(app.config.siteOrigin, []) };
}

test('mounts nothing of the local sandbox when keys are set', async () => {
  const { app, person } = await startAppWith();
  expect(app.razorpaySandbox).toBeNull();
  const visitor = person();
  expect((await visitor.get('/gateway/v1/checkout.js')).status, 'a file that is not there').toBe(
    404,
  );
  for (const path of ['/gateway/v1/orders', '/gateway/control/records']) {
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get('location')], path).toEqual([302, '/']);
  }
  for (const path of ['/gateway/checkout/payments', '/gateway/v1/orders']) {
    expect((await visitor.post(path)).status, path).toBe(404);
  }
});

test('reports at start whether the keys work without delaying the start', async () => {
  for (const [change, sentence] of [
    [{}, /accepts the keys/],
    [{ RAZORPAY_KEY_SECRET: 'a secret that is not ours' }, /refuses the keys: check/],
    [{ RAZORPAY_API_URL: 'http://127.0.0.1:9' }, /does not answer/],
  ] as const) {
    const { logs, person } = await startAppWith(change);
    expect((await person().get('/api/v1/user/check-token')).status).toBe(200);
    await waitFor(() => expect(logs.join('\n')).toMatch(sentence));
    expect(logs.join('\n')).not.toContain(KEYS.keySecret);
  }
  sandbox.faults.next('orders.list', { kind: 'hang' });
  const { person } = await startAppWith();
  expect((await person().get('/api/v1/user/check-token')).status).toBe(200);
  sandbox.faults.clear();
});

test('refuses orders while the key secret is wrong and works once it is right', async () => {
  const { app } = await startAppWith({ RAZORPAY_KEY_SECRET: 'a secret that is not ours' });
  await expect(
    app.services.provider.createOrder({ amount: 100, receipt: 'r', orderId: 'o' }),
  ).rejects.toThrow(/status 401/);
  const right = await startAppWith();
  await expect(
    right.app.services.provider.createOrder({ amount: 100, receipt: 'r', orderId: 'o' }),
  ).resolves.toMatch(/^order_/);
});
