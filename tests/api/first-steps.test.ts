import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemProbes } from '../../api/modules/dashboard/doctor/probes.ts';
import { createInstallationChecks } from '../../api/modules/dashboard/doctor/run-doctor.ts';
import type { FirstStep } from '../../api/modules/dashboard/first-steps/rules.ts';
import type { Task } from '../../api/modules/dashboard/today.ts';
import { removeStarterContent } from '../../api/modules/site/starter-shop.ts';
import type { CheckResult } from '../../api/platform/installation-checks.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { readLedger } from '../support/ledger-fixtures.ts';
import { ADDRESS, ASHA, ownerOf, PASSWORD, signUpBuyer } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const DESK = '/api/v1/desk';
const ORIGIN = 'https://studio.example';
const OWNER = 'mira@studio.example';

let app: TestApp;
let owner: Person;
let asha: Person;
let folder: string;
let database: Omit<TestDatabase, 'env'>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'empty-'));
  database = await createEmptyDatabase(folder);
  // The folder holds the built site of the tests, to which an app refuses to add a new database.
  const store = openDatabase(database.url);
  await migrate(store);
  await store.close();
  // The proxy in front of the app.
  const send = (address: string, init: RequestInit) =>
    fetch(address.replace(ORIGIN, `http://127.0.0.1:${app.server.config.port}`), init);
  const env = {
    ...{ NODE_ENV: 'production', SITE_ORIGIN: ORIGIN, OWNER_EMAIL: OWNER },
    ...{ DATABASE_URL: database.url, SELLER_STATE: 'Kerala' },
    ALLOW_INSECURE: 'test-keys,provider-address,smtp',
  };
  app = await startTestApp(env, { outsideProvider: true, send });
  const { services, config } = app.server;
  app.sandbox.setWebhookUrl(`http://127.0.0.1:${config.port}/api/v1/gig/webhook`);
  const probes = {
    ...systemProbes,
    textRecords: async (name: string) => RECORDS[name] ?? [],
    certificate: async () => ({ problem: null, validUntil: new Date(Date.now() + 9e9) }),
  };
  Object.assign(services.installationChecks, createInstallationChecks(services, probes));
});
afterAll(async () => {
  await app.check();
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const RECORDS: Record<string, string[]> = {
  'vy.example': ['v=spf1 -all'],
  '_dmarc.vy.example': ['v=DMARC1; p=none'],
};

const steps = async (): Promise<FirstStep[]> => (await owner.get(`${DESK}/first-steps`)).body.steps;
const onToday = async (): Promise<FirstStep[] | null> =>
  (await owner.get(`${DESK}/today`)).body.steps;

/** Does something, and expects that it finishes exactly these steps. */
async function finishes(keys: string[], work: () => Promise<unknown>): Promise<void> {
  const open = async () => (await steps()).filter(({ isDone }) => !isDone).map(({ key }) => key);
  const before = await open();
  await work();
  await waitFor(async () => {
    const after = await open();
    expect(before.filter((key) => !after.includes(key))).toEqual(keys);
  });
}

const cartOf = (gigId: string) => ({
  checkoutId: crypto.randomUUID(),
  orderItems: [{ gigId, selectedPlan: { planType: 'Basic' }, extraFeatures: [] }],
  ...{ addressInfo: ADDRESS, paymentType: 'Full', totalAmount: 9_000 },
});

const ok = async (answer: ReturnType<Person['get']>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};

test('an empty production shop is filled, tried, opened and sells, each step noticing by itself', async () => {
  owner = app.visitor();
  const token = app.server.ownerLink?.split('/create-password/')[1];
  await ok(owner.post(`/api/v1/user/reset-password/${token}`, { password: PASSWORD }));
  await ok(owner.post('/api/v1/user/sign-in', { email: OWNER, password: PASSWORD }));
  expect((await onToday())?.filter(({ isDone }) => isDone)).toEqual([]);
  for (const isPutAway of [true, false]) {
    await ok(owner.put(`${DESK}/first-steps`, { isPutAway }));
    expect((await owner.get(`${DESK}/first-steps`)).body.isPutAway).toBe(isPutAway);
    expect((await onToday()) === null, 'Today without them').toBe(isPutAway);
  }

  const { version } = (await owner.get(`${DESK}/profile`)).body.profile;
  const create = { width: 960, height: 600, channels: 3 as const, background: '#225577' };
  const bytes = await sharp({ create }).png().toBuffer();
  const data = `data:image/png;base64,${bytes.toString('base64')}`;
  const { picture } = await ok(owner.post(`${DESK}/pictures`, { data }));
  const pictures = [{ _id: picture._id, alt: 'A desk' }];
  const plan = { planType: 'Basic', title: 'Small', price: 9_000, shortDescription: 'A page' };
  const gigs = [
    {
      ...{ title: 'A website', description: '<p>Words</p>', technologies: ['Astro'], pictures },
      PricingPlans: [{ ...plan, deliveryDays: 7, revisionCount: 1, features: ['One page'] }],
      ...{ extraFeatures: [], FAQ: [] },
    },
  ];
  await ok(owner.post(`${DESK}/content`, { content: { format: 1, gigs } }));
  const draft = (await steps()).find(({ key }) => key === 'gig');
  const gigId = String(draft?.to).replace('/desk/gigs/', '');
  await finishes(['gig'], async () => {
    const { gig } = await ok(owner.get(`${DESK}/gigs/${gigId}`));
    const json = { version: gig.version, status: 'published' };
    await ok(owner.put(`${DESK}/gigs/${gigId}/status`, json));
  });

  const profile = (await owner.get(`${DESK}/profile`)).body.profile;
  const person = {
    ...{ name: 'Mira Rao', role: 'Designer', sentence: 'I draw websites.' },
    ...{ location: 'Kochi, India', country: 'India', email: 'hello@mira.example' },
  };
  await finishes(['you'], () => ok(owner.put(`${DESK}/profile`, { ...profile, ...person })));
  const accent = { light: '#1d4ed8', dark: '#93c5fd' };
  const brand = { studio: 'Mira Works', monogram: 'MW', logo: '', accent, series: 'MK' };
  await finishes(['brand'], () =>
    ok(owner.put(`${DESK}/profile`, { ...profile, ...person, version: version + 1, brand })),
  );

  const { secret } = await ok(owner.post('/api/v1/user/second-factor/totp'));
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  const code = () => totp.generate({ timestamp: app.server.services.clock().getTime() });
  await finishes(['factor'], () =>
    ok(owner.post('/api/v1/user/second-factor/totp/confirm', { code: code() })),
  );
  app.advance(30_000);
  await ok(owner.post('/api/v1/user/confirmation', { code: code() }));

  const { terms } = (await owner.get(`${DESK}/cancellation-terms`)).body;
  expect(terms, 'a new shop owes nothing beyond giving all back').toMatchObject({ sellerShare: 0 });
  await finishes(['terms'], () => ok(owner.put(`${DESK}/cancellation-terms`, terms)));
  const { legal } = (await owner.get(`${DESK}/legal`)).body;
  expect((await steps()).find(({ key }) => key === 'legal')?.state).toContain('a phone number');
  await finishes(['legal'], () =>
    ok(
      owner.put(`${DESK}/legal`, {
        ...legal,
        ...{ address: '1 Harbour Road, Kochi 682001', phone: '+91 98765 43210' },
        ...{ grievanceName: 'Mira Rao', grievanceEmail: 'help@mira.example' },
      }),
    ),
  );

  await finishes(['keys'], () => ok(owner.post(`${DESK}/doctor`)));
  const mail = (await app.mail.email(OWNER, /Test mail/)).text ?? '';
  expect((await steps()).find(({ key }) => key === 'mail')?.state).toMatch(/open the link in it/);
  await finishes(['mail'], () =>
    ok(owner.post(`${DESK}/first-steps/mail`, { token: /\?mail=([\w-]+)/.exec(mail)?.[1] ?? '' })),
  );

  const purchase = await ok(owner.post(`${DESK}/first-steps/purchase`));
  expect(purchase).toMatchObject({ amount: 100, currency: 'INR' });
  expect((await owner.post(`${DESK}/first-steps/purchase/refund`)).status).toBe(409);
  app.sandbox.pay(purchase.orderId, { method: 'card', outcome: 'captured' });
  await finishes(['purchase'], async () => {
    await ok(owner.post(`${DESK}/first-steps/purchase/refund`));
    await ok(owner.post(`${DESK}/first-steps/purchase/refund`));
  });
  expect(app.sandbox.records().refunds.map(({ amount }) => amount)).toEqual([100, 100]);

  await finishes(['look'], () => ok(owner.post(`${DESK}/preview`, { kind: 'saved', page: '/' })));
  await finishes(['open'], () => ok(owner.post(`${DESK}/shop/open`)));

  asha = await signUpBuyer(app, ASHA);
  const placed = await ok(asha.post('/api/v1/gig/order/place', cartOf(gigId)));
  const result = app.sandbox.pay(placed.orderId, { method: 'card', outcome: 'captured' });
  await ok(asha.post('/api/v1/gig/order/verify', result));
  const { tasks, steps: left } = (await owner.get(`${DESK}/today`)).body;
  const waiting = (tasks as Task[]).filter(({ kind }) => kind !== 'repair');
  const { findings } = await ok(owner.post(`${DESK}/doctor`));
  expect(findings.find(({ part }: CheckResult) => part === 'Payment keys').state).toBe('wrong');
  const repairs = (tasks as Task[]).flatMap((task) => (task.kind === 'repair' ? task.check : []));
  expect(repairs.map(({ part }) => part)).toContain('Payment keys');
  expect(waiting).toMatchObject([{ kind: 'order', step: 'start' }]);
  expect(tasks[0].kind, 'before what the server says of itself').toBe('order');
  expect(left, 'what is left is optional').toBeNull();
});

test('orders of test keys have their own papers, count in no number, and are removed once the keys are live', async () => {
  const { provider, store } = app.server.services;
  const { db } = store;
  const [order] = await db.selectFrom('orders').selectAll().execute();
  const receipts = await db.selectFrom('receipts').select('number').execute();
  expect(receipts).toEqual([{ number: 'MK/TEST/0001' }]);
  const [gig] = await db.selectFrom('gigs').select(['id', 'review_count']).execute();
  const review = { orderId: order?.id, gigId: gig?.id, rating: 5, comment: 'Good.' };
  const refused = await asha.post('/api/v1/gig/review', review);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This order was paid with test keys, so it cannot be reviewed.',
  ]);
  await ok(
    asha.post('/api/v1/communicate/send-message', { orderId: order?.id, messageText: 'Namaste!' }),
  );
  const removal = () => owner.post(`${DESK}/shop/remove-test-orders`, { confirmed: true });
  expect((await removal()).status, 'the keys are still test keys').toBe(409);

  const unpaid = await ok(asha.post('/api/v1/gig/order/place', cartOf(gig?.id ?? '')));
  expect(unpaid.amount).toBe(900_000);
  const open = db.selectFrom('orders').select('id').where('paid', '=', 0);
  const { id: orderId } = await open.executeTakeFirstOrThrow();
  const figures = async () => {
    const { revenue, series, checkouts } = await ok(owner.get(`${DESK}/today`));
    const { year, months } = await ok(owner.get(`${DESK}/ledger/months`));
    const received = (months as { received: number }[]).reduce(
      (sum, each) => sum + each.received,
      0,
    );
    const ledger = await readLedger(owner);
    const papers = String((await owner.get(`${DESK}/ledger/papers.csv?period=${year}`)).body);
    return {
      ...{ revenue, received, ...checkouts, papers: papers.trim().split('\r\n').length - 1 },
      orders: (series as { orders: number }[]).reduce((sum, each) => sum + each.orders, 0),
      ledger: ledger.filter(({ kind, order }) => kind === 'payment' && order !== '').length,
    };
  };
  const one = { revenue: 9_000, received: 9_000, paid: 1, orders: 1, papers: 1, ledger: 1 };
  const tested = await figures();
  expect(tested).toEqual({ ...one, begun: 2, received: tested.received });
  Object.assign(provider, { isTest: false });
  const none = { revenue: 0, paid: 0, begun: 0, orders: 0, papers: 0, ledger: 0 };
  expect(await figures()).toMatchObject(none);
  const paying = await asha.post('/api/v1/gig/order/payAgain', { orderId });
  expect([paying.status, paying.body.message]).toEqual([
    409,
    'This order began before the shop changed between test and real payments. Please order again.',
  ]);
  const placed = await ok(asha.post('/api/v1/gig/order/place', cartOf(gig?.id ?? '')));
  const result = app.sandbox.pay(placed.orderId, { method: 'card', outcome: 'captured' });
  await ok(asha.post('/api/v1/gig/order/verify', result));
  const tasks = (await owner.get(`${DESK}/today`)).body.tasks as Task[];
  expect(tasks).toContainEqual({ kind: 'testOrders', count: 2 });

  const before = await figures();
  expect(before).toMatchObject({ ...one, begun: 1, received: expect.any(Number) });

  const { orders } = await ok(owner.get(`${DESK}/orders`));
  expect((orders as { isTest: boolean }[]).map((each) => each.isTest).sort()).toEqual([
    false,
    true,
  ]);
  const { payments } = await ok(owner.get(`${DESK}/payments`));
  expect((payments as { isTest: boolean }[]).map((each) => each.isTest).sort()).toEqual([
    false,
    true,
  ]);

  expect((await ok(removal())).message).toBe('2 test orders are removed.');
  const left = await db.selectFrom('orders').select(['is_test', 'paid']).execute();
  expect(left).toEqual([{ is_test: 0, paid: 900_000 }]);
  const papers = await db.selectFrom('receipts').select('number').execute();
  expect(papers).toEqual([{ number: expect.stringMatching(/^MK\/\d{4}-\d{2}\/0001$/) }]);
  expect(await db.selectFrom('messages').select('id').execute()).toEqual([]);
  expect(await figures(), 'the figures had left them out').toEqual(before);
  const { body } = await owner.get(`${DESK}/today`);
  expect((body.tasks as Task[]).filter(({ kind }) => kind === 'testOrders')).toEqual([]);
});

test('a test mail proves nothing with the link of another, and DKIM is looked up once its selector is known', async () => {
  const refused = await owner.post(`${DESK}/first-steps/mail`, { token: 'another' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This is not the link of the latest test mail. Open that one, or send another.',
  ]);
  const selector = 'mail2026';
  const records = async () => {
    const { findings } = await ok(owner.put(`${DESK}/doctor/dkim`, { selector }));
    return findings.find(({ part }: CheckResult) => part === 'Mail records');
  };
  expect(await records()).toMatchObject({
    ...{ state: 'wrong', text: expect.stringMatching(/^Add DKIM \(TXT of mail2026\._domainkey/) },
  });
  RECORDS[`${selector}._domainkey.vy.example`] = ['v=DKIM1; k=rsa; p=MIGf'];
  expect(await records()).toMatchObject({ text: 'vy.example has SPF, DKIM and DMARC.' });
  const invalid = await owner.put(`${DESK}/doctor/dkim`, { selector: 'a b' });
  expect(invalid.body).toMatchObject({ success: false, field: 'selector' });
});

test('steps stay on Today after opening, also on a machine for trying; the open demo shows none', async () => {
  const shop = await startTestApp();
  const person = await ownerOf(shop);
  const read = async () => (await person.get(`${DESK}/today`)).body.steps;
  expect(await read()).toBeNull();
  await shop.write((tx) => removeStarterContent(tx, shop.server.services));
  expect(await read()).toContainEqual(expect.objectContaining({ key: 'open', isDone: true }));
  await shop.close();
});
