import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { SESSION_STATE_KEY } from '../../src/lib/storage-keys.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';
import { fillEveryScreen } from './signed-in-data.ts';

shareApp();
shareBrowser();

const PHONE = { width: 390, height: 844 };
const MAX_SCRIPTS = 10;
/** The conversation itself is loaded when it opens. */
const MAX_SCRIPTS_WITH_CHAT = 11;
const MAX_FILES = 15;
/** The payments of the dashboard are seven lists, beside the session and the counts of the menu. */
const MAX_CALLS = 9;
const MAX_SHIFT = 0.01;

// Observes from the start, so that no shift can be missed.
const watchLayout = (page: Page) =>
  page.addInitScript(() => {
    const seen = Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
      for (const { value } of entries) seen.layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftOf = (page: Page) =>
  page.evaluate(() => (window as Window & { layoutShift?: number }).layoutShift);

/** Opens a page and returns what was fetched for it and how far its layout moved. */
async function measure(page: Page, path: string) {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    // What comes once the page is idle may come within the wait on a busy machine.
    const isLater = /\/(later|after-first-view|menu)\.[^/]+\.js$/.test(pathname);
    // That of the browser's tab; no part of the page waits for it.
    const isIcon = pathname === '/img/icon-64.png';
    if (protocol.startsWith('http') && !isLater && !isIcon) requests.push(pathname);
  });
  await watchLayout(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  const shift = await shiftOf(page);
  expect(shift, 'the observer ran').toBeTypeOf('number');
  page.removeAllListeners('request');
  return { requests, shift };
}

test('a signed-in page has its heading before any script, few requests and no layout shift', async () => {
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const orderId = await paidOrder(app, asha);
  const owner = await ownerOf(app);
  const screens = [
    { who: asha, paths: ['/orders', `/orders/${orderId}`, `/orders/${orderId}?chat=open`] },
    { who: asha, paths: ['/process-payment', '/profile', '/notifications', '/settings'] },
    {
      who: owner,
      paths: ['/desk', '/desk/inbox', '/desk/orders', '/desk/payments'],
    },
  ];
  for (const { who, paths } of screens) {
    for (const path of paths) {
      const { page } = await openPageAs(who, { viewport: PHONE });
      // As after signing in: the page requests its data before React is loaded.
      await page.addInitScript((key) => localStorage.setItem(key, 'verified'), SESSION_STATE_KEY);
      const html = await (await page.request.get(path)).text();
      expect(html, path).toMatch(/<div data-shell="[^"]+">.*?<h1>/s);
      const { requests, shift } = await measure(page, path);
      const scripts = requests.filter(
        (each) => each.startsWith('/_astro/') && each.endsWith('.js'),
      );
      const max = path.endsWith('?chat=open') ? MAX_SCRIPTS_WITH_CHAT : MAX_SCRIPTS;
      expect(scripts.length, `scripts of ${path}: ${scripts}`).toBeLessThanOrEqual(max);
      const calls = requests.filter((each) => each.startsWith('/api/'));
      expect(calls.length, `calls of ${path}: ${calls}`).toBeLessThanOrEqual(MAX_CALLS);
      const files = requests.filter((each) => !each.startsWith('/api/'));
      expect(files.length, `files of ${path}: ${files}`).toBeLessThanOrEqual(MAX_FILES);
      expect(shift, `layout shift of ${path}`).toBeLessThanOrEqual(MAX_SHIFT);
      await page.context().close();
    }
  }
});

/** Holds back the answers of these calls; each is let through, and drawn, when its name is released. */
async function holdAnswers(page: Page, calls: string[]) {
  const holds = new Map(calls.map((call) => [call, Promise.withResolvers<void>()]));
  for (const [call, { promise }] of holds)
    await page.route(call, async (route) => {
      await promise;
      await route.continue();
    });
  return async (call: string) => {
    const answered = page.waitForResponse(call);
    holds.get(call)?.resolve();
    await (await answered).finished();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
}

test('pages stay in place while slow answers arrive, in any order', async () => {
  const { asha, newOrder } = await fillEveryScreen(app);
  const me = '**/api/v1/user/check-auth-user';
  const lists = [
    '**/api/v1/gig/order/user-orders',
    '**/api/v1/communicate/questions',
    '**/api/v1/quote/waiting',
  ];
  const order = `**/api/v1/gig/order/${newOrder}`;
  for (const { path, calls, end } of [
    { path: '/orders', calls: [me, ...lists], end: '.order-card h3' },
    { path: '/orders', calls: [me, ...lists.toReversed()], end: '.order-card h3' },
    { path: `/order-success?order=${newOrder}`, calls: [me, order], end: '.order-success dl' },
  ]) {
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      const { page, browserErrors } = await openPageAs(asha, { viewport });
      await page.addInitScript((key) => localStorage.setItem(key, 'verified'), SESSION_STATE_KEY);
      await watchLayout(page);
      const release = await holdAnswers(page, calls);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.locator('main .skeleton').first().waitFor();
      for (const call of calls) await release(call);
      await page.locator(end).first().waitFor();
      const shift = await shiftOf(page);
      expect(shift, `${path} at ${viewport.width}, ${calls.at(-1)} last`).toBeLessThanOrEqual(
        MAX_SHIFT,
      );
      expect(browserErrors).toEqual([]);
      await page.context().close();
    }
  }
});

test('the orders have their way to the payments before any script', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  const html = await (await page.request.get('/orders')).text();
  expect(html).toMatch(/<div data-shell="\/orders">.*?<h1>.*?<a href="\/money">Payments<\/a>/s);
});
