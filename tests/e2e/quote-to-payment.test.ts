import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { describeDates } from '../../api/modules/catalog/availability/calendar-rules.ts';
import { DEFAULT_TIME_ZONE, shortDate } from '../../api/platform/dates.ts';
import { buy } from '../support/payments.ts';
import { codeFor, insertBuyer, ownerOf, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { askQuestion, quotesIn, sendQuote } from '../support/quotes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { fillAddress, payByUpi } from './checkout-steps.ts';
import { expectAccessible, openPage, waitForAct } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const PHONE = { viewport: { width: 390, height: 844 } };

/** Until the page's scripts have arrived, the link leads to the form over the orders. */
async function openQuestion(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Ask a question' }).first();
  const hydrated = page.locator('#question astro-island:not([ssr])');
  const touch = async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    return hydrated.count();
  };
  await expect.poll(touch).toBe(1);
  await link.click();
}

test('a special order goes from a question to the payment of its last instalment, in two browsers', async () => {
  const { person } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const { page: buyer, browserErrors } = await openPageAs(person, PHONE);
  // This browser does not remember its user, and learns of the session only after the form has opened.
  const opened = Promise.withResolvers<void>();
  await buyer.route('**/user/check-token', async (route) => {
    await opened.promise;
    await route.fallback();
  });
  await buyer.goto(WEBSITE_PAGE);
  await openQuestion(buyer);
  const form = buyer.getByRole('dialog', { name: 'Ask a question' });
  await form.getByLabel('Your question').fill('Can you build it in Marathi, with payments?');
  await form.getByRole('button', { name: 'Continue' }).waitFor();
  opened.resolve();
  await expectAccessible(buyer);
  await form.getByRole('button', { name: 'Send question' }).click();
  expect(new URL(buyer.url()).pathname, 'the gig stays behind the form').toBe(WEBSITE_PAGE);
  await form.getByRole('link', { name: 'Open the conversation' }).click();
  await buyer.getByRole('log', { name: 'Messages' }).getByText('in Marathi').waitFor();

  const ownerPage = await openPageAs(await ownerOf(app), {
    viewport: { width: 1440, height: 900 },
  });
  const owner = ownerPage.page;
  await owner.goto('/desk/inbox');
  await owner.getByRole('button', { name: /^Asha Kulkarni/ }).click();
  await owner.getByRole('button', { name: 'Write a quote' }).click();
  const quote = owner.getByRole('dialog', { name: 'Quote' });
  const start = quote.getByLabel('Start from a package');
  await start.selectOption({ index: 1 });
  expect(await start.inputValue(), 'the chosen package stays chosen').toBe('0');
  await quote.getByLabel('Title').fill('A shop in Marathi');
  await quote.getByLabel('Price in ₹').fill('60000');
  await quote.getByLabel('Parts').selectOption('3');
  await quote.getByLabel('Part 2').fill('Design');
  await expectAccessible(owner);
  await quote.getByLabel('Amount in ₹').first().fill('1');
  await quote.getByRole('button', { name: 'Send quote' }).click();
  const unequal = quote.getByText('The parts must add up to the price.');
  await unequal.waitFor();
  await quote.getByLabel('Price in ₹').fill('0');
  await unequal.waitFor({ state: 'detached' });
  await quote.getByRole('button', { name: 'Send quote' }).click();
  await quote.getByText('Please give the price, ₹1 or $1 or more.').waitFor();
  const hasFocus = (field: Element) => field === document.activeElement;
  await expect.poll(() => quote.getByLabel('Price in ₹').evaluate(hasFocus)).toBe(true);
  expect(await quote.getByLabel('Title').inputValue(), 'nothing typed is lost').toBe(
    'A shop in Marathi',
  );
  await quote.getByLabel('Price in ₹').fill('60000');
  await quote.getByRole('button', { name: 'Send quote' }).click();
  await quote.waitFor({ state: 'hidden' });

  const card = buyer.getByRole('article', { name: 'Quote: A shop in Marathi' });
  await card.getByText('₹60,000').waitFor();
  expect(await card.getByText('₹20,000', { exact: true }).count()).toBe(3);
  expect(await card.getByRole('button', { name: 'Accept' }).isVisible()).toBe(true);
  await expectAccessible(buyer);
  await card.getByRole('button', { name: 'Accept' }).click();
  const accept = buyer.getByRole('dialog', { name: 'A shop in Marathi' });
  await fillAddress(buyer);
  await accept.getByRole('button', { name: 'Accept and pay ₹20,000' }).click();
  await payByUpi(buyer);
  await buyer.waitForURL('**/order-success*');
  await buyer.getByText('Part 2 of 3: Design').waitFor();
  await buyer.getByRole('link', { name: 'Manage Orders' }).click();
  await buyer.getByRole('link', { name: 'View Full Details' }).click();
  await buyer.getByRole('button', { name: 'Pay next part (₹20,000)' }).waitFor();
  await buyer.getByRole('heading', { name: 'Agreement' }).click();
  await buyer.getByRole('button', { name: 'Chat with Admin' }).click();
  await buyer.getByRole('log', { name: 'Messages' }).getByText('build it in Marathi').waitFor();
  await buyer.keyboard.press('Escape');

  const path = new URL(buyer.url()).pathname;
  await owner.goto(path.replace('/orders', '/desk/orders'));
  await owner.getByRole('button', { name: 'Start work' }).click();
  await waitForAct(owner, app);
  await owner.getByLabel('What you hand over').fill('The design, in Marathi.');
  await owner.getByRole('button', { name: 'Deliver', exact: true }).click();
  await waitForAct(owner, app);
  await buyer.getByText('The design, in Marathi.').waitFor();
  await buyer.getByRole('button', { name: 'Pay next part (₹20,000)' }).click();
  await payByUpi(buyer);
  await buyer.waitForURL('**/profile');
  await buyer.goto(path);
  await buyer.getByRole('button', { name: 'Accept the delivery' }).click();
  const question = buyer.getByRole('dialog', { name: 'Accept the delivery?' });
  await question.getByRole('button', { name: 'Accept and complete' }).click();
  await buyer.getByRole('heading', { name: 'Pay what is left' }).waitFor();
  await buyer.getByRole('button', { name: /^Pay (early|full amount) \(₹20,000\)$/ }).click();
  await payByUpi(buyer);
  await buyer.waitForURL('**/profile');
  await buyer.goto(path);
  const documents = buyer.getByRole('region', { name: 'Payments' });
  await documents.getByRole('link', { name: /^Invoice VI/ }).waitFor();
  expect(await documents.getByRole('link', { name: /^Receipt VY/ }).count()).toBe(3);
  await owner.getByText('Completed', { exact: true }).first().waitFor();
  expect(browserErrors).toEqual([]);
  // The expected error for the invalid price.
  expect(ownerPage.browserErrors.filter((each) => !each.includes('400 (Bad Request)'))).toEqual([]);
});

test('a visitor asks with a file over the gig, and sends both once the code has made the account', async () => {
  const visitor = await openPage(browser, app.origin, PHONE);
  const { page } = visitor;
  await page.goto(WEBSITE_PAGE);
  await openQuestion(page);
  const form = page.getByRole('dialog', { name: 'Ask a question' });
  await form.getByText('Nothing is sent before').waitFor();
  await form.getByLabel('Your question').fill('Could it have a booking form?');
  await form.getByLabel('Attach files').setInputFiles({
    ...{ name: 'sketch 1.txt', mimeType: 'text/plain', buffer: Buffer.from('Name, date, time') },
  });
  await form.getByRole('button', { name: 'Remove sketch 1.txt' }).waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`**/sign-in?next=${encodeURIComponent(`/orders?ask=${WEBSITE}`)}`);

  await page.getByRole('heading', { name: 'Continue your question' }).waitFor();
  const email = 'asks@buyers.example';
  await page.getByLabel('Your name').fill('Asks First');
  await page.getByLabel('Your e-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Digit 1 of 6').fill(await codeFor(app, email));
  await expect
    .poll(() => form.getByLabel('Your question').inputValue())
    .toBe('Could it have a booking form?');
  await form.getByRole('button', { name: 'Remove sketch 1.txt' }).waitFor();
  await form.getByRole('button', { name: 'Send question' }).click();
  const messages = page.getByRole('log', { name: 'Messages' });
  await messages.getByText('Could it have a booking form?').waitFor();
  await messages.getByRole('link', { name: /sketch 1\.txt/ }).waitFor();
  expect(visitor.browserErrors).toEqual([]);
});

test('the owner writes a quote on a phone, in the conversation and from the page of an order', async () => {
  const { person } = await insertBuyer(app, { name: 'Bela Nagy' });
  await askQuestion(person);
  const { orderId } = await buy(app, person);
  const { page } = await openPageAs(await ownerOf(app), PHONE);
  await page.route('**/payments/dollars', (route) =>
    route.fulfill({ json: { success: true, isOn: true } }),
  );
  const form = page.getByRole('dialog', { name: 'Quote', exact: true });
  const places = () =>
    form.locator('form :is(input, select, textarea, button)').evaluateAll((all) =>
      all.map((each) => {
        const { left, top } = each.getBoundingClientRect();
        return [left, top - (each.closest('form')?.getBoundingClientRect().top ?? 0)];
      }),
    );
  const write = async (title: string) => {
    await page.getByRole('button', { name: 'Write a quote' }).click();
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('What is included, one item per line').fill('A page\nA form');
    await form.getByLabel('Price in ₹').fill('900');
    await form.getByRole('button', { name: 'Send quote' }).click();
    await page
      .getByRole('article', { name: `Quote: ${title}` })
      .getByText('Sent')
      .waitFor();
  };
  await page.goto('/desk/inbox');
  await page
    .getByRole('button', { name: /^Bela Nagy/ })
    .first()
    .click();
  // Fields keep their places: when the packages arrive, and while what was wrong is checked again.
  const [packages, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/v1/gig/get', (route) => packages.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Write a quote' }).click();
  await form.getByLabel('Currency').waitFor();
  const atFirst = await places();
  packages.resolve();
  await form
    .getByLabel('Start from a package')
    .getByRole('option')
    .nth(1)
    .waitFor({ state: 'attached' });
  expect(await places()).toEqual(atFirst);
  const send = form.getByRole('button', { name: 'Send quote' });
  await send.click();
  await form.locator('[aria-invalid="true"]').waitFor();
  await expect.poll(() => send.isEnabled()).toBe(true);
  const wrong = await places();
  await page.route('**/desk/quotes/**', (route) => checked.promise.then(() => route.continue()));
  await send.click();
  await form.getByRole('button', { name: 'Sending...' }).waitFor();
  expect((await places()).slice(0, -1)).toEqual(wrong.slice(0, -1));
  checked.resolve();
  await expect.poll(() => send.isEnabled()).toBe(true);
  await page.unroute('**/desk/quotes/**');
  await form.getByRole('button', { name: 'Close' }).click();
  await write('Asked in a question');
  await page.goto(`/desk/orders/${orderId}`);
  await page.getByRole('button', { name: 'Conversation' }).click();
  await write('Asked for an order');
});

test('the list of orders shows each quote that waits, and leads to it', async () => {
  const { person } = await insertBuyer(app);
  const owner = await ownerOf(app);
  const { orderId } = await buy(app, person);
  const question = await askQuestion(person, WEBSITE);
  await sendQuote(owner, question, { title: 'A shop in Marathi' });
  await askQuestion(person);
  const chat = await person.post('/api/v1/communicate/order/user-conversation', { orderId });
  const ofOrder = chat.body.conversation._id;
  await sendQuote(owner, ofOrder, { title: 'A newsletter for it' });
  const { page, browserErrors } = await openPageAs(person, PHONE);
  await page.goto('/orders');
  const rows = page.getByRole('list', { name: 'Questions and quotes' }).getByRole('listitem');
  await page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('listitem')
    .nth(1)
    .waitFor();
  await rows.nth(2).waitFor();
  for (const [at, title] of ['A newsletter for it', 'A shop in Marathi'].entries()) {
    const [quote] = await quotesIn(person, at === 0 ? ofOrder : question);
    const until = shortDate(quote.validUntil, DEFAULT_TIME_ZONE);
    const text = await rows.nth(at).textContent();
    expect(text).toContain(title);
    expect(text).toContain('₹60,000.50');
    expect(text).toContain(`Valid until ${until}`);
  }
  expect(await rows.nth(2).textContent()).not.toContain('Valid until');
  await expectAccessible(page);
  await rows.nth(1).getByRole('button').click();
  const card = (title: string) => page.getByRole('article', { name: `Quote: ${title}` });
  await card('A shop in Marathi').getByRole('button', { name: 'Accept' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await card('A shop in Marathi').getByText('Declined').waitFor();
  await page.keyboard.press('Escape');
  const { body } = await owner.get('/api/v1/desk/availability');
  await owner.put('/api/v1/desk/availability', { ...body.availability, capacity: 1 });
  const [{ dates }] = await quotesIn(person, ofOrder);
  await rows.filter({ hasText: 'A newsletter for it' }).getByRole('link').click();
  await card('A newsletter for it')
    .getByText(`If you accept today: ${describeDates(dates)}`)
    .waitFor();
  await card('A newsletter for it').getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByText(describeDates(dates), { exact: true }).waitFor();
  expect(browserErrors).toEqual([]);
});
