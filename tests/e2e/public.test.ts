import { expect, test } from 'vitest';
import { app, shareApp } from '../support/shared-app.ts';
import { FULL_MOTION } from './page.ts';
import { DESKTOP, normalizedText, PHONE, withPage } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the navigation bar changes after 50 pixels and marks the current page', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-work');
    const bar = page.locator('[data-bar]');
    expect(await bar.getAttribute('data-scrolled')).toBeNull();
    await page.evaluate(() => scrollTo(0, 50));
    expect(await bar.getAttribute('data-scrolled')).toBeNull();
    await page.evaluate(() => scrollTo(0, 51));
    await expect.poll(() => bar.getAttribute('data-scrolled')).toBe('');
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    expect(await current.allInnerTexts()).toEqual(['Past Work']);
  });
});

test('a dropdown closes on Escape, on its close button and on a click elsewhere', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/security');
    const bell = page.getByRole('button', { name: 'Notifications', exact: true });
    const panel = page.locator('#visitor-bell');
    const waysToClose = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close notifications' }).click(),
      () => page.mouse.click(700, 600),
    ];
    for (const close of waysToClose) {
      await bell.click();
      expect(await panel.isVisible()).toBe(true);
      await close();
      await expect.poll(() => panel.isVisible()).toBe(false);
    }
  });
});

test('the counters count up to their targets when they become visible', async () => {
  await withPage(browser, app.origin, { ...FULL_MOTION, viewport: DESKTOP }, async (page) => {
    await page.goto('/');
    await page.locator('#stats').scrollIntoViewIfNeeded();
    const counts = page.locator('[data-count]');
    await expect
      .poll(() => counts.allTextContents(), { timeout: 10_000 })
      .toEqual(['100', '22', '95']);
  });
});

test('the home page offers four packages with price and delivery, each one click away', async () => {
  await withPage(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.goto('/');
    // What the rings show is not said again in the strip below.
    const strip = page.getByRole('group', { name: 'Frameworks' }).getByRole('listitem');
    const marks = (await strip.allInnerTexts()).map((name) => name.trim());
    expect(marks).toEqual(['Astro', 'Vite', 'Socket.IO', 'PostgreSQL', 'WordPress', 'Bootstrap']);
    const packages = page
      .getByRole('region', { name: 'Fixed prices and delivery times' })
      .getByRole('listitem');
    expect(await packages.count()).toBe(4);
    for (const each of await packages.all()) {
      expect(await normalizedText(each)).toMatch(/ From ₹[\d,]+ in \d+ days?$/);
    }
    const title = await normalizedText(packages.first().getByRole('link'));
    await packages.first().getByRole('link').click();
    await page.waitForURL('**/my-gig/*');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'See packages' }).click();
    await page.waitForURL('**/my-gig');
  });
});

test('the seller shows 20 skills, then 27, and four reviews, then all', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/seller');
    const skills = page.getByRole('region', { name: 'Skills' }).locator('.tag:visible');
    expect(await skills.count()).toBe(20);
    await page.getByRole('region', { name: 'Skills' }).getByText('Show More').click();
    expect(await skills.count()).toBe(27);
    await page.getByRole('heading', { name: '1-4 out of 40 Reviews' }).waitFor();
    const reviews = page.locator('[data-review]:visible');
    expect(await reviews.count()).toBe(4);
    await page.locator('[data-reviews]').getByText('Show More').click();
    expect(await reviews.count()).toBe(40);
  });
});

test('the review dialog of the seller page opens before its scripts load and can be closed', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/seller');
    const arrived = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Write a review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter your review' });
    const submit = dialog.getByRole('button', { name: 'Submit Review' });
    await dialog.getByLabel('Rating as a number').fill('4.5');
    await dialog.getByPlaceholder('Describe the changes you need...').fill('Good work.');
    expect(await submit.isDisabled()).toBe(true);
    arrived.resolve();
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(await dialog.getByLabel('Rating in stars').inputValue()).toBe('4.5');
    await dialog.getByLabel('Rating as a number').fill('7');
    await submit.click();
    const wrong = dialog.getByText('Please give half a star to five stars, in half steps.');
    await wrong.waitFor();
    await dialog.getByLabel('Rating as a number').fill('4');
    await wrong.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.isVisible()).toBe(false);
  });
});

test('a project opens from its card and from its address, and closes on Back and Escape', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-work');
    const first = page.locator('[data-projects] a').first();
    const title = await normalizedText(first);
    await first.click();
    const popup = page.getByRole('dialog', { name: title });
    await popup.waitFor();
    const address = page.url();
    expect(address).toMatch(/#\w/);
    await page.goBack();
    await expect.poll(() => popup.isVisible()).toBe(false);
    await page.goto(address);
    await popup.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('#');
    expect(await popup.isVisible()).toBe(false);
  });
});

test('a project that Back closes and Forward opens at once is open', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-work');
    await page.locator('[data-projects] a').first().click();
    const popup = page.getByRole('dialog');
    await popup.waitFor();
    // The dialog's close event comes after the address of the popup is there again.
    await page.evaluate(() => {
      const address = location.hash;
      location.hash = '';
      dispatchEvent(new Event('hashchange'));
      location.hash = address;
    });
    await expect.poll(() => page.evaluate(() => location.hash)).not.toBe('');
    await popup.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('#');
  });
});
