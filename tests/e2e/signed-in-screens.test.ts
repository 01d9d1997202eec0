import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openCheckout } from './checkout-steps.ts';
import { forbidStorage } from './forbid-storage.ts';
import { accessibilityViolations } from './page.ts';
import { sidewaysScroll, textsCutOff } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';
import { fillEveryScreen, type SignedInData } from './signed-in-data.ts';

shareApp();
shareBrowser();

let data: SignedInData;
/** One page for each person, whose scripts the browser keeps from screen to screen, and nothing else. */
let pages: Record<Who, Opened>;
beforeAll(async () => {
  data = await fillEveryScreen(app);
  const [asha, dana, owner] = await Promise.all([
    openPageAs(data.asha),
    openPageAs(data.dana),
    openPageAs(data.owner),
  ]);
  pages = { asha, dana, owner };
  await Promise.all([asha, dana, owner].map(({ page }) => forbidStorage(page)));
});

/** How far the page can be scrolled sideways with text at 200 %, and what cannot be read then. */
async function checkWithLargeText(page: Page) {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
  await setSize('200%');
  const seen = { sideways: await sidewaysScroll(page), cutOff: await textsCutOff(page) };
  await setSize('');
  return seen;
}

/** With pictures, every width and theme is checked. */
const ALL = Boolean(process.env['SHOTS']);
const THEMES = ['dark', 'light'] as const;
const WIDTHS = ALL ? [390, 768, 1440] : [390, 1440];
const LOADING = ':is([role=status][aria-label^=Loading], .skeleton):visible';

type Who = 'asha' | 'dana' | 'owner';
type Opened = Awaited<ReturnType<typeof openPageAs>>;

interface Screen {
  who: Who;
  path: string | (() => string);
  /** Actions on the page before it is checked. */
  open?: (page: Page) => Promise<void>;
  /** For a screen that shows what the browser keeps. */
  withStorage?: true;
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').last().waitFor();
};

const SCREENS: Record<string, Screen> = {
  'a buyer’s orders with a question and a quote': { who: 'asha', path: '/orders' },
  'a delivered order': { who: 'asha', path: () => `/orders/${data.delivered}` },
  'an order in instalments': { who: 'asha', path: () => `/orders/${data.inInstalments}` },
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
    withStorage: true,
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
    who: 'owner',
    path: '/settings',
    open: async (page) => {
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await page.getByLabel(/code/i).first().waitFor();
    },
  },
  'the buyer’s payments': { who: 'asha', path: '/money' },
  'a checkout without a package': { who: 'asha', path: '/process-payment' },
  'an address to verify': { who: 'dana', path: '/verify-email' },
  today: { who: 'owner', path: '/desk' },
  clients: { who: 'owner', path: '/desk/clients' },
  'a client': { who: 'owner', path: () => `/desk/clients/${data.client}` },
  visits: { who: 'owner', path: '/desk/visits' },
  'first steps': { who: 'owner', path: '/desk/first-steps' },
  'the shop as a visitor sees it': {
    who: 'owner',
    path: '/desk/look',
    open: (page) => page.frameLocator('iframe').locator('h1').first().waitFor(),
  },
  'a payment of one rupee': { who: 'owner', path: '/one-rupee' },
  'the owner’s orders': { who: 'owner', path: '/desk/orders' },
  'the owner’s new order': { who: 'owner', path: () => `/desk/orders/${data.newOrder}` },
  'the owner’s delivered order': { who: 'owner', path: () => `/desk/orders/${data.delivered}` },
  'the owner’s order in instalments': {
    who: 'owner',
    path: () => `/desk/orders/${data.inInstalments}`,
  },
  'the owner’s order with a change': { who: 'owner', path: () => `/desk/orders/${data.accepted}` },
  'a refund': {
    who: 'owner',
    path: () => `/desk/orders/${data.newOrder}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Refund…' }).click();
      await page.getByLabel('Reason for the refund').waitFor();
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
      await page.locator('.inbox__row').last().click();
      await page.locator('.bubble').first().waitFor();
    },
  },
  'writing a quote': {
    who: 'owner',
    path: '/desk/inbox',
    open: async (page) => {
      const general = page.locator('strong', { hasText: /^Question$/ });
      await page.locator('.inbox__row').filter({ has: general }).click();
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
  'the settings of the studio': { who: 'owner', path: '/desk/settings' },
  publish: { who: 'owner', path: '/desk/publish' },
  backups: { who: 'owner', path: '/desk/backups' },
  assistants: { who: 'owner', path: '/desk/assistants' },
  'the audit log': { who: 'owner', path: '/desk/audit' },
  doctor: { who: 'owner', path: '/desk/doctor' },
  'cancellation terms': { who: 'owner', path: '/desk/terms' },
  'discount codes': { who: 'owner', path: '/desk/codes' },
  'the calendar': { who: 'owner', path: '/desk/calendar' },
  'legal pages': { who: 'owner', path: '/desk/legal' },
  'import and export': { who: 'owner', path: '/desk/content' },
  tax: { who: 'owner', path: '/desk/tax' },
  'the list of shortcuts': {
    who: 'owner',
    path: '/desk',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
};

test('at 200 % the count of the bell stays on the bell', async () => {
  const { page } = await openPageAs(data.asha, { viewport: { width: 390, height: 844 } });
  await page.route('**/client-notifications/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), unread: 120 } });
  });
  await page.goto('/orders');
  const count = page.locator('.bell__count');
  await count.getByText('99+').waitFor();
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
  const [inner, outer] = [await count.boundingBox(), await page.locator('.bell').boundingBox()];
  if (!inner || !outer) throw new Error('the bell is not shown');
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
});

/** A picture of the whole page in both themes, when somebody names a folder for them. */
async function saveScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  for (const colorScheme of folder ? THEMES : []) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

for (const [at, [name, { who, path, open, withStorage }]] of Object.entries(SCREENS).entries()) {
  const where = withStorage ? '' : ' in a browser that forbids storage';
  test(`${name}${where}: no error, no accessibility violation, no sideways scroll and no text cut off`, async () => {
    const { page, browserErrors } = withStorage ? await openPageAs(data[who]) : pages[who];
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(typeof path === 'string' ? path : path());
    await page.locator('main h1').first().waitFor();
    await page.locator(LOADING).first().waitFor({ state: 'detached' });
    await open?.(page);
    const file = name.replaceAll(/[^a-z]+/g, '-');
    // axe takes most of the time: it checks every second screen on a dark phone, the others on a light desktop.
    const checked = at % 2 === 0 ? 390 : 1440;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await saveScreenshots(page, `${file}-${width}`);
      expect.soft(await sidewaysScroll(page), `${width}: sideways`).toBe(0);
      if (width === 390) {
        const seen = await checkWithLargeText(page);
        expect.soft(seen, 'text at 200 %').toEqual({ sideways: 0, cutOff: [] });
      }
      if (!ALL && width !== checked) continue;
      for (const colorScheme of ALL ? THEMES : [width === 390 ? THEMES[0] : THEMES[1]]) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await accessibilityViolations(page), `${width} ${colorScheme}`).toEqual([]);
      }
    }
    expect.soft(browserErrors.splice(0)).toEqual([]);
  });
}
