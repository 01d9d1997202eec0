import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, ON_POSTGRES, rowsOf, type TestDatabase } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { ADDRESS, ASHA, orderBody } from '../support/people.ts';
import { createDataFolder } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { buyerOf, freePort, kill, payInSandbox, startAppProcess, stop } from './app-process.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 7);

let dataDir: string;
let database: TestDatabase;
let port: number;
beforeAll(async () => {
  dataDir = createDataFolder();
  database = await createTestDatabase(dataDir);
  port = await freePort();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const MOMENTS = [
  'place sent',
  'place answered',
  'card given',
  'code sent',
  'money taken',
  'verify sent',
  'verify answered',
] as const;
type Moment = (typeof MOMENTS)[number];

/** Buys one order and calls `onMoment` at each step; the test kills the app between two steps. */
async function purchase(
  person: Person,
  order: object,
  onMoment: (now: Moment) => void,
): Promise<void> {
  const asked = person.post('/api/v1/gig/order/place', order);
  onMoment('place sent');
  const placed = await asked;
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  onMoment('place answered');
  const paying = payInSandbox(person, placed.body, () => {
    onMoment('card given');
    queueMicrotask(() => onMoment('code sent'));
  });
  const { status, body: result } = await paying;
  expect(status, JSON.stringify(result)).toBe(200);
  onMoment('money taken');
  const verifying = person.post('/api/v1/gig/order/verify', result);
  onMoment('verify sent');
  expect((await verifying).status).toBe(200);
  onMoment('verify answered');
}

interface StoredPayments {
  captured: { id: string; order_id: string; amount: number }[];
  payments: { id: string; provider_order_id: string; amount: number; status: string }[];
  paidInstalments: { id: string }[];
  mails: { dedupe_key: string }[];
  orders: { paid: number; total: number; sum: number }[];
}

/** What the sandbox and the app have stored about payments. */
async function readStoredPayments(): Promise<StoredPayments> {
  const sandboxDb = new Database(join(dataDir, 'razorpay-sandbox.db'), { readonly: true });
  const captured = sandboxDb
    .prepare("SELECT id, order_id, amount FROM payments WHERE status = 'captured'")
    .all() as StoredPayments['captured'];
  sandboxDb.close();
  const all = <T>(query: string) => rowsOf<T>(database, query);
  return {
    captured,
    payments: await all('SELECT id, provider_order_id, amount, status FROM payments'),
    paidInstalments: await all('SELECT id FROM instalments WHERE payment_id IS NOT NULL'),
    mails: await all("SELECT dedupe_key FROM outbox WHERE kind = 'payment received'"),
    orders: await all(
      `SELECT paid, total, coalesce((SELECT sum(amount) FROM payments
        WHERE order_id = orders.id AND status = 'settled'), 0) AS sum FROM orders`,
    ),
  };
}

const ids = (rows: { id: string }[]) => rows.map((row) => row.id).sort();

async function expectAgreement(): Promise<void> {
  const { captured, payments, paidInstalments, mails, orders } = await readStoredPayments();
  expect(ids(payments), 'every captured payment is in our books once').toEqual(ids(captured));
  for (const { id, order_id, amount } of captured) {
    const ours = payments.find((each) => each.id === id);
    expect(ours).toMatchObject({ provider_order_id: order_id, amount, status: 'settled' });
  }
  for (const order of orders) expect(order.paid, 'an order is paid what came in').toBe(order.sum);
  expect(mails.map((each) => each.dedupe_key).sort(), 'each paid due is told').toEqual(
    paidInstalments.map((each) => `payment:${each.id}`).sort(),
  );
}

/** The provider sends no more webhooks, so the app must ask it to find the payment. */
function loseWebhooks(): void {
  const sandboxDb = new Database(join(dataDir, 'razorpay-sandbox.db'));
  sandboxDb.exec("UPDATE events SET status = 'expired' WHERE status = 'pending'");
  sandboxDb.close();
}

function expectWhole(): void {
  const files = ['razorpay-sandbox.db', ...(ON_POSTGRES ? [] : ['app.db'])];
  for (const name of files) {
    const db = new Database(join(dataDir, name));
    expect(db.pragma('integrity_check', { simple: true }), name).toBe('ok');
    expect(db.pragma('foreign_key_check'), name).toEqual([]);
    db.close();
  }
}

test('an app killed at any moment of a purchase loses no payment and counts none twice', async () => {
  let app = await startAppProcess(dataDir, port, { env: database.env });
  const asha = await buyerOf(app, ASHA);
  const addressInfo = { ...ADDRESS, email: ASHA.email };
  const begun: { order: Awaited<ReturnType<typeof orderBody>>; acknowledged: boolean }[] = [];
  let killedBeforeNotification = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const moment = MOMENTS[round % MOMENTS.length];
    const delayMs = Math.random() * (moment?.endsWith('sent') ? 25 : 4);
    const order = await orderBody(asha, {
      addressInfo,
      paymentType: round % 3 === 0 ? 'Milestone' : 'Full',
    });
    const attempt = { order, acknowledged: false };
    begun.push(attempt);
    const killedApp = app;
    let killing: Promise<void> | undefined;
    await purchase(asha, order, (now) => {
      if (now === 'verify answered') attempt.acknowledged = true;
      if (now === moment) killing = pause(delayMs).then(() => kill(killedApp));
    }).catch((error: unknown) => {
      if (!killing || !(error instanceof TypeError)) throw error;
    });
    await killing;
    const { captured, payments } = await readStoredPayments();
    if (captured.length > payments.length) killedBeforeNotification++;
    expectWhole();
    if (round % 2 === 0) loseWebhooks();
    app = await startAppProcess(dataDir, port, { env: database.env });
    await waitFor(expectAgreement);
  }
  expect(killedBeforeNotification, 'some died with money they had not heard of').toBeGreaterThan(0);
  // The buyer repeats every order: paid ones stay paid, the others can be paid now.
  for (const { order, acknowledged } of begun) {
    // A payment for another purchase of this gig that came meanwhile is told once; then this one goes on.
    await asha.post('/api/v1/gig/order/place', order);
    const again = await asha.post('/api/v1/gig/order/place', order);
    expect([201, 409], JSON.stringify(again.body)).toContain(again.status);
    if (acknowledged && order.paymentType === 'Full') expect(again.status).toBe(409);
    if (again.status === 201) expect((await payInSandbox(asha, again.body)).status).toBe(200);
  }
  await waitFor(expectAgreement);
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  expect(body.count).toBe(ROUNDS);
  expect(await stop(app)).toBe(0);
  await expectAgreement();
  expectWhole();
}, 600_000);
