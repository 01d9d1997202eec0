import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Razorpay from 'razorpay';
import { onTestFinished } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../api/razorpay-sandbox/sandbox.ts';

export const SANDBOX_KEYS = {
  keyId: 'rzp_test_a1b2c3d4e5f6g7',
  keySecret: 'key-secret-of-this-test',
  webhookSecret: 'webhook-secret-of-this-test',
};
export const INR = { currency: 'INR' };
export const TEST_CARD = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '123' };

export function razorpayClient(url: string, timeout = 2000): Razorpay {
  const client = new Razorpay({ key_id: SANDBOX_KEYS.keyId, key_secret: SANDBOX_KEYS.keySecret });
  const { rq } = client.api as unknown as { rq: { defaults: object } };
  Object.assign(rq.defaults, { baseURL: url, proxy: false, timeout });
  return client;
}

/** The sandbox on a real server, at the address where the app mounts it, until the test ends. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({
    file: ':memory:',
    webhookUrl: null,
    webhookRetryMs: [1],
    ...SANDBOX_KEYS,
    ...options,
  });
  const app = new Hono().route('/gateway', sandbox.app);
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway`;
  onTestFinished(async () => {
    await sandbox.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const client = razorpayClient(url);
  const order = (amount = 50_000) => client.orders.create({ amount, ...INR });
  const post = async (path: string, body: object, type = 'application/json') => {
    const answer = await fetch(`${url}/checkout/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { sandbox, client, url, order, post };
}

/** A webhook receiver until the test ends; it answers with the given statuses in turn and with 200 afterwards. */
export async function receiveWebhooks(answers: number[] = []) {
  const received: Array<{ id: string; event: string; body: string; signature: string }> = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    received.push({
      id: String(request.headers['x-razorpay-event-id']),
      signature: String(request.headers['x-razorpay-signature']),
      event: (JSON.parse(body) as { event: string }).event,
      body,
    });
    response.writeHead(answers.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
