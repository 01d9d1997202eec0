import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Razorpay from 'razorpay';
import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../api/gateway/gateway.ts';
import { createGateway } from '../../api/gateway/gateway.ts';

const keys = {
  keyId: 'rzp_test_a1b2c3d4e5f6g7',
  keySecret: 'key-secret-of-this-test',
  webhookSecret: 'webhook-secret-of-this-test',
};
const INR = { currency: 'INR' };
const CARD = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '123' };
const main = join(import.meta.dirname, '../../api/gateway/main.ts');

let cleaners: Array<() => unknown> = [];
afterEach(async () => {
  for (const clean of cleaners.reverse()) await clean();
  cleaners = [];
});

function sdk(url: string, timeout = 2000): Razorpay {
  const client = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret });
  const { rq } = client.api as unknown as { rq: { defaults: object } };
  Object.assign(rq.defaults, { baseURL: url, proxy: false, timeout });
  return client;
}

/** The gateway under /gateway of a real server, as in the shop. */
async function start(options: Partial<GatewayOptions> = {}) {
  const gateway = createGateway({
    file: ':memory:',
    webhookUrl: null,
    webhookRetryMs: [1],
    ...keys,
    ...options,
  });
  const app = new Hono().route('/gateway', gateway.app);
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway`;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await gateway.close();
    await new Promise((resolve) => server.close(resolve));
  };
  cleaners.push(close);
  const client = sdk(url);
  const order = (amount = 50_000) => client.orders.create({ amount, ...INR });
  const post = async (path: string, body: object, type = 'application/json') => {
    const answer = await fetch(`${url}/checkout/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { gateway, client, url, order, post, close };
}

/** A shop that hears events; `answers` are the statuses it gives, 200 when they run out. */
async function listen(answers: number[] = []) {
  const heard: Array<{ id: string; event: string; body: string; signature: string }> = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    heard.push({
      id: String(request.headers['x-razorpay-event-id']),
      signature: String(request.headers['x-razorpay-signature']),
      event: (JSON.parse(body) as { event: string }).event,
      body,
    });
    response.writeHead(answers.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleaners.push(() => server.close());
  return { heard, webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe('orders', () => {
  test('are created, fetched, listed and noted like the provider does', async () => {
    const { client } = await start();
    const order = await client.orders.create({ amount: 50_000, ...INR, receipt: 'r-1' });
    expect(order).toMatchObject({
      entity: 'order',
      amount: 50_000,
      amount_paid: 0,
      amount_due: 50_000,
      receipt: 'r-1',
      status: 'created',
      attempts: 0,
      notes: [],
      offer_id: null,
    });
    expect(order.id).toMatch(/^order_[A-Za-z0-9]{14}$/);
    await client.orders.create({ amount: 100, ...INR, receipt: 'r-2' });
    expect(await client.orders.all({ receipt: 'r-1' })).toMatchObject({ count: 1, items: [order] });
    expect(await client.orders.all({ count: 1, skip: 1 })).toMatchObject({ items: [order] });
    const noted = await client.orders.edit(order.id, { notes: { shop: 'a' } });
    expect(noted.notes).toEqual({ shop: 'a' });
    expect(await client.orders.fetchPayments(order.id)).toMatchObject({ count: 0, items: [] });
  });

  test.each([
    [{ amount: 99, ...INR }, 'amount_less_than_minimum_amount'],
    [{ amount: 100.5, ...INR }, 'input_validation_failed'],
    [{ amount: 100, currency: 'USD' }, 'input_validation_failed'],
    [{ amount: 100, ...INR, receipt: 'x'.repeat(41) }, 'input_validation_failed'],
    [{ amount: 100, ...INR, notes: { a: 'x'.repeat(257) } }, 'input_validation_failed'],
    [{ amount: 100, ...INR, colour: 'red' }, 'extra_field_sent'],
  ])('refuse %o', async (body, reason) => {
    const { client } = await start();
    const error = { code: 'BAD_REQUEST_ERROR', reason };
    await expect(client.orders.create(body)).rejects.toMatchObject({ statusCode: 400, error });
  });

  test('give the same order for a receipt that is to be unique', async () => {
    const { client, gateway } = await start();
    const body = { amount: 100, ...INR, receipt: 'once', unique_receipt: true };
    const orders = await Promise.all(Array.from({ length: 10 }, () => client.orders.create(body)));
    expect(new Set(orders.map((order) => order.id)).size).toBe(1);
    expect(gateway.books().orders).toHaveLength(1);
  });

  test('are for the owner of the key only', async () => {
    const { url, client } = await start();
    const stranger = new Razorpay({ key_id: keys.keyId, key_secret: 'wrong' });
    Object.assign((stranger.api as unknown as { rq: { defaults: object } }).rq.defaults, {
      baseURL: url,
      proxy: false,
    });
    await expect(stranger.orders.all()).rejects.toMatchObject({ statusCode: 401 });
    const error = { description: 'The id provided does not exist' };
    await expect(client.orders.fetch('order_x')).rejects.toMatchObject({ statusCode: 400, error });
  });
});

describe('payments', () => {
  test('are captured, lock their order and sign the pair', async () => {
    const { client, gateway, order } = await start();
    const { id } = await order();
    const result = gateway.pay(id, { method: 'upi', outcome: 'captured', email: 'a@b.test' });
    const payment = await client.payments.fetch(result.razorpay_payment_id);
    expect(payment).toMatchObject({
      status: 'captured',
      captured: true,
      amount: 50_000,
      order_id: id,
      vpa: 'success@razorpay',
      email: 'a@b.test',
      fee: 1180,
      tax: 180,
      error_code: null,
    });
    expect(await client.orders.fetch(id)).toMatchObject({
      status: 'paid',
      amount_paid: 50_000,
      amount_due: 0,
      attempts: 1,
    });
    const signed = Razorpay.validateWebhookSignature(
      `${id}|${payment.id}`,
      result.razorpay_signature,
      keys.keySecret,
    );
    expect(signed).toBe(true);
    expect(() => gateway.pay(id, { method: 'upi', outcome: 'captured' })).toThrow('already paid');
  });

  test('stop at authorised until the shop captures the exact amount, once', async () => {
    const { client, gateway, order } = await start();
    gateway.faults.capture = 'manual';
    const { id } = await order();
    const { razorpay_payment_id: paid } = gateway.pay(id, { method: 'card', outcome: 'captured' });
    expect(await client.payments.fetch(paid)).toMatchObject({
      status: 'authorized',
      fee: null,
      tax: null,
      card: { last4: '1007', network: 'Visa' },
    });
    expect(() => gateway.pay(id, { method: 'upi', outcome: 'captured' })).toThrow();
    const refused = { statusCode: 400 };
    await expect(client.payments.capture(paid, 49_999, 'INR')).rejects.toMatchObject(refused);
    expect(await client.payments.capture(paid, 50_000, 'INR')).toMatchObject({ captured: true });
    await expect(client.payments.capture(paid, 50_000, 'INR')).rejects.toMatchObject(refused);
  });

  test('fail, may be tried again, and can succeed late', async () => {
    const { client, gateway, order } = await start();
    const { id } = await order();
    const how = { method: 'card', outcome: 'failed', reason: 'card_declined' } as const;
    const failed = gateway.pay(id, how).razorpay_payment_id;
    expect(await client.payments.fetch(failed)).toMatchObject({
      status: 'failed',
      error_reason: 'card_declined',
      captured: false,
    });
    gateway.pay(id, { method: 'upi', outcome: 'captured' });
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid', attempts: 2 });
    gateway.lateAuthorise(failed, { force: true });
    const captured = gateway.books().payments.filter((payment) => payment.captured);
    expect(captured).toHaveLength(2);
    expect(await client.orders.fetch(id)).toMatchObject({ amount_paid: 50_000, amount_due: 0 });
  });

  test('time out after ten minutes; authorised money goes back after three days', async () => {
    let time = Date.parse('2026-11-20T10:00:00Z');
    const { client, gateway, order, post } = await start({ now: () => new Date(time) });
    const [first, second] = [await order(), await order()];
    const body = { key_id: keys.keyId, order_id: first.id, method: 'card', card: CARD };
    const { payment_id: left } = (await post('payments', body)).body;
    const held = gateway.pay(second.id, { method: 'card', outcome: 'authorized' });
    time += 11 * 60 * 1000;
    expect(await client.payments.fetch(String(left))).toMatchObject({
      status: 'failed',
      error_reason: 'payment_timed_out',
    });
    time += 3 * 24 * 60 * 60 * 1000;
    expect(await client.payments.fetch(held.razorpay_payment_id)).toMatchObject({
      status: 'refunded',
      captured: false,
      refund_status: 'full',
    });
  });

  test('are refunded in part, in full, never more, and once per key', async () => {
    const { client, gateway, order, url } = await start();
    const { id } = await order();
    const { razorpay_payment_id: paid } = gateway.pay(id, { method: 'upi', outcome: 'captured' });
    await client.payments.refund(paid, { amount: 20_000 });
    expect(await client.payments.fetch(paid)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 20_000,
    });
    const refused = { statusCode: 400 };
    await expect(client.payments.refund(paid, { amount: 30_001 })).rejects.toMatchObject(refused);
    const again = (body: string) =>
      fetch(`${url}/v1/payments/${paid}/refund`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`,
          'content-type': 'application/json',
          'x-refund-idempotency': 'refund-key-1',
        },
      });
    const [one, two] = [await again('{}'), await again('{}')];
    expect(await one.json()).toEqual(await two.json());
    expect((await again('{"amount":100}')).status).toBe(409);
    expect(await client.payments.fetch(paid)).toMatchObject({ status: 'refunded' });
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid' });
    expect(await client.refunds.all()).toMatchObject({ count: 2 });
  });
});

describe('webhooks', () => {
  test('tell the whole story, signed with their own secret', async () => {
    const { heard, webhookUrl } = await listen();
    const { client, gateway, order } = await start({ webhookUrl });
    const { id } = await order();
    gateway.pay(id, { method: 'card', outcome: 'failed' });
    const paid = gateway.pay(id, { method: 'card', outcome: 'captured' });
    await client.payments.refund(paid.razorpay_payment_id, {});
    await gateway.settled();
    expect(heard.map((each) => each.event)).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'refund.created',
      'refund.processed',
    ]);
    for (const { body, signature } of heard) {
      expect(Razorpay.validateWebhookSignature(body, signature, keys.webhookSecret)).toBe(true);
    }
    expect(JSON.parse(heard[3]?.body ?? '')).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: { payment: { entity: { order_id: id } }, order: { entity: { status: 'paid' } } },
    });
  });

  test('are repeated with the same id until the shop has taken them', async () => {
    const { heard, webhookUrl } = await listen([500, 302]);
    const { gateway, order } = await start({ webhookUrl });
    gateway.pay((await order()).id, { method: 'upi', outcome: 'failed' });
    await gateway.settled();
    expect(heard).toHaveLength(3);
    expect(new Set(heard.map((each) => each.id + each.body + each.signature)).size).toBe(1);
  });

  test('can be held, doubled, turned round and replayed', async () => {
    const { heard, webhookUrl } = await listen();
    const { gateway, order } = await start({ webhookUrl });
    Object.assign(gateway.faults.webhooks, { hold: true, copies: 2, order: 'reversed' });
    gateway.pay((await order()).id, { method: 'upi', outcome: 'captured' });
    const [authorised] = gateway.events();
    expect(heard).toEqual([]);
    expect(await gateway.replayEvent(authorised?.id ?? '')).toBe(200);
    gateway.release();
    await gateway.settled();
    expect(heard.map((each) => each.event)).toEqual([
      'payment.authorized',
      'order.paid',
      'order.paid',
      'payment.captured',
      'payment.captured',
    ]);
  });

  test('give up after a day', async () => {
    const { webhookUrl } = await listen([500, 500]);
    let time = Date.now();
    const { gateway, order } = await start({ webhookUrl, now: () => new Date(time) });
    gateway.faults.webhooks.hold = true;
    gateway.pay((await order()).id, { method: 'upi', outcome: 'failed' });
    time += 25 * 60 * 60 * 1000;
    gateway.release();
    await gateway.settled();
    expect(gateway.events()).toMatchObject([{ status: 'expired', attempts: 1 }]);
  });
});

describe('faults', () => {
  test('lose the answer after the order exists, or before', async () => {
    const { client, gateway, order } = await start();
    gateway.faults.next('orders.create', { kind: 'drop' });
    await expect(order()).rejects.toThrow();
    expect(gateway.books().orders).toHaveLength(1);
    gateway.faults.next('*', { kind: 'refuse' }, 2);
    await expect(order()).rejects.toThrow();
    await expect(client.orders.all()).rejects.toThrow();
    expect(gateway.books().orders).toHaveLength(1);
    expect(await client.orders.all()).toMatchObject({ count: 1 });
  });

  test('answer with trouble, nonsense or nothing', async () => {
    const { gateway, order, url } = await start();
    gateway.faults.next('orders.create', { kind: 'status', status: 429 });
    await expect(order()).rejects.toMatchObject({ statusCode: 429 });
    gateway.faults.next('orders.create', { kind: 'html' });
    await expect(order()).rejects.toEqual({ statusCode: 502, error: undefined });
    gateway.faults.next('orders.create', { kind: 'hang' });
    await expect(sdk(url, 50).orders.create({ amount: 100, ...INR })).rejects.toThrow();
    gateway.faults.next('orders.create', { kind: 'status', status: 500, when: 'after' });
    await expect(order()).rejects.toMatchObject({ error: { code: 'SERVER_ERROR' } });
    expect(gateway.books().orders).toHaveLength(1);
  });

  test('lie about a payment', async () => {
    const { client, gateway, order } = await start();
    const { id } = await order();
    const { razorpay_payment_id: paid } = gateway.pay(id, { method: 'upi', outcome: 'captured' });
    const fields = { amount: 1, currency: 'USD', order_id: 'order_other' };
    gateway.faults.next('payments.fetch', { kind: 'tamper', fields });
    gateway.faults.next('orders.payments', { kind: 'tamper', fields });
    expect(await client.payments.fetch(paid)).toMatchObject(fields);
    expect(await client.orders.fetchPayments(id)).toMatchObject({ items: [fields] });
    expect(await client.payments.fetch(paid)).toMatchObject({ amount: 50_000, order_id: id });
  });

  test('are reachable over HTTP only where that was asked for', async () => {
    const closed = await start();
    expect((await fetch(`${closed.url}/control/books`)).status).toBe(404);
    const open = await start({ allowFaultsOverHttp: true });
    const body = JSON.stringify({ route: 'orders.list', fault: { kind: 'status', status: 500 } });
    await fetch(`${open.url}/control/faults`, { method: 'POST', body });
    await expect(open.client.orders.all()).rejects.toMatchObject({ statusCode: 500 });
  });
});

describe('the dialog', () => {
  const open = (id: string, more: object) => ({ key_id: keys.keyId, order_id: id, ...more });

  test('pays by card with a password of four digits', async () => {
    const { order, post } = await start();
    const { id } = await order();
    const pay = open(id, { method: 'card', card: CARD });
    const first = (await post('payments', pay)).body['payment_id'];
    expect(await post(`payments/${first}/confirm`, open(id, { otp: '123' }))).toMatchObject({
      status: 400,
      body: { error: { reason: 'incorrect_otp', metadata: { payment_id: first } } },
    });
    const second = (await post('payments', pay)).body['payment_id'];
    const done = await post(`payments/${second}/confirm`, open(id, { otp: '1234' }));
    expect(done).toMatchObject({ status: 200, body: { razorpay_payment_id: second } });
    expect((await post('payments', pay)).body).toMatchObject({
      error: { reason: 'order_already_paid' },
    });
  });

  test('takes one of two payments that are confirmed together', async () => {
    const { gateway, order, post } = await start();
    const { id } = await order();
    const start2 = () => post('payments', open(id, { method: 'card', card: CARD }));
    const ids = (await Promise.all([start2(), start2()])).map((each) => each.body['payment_id']);
    const confirm = (payment: unknown) =>
      post(`payments/${payment}/confirm`, open(id, { otp: '1234' }));
    const answers = await Promise.all(ids.map(confirm));
    expect(answers.map((each) => each.status).toSorted()).toEqual([200, 400]);
    expect(gateway.books().payments.filter((each) => each.captured)).toHaveLength(1);
  });

  test('moves the money though a UPI payment is cancelled', async () => {
    const { client, order, post } = await start();
    const { id } = await order();
    const upi = open(id, { method: 'upi', vpa: 'success@razorpay' });
    const payment = (await post('payments', upi)).body['payment_id'];
    await post(`payments/${payment}/cancel`, open(id, {}));
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid' });
  });

  test('keeps to its order, its key, its amount and to JSON', async () => {
    const { order, post, url } = await start();
    const [a, b] = [await order(), await order()];
    const pay = open(a.id, { method: 'card', card: CARD });
    const payment = (await post('payments', pay)).body['payment_id'];
    expect((await post(`payments/${payment}/confirm`, open(b.id, { otp: '1234' }))).status).toBe(
      400,
    );
    expect((await post('session', { ...pay, key_id: 'rzp_test_other' })).status).toBe(401);
    expect((await post('session', { ...pay, amount: 1 })).status).toBe(400);
    expect((await post('payments', pay, 'text/plain')).status).toBe(415);
    const script = await (await fetch(`${url}/v1/checkout.js`)).text();
    expect(script).not.toMatch(/^(import|export) /m);
    expect(() => new Function(script)).not.toThrow();
  });
});

describe('the books', () => {
  test('outlive SIGKILL, and waiting events are sent by the next process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
    cleaners.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'gateway.db');
    const env = {
      PORT: '0',
      GATEWAY_FILE: file,
      GATEWAY_CONTROL: '1',
      RAZORPAY_KEY_ID: keys.keyId,
      RAZORPAY_KEY_SECRET: keys.keySecret,
      RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    cleaners.push(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(line)).not.toContain(keys.keySecret);
    const url = /http:\S+/.exec(String(line))?.[0] ?? '';
    const order = await sdk(url).orders.create({ amount: 100, ...INR });
    const body = JSON.stringify({ order_id: order.id, method: 'upi', outcome: 'captured' });
    const paid = await fetch(`${url}/control/pay`, { method: 'POST', body });
    expect(paid.status).toBe(200);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { heard, webhookUrl } = await listen();
    const { gateway } = await start({ file, webhookUrl });
    await gateway.settled();
    expect(gateway.books()).toMatchObject({
      orders: [{ id: order.id, status: 'paid' }],
      payments: [{ captured: true }],
    });
    expect(heard).toHaveLength(3);
  });

  test.each([
    [{ HOST: '0.0.0.0' }, 'loopback'],
    [{ RAZORPAY_KEY_ID: 'rzp_live_a1b2c3d4e5f6g7' }, 'live keys'],
    [{ RAZORPAY_KEY_SECRET: 'short' }, '16 or more'],
    [{ NODE_ENV: 'production' }, 'production'],
  ])('are not opened with %o', (env, sentence) => {
    const { status, stderr } = spawnSync(process.execPath, [main], { env: { PORT: '0', ...env } });
    expect(status).toBe(1);
    expect(String(stderr)).toContain(sentence);
  });
});
