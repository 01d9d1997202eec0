import { rmSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { startApp } from '../../api/start-app.ts';
import { Person } from '../support/http-client.ts';
import { ASHA, signUp, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { createDataDir } from '../support/test-app.ts';
import { built, raw as send } from './raw-request.ts';

shareApp();

let visitor: Person;
beforeAll(() => {
  visitor = app.visitor();
});

const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(app.origin, path, headers, method);

function expectSecurityHeaders(headers: Headers, about: string): void {
  const policy = headers.get('Content-Security-Policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect.soft(policy, about).toContain(part);
  }
  expect.soft(/script-src[^;]*/.exec(policy)?.[0] ?? '', about).not.toMatch(/unsafe|\*/);
  expect.soft(headers.get('X-Content-Type-Options'), about).toBe('nosniff');
  expect.soft(headers.get('Referrer-Policy'), about).toBe('strict-origin-when-cross-origin');
  expect.soft(headers.get('Cross-Origin-Opener-Policy'), about).toBe('same-origin');
  expect.soft(headers.get('Permissions-Policy'), about).toContain('camera=(), ');
  expect.soft(headers.get('X-Powered-By'), about).toBeNull();
  expect.soft(headers.get('Server'), about).toBeNull();
}

test('every kind of response has the security headers', async () => {
  const asha = await signUp(app, ASHA);
  const tag = (await visitor.get('/')).headers.get('ETag') ?? '';
  await app.server.services.store.db.schema.alterTable('sessions').renameTo('away').execute();
  const broken = await asha.get('/api/v1/user/check-auth-user');
  await app.server.services.store.db.schema.alterTable('away').renameTo('sessions').execute();
  expect(broken).toMatchObject({ status: 500, body: { success: false } });
  expect(JSON.stringify(broken.body)).not.toMatch(/sessions|sqlite|select/i);
  const gig = await visitor.get(`/api/v1/gig/get/${WEBSITE}`);
  const picture = JSON.stringify(gig.body).match(/\/media\/[^"]+/)?.[0] ?? '/media/none';
  const answers: [number, { status: number; headers: Headers }][] = [
    [200, await raw('/')],
    [200, await raw(built('_astro/*.js'))],
    [200, gig],
    [200, await raw(picture)],
    [302, await raw('/nowhere')],
    [304, await raw('/', { 'If-None-Match': tag })],
    [401, await visitor.get('/api/v1/user/check-auth-user')],
    [403, await raw('/api/v1/user/sign-in', {}, 'POST')],
    [404, await visitor.get('/api/v1/nothing')],
    [404, await raw('/nothing', {}, 'POST')],
    [404, await visitor.get('/media/nothing')],
    [500, broken],
  ];
  for (const [at, [status, answer]] of answers.entries()) {
    expect(answer.status, `answer ${at}`).toBe(status);
    expectSecurityHeaders(answer.headers, `answer ${at}: ${status}`);
  }
  expect(answers[3]?.[1].headers.get('Content-Security-Policy')).toContain('sandbox');
  for (const each of [answers[6], answers[8], answers[11]]) {
    expect(each?.[1].headers.get('Cache-Control')).toBe('no-store');
  }
});

/** Starts the app with these settings and without the tests' mail server. */
async function withApp<T>(
  env: Record<string, string>,
  ask: (person: Person) => Promise<T>,
): Promise<T> {
  const config = readConfig({ PORT: '0', DATA_DIR: createDataDir(), ...env }, '/');
  const started = await startApp({
    config,
    clock: () => new Date(),
    log: { info() {}, error() {} },
  });
  try {
    return await ask(new Person(`http://127.0.0.1:${started.config.port}`, []));
  } finally {
    await started.close();
    rmSync(config.dataDir, { recursive: true });
  }
}

const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_1234567890',
  RAZORPAY_KEY_SECRET: 'key-secret-of-the-shop',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-shop',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://shop.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
  OWNER_EMAIL: 'owner@shop.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ALLOW_INSECURE: 'test-keys,smtp',
  ...KEYS,
};

test('the development mailbox exists only without a mail server', async () => {
  for (const [path, gone] of [
    ['/dev/mail', 302],
    ['/dev/mail.json', 404],
  ] as const) {
    expect((await visitor.get(path)).status).toBe(gone);
    expect(await withApp(PRODUCTION, async (person) => (await person.get(path)).status)).toBe(gone);
    await withApp({}, async (person) => {
      const answer = await person.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Content-Security-Policy')).not.toMatch(/script/);
    });
  }
});

test('the development mailbox and the Razorpay sandbox are not reachable through a proxy', async () => {
  const paths = ['/dev/mail.json', '/gateway/v1/checkout.js'];
  const proxied: Record<string, string>[] = [
    { 'X-Forwarded-For': '203.0.113.9' },
    { 'X-Real-IP': '203.0.113.9' },
    { Forwarded: 'for=203.0.113.9' },
    { Via: '1.1 proxy' },
    { Origin: 'https://shop.example' },
  ];
  await withApp({}, async (person) => {
    for (const path of paths) {
      expect((await send(person.origin, path)).status, path).toBe(200);
      for (const headers of [...proxied, { Host: 'shop.example' }]) {
        const { status } = await send(person.origin, path, headers);
        expect(status, `${path} ${JSON.stringify(headers)}`).toBe(404);
      }
    }
  });
});

test('with real Razorpay keys there is no sandbox', async () => {
  for (const env of [KEYS, PRODUCTION]) {
    await withApp(env, async (person) => {
      expect((await person.get('/gateway/v1/checkout.js')).status).toBe(404);
      for (const path of ['/gateway/v1/orders', '/gateway/control/records'])
        expect((await person.get(path)).headers.get('location'), path).toBe('/');
      const paid = await person.send('POST', '/gateway/checkout/payments', '{}', {});
      expect(paid.status).toBe(404);
    });
  }
  expect((await visitor.get('/gateway/v1/checkout.js')).status).toBe(200);
});

test('only payment pages may load the payment provider', async () => {
  const provider = /https:\/\/[\w.-]+/g;
  const policyOf = async (person: Person, path: string) =>
    (await person.get(path)).headers.get('Content-Security-Policy') ?? '';
  await withApp(KEYS, async (person) => {
    const policy = await policyOf(person, '/process-payment');
    const part = (name: string) => new RegExp(`${name} ([^;]*)`).exec(policy)?.[1]?.match(provider);
    expect(part('script-src')).toEqual([
      'https://checkout.razorpay.com',
      'https://cdn.razorpay.com',
    ]);
    expect(part('frame-src')).toEqual([
      'https://api.razorpay.com',
      'https://checkout.razorpay.com',
    ]);
    expect(part('connect-src')?.every((each) => each.endsWith('.razorpay.com'))).toBe(true);
    expect(
      new Set(
        policy
          .match(provider)
          ?.map((each) => new URL(each).hostname.split('.').slice(-2).join('.')),
      ),
    ).toEqual(new Set(['razorpay.com']));
    expect(await policyOf(person, '/orders/any')).toContain('checkout.razorpay.com');
    for (const path of ['/', '/my-work', '/sign-in', '/profile', WEBSITE_PAGE, '/nowhere']) {
      expect(await policyOf(person, path), path).not.toMatch(provider);
    }
  });
  expect(await policyOf(visitor, '/process-payment')).not.toMatch(provider);
  const sandboxEnv = { ...KEYS, RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:4000/v1/checkout.js' };
  await withApp(sandboxEnv, async (person) => {
    const policy = await policyOf(person, '/process-payment');
    expect(policy).toContain("script-src 'self'");
    expect(policy.match(/http:\/\/[\w.:]+/g)).toContain('http://127.0.0.1:4000');
    expect(policy).not.toContain('razorpay');
  });
});

test('over https the response has Strict-Transport-Security', async () => {
  const headers = await withApp(PRODUCTION, async (person) => (await person.get('/')).headers);
  expect(headers.get('Strict-Transport-Security')).toMatch(/max-age=(\d{8,})/);
  expect((await visitor.get('/')).headers.get('Strict-Transport-Security')).toBeNull();
});
