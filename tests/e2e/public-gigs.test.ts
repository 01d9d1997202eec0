import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { app, shareApp } from '../support/shared-app.ts';
import { FULL_MOTION, waitForDrawer } from './page.ts';
import { DESKTOP, GIG_PATH, PHONE, withPage } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('the like button counts clicks, and sharing reports whether the link was copied', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await withPage(browser, app.origin, { viewport: DESKTOP, permissions }, async (page) => {
    // The toast library loads late; an earlier click still shows its toast.
    const arrived = Promise.withResolvers<void>();
    await page.route(/LikeAndShareButtons\.astro.*index_2/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(GIG_PATH);
    const like = page.getByRole('button', { name: /Like this gig/ });
    const likes = async () => Number(await page.locator('[data-likes]').textContent());
    await like.click();
    await like.click();
    expect(await likes()).toBe(2);
    const share = page.getByRole('button', { name: 'Share' });
    const copied = page.getByText('Link copied to clipboard', { exact: true }).first();
    await share.click();
    arrived.resolve();
    await copied.waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await share.click();
    await toast(page, 'Failed to copy link');
  });
});

test('gigs are filtered by word and technology, and the address keeps the filters', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-gig');
    const titles = () => page.locator('[data-gig]:visible h2').allInnerTexts();
    expect((await titles()).length).toBe(8);
    await page.getByLabel('Technology').selectOption('WordPress');
    await expect
      .poll(titles)
      .toEqual([
        expect.stringContaining('online store'),
        expect.stringContaining('WordPress site'),
        expect.stringContaining('Speed rescue'),
      ]);
    await page.getByRole('searchbox').fill('rescue slow');
    await expect.poll(titles).toEqual([expect.stringContaining('Speed rescue')]);
    await page.reload();
    await expect.poll(titles).toEqual([expect.stringContaining('Speed rescue')]);
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByRole('link', { name: 'Show all packages' }).click();
    await expect.poll(async () => (await titles()).length).toBe(8);
  });
});

test('gigs are sorted by price or delivery, and without a choice in the owner’s order', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-gig');
    const numbers = (part: string) => async () => {
      const texts = await page.locator(`[data-gig] [data-part="${part}"]`).allInnerTexts();
      return texts.map((text) => Number(text.replace(/\D/g, '')));
    };
    const [prices, days] = [numbers('price'), numbers('days')];
    const ascending = (values: number[]) => values.toSorted((a, b) => a - b);
    const [recommended, daysBefore] = [await prices(), await days()];
    expect(recommended).not.toEqual(ascending(recommended));
    await page.getByLabel('Sort by').selectOption('price');
    await expect.poll(prices).toEqual(ascending(recommended));
    await page.getByLabel('Sort by').selectOption('days');
    await expect.poll(days).toEqual(ascending(daysBefore));
    await page.reload();
    await expect.poll(days).toEqual(ascending(daysBefore));
    await page.getByLabel('Sort by').selectOption('Recommended');
    await expect.poll(prices).toEqual(recommended);
  });
});

test('one Order button is in view at a time, wherever a phone or a desk is scrolled', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    await withPage(browser, app.origin, { viewport }, async (page) => {
      await page.goto(GIG_PATH);
      const inView = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('[data-order]')].filter((button) => {
              const { top, bottom } = button.getBoundingClientRect();
              return (
                button.checkVisibility({ visibilityProperty: true }) &&
                bottom > 0 &&
                top < innerHeight
              );
            }).length,
        );
      for (const place of [
        'h1',
        '#order [data-order]',
        '#know-title',
        '.compare tfoot',
        '#faq-title',
      ]) {
        await page.locator(place).scrollIntoViewIfNeeded();
        await expect.poll(inView, { message: place }).toBe(1);
      }
    });
  }
});

test('a column of the comparison chooses its package, without JavaScript too', async () => {
  await withPage(
    browser,
    app.origin,
    { viewport: PHONE, javaScriptEnabled: false },
    async (page) => {
      await page.goto(GIG_PATH);
      await page.getByText('Choose Premium', { exact: true }).click();
      expect(await page.getByRole('radio', { name: 'Premium', exact: true }).isChecked()).toBe(
        true,
      );
      await page.locator('[data-order-bar]').getByText('Premium').waitFor();
    },
  );
});

/** Two taps whose times are given, however late a busy machine passes them on. */
async function doubleTap(page: Page, x: number, y: number, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const first = Date.now() / 1_000;
  const touch = (timestamp: number, isDown: boolean) =>
    session.send('Input.dispatchTouchEvent', {
      ...{ type: isDown ? 'touchStart' : 'touchEnd', timestamp },
      touchPoints: isDown ? [{ x, y }] : [],
    });
  await Promise.all(
    [first, first + ms / 1_000].flatMap((at) => [touch(at, true), touch(at + 0.01, false)]),
  );
}

test('a double tap on a button that orders neither chooses an extra nor goes on to the checkout, however slow the phone', async () => {
  await withPage(browser, app.origin, { viewport: PHONE, hasTouch: true }, async (page) => {
    await page.goto(GIG_PATH);
    const drawer = page.getByRole('dialog', { name: 'Order options' });
    for (const [between, busyMs] of [
      ...([
        [60, 0],
        [250, 0],
        [600, 900],
      ] as const),
    ]) {
      await page.evaluate((ms) => {
        const wait = () => {
          const end = performance.now() + ms;
          while (performance.now() < end);
        };
        document.addEventListener('click', wait, { once: true });
      }, busyMs);
      const button = page.locator('[data-order]').filter({ visible: true }).first();
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      if (!box) throw new Error('The button has no place.');
      await doubleTap(page, box.x + box.width / 2, box.y + box.height / 2, between);
      await waitForDrawer(page);
      await drawer.waitFor();
      expect(await drawer.getByRole('checkbox', { checked: true }).count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe(GIG_PATH);
      await drawer.getByRole('button', { name: 'Close' }).tap();
    }
  });
});

test('on a phone the comparison shows every package without scrolling sideways', async () => {
  await withPage(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.goto(GIG_PATH);
    const table = page.getByRole('region', { name: 'Table of packages' });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const columns = table.getByRole('row', { name: 'Pages, up to' }).getByRole('cell');
    expect(await columns.allInnerTexts()).toEqual(['3', '8', '16']);
    for (const cell of await columns.all()) expect(await cell.isVisible()).toBe(true);
  });
});

test('the breadcrumb leads to the services and to the gigs of the same technology', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto(GIG_PATH);
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect(await trail.allInnerTexts()).toEqual(['home', 'Services', 'Astro']);
    await trail.last().click();
    await page.waitForURL('**/my-gig?tech=Astro');
    await page.getByRole('link', { name: /business website/ }).waitFor();
  });
});

/** Records which elements a view transition animates on each page that is opened. */
const watchMotion = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as unknown as { viewTransition?: ViewTransition };
      const moving = () =>
        document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
      const keep = (found: string) => sessionStorage.setItem('moving', found);
      if (viewTransition)
        viewTransition.ready.then(
          () => keep(moving().join(' ')),
          () => keep('dropped'),
        );
      else keep('dropped');
    });
  });
const motionOf = async (page: Page): Promise<string> => {
  const read = () => page.evaluate(() => sessionStorage.getItem('moving'));
  await expect.poll(read).not.toBeNull();
  const found = await read();
  await page.evaluate(() => sessionStorage.removeItem('moving'));
  return found ?? '';
};

test('the picture of a card transitions into the picture of its gig, and back, however far down the page', async () => {
  await withPage(browser, app.origin, { ...FULL_MOTION, viewport: DESKTOP }, async (page) => {
    await watchMotion(page);
    // A browser that took long to open a page drops its motion.
    await expect
      .poll(async () => {
        await page.goto('/my-gig');
        await motionOf(page);
        await page.getByRole('link', { name: /landing page/ }).click();
        await page.waitForURL('**/my-gig/*');
        const there = await motionOf(page);
        await page.goBack();
        return [there, await motionOf(page)];
      })
      .toEqual([
        expect.stringContaining('::view-transition-new(gig-picture)'),
        expect.stringMatching(
          /::view-transition-(old|new)\(gig-picture\).*::view-transition-(old|new)\(gig-picture\)/,
        ),
      ]);
  });
});

test('extras can be chosen in an order drawer that was opened before the scripts load', async () => {
  await withPage(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector<HTMLElement>('#order [data-order]')?.click();
      });
    });
    await page.goto(GIG_PATH);
    await waitForDrawer(page);
    await page.getByRole('dialog').getByRole('checkbox').first().check();
  });
});
