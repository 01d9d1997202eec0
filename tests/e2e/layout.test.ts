import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { app, shareApp } from '../support/shared-app.ts';
import { forbidStorage } from './forbid-storage.ts';
import { FULL_MOTION } from './page.ts';
import {
  DESKTOP,
  GIG_PATH,
  PHONE,
  PUBLIC_PATHS,
  scrollThrough,
  sidewaysScroll,
  TABLET,
  waitUntilIdle,
  withPage,
} from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const MAX_SHIFT = 0.005;
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren';

test('in a browser that forbids storage no public page and no account form reports an error, or scrolls sideways on a tablet or on a phone with text at 200 %', async () => {
  await withPage(browser, app.origin, { viewport: PHONE }, async (page, browserErrors) => {
    await forbidStorage(page);
    for (const path of [
      ...PUBLIC_PATHS,
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/create-password/none',
      '/invitation/none',
    ]) {
      await page.setViewportSize(TABLET);
      await page.goto(path);
      expect.soft(await sidewaysScroll(page), `${path} on a tablet`).toBe(0);
      await page.setViewportSize(PHONE);
      await page.addStyleTag({ content: 'html { font-size: 200% }' });
      await page.locator('main h1').first().waitFor();
      expect.soft(await sidewaysScroll(page), path).toBe(0);
      expect.soft(browserErrors.splice(0), path).toEqual([]);
    }
    await page.goto('/');
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const name = await page.locator('.hero .eyebrow').boundingBox();
    expect(name?.height, 'the name is on one line').toBeLessThan(60);
  });
});

test('long names and unbroken words do not overflow', async () => {
  await withPage(browser, app.origin, { viewport: PHONE }, async (page) => {
    for (const path of [GIG_PATH, '/my-gig', '/my-work', '/seller', '/']) {
      await page.goto(path);
      await page.evaluate((long) => {
        const selector =
          'main :is(h1, h3, h3 a, .name span, .comment, .tag, dd, [data-part=text], [data-part=name])';
        for (const element of document.querySelectorAll(selector)) {
          if (element.childElementCount === 0) element.textContent = long;
        }
      }, LONG);
      expect.soft(await sidewaysScroll(page), path).toBe(0);
    }
  });
});

/** Returns a function that reads the sum of all layout shifts since the page was opened. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = { sum: 0 };
    Object.assign(window, { shifts: total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as Record<string, number>;
        if (!hadRecentInput) total.sum += value ?? 0;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

/** Fonts arrive after the first paint, as on a slow connection. */
const delayFonts = (page: Page) =>
  page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await route.continue();
  });

for (const viewport of [PHONE, DESKTOP]) {
  test(`at ${viewport.width} pixels no page shifts its layout or scrolls sideways`, async () => {
    await withPage(browser, app.origin, { ...FULL_MOTION, viewport }, async (page) => {
      await delayFonts(page);
      const shifts = await watchShifts(page);
      for (const path of PUBLIC_PATHS) {
        await page.goto(path);
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        expect.soft(await sidewaysScroll(page), `${path}: sideways`).toBe(0);
        if (viewport === PHONE)
          expect
            .soft((await page.locator('#foot').boundingBox())?.height, `${path}: footer`)
            .toBeLessThanOrEqual(600);
        await scrollThrough(page);
        expect.soft(await shifts(), `${path}: shift`).toBeLessThanOrEqual(MAX_SHIFT);
      }
    });
  });
}

for (const viewport of [PHONE, DESKTOP]) {
  const { width, height } = viewport;
  test(`the first view of the home page is whole at ${width} × ${height}`, async () => {
    await withPage(browser, app.origin, { viewport }, async (page) => {
      await page.goto('/');
      const bar = await page.locator('[data-bar]').boundingBox();
      const eyebrow = await page.locator('main .eyebrow').first().boundingBox();
      expect(eyebrow?.y, 'below the bar').toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
      const main = page.locator('main');
      for (const part of [
        main.getByRole('heading', { level: 1 }),
        main.getByText(/^I design, build and run/),
        main.getByRole('link', { name: 'Join As Client' }),
        main.getByText(/^You sign in with your e-mail address/),
        main.getByRole('link', { name: 'See packages' }),
        main.getByRole('link', { name: 'download cv' }),
        main.locator('.rings img'),
        main.locator('.ring li').nth(3),
        main.getByRole('heading', { name: 'Fixed prices and delivery times' }),
        // On a desk all packages beside each other, on a phone the first.
        main.locator('.hero ul.card > li').first(),
      ]) {
        const box = await part.boundingBox();
        expect(box?.height, String(part)).toBeGreaterThan(0);
        expect((box?.y ?? 0) + (box?.height ?? 0), String(part)).toBeLessThanOrEqual(height);
      }
      if (viewport === PHONE) return;
      const rings = await main.locator('.ring').all();
      const widths = await Promise.all(
        rings.map(async (ring) => (await ring.boundingBox())?.width),
      );
      expect(widths.map((each) => Math.round(each ?? 0))).toEqual([650, 500]);
    });
  });
}

test('the check reports a page that shifts its layout', async () => {
  await withPage(browser, app.origin, { ...FULL_MOTION, viewport: PHONE }, async (page) => {
    const shifts = await watchShifts(page);
    await page.goto('/security');
    await waitUntilIdle(page);
    await page.evaluate(() => {
      document.querySelector('main')?.prepend(document.createElement('hr'));
      const late = document.querySelector('hr');
      if (late) late.style.height = '300px';
    });
    await expect.poll(shifts).toBeGreaterThan(0.01);
  });
});

test('a chosen theme persists and applies before the first paint', async () => {
  const options = { viewport: DESKTOP, colorScheme: 'light' as const };
  await withPage(browser, app.origin, options, async (page) => {
    const backgroundColour = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    /** The theme-color of the browser's own interface. */
    const tint = () =>
      page.evaluate(() => {
        const probe = document.createElement('i');
        for (const each of document.querySelectorAll<HTMLMetaElement>('[name="theme-color"]')) {
          if (matchMedia(each.media).matches) probe.style.color = each.content;
        }
        return probe.style.color;
      });
    await page.goto('/');
    const light = await backgroundColour();
    expect(await tint()).toBe(light);
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    const dark = await backgroundColour();
    expect(dark).not.toBe(light);
    expect(await tint()).toBe(dark);
    await page.goto('/security', { waitUntil: 'commit' });
    expect(await backgroundColour()).toBe(dark);
    expect(await tint()).toBe(dark);
  });
});

test('reduced motion stops every animation', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/');
    await waitUntilIdle(page);
    await page.locator('#stats').scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await page.locator('[data-count]').allTextContents()).toEqual(['100', '22', '95']);
  });
});

test('a printed gig shows every plan and answer and no buttons', async () => {
  await withPage(browser, app.origin, {}, async (page) => {
    await page.goto(GIG_PATH);
    await page.emulateMedia({ media: 'print' });
    for (const name of [
      'Small and tidy',
      'The full company site',
      'Site, blog and two languages',
    ]) {
      expect(await page.getByRole('heading', { name }).isVisible(), name).toBe(true);
    }
    const breaks = (card: Element) => getComputedStyle(card).breakInside;
    expect(await page.locator('.pricing').evaluate(breaks), 'begins on the first page').toBe(
      'auto',
    );
    const answers = page.locator('details[name="faq"] p');
    expect(await answers.count()).toBeGreaterThan(2);
    for (const answer of await answers.all()) {
      expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThan(10);
    }
    for (const button of await page.getByRole('button').all()) {
      expect(await button.isVisible(), (await button.textContent()) ?? '').toBe(false);
    }
  });
});
