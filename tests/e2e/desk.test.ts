import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../http.ts';
import { ASHA, buyer, ownerOf, paidOrder } from '../people.ts';
import { startWorld, type World } from '../world.ts';
import { openBrowser, openPage } from './browser.ts';

const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];

let world: World;
let browser: Browser;
let boss: Person;
let asha: Person;
beforeAll(async () => {
  [world, browser] = await Promise.all([
    startWorld({}, { publishProgram: PROGRAM }),
    openBrowser(),
  ]);
  [boss, asha] = await Promise.all([ownerOf(world), buyer(world, ASHA)]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const stateOf = (person: Person) => ({
  origins: [],
  cookies: [...person.cookies].map(([name, value]) => ({
    ...{ name, value, domain: 'localhost', path: '/', expires: -1 },
    ...{ httpOnly: name === 'sid', secure: false, sameSite: 'Lax' as const },
  })),
});

const pageOf = (person: Person, more: Parameters<Browser['newContext']>[0] = {}) =>
  openPage(browser, world.origin, { storageState: stateOf(person), ...more });

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((each) => `${each.id}: ${each.nodes[0]?.html.slice(0, 120)}`);
}

test('an order goes its road with owner and buyer in two browsers', async () => {
  const id = await paidOrder(world, asha);
  const desk = await pageOf(boss);
  const shop = await pageOf(asha);
  const { page: owner } = desk;
  const { page: guest } = shop;
  await owner.goto('/desk');
  await owner.getByRole('link', { name: /new orders/i }).click();
  await owner.getByRole('link', { name: new RegExp(id.slice(-6), 'i') }).click();
  await guest.goto(`/orders/${id}`);
  await guest.getByText('In Progress').first().waitFor();

  await owner.getByRole('button', { name: 'Accept' }).click();
  await guest.getByText('Accepted', { exact: true }).first().waitFor();

  await owner.getByLabel('Add files').setInputFiles({
    ...{ name: 'site.zip', mimeType: 'application/zip' },
    buffer: Buffer.from('the work'),
  });
  await owner.getByText('site.zip').first().waitFor();
  await owner.getByLabel('What you hand over').fill('Here it is.');
  await owner.getByRole('button', { name: 'Deliver', exact: true }).click();
  await guest.getByText('Here it is.').waitFor();
  await guest.getByRole('link', { name: 'site.zip' }).waitFor();

  await guest.getByRole('button', { name: /request revision/i }).click();
  await guest.getByPlaceholder('Describe the changes you need...').fill('Bigger letters.');
  await guest
    .getByRole('dialog')
    .getByRole('button', { name: /submit|request/i })
    .last()
    .click();
  await guest.getByText('Revision requested successfully.').first().waitFor();
  await owner.reload();
  await owner.getByText('Bigger letters.').waitFor();
  await owner.getByRole('button', { name: 'Approve' }).click();
  await owner.getByLabel('What you hand over').fill('Bigger now.');
  await owner.getByRole('button', { name: 'Deliver', exact: true }).click();
  await guest.getByText('Bigger now.').waitFor();
  await guest.getByRole('button', { name: 'Accept the delivery' }).click();
  await guest.getByText('Completed', { exact: true }).first().waitFor();

  const gigId = (await asha.get(`/api/v1/gig/order/${id}`)).body.order.OrderItems[0].gigId;
  const words = { orderId: id, gigId, rating: 5, comment: 'Bigger, and better than I had hoped.' };
  expect((await asha.post('/api/v1/gig/review', words)).status).toBe(201);
  await owner.goto('/desk/reviews');
  await owner.getByText(words.comment).waitFor();
  await owner
    .getByRole('button', { name: `Reply to ${ASHA.name}` })
    .first()
    .click();
  await owner.getByLabel('Your reply, under the review').fill('Thank you!');
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await owner.getByText('You: Thank you!').waitFor();

  await owner.keyboard.press('g');
  await owner.keyboard.press('p');
  await owner.getByText('1 review new or edited').waitFor();
  await owner.getByRole('button', { name: 'Publish now' }).click();
  await owner.getByText('Visitors see everything as it is here.').waitFor();
  await owner.getByRole('button', { name: /^Go back/ }).click();
  await owner.getByText('Went back to an earlier release').waitFor();
  await expect
    .poll(async () => (await world.visitor().get('/desk')).body, { timeout: 5_000 })
    .toContain('astro-island');
  expect(desk.complaints).toEqual([]);
  expect(shop.complaints).toEqual([]);
  await world.check();
});

test('the owner edits a gig, and is told when another tab was quicker', async () => {
  const { page, complaints } = await pageOf(boss);
  await page.goto('/desk/gigs');
  const link = page.locator('.thing__name').first();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByLabel('Title', { exact: true }).fill('A title from this tab');
  const id = address.split('/').at(-1);
  const { gig } = (await boss.get(`/api/v1/desk/gigs/${id}`)).body;
  await boss.put(`/api/v1/desk/gigs/${id}`, { ...gig, title: 'A title from another tab' });
  await page.keyboard.press('Control+s');
  await page.getByText(/saved in another tab meanwhile/).waitFor();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Undo last save' }).click();
  await page.getByRole('heading', { name: 'A title from another tab', level: 1 }).waitFor();
  expect(complaints.filter((each) => !each.includes('409'))).toEqual([]);
});

test('nobody else gets a desk', async () => {
  const visitor = await openPage(browser, world.origin);
  await visitor.page.goto('/desk/orders');
  await visitor.page.waitForURL('**/sign-in?next=*');
  const { page } = await pageOf(asha);
  await page.goto('/desk');
  await page.waitForURL((url) => url.pathname === '/');
});

test('every screen of the desk passes axe, in both themes and without sideways scrolling', async () => {
  const order = await paidOrder(world, asha);
  const [{ _id: gig }] = (await boss.get('/api/v1/desk/gigs')).body.gigs;
  const places = [
    '',
    '/orders',
    `/orders/${order}`,
    '/inbox',
    '/payments',
    '/gigs',
    `/gigs/${gig}`,
  ];
  places.push('/past-work', '/past-work/new', '/reviews', '/publish', '/backups');
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const { page } = await pageOf(boss, { colorScheme, viewport: { width, height: 900 } });
    contexts.push(page.context());
    for (const place of places) {
      await page.goto(`/desk${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-label="Loading"]').waitFor({ state: 'detached' });
      faults.push(...(await faultsOf(page)).map((each) => `${place} ${colorScheme}: ${each}`));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) faults.push(`${place} at ${width}: ${over} px too wide`);
    }
  }
  expect(faults).toEqual([]);
  await Promise.all(contexts.map((context) => context.close()));
}, 120_000);
