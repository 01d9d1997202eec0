import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ASHA, signUpBuyer } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { accessibilityViolations, signInBrowser, waitForDrawer } from './page.ts';
import { DESKTOP, GIG_PATH, PHONE, PUBLIC_PATHS, withPage } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

let asha: Person;
beforeAll(async () => {
  asha = await signUpBuyer(app, ASHA);
});

const dark = { colorScheme: 'dark' } as const;
const light = { colorScheme: 'light' } as const;

for (const [at, view] of [
  { ...dark, viewport: PHONE },
  { ...light, viewport: DESKTOP },
].entries()) {
  test(`public pages have no accessibility violation on a ${view.colorScheme} screen of ${view.viewport.width} pixels`, async () => {
    await withPage(browser, app.origin, view, async (page) => {
      for (const path of PUBLIC_PATHS.filter((_, index) => index % 2 === at)) {
        await page.goto(path);
        expect.soft(await accessibilityViolations(page), path).toEqual([]);
      }
    });
  });
}

const dialog = (page: Page) => page.getByRole('dialog');

interface State {
  viewport: typeof DESKTOP;
  path: string;
  open: (page: Page) => Promise<void>;
  /** The part of the page that shows the state. */
  within: string[];
}

const STATES: Record<string, State> = {
  'the order drawer with an extra': {
    viewport: DESKTOP,
    path: GIG_PATH,
    within: ['#order-dialog'],
    async open(page) {
      await page.locator('#order').getByRole('button', { name: 'Order' }).click();
      await waitForDrawer(page);
      await dialog(page).getByRole('checkbox').first().check();
      await dialog(page)
        .getByRole('button', { name: /increase/i })
        .first()
        .click();
    },
  },
  'the review form of a gig': {
    viewport: DESKTOP,
    path: GIG_PATH,
    within: ['dialog[open]'],
    async open(page) {
      await page.getByRole('button', { name: 'Write gig review here' }).click();
      await dialog(page).getByRole('button', { name: 'Submit Review' }).waitFor();
    },
  },
  'the review form of the seller': {
    viewport: PHONE,
    path: '/seller',
    within: ['dialog[open]'],
    async open(page) {
      await page.getByRole('button', { name: 'Write a review' }).click();
      await dialog(page).getByText('Enter your review').waitFor();
    },
  },
  'a project': {
    viewport: PHONE,
    path: '/my-work',
    within: ['dialog[open]'],
    async open(page) {
      await page.locator('[data-projects] a').first().click();
      await dialog(page).getByRole('link', { name: 'Contact' }).waitFor();
    },
  },
  'the menu of a phone': {
    viewport: PHONE,
    path: '/my-work',
    within: ['#menu'],
    async open(page) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    },
  },
  'the bell': {
    viewport: PHONE,
    path: '/',
    within: ['#visitor-bell'],
    async open(page) {
      await page.getByRole('button', { name: 'Notifications', exact: true }).click();
      await page.getByText('Notifications about your orders').waitFor();
    },
  },
  'an open question, all reviews and what is included': {
    viewport: PHONE,
    path: GIG_PATH,
    within: ['#order', 'details[name="faq"]', '[data-reviews]'],
    async open(page) {
      await page.locator('#order summary:visible').click();
      await page.locator('details[name="faq"] summary').first().click();
      await page.getByText('Show More').click();
    },
  },
  'the hint of a link': {
    viewport: DESKTOP,
    path: '/my-gig',
    within: ['[data-bar]'],
    async open(page) {
      await page.getByRole('link', { name: 'Services' }).first().hover();
      await page.getByRole('tooltip').waitFor();
    },
  },
  'a list without a match': {
    viewport: PHONE,
    path: '/my-gig?q=nothing-like-this',
    within: ['main'],
    async open(page) {
      await page.getByRole('heading', { name: 'Nothing fits that' }).waitFor();
    },
  },
};

for (const [name, { viewport, path, open, within }] of Object.entries(STATES)) {
  const view = { ...(viewport === PHONE ? dark : light), viewport };
  test(`${name} has no accessibility violation`, async () => {
    await withPage(browser, app.origin, view, async (page) => {
      await page.goto(path);
      await open(page);
      expect(await accessibilityViolations(page, { within })).toEqual([]);
    });
  });
}

test('the account menu has no accessibility violation', async () => {
  await withPage(browser, app.origin, { ...dark, viewport: DESKTOP }, async (page) => {
    await signInBrowser(page.context(), asha);
    await page.goto('/');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByText(ASHA.email).waitFor();
    expect(await accessibilityViolations(page, { within: '[data-bar]' })).toEqual([]);
  });
});

test('the check reports a page with a violation', async () => {
  await withPage(browser, app.origin, { viewport: PHONE }, async (page) => {
    await page.goto('/security');
    await page.evaluate(() =>
      document.querySelector('main')?.append(document.createElement('img')),
    );
    expect(await accessibilityViolations(page)).not.toEqual([]);
    expect(await accessibilityViolations(page, { within: 'main' })).not.toEqual([]);
    expect(await accessibilityViolations(page, { within: '[data-bar]' })).toEqual([]);
  });
});
