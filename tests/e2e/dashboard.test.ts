import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ASHA, BELA, insertBuyer, insertOrders, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { accessibilityViolations, openPage } from './browser.ts';
import { browser, pageOf, shareBrowser } from './shared-browser.ts';

shareBrowser();

const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];

type Opened = Awaited<ReturnType<typeof pageOf>>;

let app: TestApp;
let owner: Person;
let asha: Person;
/** One browser context for the owner and one for the buyer, used by all tests. */
let ownerBrowser: Opened;
let buyerBrowser: Opened;
beforeAll(async () => {
  app = await startTestApp({}, { publishProgram: PROGRAM });
  owner = await ownerOf(app);
  asha = (await insertBuyer(app, { name: ASHA.name })).person;
  [ownerBrowser, buyerBrowser] = await Promise.all([
    pageOf(owner, { viewport: { width: 1440, height: 900 } }),
    pageOf(asha),
  ]);
});
afterAll(() => app.close());

/** The browsers' errors since the last call, without those that the test expects. */
const complaints = (meant = /^$/) =>
  [ownerBrowser, buyerBrowser]
    .flatMap((each) => each.complaints.splice(0))
    .filter((each) => !meant.test(each));

/** A link that downloads a file and does not navigate. */
async function downloads(page: Page, name: string | RegExp): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 10_000 }),
    page.getByRole('link', { name }).click(),
  ]);
  expect(await file.failure()).toBeNull();
}

const hasFocus = (path: Locator): Promise<boolean> =>
  path.evaluate((element) => element === document.activeElement);

async function command(page: Page, search: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/or what to do/).fill(search);
}

test('owner and buyer see each other’s steps on an order without a reload', async () => {
  const [ownerPage, buyerPage] = [ownerBrowser.page, buyerBrowser.page];
  await ownerPage.goto('/desk');
  await ownerPage.getByText('Waits for you').waitFor();
  const id = await paidOrder(app, asha);
  const short = id.slice(-6).toUpperCase();
  await ownerPage.getByRole('link', { name: /new orders/i }).click();
  await ownerPage.getByText('1 order', { exact: true }).waitFor();
  await command(ownerPage, `#${short}`);
  await ownerPage.getByRole('option', { name: `#${short}` }).click();
  await ownerPage.getByRole('heading', { name: 'A business website', level: 1 }).waitFor();
  await ownerPage.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).waitFor();
  await ownerPage.getByText(`#${short}`).first().waitFor();
  await downloads(ownerPage, /^Receipt/);
  await buyerPage.goto(`/orders/${id}`);
  await buyerPage.getByText('In Progress').first().waitFor();

  const requirements = { text: 'A calm site for a bakery.', links: [] };
  await asha.write('PUT', `/api/v1/gig/order/${id}/requirements`, requirements, {});
  await ownerPage.getByText(requirements.text).waitFor();
  await asha.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Namaste' });
  await ownerPage.getByText('1 new', { exact: true }).waitFor();
  await ownerPage.getByRole('button', { name: /^Conversation/ }).click();
  const conversation = ownerPage.getByRole('dialog');
  await conversation.getByRole('heading', { name: ASHA.name }).waitFor();
  await conversation.getByText('Namaste').waitFor();
  await expect
    .poll(() => hasFocus(conversation.getByRole('textbox', { name: 'Message' })))
    .toBe(true);
  await conversation.getByRole('button', { name: 'Close the conversation' }).click();

  await ownerPage.getByRole('button', { name: 'Accept' }).click();
  await buyerPage.getByText('Accepted', { exact: true }).first().waitFor();

  await ownerPage.getByLabel('Add files').setInputFiles({
    ...{ name: 'site.zip', mimeType: 'application/zip' },
    buffer: Buffer.from('the work'),
  });
  await ownerPage.getByText('site.zip').first().waitFor();
  await ownerPage.getByLabel('What you hand over').fill('Here it is.');
  await ownerPage.getByRole('button', { name: 'Deliver', exact: true }).click();
  await buyerPage.getByText('Here it is.').waitFor();
  await buyerPage.getByRole('link', { name: 'site.zip' }).waitFor();
  await downloads(ownerPage, 'site.zip');

  await buyerPage.getByRole('button', { name: /request revision/i }).click();
  const changes = buyerPage.getByPlaceholder('Describe the changes you need...');
  await expect.poll(() => hasFocus(changes)).toBe(true);
  await changes.fill('Bigger letters.');
  await buyerPage.getByRole('dialog').getByRole('button', { name: 'Submit Revision' }).click();
  await ownerPage.getByText('Bigger letters.').waitFor();
  await buyerPage
    .locator('.timeline')
    .getByText(/^Revision 1 of \d requested$/)
    .waitFor();
  const accept = buyerPage.getByRole('button', { name: 'Accept the delivery' });
  await expect.poll(() => accept.getAttribute('class')).toBe('button');
  await buyerPage.getByRole('heading', { name: 'Your revision is being answered' }).waitFor();
  await ownerPage.getByRole('button', { name: 'Approve' }).click();
  await buyerPage.locator('.revision').getByText('Approved').waitFor();
  await ownerPage.getByLabel('What you hand over').fill('Bigger now.');
  await ownerPage.getByRole('button', { name: 'Deliver', exact: true }).click();
  await buyerPage.getByText('Bigger now.').waitFor();
  await accept.click();
  const question = buyerPage.getByRole('dialog', { name: 'Accept the delivery?' });
  await question.getByText(/completes by itself on \d/).waitFor();
  await question.getByRole('button', { name: 'Not yet' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await buyerPage.getByText('Delivered', { exact: true }).first().isVisible()).toBe(true);
  await accept.click();
  await question.getByRole('button', { name: 'Accept and complete' }).click();
  await buyerPage.getByText('Completed', { exact: true }).first().waitFor();
  await ownerPage.getByText('Completed', { exact: true }).first().waitFor();

  const review = buyerPage.getByRole('region', { name: 'How was it? Write a review' });
  await expect.poll(() => hasFocus(review)).toBe(true);
  await buyerPage.getByText(requirements.text).waitFor();
  expect(await buyerPage.getByRole('button', { name: 'Request Revision' }).count()).toBe(0);
  const comment = 'Bigger, and better than I had hoped.';
  await review.getByLabel('Rating as a number, 0 to 5').fill('5');
  await review.getByLabel('Your review').fill(comment);
  await review.getByRole('button', { name: 'Submit Review' }).click();
  await buyerPage.getByRole('region', { name: 'Your review' }).getByText(comment).waitFor();
  await ownerPage.getByText(comment).waitFor();
  await ownerPage.getByRole('button', { name: `Reply to ${ASHA.name}` }).click();
  const reply = ownerPage.getByLabel('Your reply, under the review');
  await expect.poll(() => hasFocus(reply)).toBe(true);
  await reply.fill('Thank you!');
  await ownerPage.getByRole('button', { name: 'Reply', exact: true }).click();
  await ownerPage.getByText('You: Thank you!').waitFor();
  await buyerPage.locator('[data-sonner-toast]').getByText('has an answer: Thank you!').waitFor();

  await ownerPage.keyboard.press('g');
  await ownerPage.keyboard.press('p');
  await ownerPage.getByText('1 review new or edited').waitFor();
  await command(ownerPage, 'publish the site');
  await ownerPage.keyboard.press('Enter');
  await ownerPage.getByText('Visitors see everything as it is here.').waitFor();
  await ownerPage.getByRole('button', { name: /^Go back/ }).click();
  await ownerPage.getByText('Went back to an earlier release').waitFor();
  await expect
    .poll(async () => (await app.visitor().get('/desk')).body, { timeout: 5_000 })
    .toContain('data-screen-root');
  expect(complaints()).toEqual([]);
  await app.check();
});

test('a buyer’s command palette opens on request and finds only their own orders', async () => {
  const { page } = buyerBrowser;
  const { person: bela } = await insertBuyer(app, { name: BELA.name });
  const [mine, other] = [await paidOrder(app, asha), await paidOrder(app, bela)];
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/orders');
  const button = page.getByRole('button', { name: 'Search and commands' });
  await button.waitFor();
  await page
    .getByRole('main')
    .getByText(`#${mine.slice(-6).toUpperCase()}`)
    .waitFor();
  expect(scripts.filter((each) => /palette/i.test(each) && !/button|key/i.test(each))).toEqual([]);

  await page.route('**/user-orders', (route) => route.abort());
  await button.click();
  await page.getByText('The search does not answer.').waitFor();
  await page.unroute('**/user-orders');
  await page.getByRole('option', { name: 'Try again' }).click();
  await page.getByText('Your latest orders').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const search = page.getByPlaceholder(/or what to do/);
  for (const theirs of [other.slice(-6), `#${other.slice(-6).toUpperCase()}`, BELA.name]) {
    await search.fill(theirs);
    await page.getByText('Nothing of that name.').waitFor();
  }
  await search.fill(`#${mine.slice(-6).toUpperCase()}`);
  await page.getByRole('option', { name: 'Conversation about' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/orders/${mine}`);
  expect(complaints(/ERR_FAILED/)).toEqual([]);
});

test('unsaved text in an editor survives a link, the back button and the palette', async () => {
  const { page } = ownerBrowser;
  await page.goto('/desk/gigs');
  await page.locator('.list-item__name').nth(1).click();
  const title = page.getByLabel('Title', { exact: true });
  const was = await title.inputValue();
  const editorUrl = page.url();
  const asked = page.getByRole('dialog', { name: 'Not saved yet' });
  const waysToLeave = [
    () => page.getByRole('link', { name: 'Inbox' }).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await command(page, 'new past work');
      await page.keyboard.press('Enter');
    },
  ];
  await title.fill('Half a thought');
  for (const leave of waysToLeave) {
    await leave();
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect([page.url(), await title.inputValue()]).toEqual([editorUrl, 'Half a thought']);
  }
  await page.evaluate(() => history.back());
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/desk/gigs');
  await page.locator('.list-item__name').nth(1).click();
  await expect.poll(() => title.inputValue()).toBe(was);
  await title.fill('A whole thought');
  await page.getByRole('link', { name: 'Payments' }).click();
  await asked.getByRole('button', { name: 'Save and leave' }).click();
  await page.waitForURL('**/desk/payments');
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${editorUrl.split('/').at(-1)}`)).body;
  expect(gig.title).toBe('A whole thought');
  expect(complaints()).toEqual([]);
});

test('text typed while a new gig is being created stays, and a rejected field gets the focus', async () => {
  const { page } = ownerBrowser;
  await page.goto('/desk/gigs/new');
  const title = page.getByLabel('Title', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await title.fill(' ');
  await save.click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/v1/desk/gigs', async (route) => {
    await released;
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

test('the owner edits a gig and sees a conflict when another tab saved first', async () => {
  const { page } = ownerBrowser;
  await page.goto('/desk/gigs');
  const link = page.locator('.list-item__name').first();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByLabel('Title', { exact: true }).fill('A title from this tab');
  const preview = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  await preview.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByLabel('Its title').first().fill('The smallest of all');
  await preview.getByRole('heading', { name: 'The smallest of all' }).waitFor();
  expect(await preview.getByRole('table').getByText('The smallest of all').count()).toBe(1);
  await page.getByRole('button', { name: 'Desktop', exact: true }).click();
  await preview.getByRole('button', { name: 'Order', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Phone', exact: true }).click();
  const id = address.split('/').at(-1);
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${id}`)).body;
  await owner.put(`/api/v1/desk/gigs/${id}`, { ...gig, title: 'A title from another tab' });
  await page.keyboard.press('Control+s');
  await page.getByText(/saved in another tab meanwhile/).waitFor();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Undo last save' }).click();
  await page.getByRole('heading', { name: 'A title from another tab', level: 1 }).waitFor();
  expect(complaints(/409/)).toEqual([]);
});

test('only the owner can open the dashboard', async () => {
  const visitor = await openPage(browser, app.origin);
  await visitor.page.goto('/desk/orders');
  await visitor.page.waitForURL('**/sign-in?next=*');
  await visitor.page.context().close();
  await buyerBrowser.page.goto('/desk');
  await buyerBrowser.page.waitForURL((url) => url.pathname === '/');
  expect(complaints(/403 \(Forbidden\)/)).toEqual([]);
});

test('a question mark lists the shortcuts, unless somebody is typing', async () => {
  const { page } = ownerBrowser;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/desk/orders');
  await page.getByRole('searchbox').fill('?');
  await page.getByRole('searchbox').press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Reply').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
});

test('the command palette passes axe', async () => {
  const { page } = ownerBrowser;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/desk');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await command(page, 'asha');
  await page.getByRole('option', { name: /^Write to/ }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('a Ctrl+K before any script arrived opens the palette once it has', async () => {
  const { page } = ownerBrowser;
  const { promise: pressed, resolve: afterPress } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/desk/reviews', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  await page.keyboard.press('Control+k');
  afterPress();
  await page.getByPlaceholder(/or what to do/).waitFor();
  await page.unroute('**/_astro/*.js');
});

test('the queue loads more on request, and the palette opens the orders of one buyer', async () => {
  const { page } = ownerBrowser;
  const { user } = await insertBuyer(app, { name: 'Gopal Many' });
  await insertOrders(app, [user], 60);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/desk/reviews');
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  await command(page, 'gopal');
  await page.getByRole('option', { name: /^Orders of Gopal/ }).click();
  await page.getByText('50 of 60 orders').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('60 orders', { exact: true }).waitFor();
  expect(await page.locator('.row-list__row').count()).toBe(60);
  await page.getByRole('button', { name: /^Delivered/ }).click();
  await page.getByText('15 orders', { exact: true }).waitFor();
  expect(complaints()).toEqual([]);
});
