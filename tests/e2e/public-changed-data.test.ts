import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { DESKTOP, GIG_PATH, normalizedText, withPage } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('a page that was opened before a publish shows the projects of today', async () => {
  const path = '/api/v1/client/get-project';
  const { data } = (await app.visitor().get(path)).body;
  const [first, second, ...others] = data;
  const { type, priceRange, timeframe, ...bare } = first;
  const published = [
    { ...first, title: 'A title of today' },
    ...others,
    { ...first, _id: 'fresh-project', title: 'Built last week', liveLink: 'https://live.example/' },
    { ...bare, _id: 'bare-project', title: 'Only what it is', tech: [] },
  ];
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.route(`**${path}`, (route) =>
      route.fulfill({ json: { success: true, data: published } }),
    );
    await page.goto('/my-work');
    await page.getByRole('link', { name: 'A title of today' }).waitFor();
    expect(await page.getByText(second.title).count()).toBe(0);
    await page.getByRole('link', { name: 'Built last week' }).click();
    const popup = page.getByRole('dialog', { name: 'Built last week' });
    await popup.getByText('Price range').waitFor();
    expect(await popup.getByRole('link', { name: /^Live/ }).getAttribute('href')).toBe(
      'https://live.example/',
    );
    await popup.getByRole('button', { name: 'Close' }).click();
    const card = page.locator('[data-item="bare-project"]');
    expect(
      await card
        .getByText(/Cost|Duration|From:/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await card.getByRole('link').click();
    const sparse = page.getByRole('dialog', { name: 'Only what it is' });
    await sparse.getByRole('link', { name: 'Contact' }).waitFor();
    const absent = sparse.getByText(/Price range|Duration|Industry|Live/);
    expect(await absent.filter({ visible: true }).count()).toBe(0);
  });
});

test('reviews and ratings that changed since the page was built are shown', async () => {
  const { db } = app.server.services.store;
  const old = await db
    .selectFrom('reviews')
    .selectAll()
    .where('gig_id', '=', WEBSITE)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  await app.write((tx) =>
    tx
      .updateTable('reviews')
      .set({ comment: 'I have thought about it again.', edited: 1, half_stars: 2 })
      .where('id', '=', old.id)
      .execute(),
  );
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto(GIG_PATH);
    const rating = page.locator('#reviews [data-part="rating"]').first();
    const before = await normalizedText(rating);
    await page.locator('#reviews').scrollIntoViewIfNeeded();
    const card = page.locator('[data-review]', { hasText: 'I have thought about it again.' });
    await card.getByText('Edited').waitFor();
    expect(await card.getByRole('img', { name: '1 out of 5 stars' }).count()).toBe(1);
    await expect.poll(() => normalizedText(rating)).not.toBe(before);
  });
});

test('when the API does not answer, the page shows its built content and a message', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.route('**/api/v1/client/get-project', (route) => route.fulfill({ status: 503 }));
    await page.route('**/api/v1/gig/reviews', (route) => route.abort());
    await page.goto('/my-work');
    await toast(page, 'Failed to fetch client project');
    expect(await page.locator('[data-item]').count()).toBeGreaterThan(5);
    await page.goto('/');
    await page.locator('#topreview').scrollIntoViewIfNeeded();
    await toast(page, 'Error while getting gig reviews');
    expect(await page.locator('[data-top-reviews] > li').count()).toBe(4);
  });
});
