import { expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPage } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('sign-in and the page of a gig fetch the scripts of the buyer’s pages once they are idle', async () => {
  for (const path of ['/sign-in', `/my-gig/${WEBSITE}`]) {
    const { page, browserErrors } = await openPage(browser, app.origin);
    const fetched = page.waitForResponse((answer) => /\/_buyerPage_\./.test(answer.url()));
    await page.goto(path);
    expect((await fetched).status(), path).toBe(200);
    expect(await page.locator('head link[rel="prefetch"]').count()).toBeGreaterThan(3);
    expect(browserErrors).toEqual([]);
    await page.context().close();
  }
});

test('nothing is fetched ahead for a visitor who saves data', async () => {
  const { page } = await openPage(browser, app.origin);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/sign-in', { waitUntil: 'networkidle' });
  // After the page is idle, when scripts would be fetched ahead. A page that draws nothing may not become idle by itself.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })));
  expect(await page.locator('head link[rel="prefetch"]').count()).toBe(0);
  await page.context().close();
});

test('a public page that is about to be opened is fetched ahead, within the CSP', async () => {
  const { page, browserErrors } = await openPage(browser, app.origin);
  const rules = page.waitForResponse('**/speculation-rules.json');
  await page.goto('/');
  expect((await rules).headers()['content-type']).toBe('application/speculationrules+json');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Preload.enable');
  const fetched = new Promise<string>((done) => {
    cdp.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') done(new URL(prefetchUrl).pathname);
    });
  });
  await page.getByRole('link', { name: 'See packages' }).first().hover();
  expect(await fetched).toMatch(/^\/my-gig/);
  expect(browserErrors).toEqual([]);
  await page.context().close();
});
