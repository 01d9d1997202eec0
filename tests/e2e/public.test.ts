import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { drawerReady, MOVING } from './browser.ts';
import { DESKTOP, GIG, normalizedText, on, PHONE } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('the navigation bar changes after 50 pixels and marks the current page', async () => {
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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
  await on(browser, app.origin, { ...MOVING, viewport: DESKTOP }, async (page) => {
    await page.goto('/');
    await page.locator('#stats').scrollIntoViewIfNeeded();
    const counts = page.locator('[data-count]');
    await expect
      .poll(() => counts.allTextContents(), { timeout: 10_000 })
      .toEqual(['100', '22', '95']);
  });
});

test('the like button counts clicks, and sharing reports whether the link was copied', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await on(browser, app.origin, { viewport: DESKTOP, permissions }, async (page) => {
    // The toast library loads late; an earlier click still shows its toast.
    const arrived = Promise.withResolvers<void>();
    await page.route(/LikeShare\.astro.*index_2/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(GIG);
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

test('gigs are filtered by word, technology, price and rating, and the address keeps the filters', async () => {
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-gig');
    const titles = () => page.locator('[data-gig]:visible h2').allInnerTexts();
    expect((await titles()).length).toBe(8);
    await page.getByLabel('Technology').selectOption('WordPress');
    await page.getByLabel('Price').selectOption('10000');
    await expect
      .poll(titles)
      .toEqual([
        expect.stringContaining('WordPress site'),
        expect.stringContaining('Speed rescue'),
      ]);
    await page.getByLabel('Rating').selectOption('4');
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
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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

test('the home page offers four packages with price and delivery, each one click away', async () => {
  await on(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.goto('/');
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
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.isVisible()).toBe(false);
  });
});

test('a project opens from its card and from its address, and closes on Back and Escape', async () => {
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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

test('projects that changed since the page was built are shown', async () => {
  const { db } = app.server.services.store;
  const [first, second] = await db.selectFrom('projects').selectAll().orderBy('position').execute();
  if (!first || !second) throw new Error('the shop has projects');
  await app.write((tx) =>
    tx
      .updateTable('projects')
      .set({ title: 'A title of today' })
      .where('id', '=', first.id)
      .execute(),
  );
  await app.write((tx) => tx.deleteFrom('projects').where('id', '=', second.id).execute());
  const edited = {
    ...first,
    id: 'fresh-project',
    slug: 'fresh',
    position: 99,
    title: 'Built last week',
  };
  await app.write((tx) => tx.insertInto('projects').values(edited).execute());
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto('/my-work');
    await page.getByRole('link', { name: 'A title of today' }).waitFor();
    expect(await page.getByText(second.title).count()).toBe(0);
    await page.getByRole('link', { name: 'Built last week' }).click();
    await page.getByRole('dialog', { name: 'Built last week' }).waitFor();
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
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto(GIG);
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
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
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

test('the order bar of a phone hides while the card’s own button is visible', async () => {
  await on(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.goto(GIG);
    const bar = page.locator('[data-order-bar]');
    expect(await bar.isVisible()).toBe(true);
    await page.locator('#order [data-order]').scrollIntoViewIfNeeded();
    await expect.poll(() => bar.isVisible()).toBe(false);
    await page.locator('#faq-title').scrollIntoViewIfNeeded();
    await expect.poll(() => bar.isVisible()).toBe(true);
  });
});

test('each column of the comparison orders its own package, also before any script is loaded', async () => {
  await on(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector<HTMLElement>('[data-plan="2"]')?.click();
      });
    });
    await page.goto(GIG);
    const drawer = page.getByRole('dialog', { name: 'Order options' });
    await drawer.getByText('Premium', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Order Standard, ₹/ }).click();
    await drawer.getByText('Standard', { exact: true }).waitFor();
  });
});

test('on a phone the comparison shows every package without scrolling sideways', async () => {
  await on(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.goto(GIG);
    const table = page.getByRole('region', { name: 'Table of packages' });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const columns = table.getByRole('row', { name: 'Pages, up to' }).getByRole('cell');
    expect(await columns.allInnerTexts()).toEqual(['3', '8', '16']);
    for (const cell of await columns.all()) expect(await cell.isVisible()).toBe(true);
  });
});

test('the breadcrumb leads to the services and to the gigs of the same technology', async () => {
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto(GIG);
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect(await trail.allInnerTexts()).toEqual(['home', 'Services', 'Astro']);
    await trail.last().click();
    await page.waitForURL('**/my-gig?tech=Astro');
    await page.getByRole('link', { name: /business website/ }).waitFor();
  });
});

/** Records which elements the latest view transition animates. */
async function watchMotion(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as unknown as { viewTransition?: ViewTransition };
      void viewTransition?.ready.then(() => {
        const moving = document
          .getAnimations()
          .map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        sessionStorage.setItem('moving', moving.join(' '));
      });
    });
  });
  return () => page.evaluate(() => sessionStorage.getItem('moving') ?? '');
}

test('the picture of a card transitions into the picture of its gig', async () => {
  await on(browser, app.origin, { ...MOVING, viewport: DESKTOP }, async (page) => {
    const moving = await watchMotion(page);
    await page.goto('/my-gig');
    await page.getByRole('link', { name: /business website/ }).click();
    await page.waitForURL(`**${GIG}`);
    await expect.poll(moving).toContain('::view-transition-group(gig-picture)');
  });
});

test('on Back the picture transitions to its card, however far down the page', async () => {
  await on(browser, app.origin, { ...MOVING, viewport: DESKTOP }, async (page) => {
    const moving = await watchMotion(page);
    await page.goto('/my-gig');
    await page.getByRole('link', { name: /landing page/ }).click();
    await page.waitForURL('**/my-gig/*');
    await expect.poll(moving).toContain('::view-transition-new(gig-picture)');
    await page.evaluate(() => sessionStorage.removeItem('moving'));
    await page.goBack();
    await expect.poll(moving).toContain('::view-transition-new(gig-picture)');
    expect(await moving()).toContain('::view-transition-old(gig-picture)');
  });
});

test('extras can be chosen in an order drawer that was opened before the scripts load', async () => {
  await on(browser, app.origin, { viewport: DESKTOP }, async (page) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector<HTMLElement>('#order [data-order]')?.click();
      });
    });
    await page.goto(GIG);
    await drawerReady(page);
    await page.getByRole('dialog').getByRole('checkbox').first().check();
  });
});
