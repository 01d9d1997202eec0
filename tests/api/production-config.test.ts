import { expect, test } from 'vitest';
import {
  configErrorsOf,
  PRODUCTION,
  PROVIDER_KEYS,
  readTestConfig,
  WITH_TEST_KEYS,
} from '../support/config-environments.ts';

test('starts in production with complete settings, over https and without demo people', () => {
  expect(readTestConfig(PRODUCTION)).toMatchObject({
    production: true,
    https: true,
    seedDemo: false,
    origins: ['https://shop.example'],
  });
});

test.each([
  ['SITE_ORIGIN', 'http://shop.example'],
  ['SITE_ORIGIN', ''],
  ['SMTP_URL', ''],
  ['MAIL_FROM', ''],
  ['OWNER_EMAIL', ''],
])('refuses production with %s=%j', (name, value) => {
  const errors = configErrorsOf({ ...PRODUCTION, [name]: value });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(new RegExp(`^In production .*${name}`));
});

test('refuses production without keys or with no settings', () => {
  const none = Object.fromEntries(Object.keys(PROVIDER_KEYS).map((name) => [name, '']));
  expect(configErrorsOf({ ...PRODUCTION, ...none })).toEqual([
    'In production the three RAZORPAY_* keys are needed.',
  ]);
  expect(configErrorsOf({ NODE_ENV: 'production' })).toHaveLength(5);
});

test.each([
  ['live keys', { NODE_ENV: '', SITE_ORIGIN: 'http://localhost:3000' }, 'With live keys'],
  ['live keys, called development', { NODE_ENV: 'development', SITE_ORIGIN: '' }, 'With live keys'],
  [
    'a public address',
    {
      ...WITH_TEST_KEYS,
      NODE_ENV: '',
      SITE_ORIGIN: 'http://shop.example',
      ALLOW_INSECURE: 'test-keys',
    },
    'With SITE_ORIGIN=http://shop.example',
  ],
])('treats %s as production whatever NODE_ENV says', (_, env, reason) => {
  expect(configErrorsOf({ ...PRODUCTION, ...env })).toEqual([
    `${reason} SITE_ORIGIN must be an https address.`,
  ]);
});

test('treats live keys over https as production without NODE_ENV', () => {
  const config = readTestConfig({ ...PRODUCTION, NODE_ENV: '' });
  expect(config).toMatchObject({ production: true, https: true, devMailbox: false });
  expect(config.seedDemo).toBe(false);
});

/** The settings that production refuses, each with the exception that allows it, if there is one. */
const WEAK: [Record<string, string>, RegExp, string | null][] = [
  [{ RAZORPAY_KEY_ID: 'rzp_test_1234567890' }, /RAZORPAY_KEY_ID must be a live key/, 'test-keys'],
  [{ RAZORPAY_KEY_ID: 'abc' }, /RAZORPAY_KEY_ID must be a live key/, 'test-keys'],
  [{ RAZORPAY_API_URL: 'http://127.0.0.1:4000' }, /the provider’s own/, 'provider-address'],
  [
    { RAZORPAY_CHECKOUT_URL: 'https://other.example/c.js' },
    /the provider’s own/,
    'provider-address',
  ],
  [{ SMTP_URL: 'smtp://mail.shop.example' }, /SMTP_URL must use TLS/, 'smtp'],
  [{ SMTP_URL: 'smtps://mail.shop.example?secure=false' }, /SMTP_URL must use TLS/, 'smtp'],
  [{ SMTP_URL: 'smtps://m.example?tls.rejectUnauthorized=false' }, /must use TLS/, 'smtp'],
  [
    {
      ...{ BACKUP_DIR: '/mnt/backups', BACKUP_KEY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` },
      ...{ BACKUP_S3_URL: 'http://s3.example.com/b', BACKUP_S3_KEY_ID: 'k', BACKUP_S3_SECRET: 's' },
    },
    /BACKUP_S3_URL must be an https address/,
    'backup-bucket',
  ],
  [{ RAZORPAY_WEBHOOK_SECRET: 'x' }, /RAZORPAY_WEBHOOK_SECRET needs 16 or more/, null],
  [{ RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-shop,y' }, /SECRET needs 16 or more/, null],
];

test.each(WEAK)('refuses %j in production', (env, sentence, exception) => {
  const errors = configErrorsOf({ ...PRODUCTION, ...env });
  expect(errors).toEqual([expect.stringMatching(sentence)]);
  const others = ['test-keys', 'provider-address', 'smtp', 'backup-bucket'].filter(
    (each) => each !== exception,
  );
  expect(configErrorsOf({ ...PRODUCTION, ...env, ALLOW_INSECURE: others.join(', ') })).toEqual(
    errors,
  );
  if (exception === null) return;
  expect(configErrorsOf({ ...PRODUCTION, ...env, ALLOW_INSECURE: exception })).toEqual([]);
});

test('accepts required STARTTLS in production', () => {
  const SMTP_URL = 'smtp://mail.shop.example:587?requireTLS=true';
  expect(readTestConfig({ ...PRODUCTION, SMTP_URL }).smtpUrl).toBe(SMTP_URL);
});
