import { expect, test } from 'vitest';
import { app, shareApp } from '../support/shared-app.ts';
import { DESKTOP, PHONE, sidewaysScroll, withPage } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const ROWS = Array.from({ length: 60 }, (_, at) => ({
  id: `gig-${at}`,
  path: `/my-gig/gig-${at}`,
  title: `Numbered gig ${at}`,
  summary: at % 2 === 0 ? 'An even one' : 'An odd one',
  technologies: ['Astro', 'React', 'Node.js', 'Hono'],
  ...(at === 58
    ? { price: null, unavailable: 'Not available at the moment.' }
    : { price: 1_000 + at }),
  days: 3,
  rating: at === 0 ? 0 : 4.5,
  reviews: at === 0 ? 0 : 2,
  picture: { url: '/img/avatar-blank.svg', alt: `Picture ${at}`, width: 960, height: 600 },
}));
const LIST = '**/gigs.json';

test('a filter finds gigs that are on other pages of the list, and shows 24 at a time', async () => {
  await withPage(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.route(LIST, (route) => route.fulfill({ json: ROWS }));
    await page.goto('/my-gig');
    const cards = page.locator('[data-gig]:visible');
    await page.getByRole('searchbox').fill('even');
    await expect.poll(() => cards.count()).toBe(24);
    const [first, second] = [cards.first(), cards.nth(1)];
    expect(await first.getByRole('link').getAttribute('href')).toBe('/my-gig/gig-0');
    expect(await first.getByText('No reviews yet').isVisible()).toBe(true);
    expect(await second.getByRole('link').textContent()).toBe('Numbered gig 2');
    expect(await second.getByRole('img', { name: 'Picture 2' }).getAttribute('src')).toBe(
      '/img/avatar-blank.svg',
    );
    expect(await second.getByRole('img', { name: '4.5 out of 5 stars' }).isVisible()).toBe(true);
    expect(await second.locator('.tag').allInnerTexts()).toEqual(['Astro', 'React', 'Node.js']);
    expect(await second.locator('[data-part="from"]').textContent()).toMatch(/₹1,002\s+in 3 days/);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => cards.count()).toBe(30);
    expect(await cards.nth(29).locator('[data-part="from"]').textContent()).toBe(
      'Not available at the moment.',
    );
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Numbered gig 48');
    expect(await page.getByRole('button', { name: 'Show more' }).isVisible()).toBe(false);
    await page.getByRole('status').getByText('30 of 60 packages').waitFor();
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => cards.count()).toBe(8);
  });
});

test('in dollars the list shows and sorts those prices; what is sold in rupees alone comes last', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    const inDollars = ROWS.slice(2, 4).map((row, at) => ({ ...row, priceUsd: 20 - at }));
    await page.route(LIST, (route) => route.fulfill({ json: [ROWS[1], ...inDollars] }));
    await page.goto('/my-gig');
    await page.evaluate(() => document.documentElement.setAttribute('data-currency', 'USD'));
    await page.getByLabel('Sort by').selectOption('price');
    const prices = page.locator('[data-gig]:visible [data-part="price"]');
    await expect.poll(() => prices.allTextContents()).toEqual(['$19', '$20', '₹1,001']);
  });
});

test('when the list of gigs cannot be loaded, the page says so and the next choice tries again', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.route(LIST, (route) => route.fulfill({ status: 503 }));
    await page.goto('/my-gig?q=shop');
    await page.getByText('Error fetching gigs', { exact: true }).waitFor();
    await page.getByText('could not be loaded').waitFor();
    expect(await page.locator('[data-gig]:visible').count()).toBe(8);
    await page.unroute(LIST);
    await page.route(LIST, (route) => route.fulfill({ json: ROWS }));
    await page.getByLabel('Sort by').selectOption('price');
    await page.getByRole('heading', { name: 'Nothing fits that' }).waitFor();
    expect(await page.getByText('could not be loaded').isVisible()).toBe(false);
  });
});
