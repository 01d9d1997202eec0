import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { ASHA, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { searchCommandPalette } from './command-palette.ts';
import { accessibilityViolations } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** The owner’s. */
let page: Page;
beforeAll(async () => {
  const viewport = { width: 1440, height: 900 };
  ({ page } = await openPageAs(await ownerOf(app), { viewport }));
});

test('Ctrl+K on the page of a buyer is left to the browser', async () => {
  const { person: asha } = await insertBuyer(app, { name: ASHA.name });
  await paidOrder(app, asha);
  const { page: buyerPage } = await openPageAs(asha);
  await buyerPage.goto('/orders');
  await buyerPage.getByRole('button', { name: 'Account' }).waitFor();
  // Listens before the key is pressed.
  await buyerPage.evaluate(() => {
    const isLeft = new Promise((resolve) => {
      addEventListener('keydown', (event) => event.key === 'k' && resolve(!event.defaultPrevented));
    });
    Object.assign(window, { isLeft });
  });
  await buyerPage.keyboard.press('Control+k');
  expect(await buyerPage.evaluate(() => Reflect.get(window, 'isLeft'))).toBe(true);
  expect(await buyerPage.getByRole('dialog').count()).toBe(0);
});

test('a question mark lists the shortcuts, unless somebody is typing', async () => {
  await page.goto('/desk/profile');
  const field = page.getByRole('textbox').first();
  await field.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await field.press('Backspace');
  await field.blur();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Reply').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
});

test('the command palette passes axe', async () => {
  await page.goto('/desk');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await searchCommandPalette(page, '');
  const headings = page.locator('[cmdk-group-heading]');
  await expect.poll(() => headings.allTextContents()).toContain('Articles edited last');
  expect((await headings.allTextContents()).slice(-6)).toEqual([
    ...['Go to', 'Do', 'Your shop', 'Money and orders'],
    ...['People and safety', 'The installation'],
  ]);
  await page.keyboard.press('Escape');
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

test('the palette finds screens by words that people use', async () => {
  await page.goto('/desk');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await searchCommandPalette(page, '');
  const finds = {
    ...{ dollars: 'Terms', invoice: 'Payments', refunds: 'Payments', logo: 'Profile', gst: 'Tax' },
    ...{ password: 'Your account', holiday: 'Calendar', coupon: 'Discount codes' },
    ...{ customers: 'Clients', blog: 'Articles', analytics: 'Visits', 'log out': 'Sign out' },
    ...{ privacy: 'Legal pages', smtp: 'Doctor', staff: 'Assistants', restore: 'Backups' },
  };
  for (const [words, screen] of Object.entries(finds)) {
    await page.getByPlaceholder(/or what to do/).fill(words);
    await page.getByRole('option', { name: screen, exact: true }).waitFor();
  }
});
