import { randomBytes } from 'node:crypto';

import { serve } from '@hono/node-server';
import { isLoopback } from './guards.ts';
import { createSandbox } from './sandbox.ts';

/** Runs the sandbox alone (`npm run sandbox`). Secrets come from the environment or are generated. */
function main(env: NodeJS.ProcessEnv): void {
  const hostname = env['HOST'] ?? '127.0.0.1';
  const port = Number(env['PORT'] ?? 4000);
  const keyId = env['RAZORPAY_KEY_ID'] ?? `rzp_test_${randomBytes(7).toString('hex')}`;
  const keySecret = env['RAZORPAY_KEY_SECRET'] ?? randomBytes(24).toString('base64url');
  const webhookSecret = env['RAZORPAY_WEBHOOK_SECRET'] ?? randomBytes(24).toString('base64url');
  const siteOrigin = env['SITE_ORIGIN'];

  if (!isLoopback(hostname)) throw new Error('HOST of the test gateway must be loopback.');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT is not a port.');
  if (env['NODE_ENV'] === 'production') throw new Error('No test gateway in production.');

  const sandbox = createSandbox({
    file: env['SANDBOX_FILE'] ?? ':memory:',
    keyId,
    keySecret,
    webhookSecret,
    webhookUrl: env['WEBHOOK_URL'] ?? null,
    allowFaultsOverHttp: env['SANDBOX_CONTROL'] === '1',
    ...(siteOrigin && { siteOrigin }),
  });
  const server = serve({ fetch: sandbox.app.fetch, hostname, port }, (address) => {
    const lines = [
      `Test gateway, no real money: http://${hostname}:${address.port}`,
      `RAZORPAY_KEY_ID=${keyId}`,
    ];
    // Secrets from the environment are known already and must not be logged.
    if (!env['RAZORPAY_KEY_SECRET']) lines.push(`RAZORPAY_KEY_SECRET=${keySecret}`);
    if (!env['RAZORPAY_WEBHOOK_SECRET']) lines.push(`RAZORPAY_WEBHOOK_SECRET=${webhookSecret}`);
    console.log(lines.join('\n'));
  });
  const stop = (): void => {
    server.close();
    void sandbox.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  main(process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
