import { ConfigError, readConfig } from '../../api/config.ts';

const ROOT = '/srv/shop';
export const readTestConfig = (env: Record<string, string>) => readConfig(env, ROOT);

/** The errors that keep the app from starting with this environment. */
export function configErrorsOf(env: Record<string, string>): string[] {
  try {
    readTestConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

export const PROVIDER_KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_1234567890',
  RAZORPAY_KEY_SECRET: 'key-secret-of-the-shop',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-shop',
};
export const WITH_TEST_KEYS = { ...PROVIDER_KEYS, SMTP_URL: 'smtps://shop:pass@mail.shop.example' };
export const WITH_LIVE_KEYS = { ...WITH_TEST_KEYS, RAZORPAY_KEY_ID: 'rzp_live_1234567890' };
export const WITH_SECRET_KEY = { SECRET_KEY: 'k'.repeat(32) };
export const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://shop.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
  OWNER_EMAIL: 'owner@shop.example',
  ...WITH_LIVE_KEYS,
};
