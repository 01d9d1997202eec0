import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import {
  createSandbox,
  type RazorpaySandbox,
  type SandboxOptions,
} from '../../api/razorpay-sandbox/sandbox.ts';

/** The Razorpay sandbox outside of the app: it stays when the app is stopped, and several apps can use it. */
export interface OutsideProvider {
  sandbox: RazorpaySandbox;
  /** The settings of an app that uses it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const KEYS = {
  keyId: 'rzp_test_o1u2t3s4i5d6e7',
  keySecret: 'key-secret-of-the-provider-outside',
  webhookSecret: 'webhook-secret-of-the-provider-outside',
};

export async function openOutsideProvider(
  options: Partial<Pick<SandboxOptions, 'now' | 'post' | 'webhookUrl' | 'webhookRetryMs'>> = {},
): Promise<OutsideProvider> {
  const sandbox = createSandbox({ file: ':memory:', webhookUrl: null, ...KEYS, ...options });
  const server = serve({ fetch: sandbox.app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sandbox,
    env: {
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RAZORPAY_API_URL: apiUrl,
      RAZORPAY_CHECKOUT_URL: `${apiUrl}/v1/checkout.js`,
    },
    async close() {
      await sandbox.close();
      await new Promise((done) => server.close(done));
    },
  };
}
