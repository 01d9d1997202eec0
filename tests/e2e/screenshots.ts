// Takes the README's pictures of the running app anew: `npm run shots`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { openBrowser } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = ['/', 'gig', '/orders'];

const { origin, close } = await startApp();
const browser = await openBrowser();
try {
  await readmePictures();
} finally {
  await browser.close();
  close();
}

async function readmePictures(): Promise<void> {
  const buyer = await signedIn();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    baseURL: origin,
    storageState: buyer.state,
  });
  const page = await context.newPage();
  for (const path of README) {
    await open(page, path, buyer);
    const png = await page.screenshot();
    await sharp(png)
      .resize(1200)
      .webp({ quality: 80 })
      .toFile(join(ROOT, 'tests/e2e/shots', `${nameOf(path)}.webp`));
  }
}

interface Buyer {
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
  gigId: string;
}

function nameOf(path: string): string {
  return path.replaceAll('/', '') || 'home';
}

async function open(page: Page, path: string, { gigId }: Buyer) {
  await page.goto(path === 'gig' ? `/my-gig/${gigId}` : path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
}

/** Signs up and pays two orders, so that the pages have content. */
async function signedIn(): Promise<Buyer> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto('/sign-up');
  await page.getByLabel('Full Name').fill('Asha Kulkarni');
  await page.getByLabel('Email Address').fill('asha@buyers.example');
  await page.getByLabel('Password', { exact: true }).fill('Monsoon-Ferry-42');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('Monsoon-Ferry-42');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/verify-email*');
  const mails = (await (await fetch(`${origin}/dev/mail.json`)).json()) as { text: string }[];
  const code = /^\d{6}$/m.exec(mails[0]?.text ?? '')?.[0] ?? '';
  await page.getByLabel('Digit 1 of 6').fill(code);
  await page.waitForURL((url) => url.pathname === '/');
  const gigs = (await (await fetch(`${origin}/api/v1/gig/get`)).json()) as {
    gigs: { _id: string }[];
  };
  const [first, second] = gigs.gigs.map((gig) => gig._id);
  await order(page, first ?? '', 'Full Payment');
  await order(page, second ?? '', 'Milestone Payment');
  const state = await context.storageState();
  await context.close();
  return { state, gigId: first ?? '' };
}

async function fillCart(page: Page, gigId: string): Promise<void> {
  await page.goto(`/my-gig/${gigId}`);
  await page.getByRole('button', { name: 'Order', exact: false }).first().click();
  const drawer = page.getByRole('dialog');
  await page.locator('#order-dialog astro-island:not([ssr])').waitFor({ state: 'attached' });
  await drawer.getByRole('checkbox').first().check();
  await drawer.getByRole('link', { name: /continue/i }).click();
  await page.waitForURL('**/process-payment');
}

async function order(page: Page, gigId: string, payment: string): Promise<void> {
  await fillCart(page, gigId);
  const fields = {
    'Phone Number': '+91 98765 43210',
    'Street Address': '14 Law College Road',
    City: 'Pune',
    State: 'Maharashtra',
    Country: 'India',
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByLabel(payment).check();
  await page.getByRole('button', { name: /proceed to payment/i }).click();
  await page.getByLabel('UPI', { exact: true }).check();
  await page.getByLabel('UPI ID').fill('success@razorpay');
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page
    .getByText(/Payment Successful!|First milestone paid/)
    .first()
    .waitFor();
  if (payment === 'Full Payment') await page.waitForURL('**/order-success*');
}

/** Starts the real program on its own data folder. */
async function startApp(): Promise<{ origin: string; close(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shots-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['api/serve.mjs'], { cwd: ROOT, env });
  child.stderr.pipe(process.stderr);
  const opened = await new Promise<string>((done, failed) => {
    child.stdout.on('data', (text: Buffer) => {
      const found = /running at (\S+)/.exec(text.toString());
      if (found?.[1]) done(found[1]);
    });
    child.on('exit', () => failed(new Error('The app did not start.')));
  });
  return {
    origin: opened,
    close: () => {
      child.removeAllListeners('exit');
      child.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
      child.kill();
    },
  };
}
