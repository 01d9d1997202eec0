import type { Config } from './config.ts';
import type { Secrets } from './platform/secrets.ts';

/** The keys of the sandbox in this process, used if no real ones are set. */
export const sandboxKeys = (config: Pick<Config, 'port'>, { razorpaySandbox }: Secrets) => ({
  ...razorpaySandbox,
  webhookSecrets: [razorpaySandbox.webhookSecret],
  apiUrl: `http://127.0.0.1:${config.port}/gateway`,
  checkoutUrl: '/gateway/v1/checkout.js',
});
