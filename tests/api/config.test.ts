import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Config, readConfig, withPort } from '../../api/config.ts';
import { createProvider } from '../../api/platform/payment-provider/client.ts';
import {
  configErrorsOf,
  PRODUCTION,
  PROVIDER_KEYS,
  readTestConfig,
  WITH_SECRET_KEY,
} from '../support/config-environments.ts';

test('refuses a short token for the metrics', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'short' }, '/srv')).toThrow(/METRICS_TOKEN must be 16/);
  expect(readConfig({}, '/srv').metricsToken).toBeNull();
});

test('uses local defaults when nothing is set', () => {
  const config = readTestConfig({});
  expect(config).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    siteOrigin: 'http://localhost:3000',
    origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    https: false,
    dataDir: '/srv/shop/var',
    databaseUrl: 'sqlite:/srv/shop/var/app.db',
    smtpUrl: null,
    razorpay: null,
    ownerEmail: 'owner@example.com',
    trustProxy: false,
    seedDemo: true,
  } satisfies Partial<Config>);
});

test('treats an empty setting as not set', () => {
  expect(readTestConfig({ PORT: '', SMTP_URL: ' ', RAZORPAY_KEY_ID: '', SITE_ORIGIN: '' })).toEqual(
    readTestConfig({}),
  );
});

test('accepts two webhook secrets during a rotation', () => {
  const { razorpay } = readTestConfig({
    ...PROVIDER_KEYS,
    RAZORPAY_WEBHOOK_SECRET: 'the new secret, the old one',
  });
  if (!razorpay) throw new Error('the keys are set');
  const provider = createProvider(razorpay);
  const signed = (secret: string) =>
    provider.isSignedEvent('{}', createHmac('sha256', secret).update('{}').digest('hex'));
  expect(['the new secret', 'the old one', ''].map(signed)).toEqual([true, true, false]);
});

test('accepts PostgreSQL with a key that all processes share', () => {
  const url = 'postgresql://shop:secret@db.example:5433/shop';
  const set = { DATABASE_URL: url, DATABASE_POOL_SIZE: '4', ...WITH_SECRET_KEY };
  expect(readTestConfig(set)).toMatchObject({
    databaseUrl: url,
    databasePoolSize: 4,
    secretKey: WITH_SECRET_KEY.SECRET_KEY,
  });
  expect(readTestConfig({})).toMatchObject({ databasePoolSize: 10, secretKey: null });
});

test('never repeats the address of the database, which holds a password', () => {
  for (const url of ['postgres://shop:hunter2@db:5432', 'postgres://shop:hunter2@db:x/shop']) {
    expect(configErrorsOf({ DATABASE_URL: url }).join()).not.toContain('hunter2');
  }
});

/** One wrong value each, with the expected sentence. */
const WRONG: [Record<string, string>, RegExp][] = [
  [{ PORT: 'http' }, /^PORT must be a number .*"http"\.$/],
  [{ PORT: '70000' }, /^PORT /],
  [{ PORT: '-1' }, /^PORT /],
  [{ PORT: '3000.5' }, /^PORT /],
  [{ SITE_ORIGIN: 'shop.example' }, /^SITE_ORIGIN must be an address like https:/],
  [{ SITE_ORIGIN: 'ftp://shop.example' }, /^SITE_ORIGIN /],
  [{ SITE_ORIGIN: 'https://shop.example/shop' }, /^SITE_ORIGIN /],
  [{ SITE_ORIGIN: 'https://shop.example/?a' }, /^SITE_ORIGIN /],
  [{ DATABASE_URL: 'mysql://db/shop' }, /^DATABASE_URL must start with "sqlite:" or "postgres:/],
  [{ SMTP_URL: 'mail.shop.example' }, /^SMTP_URL must look like smtps:/],
  [{ OWNER_EMAIL: 'the owner' }, /^OWNER_EMAIL must be an e-mail address\.$/],
  [{ TRUST_PROXY: 'perhaps' }, /^TRUST_PROXY must be "on" or "off"\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL=loud is not a level: give info, error or silent\.$/],
  [{ SEED_DEMO: '2' }, /^SEED_DEMO must be/],
  [{ SELLER_TIME_ZONE: 'India' }, /^SELLER_TIME_ZONE=India is not a time zone/],
  [{ RAZORPAY_API_URL: 'https://stand-in.example' }, /^RAZORPAY_API_URL is set but/],
  [{ RAZORPAY_CHECKOUT_URL: 'https://stand-in.example' }, /^RAZORPAY_CHECKOUT_URL is set but/],
  [{ ...PROVIDER_KEYS, RAZORPAY_API_URL: 'stand-in' }, /^RAZORPAY_API_URL must be an http/],
  [
    { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' },
    /^HOST=0\.0\.0\.0 is reachable from outside/,
  ],
  [
    { ALLOW_INSECURE: 'everything' },
    /^ALLOW_INSECURE takes test-keys, provider-address, smtp, backup-bucket, files-bucket /,
  ],
  [{ PUBLISH_ENV: 'AWS_PROFILE, a b' }, /^PUBLISH_ENV takes names of variables /],
  [
    { ...PROVIDER_KEYS, RAZORPAY_WEBHOOK_SECRET: 'one,' },
    /^RAZORPAY_WEBHOOK_SECRET has an empty part/,
  ],
  [{ API_ORIGIN: 'api.shop.example' }, /^API_ORIGIN must be an address like https:/],
  [
    { DATABASE_URL: 'postgres://db:5432', ...WITH_SECRET_KEY },
    /^DATABASE_URL must look like postgres:/,
  ],
  [{ DATABASE_URL: 'postgres://db/shop' }, /^SECRET_KEY is needed with PostgreSQL: 32 /],
  [{ SECRET_KEY: 'x'.repeat(31) }, /^SECRET_KEY must be 32 characters or more/],
  [{ DATABASE_POOL_SIZE: '0' }, /^DATABASE_POOL_SIZE must be a number from 1 to 200/],
];

test.each(WRONG)('reports %j in one sentence', (env, sentence) => {
  const errors = configErrorsOf(env);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(sentence);
  expect(errors[0]).toMatch(/^[A-Z][^\n]*\.$/);
});

test('reports every mistake at once', () => {
  const all = Object.assign({}, ...WRONG.slice(0, 14).map(([env]) => env), { HOST: '0.0.0.0' });
  const names = configErrorsOf(all).map((each) => each.split(/[ =]/)[0]);
  expect(names.sort()).toEqual([
    'DATABASE_URL',
    'HOST',
    'LOG_LEVEL',
    'OWNER_EMAIL',
    'PORT',
    'SEED_DEMO',
    'SITE_ORIGIN',
    'SMTP_URL',
    'TRUST_PROXY',
  ]);
});

test('requires all three provider keys or none', () => {
  for (const missing of Object.keys(PROVIDER_KEYS)) {
    expect(configErrorsOf({ ...PROVIDER_KEYS, [missing]: '' }), missing).toEqual([
      `${missing} is missing: set all three RAZORPAY_* keys or none.`,
    ]);
  }
  const open = { ...PROVIDER_KEYS, HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' };
  expect(readTestConfig(open).razorpay).toMatchObject({
    keyId: PROVIDER_KEYS.RAZORPAY_KEY_ID,
    apiUrl: 'https://api.razorpay.com',
    checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  });
});

test('requires SMTP when the app is reachable from outside, so that codes stay private', () => {
  const open = { ...PROVIDER_KEYS, HOST: '0.0.0.0' };
  expect(configErrorsOf(open)).toEqual([expect.stringMatching(/^SMTP_URL is needed/)]);
  expect(readTestConfig({ ...open, SMTP_URL: 'smtp://mail.example' }).devMailbox).toBe(false);
  expect(readTestConfig({}).devMailbox).toBe(true);
  expect(readTestConfig(PROVIDER_KEYS).devMailbox).toBe(true);
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    expect(readTestConfig({ SITE_ORIGIN: `http://${name}:3000` }).devMailbox, name).toBe(true);
  }
  expect(readTestConfig(PRODUCTION).devMailbox).toBe(false);
});

test('repeats no secret in an error', () => {
  const secrets = { ...PRODUCTION, RAZORPAY_KEY_ID: '', SMTP_URL: 'smtp:user:top-secret@mail' };
  const names = configErrorsOf(secrets).join('\n');
  expect(names).not.toMatch(/top-secret|secret-of-the-shop/);
  expect(names).toContain('SMTP_URL');
});

test('reports the port that was assigned for port 0', () => {
  const config = withPort(readTestConfig({ PORT: '0' }), 41_234);
  expect(config).toMatchObject({
    port: 41_234,
    siteOrigin: 'http://localhost:41234',
    origins: ['http://localhost:41234', 'http://127.0.0.1:41234'],
  });
  const named = withPort(readTestConfig({ ...PRODUCTION, PORT: '0' }), 41_234);
  expect(named.siteOrigin).toBe('https://shop.example');
  expect(withPort(readTestConfig({ PORT: '80' }), 41_234).port).toBe(80);
});

test('resolves paths from the project and drops trailing slashes from addresses', () => {
  const config = readTestConfig({
    DATA_DIR: 'data',
    ...PRODUCTION,
    SITE_ORIGIN: 'https://shop.example/',
    ALLOW_INSECURE: 'provider-address',
    RAZORPAY_API_URL: 'http://127.0.0.1:4000/',
  });
  expect(config.databaseUrl).toBe('sqlite:/srv/shop/data/app.db');
  expect(config.siteOrigin).toBe('https://shop.example');
  expect(config.razorpay?.apiUrl).toBe('http://127.0.0.1:4000');
  expect(readTestConfig({ DATA_DIR: '/data' }).databaseUrl).toBe('sqlite:/data/app.db');
  expect(readTestConfig({ DATABASE_URL: 'sqlite:other.db' }).databaseUrl).toBe(
    'sqlite:/srv/shop/other.db',
  );
});

test('keeps https for localhost and trusts no other name like it', () => {
  expect(readTestConfig({ SITE_ORIGIN: 'https://localhost' }).origins).toEqual([
    'https://localhost',
  ]);
  const evil = 'https://localhost.evil';
  expect(readTestConfig({ ...PRODUCTION, SITE_ORIGIN: evil }).origins).toEqual([evil]);
});

test('the seller of .env.example is accepted as it is', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const seller = [...example.matchAll(/^# (SELLER_\w+)=(.+)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(seller.map(([name]) => name)).toContain('SELLER_GSTIN');
  expect(configErrorsOf(Object.fromEntries(seller))).toEqual([]);
});

test('refuses a sender without an address', () => {
  for (const MAIL_FROM of ['studio', 'VY Studio <studio>', 'VY Studio <>'])
    expect(configErrorsOf({ MAIL_FROM })).toEqual([
      'MAIL_FROM must hold an e-mail address: Studio <studio@studio.example>.',
    ]);
  for (const MAIL_FROM of ['s@vy.example', 'VY Studio <studio@localhost>', '<s@vy.example>'])
    expect(configErrorsOf({ MAIL_FROM })).toEqual([]);
});

test('refuses a key of backups that was not copied whole', () => {
  const whole = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
  expect(configErrorsOf({ BACKUP_DIR: '/mnt', BACKUP_KEY: whole })).toEqual([]);
  for (const BACKUP_KEY of [whole.slice(0, -1), whole.toLowerCase(), `${whole}Q`])
    expect(configErrorsOf({ BACKUP_DIR: '/mnt', BACKUP_KEY })).toEqual([
      expect.stringMatching(/^BACKUP_KEY must look like AGE-SECRET-KEY-1/),
    ]);
});
