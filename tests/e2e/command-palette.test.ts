import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { ASHA, BELA, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { searchCommandPalette } from './command-palette.ts';
import { accessibilityViolations } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** The owner’s, in every test but the first. */
let page: Page;
beforeAll(async () => {
  const viewport = { width: 1440, height: 900 };
  ({ page } = await openPageAs(await ownerOf(app), { viewport }));
});

test('a buyer’s command palette opens on request and finds only their own orders', async () => {
  const { person: asha } = await insertBuyer(app, { name: ASHA.name });
  const { page: buyerPage, browserErrors } = await openPageAs(asha);
  const { person: bela } = await insertBuyer(app, { name: BELA.name });
  const [mine, other] = [await paidOrder(app, asha), await paidOrder(app, bela)];
  const scripts: string[] = [];
  buyerPage.on('request', (request) => scripts.push(request.url()));
  await buyerPage.goto('/orders');
  const button = buyerPage.getByRole('button', { name: 'Search and commands' });
  await button.waitFor();
  await buyerPage
    .getByRole('main')
    .getByText(`#${mine.slice(-6).toUpperCase()}`)
    .waitFor();
  expect(scripts.filter((each) => /palette/i.test(each) && !/button|key/i.test(each))).toEqual([]);

  await buyerPage.route('**/user-orders', (route) => route.abort());
  await button.click();
  await buyerPage.getByText('The search does not answer.').waitFor();
  await buyerPage.unroute('**/user-orders');
  await buyerPage.getByRole('option', { name: 'Try again' }).click();
  await buyerPage.getByText('Your latest orders').waitFor();
  expect(await accessibilityViolations(buyerPage)).toEqual([]);
  const search = buyerPage.getByPlaceholder(/or what to do/);
  for (const theirs of [other.slice(-6), `#${other.slice(-6).toUpperCase()}`, BELA.name]) {
    await search.fill(theirs);
    await buyerPage.getByText('Nothing of that name.').waitFor();
  }
  await search.fill(`#${mine.slice(-6).toUpperCase()}`);
  await buyerPage.getByRole('option', { name: 'Conversation about' }).waitFor();
  await buyerPage.keyboard.press('Enter');
  await buyerPage.waitForURL(`**/orders/${mine}`);
  expect(browserErrors.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
});

test('a question mark lists the shortcuts, unless somebody is typing', async () => {
  await page.goto('/desk/orders');
  await page.getByRole('searchbox').fill('?');
  await page.getByRole('searchbox').press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Reply').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
});

test('the command palette passes axe', async () => {
  await page.goto('/desk');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await searchCommandPalette(page, 'asha');
  await page.getByRole('option', { name: /^Write to/ }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('a Ctrl+K before any script arrived opens the palette once it has', async () => {
  const { promise: pressed, resolve: afterPress } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/desk/reviews', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  await page.keyboard.press('Control+k');
  afterPress();
  await page.getByPlaceholder(/or what to do/).waitFor();
  await page.unroute('**/_astro/*.js');
});
