import { expect, test } from 'vitest';
import { ownerOf, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible } from './browser.ts';
import { pageOf, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner duplicates a gig, jumps between its sections and sees what is edited', async () => {
  const { page, complaints } = await pageOf(await ownerOf(app), {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(`/desk/gigs/${WEBSITE}`);
  const preview = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  await preview.getByRole('heading', { level: 1 }).waitFor();
  const title = await page.getByLabel('Title', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: `${title} (copy)`, level: 1 }).waitFor();
  expect(page.url()).not.toContain(WEBSITE);
  await page.getByText('Draft', { exact: true }).waitFor();
  expect(await page.getByText(/^Visitors would miss/).count()).toBe(0);

  const shown = preview.locator('[data-preview="technologies"]');
  await shown.waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Questions and answers' }).click();
  const heading = page.getByRole('heading', { name: 'Questions and answers', level: 2 });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByLabel('Question').first().focus();
  await expect
    .poll(() => preview.locator('html').evaluate((each) => each.scrollTop))
    .toBeGreaterThan(500);
  await page.getByLabel('Title', { exact: true }).focus();
  await expect
    .poll(() => preview.locator('html').evaluate((each) => each.scrollTop))
    .toBeLessThan(500);

  await page.goto('/desk/gigs/new');
  await page.getByText('Visitors would miss a picture.').waitFor();
  await page.getByText('Visitors would miss a package.').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('a mistake in a gig is shown once, beside its field, which has the focus', async () => {
  const { page } = await pageOf(await ownerOf(app), { viewport: { width: 390, height: 844 } });
  await page.goto(`/desk/gigs/${WEBSITE}`);
  const title = page.getByLabel('Title').first();
  await title.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please give the gig a title.').first().waitFor();
  expect(await page.getByText('Please give the gig a title.').count()).toBe(1);
  const hasFocus = (field: Element) => field === document.activeElement;
  await expect.poll(() => title.evaluate(hasFocus)).toBe(true);
});
