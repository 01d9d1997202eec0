import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AppProcess,
  freePort,
  kill,
  type Started,
  start,
  startAppProcess,
  stop,
} from '../faults/app-process.ts';
import { moveTo } from '../faults/several-processes.ts';
import { createEmptyDatabase, rowsOf, type TestDatabase } from '../support/database.ts';
import { Person } from '../support/http-client.ts';
import { ASHA, PASSWORD, WEBSITE_PAGE } from '../support/people.ts';
import { SANDBOX_KEYS } from '../support/razorpay-sandbox.ts';
import { openRoundRobinProxy, type RoundRobinProxy } from '../support/round-robin-proxy.ts';
import { waitFor } from '../support/wait-for.ts';
import { fillAddress, payByUpi, proceed } from './checkout-steps.ts';
import { openPage } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

// As api/HOSTING.md sets them up: an empty database, three processes with an empty folder each, a sandbox of
// their own, and a proxy that gives each request and each socket to the next process.
shareBrowser();

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Four starts on an empty folder, each of which makes the pages: more than other tests take on a busy machine. */
const MAX_TEST_MS = 420_000;

let proxy: RoundRobinProxy;
let database: Omit<TestDatabase, 'env'>;
let sandbox: Started;
let env: Record<string, string>;
const folders: string[] = [];
const apps: AppProcess[] = [];
beforeAll(async () => {
  proxy = await openRoundRobinProxy();
  database = await createEmptyDatabase('');
  const keys = {
    RAZORPAY_KEY_ID: SANDBOX_KEYS.keyId,
    RAZORPAY_KEY_SECRET: SANDBOX_KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
  };
  const port = `${await freePort()}`;
  sandbox = start(['api/razorpay-sandbox/main.ts'], {
    ...{ ...keys, PORT: port, SITE_ORIGIN: proxy.origin },
    WEBHOOK_URL: `${proxy.origin}/api/v1/gig/webhook`,
  });
  await waitFor(() => expect(sandbox.output()).toContain(SANDBOX_KEYS.keyId));
  env = {
    ...{
      ...keys,
      DATABASE_URL: database.url,
      SECRET_KEY: 'the same for every process of this test',
    },
    ...{ SITE_ORIGIN: proxy.origin, TRUST_PROXY: 'on', STOP_DELAY: '1' },
    RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
    RAZORPAY_CHECKOUT_URL: `http://127.0.0.1:${port}/v1/checkout.js`,
  };
});
afterAll(async () => {
  await Promise.all(apps.map(stop));
  await stop(sandbox);
  await proxy.close();
  await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Starts one more process on an empty folder, and gives it to the proxy. */
async function addProcess(): Promise<AppProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  folders.push(folder);
  const shared = { ...env, FILES_DIR: join(folders[0] ?? folder, 'files') };
  const how = { args: ['api/serve.mjs'], env: shared };
  const app = await startAppProcess(folder, await freePort(), how);
  apps.push(app);
  proxy.add(app.origin);
  await waitFor(() => expect(proxy.ready()).toContain(app.origin));
  return app;
}

/** Mail is shown to this machine only, so not through the proxy. */
async function codeFor(address: string): Promise<string> {
  return waitFor(async () => {
    const { body } = await (apps[0] as AppProcess).visitor().get('/dev/mail.json');
    const mail = body.find((each: { to: string }) => each.to === address);
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
    if (!code) throw new Error(`no code for ${address}`);
    return code;
  });
}

async function setOwnersPassword(page: Page, output: string): Promise<void> {
  await page.goto(/\S+\/create-password\/\S+/.exec(output)?.[0] ?? 'no link');
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL('**/desk');
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Full Name').fill(ASHA.name);
  await page.getByLabel('Email Address').fill(ASHA.email);
  await page.getByLabel('Password', { exact: true }).fill(ASHA.password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(ASHA.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/verify-email*');
  await page.getByLabel('Digit 1 of 6').fill(await codeFor(ASHA.email));
  await page.waitForURL((url) => url.pathname === '/');
}

async function order(page: Page): Promise<void> {
  await page.goto(WEBSITE_PAGE);
  await page
    .getByRole('button', { name: /^Order/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /continue/i })
    .click();
  await page.waitForURL('**/process-payment');
  await fillAddress(page);
  await page.waitForFunction(() => 'Razorpay' in window);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
}

const digest = async (app: AppProcess, path: string) => {
  const answer = await fetch(app.origin + path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return `${answer.status} ${path} ${createHash('sha256').update(bytes).digest('hex')}`;
};

/** Pages, and the scripts, styles and pictures that they name, are the same files at each process. */
async function expectSameEverywhere(more: string[] = []): Promise<void> {
  const pages = ['/', '/my-work', '/my-gig', WEBSITE_PAGE, '/orders', '/desk'];
  const paths = new Set([...pages, ...more]);
  for (const path of pages) {
    const { body } = await (apps[0] as AppProcess).visitor().get(path);
    const named = String(body).matchAll(/(?:src|href)="(\/[^"#?]+\.\w+)"/g);
    for (const [, file] of named) paths.add(file as string);
  }
  expect(paths.size).toBeGreaterThan(20);
  for (const path of paths) {
    const [expected, ...others] = await Promise.all(apps.map((app) => digest(app, path)));
    expect(expected).toMatch(/^200 /);
    for (const other of others) expect(other).toBe(expected);
  }
}

const send = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};
const bubble = (page: Page, text: string) => page.locator('.bubble').filter({ hasText: text });

test(
  'three processes with empty folders behind a proxy serve sign-up, order, payment and chat',
  async () => {
    const first = await addProcess();
    const { page: dashboard, browserErrors: ownersComplaints } = await openPage(
      browser,
      proxy.origin,
    );
    await setOwnersPassword(dashboard, first.output());
    const others = [await addProcess(), await addProcess()];
    expect(first.output()).toContain('Building the site');
    await expectSameEverywhere();

    const { page, browserErrors } = await openPage(browser, proxy.origin);
    await signUp(page);
    await order(page);
    const paid = await rowsOf<{ open: number }>(
      database,
      'SELECT total - paid AS open FROM orders',
    );
    expect(paid).toEqual([{ open: 0 }]);

    await page.getByRole('link', { name: 'Manage Orders' }).click();
    await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
    await page.getByRole('log', { name: 'Messages' }).waitFor();
    await send(page, 'Hello through the proxy');
    await bubble(page, 'Hello through the proxy').getByLabel('Delivered').waitFor();
    await dashboard.goto('/desk/inbox');
    const conversations = dashboard.getByRole('list', { name: 'Conversations' });
    await conversations.getByRole('button').first().click();
    await bubble(dashboard, 'Hello through the proxy').waitFor();
    await dashboard.getByRole('textbox', { name: 'Message' }).fill('Hello from the dashboard');
    await dashboard.keyboard.press('Enter');
    await bubble(page, 'Hello from the dashboard').waitFor();
    await bubble(page, 'Hello through the proxy').getByLabel('Seen').waitFor();
    expect([...proxy.failures, ...browserErrors, ...ownersComplaints]).toEqual([]);
    for (const { origin } of apps) expect(proxy.counts.get(origin)).toBeGreaterThan(10);

    // Two of three are killed: both people go on at the one that is left.
    for (const app of others) {
      await kill(app);
      proxy.remove(app.origin);
      apps.splice(apps.indexOf(app), 1);
    }
    await send(page, 'Are you still there?');
    await bubble(dashboard, 'Are you still there?').waitFor();
    await dashboard.getByRole('textbox', { name: 'Message' }).fill('Always');
    await dashboard.keyboard.press('Enter');
    await bubble(page, 'Always').waitFor();
  },
  MAX_TEST_MS,
);

test('a process that joins later with an empty folder serves what people have uploaded', async () => {
  const asha = new Person(proxy.origin, []);
  const { email, password } = ASHA;
  expect((await asha.post('/api/v1/user/sign-in', { email, password })).status).toBe(200);
  const { user } = (await asha.post('/api/v1/user/picture', { avatar: PIXEL })).body;
  const { orders } = (await asha.get('/api/v1/gig/order/user-orders')).body;
  const attached = await asha.post(
    `/api/v1/communicate/attachment?orderId=${orders[0]._id}&name=brief.txt`,
    new TextEncoder().encode('the brief'),
    { 'Content-Type': 'application/octet-stream' },
  );
  expect(attached.status, JSON.stringify(attached.body)).toBe(201);

  const late = await addProcess();
  const there = moveTo(late, asha);
  await expectSameEverywhere([user.avatar.url]);
  const file = await there.get(`/api/v1/communicate/attachment/${attached.body.data._id}`);
  expect([file.status, file.body]).toEqual([200, 'the brief']);
  expect((await there.get('/api/v1/gig/order/user-orders')).body.orders).toEqual(orders);
});
