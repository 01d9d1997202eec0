import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { textOf } from '../../api/modules/billing/document-text.ts';
import { buildPages } from '../../api/modules/site/build/build-release.ts';
import { settingsOf } from '../../api/modules/site/worker/site-worker.ts';
import type { Person } from '../support/http-client.ts';
import { ADDRESS, ASHA, BELA, ownerOf, signUpBuyer } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const DESK = '/api/v1/desk';
/** Names of the starter shop. In scripts two letters may be any variable. */
const STARTER = /\bVY\b|vihaan|vyadav/i;
const STARTER_IN_SCRIPT = /VY Studio|vihaan|vyadav/i;
const TEXT = ['.html', '.json', '.txt', '.xml', '.webmanifest', '.svg', '.css'];
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="3999" height="3999"><path fill="currentColor" d="M0 0h40v10H0z"/></svg>';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  app = await startTestApp();
  owner = await ownerOf(app);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app.check();
  await app.close();
});

/** The body that a browser sends for a gig of ₹9,000. */
const cartOf = (gigId: string) => ({
  checkoutId: crypto.randomUUID(),
  orderItems: [{ gigId, selectedPlan: { planType: 'Basic' }, extraFeatures: [] }],
  ...{ addressInfo: ADDRESS, paymentType: 'Full', totalAmount: 9_000 },
});

const shop = async () => (await owner.get(`${DESK}/shop`)).body;

/** Makes a release of what is saved; returns its text files by name. */
async function publish(at: number): Promise<Map<string, string>> {
  const name = `${String(at).padStart(17, '0')}-abcdef`;
  const { config, store } = app.server.services;
  const target = settingsOf({ ...config, razorpay: null });
  await buildPages(target, store, { name, log() {}, all: true });
  const folder = join(app.dataDir, 'site', name);
  const files = readdirSync(folder, { recursive: true }).map(String);
  return new Map(
    files
      .filter((file) => [...TEXT, '.js'].includes(extname(file)))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}

const namesOfStarter = (files: Map<string, string>): string[] =>
  [...files].flatMap(([file, text]) => {
    const found = (file.endsWith('.js') ? STARTER_IN_SCRIPT : STARTER).exec(text);
    return found ? [`${file}: ${found[0]}`] : [];
  });

async function uploadPicture(): Promise<{ _id: string; alt: string }> {
  const create = { width: 960, height: 600, channels: 3 as const, background: '#225577' };
  const bytes = await sharp({ create }).png().toBuffer();
  const data = `data:image/png;base64,${bytes.toString('base64')}`;
  const { picture } = (await owner.post(`${DESK}/pictures`, { data })).body;
  return { _id: picture._id, alt: 'A desk' };
}

async function listGig(): Promise<string> {
  const plan = { planType: 'Basic', title: 'Small', price: 9_000, shortDescription: 'A page' };
  const body = {
    ...{ title: 'A website', description: '<p>Words</p>', technologies: ['Astro'] },
    pictures: [await uploadPicture()],
    PricingPlans: [{ ...plan, deliveryDays: 7, revisionCount: 1, features: ['One page'] }],
    ...{ extraFeatures: [], FAQ: [] },
  };
  const made = await owner.post(`${DESK}/gigs`, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { _id, version } = made.body.gig;
  const listed = await owner.put(`${DESK}/gigs/${_id}/status`, { version, status: 'published' });
  expect(listed.status, JSON.stringify(listed.body)).toBe(200);
  return _id;
}

test('removing the starter content leaves nothing of it, and own content stays', async () => {
  const { profile } = (await owner.get(`${DESK}/profile`)).body;
  await owner.put(`${DESK}/profile`, { ...profile, sentence: 'My own sentence.' });
  const own = await listGig();
  expect(await shop()).toMatchObject({ open: true, isStarter: true });
  const removal = `${DESK}/shop/remove-starter-content`;
  expect((await owner.post(removal, { confirmed: true })).status).toBe(200);
  expect(await shop()).toMatchObject({ open: true, isStarter: false });
  const { gigs } = (await app.visitor().get('/api/v1/gig/get')).body;
  expect(gigs.map(({ _id }: { _id: string }) => _id)).toEqual([own]);
  const after = (await owner.get(`${DESK}/profile`)).body.profile;
  expect(after).toMatchObject({ name: '', sentence: 'My own sentence.', canUndo: false });
  expect(after.responseHours, 'nobody has said it').toBeNull();
  const { db } = app.server.services.store;
  const left = await Promise.all([
    db.selectFrom('content_items').select('id').execute(),
    db.selectFrom('reviews').select('id').execute(),
    db.selectFrom('users').select('email').where('email', 'like', '%demo.example').execute(),
  ]);
  expect(left).toEqual([[], [], []]);
  expect(await db.selectFrom('pictures').select('id').execute()).toHaveLength(1);
});

test('a closed shop shows that it opens soon and takes no order', async () => {
  await app.write((tx) => tx.deleteFrom('settings').where('key', '=', 'shop').execute());
  const files = await publish(1);
  const home = files.get('index.html') ?? '';
  expect(home).toContain('This site opens soon');
  expect(home).toContain('<meta name="robots" content="noindex"');
  expect(files.get('robots.txt')).toContain('Disallow: /\n');
  expect(files.get('sitemap.xml')).not.toContain('<loc>');
  expect([...files.keys()].filter((file) => /^my-gig\/[\w-]+\.html/.test(file))).toEqual([]);
  expect(files.get('sign-in.html')).toContain('Sign in');
  // What a menu or a footer would lead to is closed.
  const isLed = [...files].filter(([, text]) => /href="\/(my-work|my-gig|seller)"/.test(text));
  expect(isLed.map(([file]) => file)).toEqual([]);
  expect(namesOfStarter(files)).toEqual([]);
  expect((await app.visitor().get('/api/v1/gig/get')).body.gigs).toEqual([]);

  const [gig] = (await owner.get(`${DESK}/gigs`)).body.gigs;
  const bela = await signUpBuyer(app, BELA);
  const sent = cartOf(gig._id);
  const refused = await bela.post('/api/v1/gig/order/place', sent);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The shop is not open yet. Please come back soon.',
  ]);
  expect((await owner.post(`${DESK}/shop/open`, {})).status).toBe(200);
  expect((await bela.post('/api/v1/gig/order/place', sent)).status).toBe(201);
});

test('a shop with a name, colour and series of its own shows nothing of the starter shop', async () => {
  const { profile } = (await owner.get(`${DESK}/profile`)).body;
  const accent = { light: '#1d4ed8', dark: '#93c5fd' };
  const saved = await owner.put(`${DESK}/profile`, {
    ...profile,
    brand: { studio: 'Mira Works', monogram: 'MW', logo: LOGO, accent, series: 'MK' },
    ...{
      name: 'Mira Rao',
      role: 'Designer',
      sentence: 'I draw websites.',
      location: 'Kochi, India',
    },
    ...{ country: 'India', email: 'hello@mira.example', portrait: await uploadPicture() },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const { legal } = (await owner.get(`${DESK}/legal`)).body;
  const address = '1 Harbour Road\nKochi 682001';
  const legalName = 'Mira Rao Design';
  const sent = await owner.put(`${DESK}/legal`, { ...legal, legalName, address });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const seller = { name: legalName, address: '1 Harbour Road, Kochi 682001' };
  app.mail.emails.length = 0;

  const asha = await signUpBuyer(app, ASHA);
  await app.mail.email(ASHA.email, /^\d{6} is your code for Mira Works$/);
  await app.mail.email(ASHA.email, /^Welcome to Mira Works$/);
  const { body: totp } = await asha.post('/api/v1/user/second-factor/totp');
  const secret = Secret.fromBase32(totp.secret);
  const uri = new TOTP({ issuer: 'Mira Works', label: ASHA.email, secret, digits: 6, period: 30 });
  expect(totp.qr).toBe(renderSVG(uri.toString(), { border: 2 }));
  const { body: passkey } = await asha.post('/api/v1/user/second-factor/passkeys/options');
  expect(JSON.stringify(passkey)).toContain('"name":"Mira Works"');

  const [gig] = (await owner.get(`${DESK}/gigs`)).body.gigs;
  const placed = await asha.post('/api/v1/gig/order/place', cartOf(gig._id));
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const result = app.sandbox.pay(placed.body.orderId, { method: 'card', outcome: 'captured' });
  expect((await asha.post('/api/v1/gig/order/verify', result)).status).toBe(200);
  const receipts = await app.server.services.store.db.selectFrom('receipts').selectAll().execute();
  expect(receipts.map(({ number }) => number)).toEqual([expect.stringMatching(/^MK\/.*\/0001$/)]);
  for (const { data } of receipts) {
    expect(JSON.parse(data)).toMatchObject({ accent: accent.light, seller });
    expect(JSON.stringify(textOf(JSON.parse(data)))).not.toMatch(STARTER);
  }
  await app.mail.email(ASHA.email, /^Order confirmed/);
  expect(app.mail.emails.length).toBeGreaterThan(2);
  for (const { subject, text, html } of app.mail.emails) {
    expect(`${subject}\n${text}\n${html}`).not.toMatch(STARTER);
    expect(text).toContain('— Mira Rao, Mira Works');
  }

  const files = await publish(2);
  expect(namesOfStarter(files)).toEqual([]);
  const home = files.get('index.html') ?? '';
  expect(home).toContain('<title>Mira Rao · Designer · Mira Works</title>');
  expect(home).toContain('--accent:light-dark(#1d4ed8,#93c5fd)');
  expect(home).toContain('/img/logo-dark.png');
  expect(home, 'is in pictures only').not.toContain('M0 0h40v10H0z');
  const absent = ['Top Reviews', 'Reviews with images', 'AI-generated', 'topreview', 'Elsewhere'];
  expect(absent.filter((words) => home.includes(words))).toEqual([]);
  expect(JSON.parse(files.get('manifest.webmanifest') ?? '')).toMatchObject({
    short_name: 'Mira Works',
  });
  expect(files.get('process-payment.html')).toContain('og:site_name" content="Mira Works"');
  expect(files.get('my-work.html')).toContain('Nothing to show yet');
});
