import { expect, test } from 'vitest';
import { WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPage } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

const BUYER_PAGES = /\/orders\.astro/;

/** How many bytes are transferred when a page asks for this script. */
const sizeOnTheNetwork = (href: string) =>
  new Promise<number>((done) => {
    const onload = () => {
      const last = performance.getEntriesByName(href).at(-1) as PerformanceResourceTiming;
      done(last.transferSize);
    };
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, onload }),
    );
  });

shareApp();
shareBrowser();

test('sign-in and the page of a gig fetch the scripts of the buyer’s pages once they are idle', async () => {
  for (const path of ['/sign-in', WEBSITE_PAGE]) {
    const { page, browserErrors } = await openPage(browser, app.origin);
    const fetched = page.waitForResponse((answer) => BUYER_PAGES.test(answer.url()));
    await page.goto(path);
    const answer = await fetched;
    expect(answer.status(), path).toBe(200);
    await answer.finished();
    expect(await page.evaluate(sizeOnTheNetwork, answer.url()), 'the next page has it').toBe(0);
    expect(browserErrors).toEqual([]);
    await page.context().close();
  }
});

test('nothing is fetched ahead for a visitor who saves data', async () => {
  const { page } = await openPage(browser, app.origin);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (BUYER_PAGES.test(request.url())) fetched.push(request.url());
  });
  await page.goto('/sign-in', { waitUntil: 'networkidle' });
  // After the page is idle, when scripts would be fetched ahead. A page that draws nothing may not become idle by itself.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })));
  expect(fetched).toEqual([]);
  await page.context().close();
});

test('a public page is fetched ahead while its link is pressed, within the CSP, and counted once', async () => {
  const { page, browserErrors } = await openPage(browser, app.origin, {
    // A headless browser says that it is a robot.
    userAgent: 'Mozilla/5.0 (X11; Linux x64) Chrome/141.0.0.0 Safari/537.36',
  });
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
  await page.mouse.down();
  const path = await fetched;
  expect(path).toMatch(/^\/my-gig/);
  await page.mouse.up();
  await page.waitForURL(`**${path}`);
  await app.server.visits.write();
  const counted = await app.server.services.store.db
    .selectFrom('visits')
    .select('count')
    .where('kind', '=', 'page')
    .where('name', '=', path)
    .execute();
  expect(counted).toEqual([{ count: 1 }]);
  expect(browserErrors).toEqual([]);
  await page.context().close();
});
