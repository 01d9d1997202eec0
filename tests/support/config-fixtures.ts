import { ConfigError, readConfig } from '../../api/config.ts';

const ROOT = '/srv/shop';
export const read = (env: Record<string, string>) => readConfig(env, ROOT);

/** The errors that keep the app from starting with this environment. */
export function configErrorsOf(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

export const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_1234567890',
  RAZORPAY_KEY_SECRET: 'key-secret-of-the-shop',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-shop',
};
export const OPEN = { ...KEYS, SMTP_URL: 'smtps://shop:pass@mail.shop.example' };
export const LIVE = { ...OPEN, RAZORPAY_KEY_ID: 'rzp_live_1234567890' };
export const SECRET = { SECRET_KEY: 'k'.repeat(32) };
export const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://shop.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
  OWNER_EMAIL: 'owner@shop.example',
  ...LIVE,
};
