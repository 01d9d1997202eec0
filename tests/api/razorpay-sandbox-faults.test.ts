import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Razorpay from 'razorpay';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  INR,
  razorpayClient,
  receiveWebhooks,
  SANDBOX_KEYS,
  startSandbox,
} from '../support/razorpay-sandbox.ts';

const main = join(import.meta.dirname, '../../api/razorpay-sandbox/main.ts');

describe('webhooks', () => {
  test('events report each step of a payment in order, signed with the webhook secret', async () => {
    const { received, webhookUrl } = await receiveWebhooks();
    const { client, sandbox, order } = await startSandbox({ webhookUrl });
    const { id } = await order();
    sandbox.pay(id, { method: 'card', outcome: 'failed' });
    const paid = sandbox.pay(id, { method: 'card', outcome: 'captured' });
    await client.payments.refund(paid.razorpay_payment_id, {});
    await sandbox.settled();
    expect(received.map((each) => each.event)).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'refund.created',
      'refund.processed',
    ]);
    for (const { body, signature } of received) {
      expect(Razorpay.validateWebhookSignature(body, signature, SANDBOX_KEYS.webhookSecret)).toBe(
        true,
      );
    }
    expect(JSON.parse(received[3]?.body ?? '')).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: { payment: { entity: { order_id: id } }, order: { entity: { status: 'paid' } } },
    });
  });

  test('an event is sent again with the same id until it is accepted', async () => {
    const { received, webhookUrl } = await receiveWebhooks([500, 302]);
    const { sandbox, order } = await startSandbox({ webhookUrl });
    sandbox.pay((await order()).id, { method: 'upi', outcome: 'failed' });
    await sandbox.settled();
    expect(received).toHaveLength(3);
    expect(new Set(received.map((each) => each.id + each.body + each.signature)).size).toBe(1);
  });

  test('events can be held back, sent twice, sent in reverse order and sent again', async () => {
    const { received, webhookUrl } = await receiveWebhooks();
    const { sandbox, order } = await startSandbox({ webhookUrl });
    Object.assign(sandbox.faults.webhooks, { hold: true, copies: 2, order: 'reversed' });
    sandbox.pay((await order()).id, { method: 'upi', outcome: 'captured' });
    const [authorised] = sandbox.events();
    expect(received).toEqual([]);
    expect(await sandbox.replayEvent(authorised?.id ?? '')).toBe(200);
    sandbox.release();
    await sandbox.settled();
    expect(received.map((each) => each.event)).toEqual([
      'payment.authorized',
      'order.paid',
      'order.paid',
      'payment.captured',
      'payment.captured',
    ]);
  });

  test('an event that is held back for a day is sent once and then given up', async () => {
    const { webhookUrl } = await receiveWebhooks([500, 500]);
    let time = Date.now();
    const { sandbox, order } = await startSandbox({ webhookUrl, now: () => new Date(time) });
    sandbox.faults.webhooks.hold = true;
    sandbox.pay((await order()).id, { method: 'upi', outcome: 'failed' });
    time += 25 * 60 * 60 * 1000;
    sandbox.release();
    await sandbox.settled();
    expect(sandbox.events()).toMatchObject([{ status: 'expired', attempts: 1 }]);
  });
});

describe('faults', () => {
  test('a fault drops the response to a call, before or after the order is created', async () => {
    const { client, sandbox, order } = await startSandbox();
    sandbox.faults.next('orders.create', { kind: 'drop' });
    await expect(order()).rejects.toThrow();
    expect(sandbox.records().orders).toHaveLength(1);
    sandbox.faults.next('*', { kind: 'refuse' }, 2);
    await expect(order()).rejects.toThrow();
    await expect(client.orders.all()).rejects.toThrow();
    expect(sandbox.records().orders).toHaveLength(1);
    expect(await client.orders.all()).toMatchObject({ count: 1 });
  });

  test('a fault answers a call with an error status, with HTML or not at all', async () => {
    const { sandbox, order, url } = await startSandbox();
    sandbox.faults.next('orders.create', { kind: 'status', status: 429 });
    await expect(order()).rejects.toMatchObject({ statusCode: 429 });
    sandbox.faults.next('orders.create', { kind: 'html' });
    await expect(order()).rejects.toEqual({ statusCode: 502, error: undefined });
    sandbox.faults.next('orders.create', { kind: 'hang' });
    await expect(razorpayClient(url, 50).orders.create({ amount: 100, ...INR })).rejects.toThrow();
    sandbox.faults.next('orders.create', { kind: 'status', status: 500, when: 'after' });
    await expect(order()).rejects.toMatchObject({ error: { code: 'SERVER_ERROR' } });
    expect(sandbox.records().orders).toHaveLength(1);
  });

  test('a fault changes fields of a payment in one answer', async () => {
    const { client, sandbox, order } = await startSandbox();
    const { id } = await order();
    const { razorpay_payment_id: paid } = sandbox.pay(id, { method: 'upi', outcome: 'captured' });
    const fields = { amount: 1, currency: 'USD', order_id: 'order_other' };
    sandbox.faults.next('payments.fetch', { kind: 'tamper', fields });
    sandbox.faults.next('orders.payments', { kind: 'tamper', fields });
    expect(await client.payments.fetch(paid)).toMatchObject(fields);
    expect(await client.orders.fetchPayments(id)).toMatchObject({ items: [fields] });
    expect(await client.payments.fetch(paid)).toMatchObject({ amount: 50_000, order_id: id });
  });

  test('faults can be injected over HTTP only when the sandbox allows it', async () => {
    const closed = await startSandbox();
    expect((await fetch(`${closed.url}/control/records`)).status).toBe(404);
    const asked = await startSandbox({ allowFaultsOverHttp: true });
    const body = JSON.stringify({ route: 'orders.list', fault: { kind: 'status', status: 500 } });
    await fetch(`${asked.url}/control/faults`, { method: 'POST', body });
    await expect(asked.client.orders.all()).rejects.toMatchObject({ statusCode: 500 });
  });
});

describe('stored data', () => {
  test('the database of the sandbox survives SIGKILL, and the next process sends the waiting events', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'razorpay-sandbox.db');
    const env = {
      PORT: '0',
      SANDBOX_FILE: file,
      SANDBOX_CONTROL: '1',
      RAZORPAY_KEY_ID: SANDBOX_KEYS.keyId,
      RAZORPAY_KEY_SECRET: SANDBOX_KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
    };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(line)).not.toContain(SANDBOX_KEYS.keySecret);
    const url = /http:\S+/.exec(String(line))?.[0] ?? '';
    const order = await razorpayClient(url).orders.create({ amount: 100, ...INR });
    const body = JSON.stringify({ order_id: order.id, method: 'upi', outcome: 'captured' });
    const paid = await fetch(`${url}/control/pay`, { method: 'POST', body });
    expect(paid.status).toBe(200);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { received, webhookUrl } = await receiveWebhooks();
    const { sandbox } = await startSandbox({ file, webhookUrl });
    await sandbox.settled();
    expect(sandbox.records()).toMatchObject({
      orders: [{ id: order.id, status: 'paid' }],
      payments: [{ captured: true }],
    });
    expect(received).toHaveLength(3);
  });

  test.each([
    [{ HOST: '0.0.0.0' }, 'loopback'],
    [{ RAZORPAY_KEY_ID: 'rzp_live_a1b2c3d4e5f6g7' }, 'live keys'],
    [{ RAZORPAY_KEY_SECRET: 'short' }, '16 or more'],
    [{ NODE_ENV: 'production' }, 'production'],
  ])('the sandbox does not start with %o', (env, sentence) => {
    const { status, stderr } = spawnSync(process.execPath, [main], { env: { PORT: '0', ...env } });
    expect(status).toBe(1);
    expect(String(stderr)).toContain(sentence);
  });
});

test('a downtime is listed until it is over, reported, and its payments fail meanwhile', async () => {
  const { client, sandbox, order, post } = await startSandbox();
  const { id: orderId } = await order();
  const started = sandbox.downtime('upi');
  expect(started).toMatchObject({ method: 'upi', severity: 'high', end: null, status: 'started' });
  expect(await client.payments.fetchPaymentDowntime()).toMatchObject({ items: [started] });
  const key = { key_id: SANDBOX_KEYS.keyId, order_id: orderId };
  const attempt = await post('payments', { ...key, method: 'upi', vpa: 'success@razorpay' });
  const confirmed = await post(`payments/${attempt.body['payment_id']}/confirm`, key);
  expect(confirmed.body).toMatchObject({ error: { reason: 'gateway_technical_error' } });
  sandbox.moveDowntime(started.id, 'resolved');
  expect(await client.payments.fetchPaymentDowntime()).toMatchObject({ count: 0 });
  expect(await client.payments.fetchPaymentDowntimeById(started.id)).toMatchObject({
    status: 'resolved',
    end: expect.any(Number),
  });
  const events = sandbox.events().filter(({ event }) => event.startsWith('payment.downtime.'));
  expect(events.map(({ event }) => event)).toEqual([
    'payment.downtime.started',
    'payment.downtime.resolved',
  ]);
  expect(events[0]?.body).toMatchObject({
    contains: ['payment.downtime'],
    payload: { 'payment.downtime': { entity: { ...started, instrument_schema: ['vpa_handle'] } } },
  });
});
