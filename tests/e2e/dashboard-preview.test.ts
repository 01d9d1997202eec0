import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { tasksOfKind } from '../support/today.ts';
import { accessibilityViolations } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const FRAME = 'iframe[title="Past work as visitors will see it"]';
const LONG = 'Long words, and very many of them. '.repeat(40).trim();

type Opened = Awaited<ReturnType<typeof openPageAs>>;

let owner: Person;
let ownerBrowser: Opened;
beforeAll(async () => {
  owner = await ownerOf(app);
  // Starts the process of previews, which takes long on a busy machine.
  const { profile } = (await owner.get('/api/v1/desk/profile')).body;
  await owner.post('/api/v1/desk/preview', { kind: 'profile', page: '/', body: profile });
  ownerBrowser = await openPageAs(owner, { viewport: { width: 1440, height: 900 } });
});

/** Clicks without the mouse, whose position is wrong in a scaled frame. */
const press = (place: Locator) => place.evaluate((it: HTMLElement) => it.click());

/** Accessibility violations in both themes, and elements that are too wide. */
async function findDisplayFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await accessibilityViolations(page)).map((each) => `${width}: ${each}`));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) faults.push(`${over} px too wide at ${width}`);
  }
  return faults;
}

test('the preview shows a draft project in the list and opened, with long texts and without a picture', async () => {
  const { page, browserErrors } = ownerBrowser;
  await page.goto('/desk/past-work/new');
  const preview = page.frameLocator(FRAME);
  await page.getByRole('button', { name: 'In the list' }).click();
  const card = preview.locator('[data-item="new"]');
  await card.getByRole('heading', { name: 'Untitled' }).waitFor();
  expect(await preview.locator('script').count()).toBe(0);
  expect(await page.locator(FRAME).getAttribute('sandbox')).toBe('allow-same-origin');
  expect(await preview.locator('[data-item]').last().getAttribute('data-item')).toBe('new');
  expect(await card.locator('.tag, img:visible').count()).toBe(0);

  await page.getByLabel('Title', { exact: true }).fill('Half a thought');
  await page.getByLabel('Description').fill(LONG);
  await page.getByLabel('Technologies').fill('One\nTwo\nThree');
  await page.getByLabel('Began').fill('');
  await card.getByText(`${LONG.slice(0, 80).trim()}…`).waitFor();
  const tags = () => card.locator('.tag').allTextContents();
  await expect.poll(tags).toEqual(['One', 'Two', '+1']);

  await card.getByRole('link', { name: 'Half a thought' }).click();
  const popup = preview.getByRole('dialog', { name: 'Half a thought' });
  await popup.getByText(LONG).waitFor();
  expect(await page.getByRole('button', { name: 'Opened' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  expect(await findDisplayFaults(page)).toEqual([]);
  await page.getByLabel('Title', { exact: true }).fill('A whole thought');
  await preview.getByRole('dialog', { name: 'A whole thought' }).waitFor();
  expect(
    await page.getByLabel('Title', { exact: true }).evaluate((it) => it.matches(':focus')),
  ).toBe(true);
  await preview.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'In the list', pressed: true }).waitFor();
  expect(browserErrors.splice(0)).toEqual([]);
});

test('a project that lacks what it needs names each mistake beside its field', async () => {
  const { page, browserErrors } = ownerBrowser;
  await page.goto('/desk/past-work/new');
  await page.getByLabel('Link to it').fill('http://plain.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const errorOf = async (label: string) => {
    const field = page.getByLabel(label, { exact: true }).first();
    const id = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1);
    return page.locator(`[id="${id}"]`).textContent();
  };
  await page.getByText('Please give the project a title.').waitFor();
  expect(await Promise.all(['Description', 'Link to it'].map(errorOf))).toEqual([
    'Please describe the project.',
    'Please enter an address that begins with https://.',
  ]);
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(3);
  // The browser logs the refused call.
  browserErrors.splice(0);
  // As it was opened, so that nothing asks before leaving.
  await page.getByLabel('Link to it').fill('');
});

test('the preview of a gig follows the editor: packages, texts and questions', async () => {
  const { page, browserErrors } = ownerBrowser;
  await page.setViewportSize({ width: 1440, height: 900 });
  const [{ _id: id }] = (await owner.get('/api/v1/desk/gigs')).body.gigs;
  await page.goto(`/desk/gigs/${id}`);
  const preview = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  const order = preview.getByRole('region', { name: 'Packages and prices' });
  await press(order.getByRole('radio').nth(1));
  const shown = order.locator('.panel:visible');
  const included = order.locator('[data-plan-features]:visible');
  const isOpen = () => included.evaluate((it: HTMLDetailsElement) => it.open);
  expect(await isOpen()).toBe(true);
  await press(included.locator('summary'));
  const features = await included.locator('.features li').allTextContents();

  await page.getByLabel('Title', { exact: true }).first().fill('Half a gig');
  await preview.getByRole('heading', { name: 'Half a gig', level: 1 }).waitFor();
  await page.getByLabel('Price, ₹').nth(1).fill('12345');
  await shown.getByText('₹12,345').waitFor();
  expect(await included.locator('.features li').allTextContents()).toEqual(features);
  expect(await isOpen(), 'stays closed').toBe(false);
  expect(await preview.locator('thead').textContent()).toContain('₹12,345');
  await page.getByLabel('Answer').first().fill('It depends.');
  await press(preview.locator('details[name="faq"] summary').first());
  await preview.getByText('It depends.').waitFor();
  const second = preview.locator('[data-carousel] > li').nth(1);
  await press(preview.getByRole('button', { name: 'Next picture' }));
  await expect
    .poll(() => second.evaluate((it) => it.getBoundingClientRect().left))
    .toBeLessThan(99);
  expect(browserErrors.splice(0)).toEqual([]);
});

test('the preview keeps its place while the owner writes, and its last picture when it fails', async () => {
  const { page, browserErrors } = ownerBrowser;
  const [{ _id: id }] = (await owner.get('/api/v1/desk/gigs')).body.gigs;
  await page.goto(`/desk/gigs/${id}`);
  const preview = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  const scrolled = () => preview.locator('html').evaluate((it) => it.scrollTop);
  const answer = page.getByLabel('Answer').first();
  await preview.getByRole('heading', { level: 1 }).waitFor();
  await answer.focus();
  await expect.poll(scrolled).toBeGreaterThan(500);
  const before = await scrolled();
  await answer.fill('It depends.');
  await preview.getByText('It depends.').waitFor({ state: 'attached' });
  expect(await scrolled()).toBe(before);

  const json = { success: false, message: 'Not just now.' };
  await page.route('**/desk/preview', (route) => route.fulfill({ status: 503, json }));
  await answer.fill('It depends on the weather.');
  await page.getByText('Not just now.').waitFor();
  expect(await preview.getByText('It depends.').count()).toBe(1);
  await page.unroute('**/desk/preview');
  await answer.fill('It depends on you.');
  await preview.getByText('It depends on you.').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText('Not just now.').count()).toBe(0);
  expect(browserErrors.splice(0).filter((error) => !error.includes('503'))).toEqual([]);
});

test('Today lists undeliverable mail, and the owner can send it again', async () => {
  const { page, browserErrors } = ownerBrowser;
  const { outbox } = app.server.services;
  const to = 'asha@full.example';
  app.mail.refused.add(to);
  for (const subject of ['Order #A1: Accepted', 'Order #A1: Delivered']) {
    const email = { to, subject, paragraphs: ['Hello'] };
    await app.write((tx) =>
      outbox.enqueue(tx, { kind: 'order news', dedupeKey: subject, ...email }),
    );
  }
  const countUndeliverable = async () => (await tasksOfKind(owner, 'mail')).length;
  await expect.poll(countUndeliverable).toBe(2);
  await page.goto('/desk');
  await page
    .getByText(/The address is mistyped/)
    .first()
    .waitFor();
  expect(await findDisplayFaults(page)).toEqual([]);
  app.mail.refused.clear();
  await page.getByRole('button', { name: `Send again: Order #A1: Delivered, ${to}` }).click();
  await page.getByText('On its way.').waitFor();
  await app.mail.email(to, /Delivered/);
  await page.getByRole('button', { name: `Dismiss: Order #A1: Accepted, ${to}` }).click();
  await page
    .getByText(/^Mail to /)
    .first()
    .waitFor({ state: 'detached' });
  expect(browserErrors).toEqual([]);
});
