import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTES_LONG, NOTES_SAVED } from '../../api/modules/clients/texts.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, insertBuyer, insertOrders, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { searchCommandPalette } from './command-palette.ts';
import { openPage, waitForAct } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];

type Opened = Awaited<ReturnType<typeof openPageAs>>;

let app: TestApp;
let asha: Person;
/** One browser context for the owner and one for the buyer, used by all tests. */
let ownerBrowser: Opened;
let buyerBrowser: Opened;
beforeAll(async () => {
  app = await startTestApp({}, { publishProgram: PROGRAM });
  asha = (await insertBuyer(app, { name: ASHA.name })).person;
  [ownerBrowser, buyerBrowser] = await Promise.all([
    openPageAs(await ownerOf(app), { viewport: { width: 1440, height: 900 } }),
    openPageAs(asha),
  ]);
});
afterAll(() => app.close());

/** The browsers' errors since the last call, without those that the test expects. */
const browserErrors = (meant = /^$/) =>
  [ownerBrowser, buyerBrowser]
    .flatMap((each) => each.browserErrors.splice(0))
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

test('owner and buyer see each other’s steps on an order without a reload', async () => {
  const [ownerPage, buyerPage] = [ownerBrowser.page, buyerBrowser.page];
  await ownerPage.goto('/desk');
  await ownerPage.getByRole('list', { name: 'Waiting for you' }).waitFor();
  const id = await paidOrder(app, asha);
  const short = id.slice(-6).toUpperCase();
  await ownerPage.getByRole('button', { name: `Accept: #${short}` }).waitFor();
  await ownerPage.getByRole('link', { name: /^Orders/ }).click();
  await ownerPage.getByText('1 order', { exact: true }).waitFor();
  await searchCommandPalette(ownerPage, `#${short}`);
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
  await waitForAct(ownerPage, app);
  await buyerPage.getByText('Accepted', { exact: true }).first().waitFor();

  await ownerPage.getByLabel('Add files').setInputFiles({
    ...{ name: 'site.zip', mimeType: 'application/zip' },
    buffer: Buffer.from('the work'),
  });
  await ownerPage.getByText('site.zip').first().waitFor();
  await ownerPage.getByLabel('What you hand over').fill('Here it is.');
  await ownerPage.getByRole('button', { name: 'Deliver', exact: true }).click();
  await waitForAct(ownerPage, app);
  const waiting = { name: 'Waiting for the delivery to be accepted' };
  await ownerPage.getByRole('region', waiting).getByText('Completes automatically').waitFor();
  await buyerPage.getByText('Here it is.').waitFor();
  await buyerPage.getByRole('link', { name: 'site.zip' }).waitFor();
  await downloads(ownerPage, 'site.zip');

  await buyerPage.getByRole('button', { name: /request revision/i }).click();
  const changes = buyerPage.getByPlaceholder('Describe the changes you need...');
  await expect.poll(() => hasFocus(changes)).toBe(true);
  await changes.fill('Bigger letters.');
  await buyerPage.getByRole('dialog').getByRole('button', { name: 'Submit Revision' }).click();
  await ownerPage.getByText('Bigger letters.').waitFor();
  await buyerPage.getByRole('heading', { name: 'Timeline' }).click();
  await buyerPage
    .locator('.timeline')
    .getByText(/^Revision 1 of \d requested$/)
    .waitFor();
  await buyerPage.getByRole('heading', { name: 'Revision History' }).first().click();
  const accept = buyerPage.getByRole('button', { name: 'Accept the delivery' });
  await expect.poll(() => accept.getAttribute('class')).toBe('button');
  await buyerPage.getByRole('heading', { name: 'Your revision is being answered' }).waitFor();
  await ownerPage.getByRole('button', { name: 'Approve' }).click();
  await buyerPage.locator('.inner-card').getByText('Approved').waitFor();
  await ownerPage.getByLabel('What you hand over').fill('Bigger now.');
  await ownerPage.getByRole('button', { name: 'Deliver', exact: true }).click();
  await waitForAct(ownerPage, app);
  await buyerPage.getByText('Bigger now.').waitFor();
  await accept.click();
  const question = buyerPage.getByRole('dialog', { name: 'Accept the delivery?' });
  await question.getByText(/^Completes automatically on \d/).waitFor();
  await question.getByRole('button', { name: 'Not yet' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await buyerPage.getByText('Delivered', { exact: true }).first().isVisible()).toBe(true);
  await accept.click();
  await question.getByRole('button', { name: 'Accept and complete' }).click();
  await buyerPage.getByText('Completed', { exact: true }).first().waitFor();
  await ownerPage.getByText('Completed', { exact: true }).first().waitFor();

  const review = buyerPage.getByRole('region', { name: 'How was it? Write a review' });
  await expect.poll(() => hasFocus(review)).toBe(true);
  await buyerPage.getByRole('heading', { name: 'Your requirements', exact: true }).click();
  await buyerPage.getByText(requirements.text).waitFor();
  expect(await buyerPage.getByRole('button', { name: 'Request Revision' }).count()).toBe(0);
  const comment = 'Bigger, and better than I had hoped.';
  await review.getByLabel('Rating as a number, 0 to 5').fill('5');
  await review.getByLabel('Your review').fill(comment);
  await review.getByRole('button', { name: 'Submit Review' }).click();
  const own = buyerPage.getByRole('region', { name: 'Your review' });
  await own.getByText(comment).waitFor();
  await own.getByRole('img', { name: /^\d(\.5)? out of 5 stars$/ }).waitFor();
  await ownerPage.getByText(comment).waitFor();
  await ownerPage.getByRole('button', { name: `Reply to ${ASHA.name}` }).click();
  const reply = ownerPage.getByLabel('Your reply, under the review');
  await expect.poll(() => hasFocus(reply)).toBe(true);
  await reply.fill('Thank you!');
  await ownerPage.getByRole('button', { name: 'Reply', exact: true }).click();
  await ownerPage.getByText('You: Thank you!').waitFor();
  await buyerPage.locator('[data-sonner-toast]').getByText('has an answer: Thank you!').waitFor();

  expect(browserErrors()).toEqual([]);
  await app.check();
});

test('only the owner can open the dashboard', async () => {
  const visitor = await openPage(browser, app.origin);
  await visitor.page.goto('/desk/orders');
  await visitor.page.waitForURL('**/sign-in?next=*');
  await visitor.page.context().close();
  await buyerBrowser.page.goto('/desk');
  await buyerBrowser.page.waitForURL((url) => url.pathname === '/');
  expect(browserErrors(/403 \(Forbidden\)/)).toEqual([]);
});

test('the queue loads more on request, and the palette opens a client with notes and orders', async () => {
  const { page } = ownerBrowser;
  const { user } = await insertBuyer(app, { name: 'Gopal Many' });
  await insertOrders(app, [user], 60);
  await page.goto('/desk/reviews');
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  await searchCommandPalette(page, 'gopal');
  await page.getByRole('option', { name: /^Gopal Many/ }).click();
  const notes = page.getByLabel('Notes');
  await notes.fill('x'.repeat(50_000));
  await page.getByRole('button', { name: 'Save notes' }).click();
  await page.getByText(NOTES_LONG).waitFor();
  expect((await notes.inputValue()).length).toBe(50_000);
  await notes.fill('Pays by bank transfer.');
  await page.getByRole('button', { name: 'Save notes' }).click();
  await page.getByText(NOTES_SAVED).waitFor();
  expect(browserErrors(/400/)).toEqual([]);
  await page.getByRole('button', { name: 'All 60 orders' }).click();
  await page.getByText('50 of 60 orders').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('60 orders', { exact: true }).waitFor();
  expect(await page.locator('main tbody tr').count()).toBe(60);
  const unfold = page.getByRole('button', { name: /^Search( and sort)?$/ });
  expect(await unfold.count(), 'the search is unfolded already').toBe(0);
  await page.getByRole('button', { name: /^With client/ }).click();
  await page.getByText('15 orders', { exact: true }).waitFor();
  expect(browserErrors()).toEqual([]);
});

test('the owner’s empty conversation does not speak to the buyer', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(await ownerOf(app));
  await page.goto(`/desk/orders/${await paidOrder(app, person)}`);
  await page.getByRole('button', { name: 'Conversation' }).click();
  await page.getByText('What you and the buyer write about the order appears here.').waitFor();
});
