import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { SESSION_STATE_KEY } from '../../src/lib/storage-keys.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const PHONE = { width: 390, height: 844 };
const MAX_SCRIPTS = 9;
/** The conversation itself is loaded when it opens. */
const MAX_SCRIPTS_WITH_CHAT = 9;
const MAX_FILES = 13;
/** The payments of the dashboard are seven lists, beside the session and the counts of the menu. */
const MAX_CALLS = 9;
const MAX_SHIFT = 0.01;

/** Opens a page and returns what was fetched for it and how far its layout moved. */
async function measure(page: Page, path: string) {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requests.push(new URL(request.url()).pathname);
  });
  // Observes from the start, so that no shift can be missed.
  await page.addInitScript(() => {
    const seen = Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
      for (const { value } of entries) seen.layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const shift = await page.evaluate(
    () => (window as Window & { layoutShift?: number }).layoutShift,
  );
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
