import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { DESKTOP, GIG_PATH, normalizedText, withPage } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('a page that was fetched before a publish shows the projects of today', async () => {
  const path = '/api/v1/client/get-project';
  const { data } = (await app.visitor().get(path)).body;
  const [first, second, ...others] = data;
  const published = [{ ...first, _id: 'fresh-project' }, ...others];
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.route(`**${path}`, (route) =>
      route.fulfill({ json: { success: true, data: published } }),
    );
    await page.route('**/my-work', async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const now = await (await route.fetch()).text();
      const body = now.replaceAll(first._id, 'fresh-project').replaceAll(second._id, 'another');
      return route.fulfill({ body, contentType: 'text/html' });
    });
    await page.goto('/my-work');
    await page.locator('[data-item="fresh-project"]').getByRole('link').click();
    const popup = page.getByRole('dialog', { name: first.title });
    await popup.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator(`[data-item="${second._id}"], [id="${second._id}"]`).count()).toBe(0);
    expect(await page.locator(`[data-item="${others[0]._id}"]`).count()).toBe(1);
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
