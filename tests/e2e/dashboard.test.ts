import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ASHA, BELA, insertBuyer, insertOrders, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { openPage, validateRelease } from './browser.ts';
import { browser, pageOf } from './one-browser.ts';

const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];

type Opened = Awaited<ReturnType<typeof pageOf>>;

let world: TestApp;
let boss: Person;
let asha: Person;
/** One browser for each of them, for all that follows. */
let desk: Opened;
let shop: Opened;
beforeAll(async () => {
  world = await startTestApp({}, { publishProgram: PROGRAM });
  boss = await ownerOf(world);
  asha = (await insertBuyer(world, { name: ASHA.name })).person;
  const reducedMotion = 'reduce';
  [desk, shop] = await Promise.all([
    pageOf(boss, { reducedMotion, viewport: { width: 1440, height: 900 } }),
    pageOf(asha, { reducedMotion }),
  ]);
});
afterAll(() => world.close());

/** What the browsers complained about since they were asked last, but for what was meant to fail. */
const complaints = (meant = /^$/) =>
  [desk, shop].flatMap((each) => each.complaints.splice(0)).filter((each) => !meant.test(each));

/** A link that hands out a file, and leaves the screen as it is. */
async function downloads(page: Page, name: string | RegExp): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 10_000 }),
    page.getByRole('link', { name }).click(),
  ]);
  expect(await file.failure()).toBeNull();
}

const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement);

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/or what to do/).fill(words);
}

test('an order goes its road, and each sees at once what the other does', async () => {
  const [owner, guest] = [desk.page, shop.page];
  await owner.goto('/desk');
  await owner.getByText('Waits for you').waitFor();
  const id = await paidOrder(world, asha);
  const short = id.slice(-6).toUpperCase();
  await owner.getByRole('link', { name: /new orders/i }).click();
  await owner.getByText('1 order', { exact: true }).waitFor();
  await command(owner, `#${short}`);
  await owner.getByRole('option', { name: `#${short}` }).click();
  await owner.getByRole('heading', { name: `Order #${short}` }).waitFor();
  await downloads(owner, /^Receipt/);
  await guest.goto(`/orders/${id}`);
  await guest.getByText('In Progress').first().waitFor();

  const wish = { text: 'A calm site for a bakery.', links: [] };
  await asha.write('PUT', `/api/v1/gig/order/${id}/requirements`, wish, {});
  await owner.getByText(wish.text).waitFor();
  await asha.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Namaste' });
  await owner.getByText('1 new', { exact: true }).waitFor();
  await owner.getByRole('button', { name: /^Conversation/ }).click();
  const talk = owner.getByRole('dialog');
  await talk.getByRole('heading', { name: ASHA.name }).waitFor();
  await talk.getByText('Namaste').waitFor();
  await expect.poll(() => hasFocus(talk.getByRole('textbox', { name: 'Message' }))).toBe(true);
  await talk.getByRole('button', { name: 'Close the conversation' }).click();

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
  await downloads(owner, 'site.zip');

  await guest.getByRole('button', { name: /request revision/i }).click();
  const changes = guest.getByPlaceholder('Describe the changes you need...');
  await expect.poll(() => hasFocus(changes)).toBe(true);
  await changes.fill('Bigger letters.');
  await guest.getByRole('dialog').getByRole('button', { name: 'Submit Revision' }).click();
  await owner.getByText('Bigger letters.').waitFor();
  await guest
    .locator('.timeline')
    .getByText(/^Revision 1 of \d requested$/)
    .waitFor();
  const accept = guest.getByRole('button', { name: 'Accept the delivery' });
  await expect.poll(() => accept.getAttribute('class')).toBe('button');
  await owner.getByRole('button', { name: 'Approve' }).click();
  await guest.locator('.revision').getByText('Approved').waitFor();
  await owner.getByLabel('What you hand over').fill('Bigger now.');
  await owner.getByRole('button', { name: 'Deliver', exact: true }).click();
  await guest.getByText('Bigger now.').waitFor();
  await accept.click();
  const question = guest.getByRole('dialog', { name: 'Accept the delivery?' });
  await question.getByText(/completes by itself on \d/).waitFor();
  await question.getByRole('button', { name: 'Not yet' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await guest.getByText('Delivered', { exact: true }).first().isVisible()).toBe(true);
  await accept.click();
  await question.getByRole('button', { name: 'Accept and complete' }).click();
  await guest.getByText('Completed', { exact: true }).first().waitFor();
  await owner.getByText('Completed', { exact: true }).first().waitFor();

  const review = guest.getByRole('region', { name: 'How was it? Write a review' });
  await expect.poll(() => hasFocus(review)).toBe(true);
  await guest.getByText(wish.text).waitFor();
  expect(await guest.getByRole('button', { name: 'Request Revision' }).count()).toBe(0);
  const comment = 'Bigger, and better than I had hoped.';
  await review.getByLabel('Rating as a number, 0 to 5').fill('5');
  await review.getByLabel('Your review').fill(comment);
  await review.getByRole('button', { name: 'Submit Review' }).click();
  await guest.getByRole('region', { name: 'Your review' }).getByText(comment).waitFor();
  await owner.getByText(comment).waitFor();
  await owner.getByRole('button', { name: `Reply to ${ASHA.name}` }).click();
  const reply = owner.getByLabel('Your reply, under the review');
  await expect.poll(() => hasFocus(reply)).toBe(true);
  await reply.fill('Thank you!');
  await owner.getByRole('button', { name: 'Reply', exact: true }).click();
  await owner.getByText('You: Thank you!').waitFor();
  await guest.locator('[data-sonner-toast]').getByText('has an answer: Thank you!').waitFor();

  await owner.keyboard.press('g');
  await owner.keyboard.press('p');
  await owner.getByText('1 review new or edited').waitFor();
  await command(owner, 'publish the site');
  await owner.keyboard.press('Enter');
  await owner.getByText('Visitors see everything as it is here.').waitFor();
  await owner.getByRole('button', { name: /^Go back/ }).click();
  await owner.getByText('Went back to an earlier release').waitFor();
  await expect
    .poll(async () => (await world.visitor().get('/desk')).body, { timeout: 5_000 })
    .toContain('astro-island');
  expect(complaints()).toEqual([]);
  await world.check();
});

test('a buyer’s palette comes when it is asked for, and finds what is theirs', async () => {
  const { page } = shop;
  const { person: bela } = await insertBuyer(world, { name: BELA.name });
  const [mine, other] = [await paidOrder(world, asha), await paidOrder(world, bela)];
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/orders');
  const button = page.getByRole('button', { name: 'Search and commands' });
  await button.waitFor();
  await page.getByRole('heading', { name: `#${mine.slice(-6).toUpperCase()}` }).waitFor();
  expect(scripts.filter((each) => /palette/i.test(each) && !/button|key/i.test(each))).toEqual([]);

  await page.route('**/user-orders', (route) => route.abort());
  await button.click();
  await page.getByText('The search does not answer.').waitFor();
  await page.unroute('**/user-orders');
  await page.getByRole('option', { name: 'Try again' }).click();
  await page.getByText('Your latest orders').waitFor();
  expect(await validateRelease(page)).toEqual([]);
  const words = page.getByPlaceholder(/or what to do/);
  for (const theirs of [other.slice(-6), `#${other.slice(-6).toUpperCase()}`, BELA.name]) {
    await words.fill(theirs);
    await page.getByText('Nothing of that name.').waitFor();
  }
  await words.fill(`#${mine.slice(-6).toUpperCase()}`);
  await page.getByRole('option', { name: 'Conversation about' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/orders/${mine}`);
  expect(complaints(/ERR_FAILED/)).toEqual([]);
});

test('nothing typed in an editor is lost by a link, the back button or the palette', async () => {
  const { page } = desk;
  await page.goto('/desk/gigs');
  await page.locator('.thing__name').nth(1).click();
  const title = page.getByLabel('Title', { exact: true });
  const was = await title.inputValue();
  const here = page.url();
  const asked = page.getByRole('dialog', { name: 'Not saved yet' });
  const ways = [
    () => page.getByRole('link', { name: 'Inbox' }).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await command(page, 'new past work');
      await page.keyboard.press('Enter');
    },
  ];
  await title.fill('Half a thought');
  for (const leave of ways) {
    await leave();
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect([page.url(), await title.inputValue()]).toEqual([here, 'Half a thought']);
  }
  await page.evaluate(() => history.back());
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/desk/gigs');
  await page.locator('.thing__name').nth(1).click();
  await expect.poll(() => title.inputValue()).toBe(was);
  await title.fill('A whole thought');
  await page.getByRole('link', { name: 'Payments' }).click();
  await asked.getByRole('button', { name: 'Save and leave' }).click();
  await page.waitForURL('**/desk/payments');
  const { gig } = (await boss.get(`/api/v1/desk/gigs/${here.split('/').at(-1)}`)).body;
  expect(gig.title).toBe('A whole thought');
  expect(complaints()).toEqual([]);
});

test('what is typed while a new gig gets its address stays; a refused field has the cursor', async () => {
  const { page } = desk;
  await page.goto('/desk/gigs/new');
  const title = page.getByLabel('Title', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await title.fill(' ');
  await save.click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/v1/desk/gigs', async (route) => {
    await held;
    await route.continue();
  });
  await title.fill('Made');
  await save.click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await title.fill('Made, and typed on');
  release();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  await page.unroute('**/api/v1/desk/gigs');
  expect(await title.inputValue()).toBe('Made, and typed on');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await save.click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(complaints(/400/)).toEqual([]);
});

test('the owner edits a gig, and is told when another tab was quicker', async () => {
  const { page } = desk;
  await page.goto('/desk/gigs');
  const link = page.locator('.thing__name').first();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByLabel('Title', { exact: true }).fill('A title from this tab');
  const seen = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  await seen.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByLabel('Its title').first().fill('The smallest of all');
  await seen.getByRole('heading', { name: 'The smallest of all' }).waitFor();
  expect(await seen.getByRole('table').getByText('The smallest of all').count()).toBe(1);
  await page.getByRole('button', { name: 'Desk', exact: true }).click();
  await seen.getByRole('button', { name: 'Order', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Phone', exact: true }).click();
  const id = address.split('/').at(-1);
  const { gig } = (await boss.get(`/api/v1/desk/gigs/${id}`)).body;
  await boss.put(`/api/v1/desk/gigs/${id}`, { ...gig, title: 'A title from another tab' });
  await page.keyboard.press('Control+s');
  await page.getByText(/saved in another tab meanwhile/).waitFor();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Undo last save' }).click();
  await page.getByRole('heading', { name: 'A title from another tab', level: 1 }).waitFor();
  expect(complaints(/409/)).toEqual([]);
});

test('nobody else gets a desk', async () => {
  const visitor = await openPage(browser, world.origin);
  await visitor.page.goto('/desk/orders');
  await visitor.page.waitForURL('**/sign-in?next=*');
  await visitor.page.context().close();
  await shop.page.goto('/desk');
  await shop.page.waitForURL((url) => url.pathname === '/');
});

test('every screen of the desk passes axe, in both themes and without sideways scrolling', async () => {
  const { page } = desk;
  await page.goto('/desk');
  const order = await paidOrder(world, asha);
  const [{ _id: gig }] = (await boss.get('/api/v1/desk/gigs')).body.gigs;
  const places = ['', '/orders', `/orders/${order}`, '/inbox', '/payments', '/gigs'];
  places.push(`/gigs/${gig}`, '/past-work', '/past-work/new', '/reviews', '/publish', '/backups');
  const faults: string[] = [];
  for (const place of places) {
    // As a link does it, without loading the desk anew.
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/desk${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-label="Loading"]').waitFor({ state: 'detached' });
    // The other theme changes nothing but colours.
    for (const [colorScheme, width, rules] of [
      ['light', 1440, []],
      ['dark', 390, ['color-contrast', 'target-size', 'scrollable-region-focusable']],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      faults.push(
        ...(await validateRelease(page, { rules: [...rules] })).map(
          (each) => `${place} ${colorScheme}: ${each}`,
        ),
      );
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) faults.push(`${place} at ${width}: ${over} px too wide`);
    }
  }
  await command(page, 'asha');
  await page.getByRole('option', { name: /^Write to/ }).waitFor();
  faults.push(...(await validateRelease(page)).map((each) => `palette: ${each}`));
  expect(faults).toEqual([]);
}, 120_000);

test('the queue shows more when asked, and the palette leads to the orders of one buyer', async () => {
  const { page } = desk;
  const { user } = await insertBuyer(world, { name: 'Gopal Many' });
  await insertOrders(world, [user], 60);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/desk/reviews');
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  await command(page, 'gopal');
  await page.getByRole('option', { name: /^Orders of Gopal/ }).click();
  await page.getByText('50 of 60 orders').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('60 orders', { exact: true }).waitFor();
  expect(await page.locator('.queue__line').count()).toBe(60);
  await page.getByRole('button', { name: /^Delivered/ }).click();
  await page.getByText('15 orders', { exact: true }).waitFor();
  expect(complaints()).toEqual([]);
});
