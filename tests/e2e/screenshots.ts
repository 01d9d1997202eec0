// Pictures of the running app. `node tests/e2e/screenshots.ts` remakes the README's;
// `node tests/e2e/screenshots.ts <folder>` takes every screen at three widths in both themes.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { openBrowser } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WIDTHS = [390, 768, 1440];
const PUBLIC = ['/', '/my-gig', 'gig', '/my-work', '/seller', '/security', '/sign-in', '/sign-up'];
const README = ['/', 'gig', '/orders'];
const SIGNED_IN = ['/orders', 'order', '/process-payment', 'success', '/profile', '/verify-email'];

const folder = process.argv[2];
const { origin, close } = await startApp();
const browser = await openBrowser();
try {
  if (folder) await everyScreen(folder);
  else await readmePictures();
} finally {
  await browser.close();
  close();
}

async function everyScreen(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const buyer = await signedIn();
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const width of WIDTHS) {
      const options = { viewport: { width, height: 900 }, colorScheme, baseURL: origin };
      const visitor = await browser.newContext(options);
      const member = await browser.newContext({ ...options, storageState: buyer.state });
      for (const [context, paths] of [
        [visitor, PUBLIC],
        [member, SIGNED_IN],
      ] as const) {
        const page = await context.newPage();
        for (const path of paths) {
          await open(page, path, buyer);
          await page.screenshot({
            path: join(into, `${nameOf(path)}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
      }
      await Promise.all([visitor.close(), member.close()]);
    }
  }
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
  orderId: string;
  gigId: string;
}

function nameOf(path: string): string {
  return path.replaceAll('/', '') || 'home';
}

async function open(
  page: Page,
  path: string,
  { orderId, gigId }: Pick<Buyer, 'orderId' | 'gigId'>,
) {
  const named: Record<string, string> = {
    gig: `/my-gig/${gigId}`,
    order: `/orders/${orderId}`,
    success: `/order-success?order=${orderId}`,
  };
  await page.goto(named[path] ?? path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
}

/** Signs up, pays two orders and fills a cart, so that the pages have content. */
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
  const [first, second, third] = gigs.gigs.map((gig) => gig._id);
  await order(page, first ?? '', 'Full Payment');
  await order(page, second ?? '', 'Milestone Payment');
  await fillCart(page, third ?? '');
  await page.goto('/orders', { waitUntil: 'networkidle' });
  const href = await page
    .getByRole('link', { name: 'View Full Details' })
    .first()
    .getAttribute('href');
  const state = await context.storageState();
  await context.close();
  return { state, orderId: href?.split('/').at(-1) ?? '', gigId: first ?? '' };
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
