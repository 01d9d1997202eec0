import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { tabTo, waitForDrawer } from './page.ts';
import {
  DESKTOP,
  GIG_PATH,
  normalizedText,
  PHONE,
  PUBLIC_PATHS,
  scrollThrough,
  waitUntilIdle,
  withPage,
} from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** A string that occurs only in React's own code. */
const REACT = /react\.(transitional\.)?element/;
const scriptless = { javaScriptEnabled: false };

test('without JavaScript every plan, answer and review of a gig is readable', async () => {
  const { body } = await app.visitor().get(`/api/v1/gig/get/${WEBSITE}`);
  await withPage(browser, app.origin, { ...scriptless, viewport: PHONE }, async (page) => {
    await page.goto(GIG_PATH);
    for (const { planType, title, price, features } of body.gig.PricingPlans) {
      await page.getByText(planType, { exact: true }).first().click();
      expect(await page.getByRole('heading', { name: title }).isVisible(), title).toBe(true);
      const card = page.locator('#order');
      await card.getByText(`₹${price.toLocaleString('en-IN')}`).waitFor();
      for (const feature of features) {
        expect(await card.getByText(feature, { exact: true }).locator('visible=true').count()).toBe(
          1,
        );
      }
    }
    for (const { question, answer } of body.gig.FAQ) {
      await page.getByText(question).click();
      await page.getByText(answer).waitFor();
    }
    expect(await page.locator('details[name="faq"][open]').count()).toBe(1);
    await page.getByText('Show More').click();
    const reviews = page.locator('#reviews');
    for (const { comment } of body.gig.reviews) {
      expect(await reviews.getByText(comment).isVisible(), comment).toBe(true);
    }
    const rows = page.getByRole('table').getByRole('row');
    expect(await rows.count()).toBeGreaterThan(body.gig.PricingPlans[0].features.length);
  });
});

test('without JavaScript a screen says what to do in its place, and no skeleton waits for ever', async () => {
  await withPage(browser, app.origin, { ...scriptless, viewport: PHONE }, async (page) => {
    for (const [path, what] of [
      ['/orders', 'This page'],
      ['/desk', 'The dashboard'],
      ['/sign-in', 'This form'],
      ['/pay', 'Paying by a link'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: `${what} needs JavaScript` }).waitFor();
      expect(await page.locator(':is(.skeleton, form)').locator('visible=true').count(), path).toBe(
        0,
      );
    }
  });
});

test('without JavaScript every public page is reachable, on a phone too', async () => {
  await withPage(browser, app.origin, { ...scriptless, viewport: PHONE }, async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Services' })
      .click();
    await page.waitForURL('**/my-gig');
    await page.getByRole('link', { name: /business website/ }).click();
    await page.waitForURL(`**${GIG_PATH}`);
    await page.getByRole('link', { name: 'Vihaan Yadav' }).click();
    await page.waitForURL('**/seller');
    await page.goto('/my-work');
    const link = page.locator('[data-projects] a').first();
    const title = await normalizedText(link);
    await link.click();
    await page.getByRole('heading', { name: title, level: 2 }).waitFor();
  });
});

for (const path of PUBLIC_PATHS) {
  test(`${path} loads no React, nothing from another host and few pictures`, async () => {
    const phone = { viewport: PHONE, deviceScaleFactor: 2 };
    await withPage(browser, app.origin, phone, async (page, browserErrors) => {
      const asked: { url: string; type: string; bytes: number }[] = [];
      page.on('response', async (response) => {
        const entry = { url: response.url(), type: response.request().resourceType(), bytes: 0 };
        asked.push(entry);
        entry.bytes = (await response.body().catch(() => Buffer.alloc(0))).length;
      });
      await page.goto(path);
      await waitUntilIdle(page);
      const firstView = asked
        .filter(({ type }) => type === 'image')
        .reduce((sum, { bytes }) => sum + bytes, 0);
      // Some browsers fetch lazy pictures three screens ahead, which is the whole list of gigs.
      expect.soft(firstView / 1024, `${path}: pictures, KB`).toBeLessThanOrEqual(140);
      await scrollThrough(page);
      for (const { url } of asked) expect.soft(new URL(url).origin, path).toBe(app.origin);
      const scripts = await Promise.all(
        asked
          .filter(({ type }) => type === 'script')
          .map(({ url }) => page.request.get(url).then((answer) => answer.text())),
      );
      expect
        .soft(
          scripts.filter((code) => REACT.test(code)),
          path,
        )
        .toEqual([]);
      expect.soft(browserErrors, path).toEqual([]);
    });
  });
}

test('React loads once, with the first control that needs it, in at most 88 KB with all that comes with it', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto(GIG_PATH);
    await waitUntilIdle(page);
    const loaded: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') loaded.push(response.url());
    });
    await page.locator('#order').getByRole('button', { name: 'Order' }).click();
    await waitForDrawer(page);
    await page.getByRole('dialog').getByRole('checkbox').first().check();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /increase/i })
      .waitFor();
    const sizes = await Promise.all(
      loaded.map(async (url) => {
        const code = await (await page.request.get(url)).text();
        return { react: REACT.test(code), length: packed(code) };
      }),
    );
    expect(sizes.some(({ react }) => react)).toBe(true);
    const total = sizes.reduce((sum, { length }) => sum + length, 0);
    expect(total / 1024).toBeLessThanOrEqual(88);
    const before = loaded.length;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Write gig review here' }).click();
    await page
      .getByRole('dialog', { name: 'Review this gig' })
      .getByLabel('Rating in stars')
      .focus();
    await waitUntilIdle(page);
    const again = await Promise.all(
      loaded.slice(before).map((url) => page.request.get(url).then((answer) => answer.text())),
    );
    expect(again.filter((code) => REACT.test(code))).toEqual([]);
  });
});

const packed = (code: string): number => gzipSync(code, { level: 9 }).length;

test('a gig page can be used with the keyboard alone', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page, browserErrors) => {
    const press = (key: string) => page.keyboard.press(key);
    await page.goto(GIG_PATH);
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Skip to the content',
    );
    await press('Enter');
    await tabTo(page, 'home', 1);
    await tabTo(page, /^Like this gig/, 3);
    await press('Enter');
    expect(await page.locator('[data-likes]').textContent()).toBe('1');
    await tabTo(page, 'Share', 1);
    await tabTo(page, 'Vihaan Yadav', 1);

    await tabTo(page, 'Pictures', 1);
    const position = page.locator('[data-position]');
    await press('ArrowLeft');
    await expect.poll(() => position.textContent()).toMatch(/^\s*3 \/ 3/);
    await press('ArrowRight');
    await expect.poll(() => position.textContent()).toMatch(/^\s*1 \/ 3/);
    await tabTo(page, 'Next picture', 2);
    await press('Enter');
    await expect.poll(() => position.textContent()).toMatch(/^\s*2 \/ 3/);

    await tabTo(page, 'Basic', 1);
    await press('ArrowRight');
    expect(await page.locator('[data-plan-panel="1"]').isVisible()).toBe(true);
    await tabTo(page, 'Order', 1);
    await press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Order options' });
    await drawer.getByText('Standard', { exact: true }).waitFor();
    await press('Escape');
    await expect.poll(() => drawer.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Order');

    await tabTo(page, /^Ask a question/, 1);
    await tabTo(page, /What's Included/, 1);
    await tabTo(page, 'Table of packages', 1);
    const questions = page.locator('details[name="faq"]');
    await tabTo(page, await normalizedText(questions.nth(0).locator('summary')), 1);
    await press('Enter');
    await tabTo(page, await normalizedText(questions.nth(1).locator('summary')), 1);
    await press('Space');
    await expect.poll(() => page.locator('details[name="faq"][open]').count()).toBe(1);
    expect(await questions.nth(1).getAttribute('open')).toBe('');
    await tabTo(page, 'Write gig review here', 6);
    await press('Enter');
    const review = page.getByRole('dialog', { name: 'Review this gig' });
    await review.getByLabel('Rating in stars').waitFor();
    await press('Escape');
    await expect.poll(() => review.isVisible()).toBe(false);
    await tabTo(page, 'Show More', 1);
    await press('Enter');
    expect(await page.locator('[data-review]:visible').count()).toBeGreaterThan(4);
    expect(browserErrors).toEqual([]);
  });
});
