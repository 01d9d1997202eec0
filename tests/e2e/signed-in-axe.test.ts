import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { accessibilityViolations } from './browser.ts';
import { openCheckout } from './checkout-steps.ts';
import { shoot } from './pictures.ts';
import { sideways } from './public-pages.ts';
import { pageOf, shareBrowser } from './shared-browser.ts';
import { fillEveryScreen, type SignedInData } from './signed-in-data.ts';

shareApp();
shareBrowser();

let data: SignedInData;
beforeAll(async () => {
  data = await fillEveryScreen(app);
});

const WIDTHS = process.env['SHOTS'] ? [390, 768, 1440] : [390, 1440];
const LOADING = ':is([role=status][aria-label^=Loading], .skeleton)';

interface Screen {
  who: 'asha' | 'owner';
  path: string | (() => string);
  /** What is done on the page before it is checked. */
  open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').last().waitFor();
};

const SCREENS: Record<string, Screen> = {
  'a buyer’s orders with a question and a quote': { who: 'asha', path: '/orders' },
  'a delivered order': { who: 'asha', path: () => `/orders/${data.delivered}` },
  'an order in parts': { who: 'asha', path: () => `/orders/${data.inParts}` },
  'an order with a change': { who: 'asha', path: () => `/orders/${data.accepted}` },
  'cancelling an order': {
    who: 'asha',
    path: () => `/orders/${data.newOrder}`,
    open: press('Cancel the order…'),
  },
  'asking for a revision': {
    who: 'asha',
    path: () => `/orders/${data.delivered}`,
    open: press('Request Revision'),
  },
  'the checkout': {
    who: 'asha',
    path: '/orders',
    open: (page) => openCheckout(page),
  },
  'the success page': { who: 'asha', path: () => `/order-success?order=${data.newOrder}` },
  'the conversation of an order': {
    who: 'asha',
    path: () => `/orders/${data.delivered}?chat=open`,
    open: (page) => page.locator('.bubble').first().waitFor(),
  },
  'a question with a quote': {
    who: 'asha',
    path: () => `/orders?chat=${data.quoted}`,
    open: (page) => page.getByRole('button', { name: 'Accept' }).waitFor(),
  },
  'accepting a quote': {
    who: 'asha',
    path: () => `/orders?chat=${data.quoted}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByRole('button', { name: /^Accept and pay/ }).waitFor();
    },
  },
  'the profile': { who: 'asha', path: '/profile' },
  'the notifications': { who: 'asha', path: '/notifications' },
  'the settings with keys': { who: 'asha', path: '/settings' },
  'an authenticator app being set up': {
    who: 'asha',
    path: '/settings',
    open: async (page) => {
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await page.getByLabel(/code/i).first().waitFor();
    },
  },
  today: { who: 'owner', path: '/desk' },
  'the owner’s orders': { who: 'owner', path: '/desk/orders' },
  'the owner’s new order': { who: 'owner', path: () => `/desk/orders/${data.newOrder}` },
  'the owner’s delivered order': { who: 'owner', path: () => `/desk/orders/${data.delivered}` },
  'the owner’s order in parts': { who: 'owner', path: () => `/desk/orders/${data.inParts}` },
  'the owner’s order with a change': { who: 'owner', path: () => `/desk/orders/${data.accepted}` },
  'a refund': {
    who: 'owner',
    path: () => `/desk/orders/${data.newOrder}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Refund…' }).click();
      await page.getByLabel('Why it goes back').waitFor();
    },
  },
  'a dispute': {
    who: 'owner',
    path: () => `/desk/orders/${data.disputed}`,
    open: async (page) => {
      const prepare = page.getByRole('button', { name: 'Prepare the evidence' });
      const summary = page.getByLabel('Summary for the bank');
      await prepare.or(summary).first().waitFor();
      if (await prepare.isVisible()) await prepare.click();
      await summary.waitFor();
    },
  },
  'the inbox': {
    who: 'owner',
    path: '/desk/inbox',
    open: async (page) => {
      await page.locator('.inbox__list button').last().click();
      await page.locator('.bubble').first().waitFor();
    },
  },
  'writing a quote': {
    who: 'owner',
    path: '/desk/inbox',
    open: async (page) => {
      await page.locator('.inbox__list button').filter({ hasText: 'No gig' }).click();
      await page.getByRole('button', { name: /^Go on with/ }).click();
      await page.getByRole('dialog', { name: 'Quote' }).waitFor();
    },
  },
  payments: { who: 'owner', path: '/desk/payments' },
  gigs: { who: 'owner', path: '/desk/gigs' },
  'a gig': { who: 'owner', path: `/desk/gigs/${WEBSITE}` },
  'past work': { who: 'owner', path: '/desk/past-work' },
  'new past work': { who: 'owner', path: '/desk/past-work/new' },
  reviews: { who: 'owner', path: '/desk/reviews' },
  'the owner’s profile': { who: 'owner', path: '/desk/profile' },
  publish: { who: 'owner', path: '/desk/publish' },
  backups: { who: 'owner', path: '/desk/backups' },
  'the audit log': { who: 'owner', path: '/desk/audit' },
  'the list of shortcuts': {
    who: 'owner',
    path: '/desk',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
};

for (const [name, { who, path, open }] of Object.entries(SCREENS)) {
  test(`${name}: no accessibility violation and no sideways scroll, in both themes`, async () => {
    for (const width of WIDTHS) {
      const { page } = await pageOf(data[who], { viewport: { width, height: 900 } });
      await page.goto(typeof path === 'string' ? path : path());
      await page.locator('main h1').first().waitFor();
      await page.locator(LOADING).first().waitFor({ state: 'detached' });
      await open?.(page);
      const file = name.replaceAll(/[^a-z]+/g, '-');
      await shoot(page, `${file}-${width}`, { whole: true });
      expect.soft(await sideways(page), `${width}: sideways`).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect.soft(await accessibilityViolations(page), `${width} ${colorScheme}`).toEqual([]);
      }
      await page.context().close();
    }
  });
}
