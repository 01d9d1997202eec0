import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../http.ts';
import { ASHA, buyer } from '../people.ts';
import { startWorld, type World } from '../world.ts';
import { drawerReady, openBrowser } from './browser.ts';
import { DESK, GIG, on, PHONE, PUBLIC, signIn } from './public-pages.ts';

let world: World;
let browser: Browser;
let asha: Person;
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), openBrowser()]);
  asha = await buyer(world, ASHA);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const THEMES = ['dark', 'light'] as const;

/** Each violation as a line: the rule, what it says, where. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  );
}

/** Still pictures are judged: a colour on its way is nobody's colour. */
const still = { reducedMotion: 'reduce' } as const;

for (const path of PUBLIC) {
  test(`${path} breaks no rule of accessibility, in either theme`, async () => {
    for (const colorScheme of THEMES) {
      const viewport = colorScheme === 'dark' ? PHONE : DESK;
      await on(browser, world.origin, { ...still, viewport, colorScheme }, async (page) => {
        await page.goto(path);
        expect.soft(await violations(page), colorScheme).toEqual([]);
      });
    }
  });
}

const dialog = (page: Page) => page.getByRole('dialog');

interface State {
  viewport: typeof DESK;
  path: string;
  open: (page: Page) => Promise<void>;
}

const STATES: Record<string, State> = {
  'the order drawer with an extra': {
    viewport: DESK,
    path: GIG,
    async open(page) {
      await page.locator('#order').getByRole('button', { name: 'Order' }).click();
      await drawerReady(page);
      await dialog(page).getByRole('checkbox').first().check();
      await dialog(page)
        .getByRole('button', { name: /increase/i })
        .first()
        .click();
    },
  },
  'the review form of a gig': {
    viewport: DESK,
    path: GIG,
    async open(page) {
      await page.getByRole('button', { name: 'Write gig review here' }).click();
      await dialog(page).getByRole('button', { name: 'Submit Review' }).waitFor();
    },
  },
  'the review form of the seller': {
    viewport: PHONE,
    path: '/seller',
    async open(page) {
      await page.getByRole('button', { name: 'Write a review' }).click();
      await dialog(page).getByText('Enter your review').waitFor();
    },
  },
  'a project': {
    viewport: PHONE,
    path: '/my-work',
    async open(page) {
      await page.locator('[data-projects] a').first().click();
      await dialog(page).getByRole('link', { name: 'Contact' }).waitFor();
    },
  },
  'the menu of a phone': {
    viewport: PHONE,
    path: '/my-work',
    async open(page) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('navigation', { name: 'Menu' }).waitFor();
    },
  },
  'the bell': {
    viewport: PHONE,
    path: '/',
    async open(page) {
      await page.getByRole('button', { name: 'Notifications', exact: true }).click();
      await page.getByText('News about your orders').waitFor();
    },
  },
  'an open question, all reviews and what is included': {
    viewport: PHONE,
    path: GIG,
    async open(page) {
      await page.locator('#order summary:visible').click();
      await page.locator('details[name="faq"] summary').first().click();
      await page.getByText('Show More').click();
    },
  },
  'the hint of a link': {
    viewport: DESK,
    path: '/my-gig',
    async open(page) {
      await page.getByRole('link', { name: 'Services' }).first().hover();
      await page.getByRole('tooltip').waitFor();
    },
  },
  'a list without a match': {
    viewport: PHONE,
    path: '/my-gig?q=nothing-like-this',
    async open(page) {
      await page.getByRole('heading', { name: 'Nothing fits that' }).waitFor();
    },
  },
};

for (const [name, { viewport, path, open }] of Object.entries(STATES)) {
  test(`${name} breaks no rule of accessibility`, async () => {
    for (const colorScheme of THEMES) {
      await on(browser, world.origin, { ...still, viewport, colorScheme }, async (page) => {
        await page.goto(path);
        await open(page);
        expect.soft(await violations(page), colorScheme).toEqual([]);
      });
    }
  });
}

test('the account menu breaks no rule of accessibility', async () => {
  for (const colorScheme of THEMES) {
    await on(browser, world.origin, { ...still, viewport: DESK, colorScheme }, async (page) => {
      await signIn(page, asha);
      await page.goto('/');
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await page.getByText(ASHA.email).waitFor();
      expect.soft(await violations(page), colorScheme).toEqual([]);
    });
  }
});

test('a broken rule would be found', async () => {
  await on(browser, world.origin, { viewport: PHONE }, async (page) => {
    await page.goto('/security');
    await page.evaluate(() =>
      document.querySelector('main')?.append(document.createElement('img')),
    );
    expect(await violations(page)).not.toEqual([]);
  });
});
