import { expect, test } from 'vitest';
import { DAY, later } from '../../api/platform/clock.ts';
import { changeGig, raisePrices } from '../support/gigs.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { ASHA, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import {
  fillAddress,
  openCheckout,
  openCheckoutPage,
  payByCard,
  payByUpi,
  proceed,
} from './checkout-steps.ts';
import { expectAccessible, translate } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

sharePaymentApp();
shareBrowser();

const ordersCount = async () => (await asha.get('/api/v1/gig/order/user-orders')).body.count;

test('a full payment by card shows field errors, the paid order and the requirements form, and Back does not pay again', async () => {
  const { page, browserErrors } = await openPageAs(asha);
  await openCheckout(page);
  await page.getByRole('listitem').filter({ hasText: 'Submit Requirements' }).waitFor();
  await proceed(page).click();
  await page.getByText('Street Address is required.').waitFor();
  await page.getByRole('alert').getByText('Please fill all the details').waitFor();
  await expectAccessible(page);
  await fillAddress(page);
  expect(await page.getByText('Street Address is required.').count()).toBe(0);
  expect(await page.getByText('Please fill all the details').count()).toBe(0);
  expect(await page.locator('[data-sonner-toast]').count(), 'nothing covers the amounts').toBe(0);
  const last = page.getByLabel('Order summary').locator('dl > div').last();
  const [, amount] = /\((.*)\)/.exec((await proceed(page).textContent()) ?? '') ?? [];
  expect(await last.textContent()).toBe(`To pay now ${amount}`);
  await proceed(page).click();
  await payByCard(page);
  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Submit Requirements' }).click();
  const requirements = page.getByLabel('Your requirements');
  const hasFocus = () => requirements.evaluate((field) => field === document.activeElement);
  await requirements.waitFor();
  await expect.poll(hasFocus, { message: 'the third step lands on them' }).toBe(true);
  await requirements.fill('Half a thought');
  await page.getByLabel('Link 1').fill('example.com/half');
  const another = await page.context().newPage();
  await another.goto(page.url());
  const kept = another.getByLabel('Your requirements');
  await expect.poll(() => kept.inputValue(), { message: 'in a new tab' }).toBe('Half a thought');
  expect(await another.getByLabel('Link 1').inputValue()).toBe('example.com/half');
  await another.close();
  await requirements.fill('');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await page.getByText('Please say what you need.').waitFor();
  expect(await page.getByText('Please say what you need.').count(), 'said once').toBe(1);
  expect(await hasFocus()).toBe(true);
  await requirements.fill('A calm site in two languages.');
  await page.getByLabel('Link 1').fill('http://example.com');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await page.getByText('A link starts with https://.').waitFor();
  await page.getByLabel('Link 1').fill('https://example.com/brief');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await page.getByRole('link', { name: 'https://example.com/brief' }).waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.goBack();
  await page.getByText('Nothing to check out').waitFor();
  expect(browserErrors).toEqual([]);
});

test('on a phone, Back after paying shows that nothing is left to pay and leads to the orders', async () => {
  const { page } = await openPageAs(asha, { viewport: { width: 390, height: 844 } });
  await openCheckout(page);
  await fillAddress(page);
  await page.getByText('Discount Price').scrollIntoViewIfNeeded();
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.goBack();
  const heading = page.getByRole('heading', { name: 'Nothing to check out' });
  await heading.waitFor();
  await page.waitForLoadState();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'your orders', exact: true }).click();
  await page.waitForURL('**/orders');
});

test('an expired session is reported, and signing in returns to the same checkout', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await page.getByLabel('City').fill('Nagpur');
  // The account menu asks for notifications after the first view; without a session that would lead away at once.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: 'sid' });
  await fillAddress(page);
  await page.getByLabel('City').fill('Nagpur');
  await proceed(page).click();
  await page.waitForURL('**/sign-in?next=%2Fprocess-payment*&ended=1');
  await page
    .getByRole('status')
    .getByText('Your session has ended. Sign in to continue.')
    .waitFor();
  await page.getByLabel('Email Address').fill(ASHA.email);
  await page.getByLabel('Password', { exact: true }).fill(ASHA.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/process-payment');
  await proceed(page).waitFor();
  expect(await page.getByLabel('City').inputValue()).toBe('Nagpur');
});

test('the success page without an order redirects', async () => {
  const { page } = await openPageAs(asha);
  await page.goto('/order-success');
  await page.getByRole('heading', { name: 'No order to show' }).waitFor();
  await page.getByRole('link', { name: 'Manage Orders' }).waitFor();
});

test('reduced motion shows no confetti', async () => {
  const { page } = await openPageAs(asha);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  await page.goto(`/order-success?order=${body.orders[0]._id}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
  expect(asked.filter((url) => /confetti\.module/.test(url))).toEqual([]);
});

test('the form is filled with the last order’s address', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await expect
    .poll(() => page.getByLabel('Street Address').inputValue())
    .toBe('14 Law College Road');
  expect(await page.getByLabel('Phone Number').inputValue()).toBe('+91 98765 43210');
});

test('a failed payment followed by a successful one creates one order', async () => {
  const before = await ordersCount();
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await proceed(page).click();
  await payByUpi(page, 'failure@razorpay');
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  expect(await ordersCount()).toBe(before + 1);
});

test('closing the dialog during a payment shows no failure, and the screen updates when the payment arrives', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await proceed(page).click();
  await payByUpi(page);
  await page.getByText('Approve the request in your UPI app').first().waitFor();
  await page.keyboard.press('Escape');
  const said = await page.getByRole('alert').filter({ hasText: 'Payment cancelled' }).textContent();
  expect(said).toMatch(/taken the money all the same/);
  expect(said).not.toMatch(/not (been )?(paid|charged)/i);
  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
});

test('a double click creates one order, and the button is enabled again after closing the dialog', async () => {
  const before = app.sandbox.records().orders.length;
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await proceed(page).dblclick();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'Payment cancelled' }).waitFor();
  expect(app.sandbox.records().orders.length).toBe(before + 1);
  expect(await proceed(page).isEnabled()).toBe(true);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  expect(app.sandbox.records().orders.length).toBe(before + 1);
});

test('a reload during a milestone checkout reuses the provider order', async () => {
  const before = app.sandbox.records().orders.length;
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await page.getByLabel('Milestone Payment').check();
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  await page.reload();
  expect(await page.getByLabel('Milestone Payment').isChecked()).toBe(true);
  await page.waitForFunction(() => 'Razorpay' in window);
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  expect(app.sandbox.records().orders.length).toBe(before + 1);
});

test('a network failure before placing shows a message, and the second try works', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await page.context().setOffline(true);
  await proceed(page).click();
  await page.getByRole('alert').filter({ hasText: 'Payment Failed. You are offline' }).waitFor();
  expect(await proceed(page).isEnabled()).toBe(true);
  await page.context().setOffline(false);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
});

test('a network failure after paying shows that the payment is being checked, then the result', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await page.route('**/gig/order/verify', (route) => route.abort());
  await proceed(page).click();
  await payByUpi(page);
  await page.getByRole('alert').filter({ hasText: 'We are checking' }).waitFor();
  await page.waitForURL('**/order-success?order=*');
});

test('a provider script that fails to load shows messages, and is loaded on a later try', async () => {
  const { page } = await openPageAs(asha);
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await openCheckoutPage(page);
  await page.getByText('Failed to load payment gateway').first().waitFor();
  await proceed(page).click();
  await page.getByRole('alert').filter({ hasText: 'Payment gateway is loading...' }).waitFor();
  await page.unroute('**/v1/checkout.js');
  // The first click may find the script loaded, or load it for the next one.
  await expect
    .poll(
      async () => {
        if (await proceed(page).isVisible()) await proceed(page).click();
        return page.getByLabel('UPI', { exact: true }).isVisible();
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(true);
});

test('a price that changed meanwhile is announced, and the button shows the new one', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  const before = await proceed(page).textContent();
  const change = (by: number) => app.write((tx) => raisePrices(tx, WEBSITE, by));
  await change(100);
  await proceed(page).click();
  await page.getByRole('alert').filter({ hasText: 'The price has changed' }).waitFor();
  await expect.poll(() => proceed(page).textContent()).not.toBe(before);
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  await change(-100);
});

test('the total of a seller with a GST number says that it is included', async () => {
  const { page } = await openPageAs(asha);
  await page.route('**/order/checkout/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), hasGst: true } });
  });
  await openCheckoutPage(page);
  await page.getByRole('term').filter({ hasText: 'GST included where due' }).waitFor();
});

test('the checkout of a gig that is paused meanwhile says until when, also without a calendar', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  const pausedUntil = later(new Date(), 9 * DAY).slice(0, 10);
  await app.write((tx) => changeGig(tx, WEBSITE, () => ({ pausedUntil })));
  await page.reload();
  await page.getByText(/^Takes no orders until \d+ \w+ \d{4}\.$/).waitFor();
  expect(await proceed(page).isDisabled()).toBe(true);
  await app.write((tx) => changeGig(tx, WEBSITE, () => ({ pausedUntil: '' })));
  await page.reload();
  await expect.poll(() => proceed(page).isEnabled()).toBe(true);
});

test('amounts stay right in a page that the browser translates', async () => {
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await translate(page);
  await page.getByLabel('Milestone Payment').check();
  await page.getByRole('button', { name: 'Proceed to Payment (₹7,499.50)' }).waitFor();
});

test('the owner makes a discount code, a buyer types it or comes with its link, and pays the rest', async () => {
  const desk = (await openPageAs(owner)).page;
  await desk.goto('/desk/codes');
  await desk.getByLabel('Code', { exact: true }).fill('monsoon');
  await desk.getByRole('button', { name: 'Make the code' }).click();
  await desk.getByText('Please enter a percentage, or an amount and its currency.').waitFor();
  await desk.getByLabel('% off').fill('20');
  await desk.getByLabel('Once per buyer').check();
  await desk.getByRole('button', { name: 'Make the code' }).click();
  const row = desk.getByRole('listitem').filter({ hasText: 'MONSOON' });
  await row.getByText('20 % off · all gigs · once per buyer · 0 uses').waitFor();
  await expectAccessible(desk);

  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await page.getByText('I have a discount code').click();
  const field = page.getByLabel('Discount code', { exact: true });
  await field.fill('nobodys');
  await field.press('Enter');
  await page.getByText('There is no such code.').waitFor();
  await field.fill('monsoon');
  await page.getByRole('button', { name: 'Use the code' }).click();
  await page.getByText('Code MONSOON, 20 % off').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove the code MONSOON' }).click();
  await page.getByText('Code MONSOON, 20 % off').waitFor({ state: 'detached' });

  await page.goto(`${WEBSITE_PAGE}?code=monsoon`);
  await page.locator('#order').getByRole('button', { name: 'Order' }).click();
  await page.getByRole('link', { name: /^Continue \(/ }).click();
  await page.getByText('Code MONSOON, 20 % off').waitFor();
  await fillAddress(page);
  await proceed(page).click();
  await payByCard(page);
  await page.waitForURL('**/order-success?order=*');
  await page.getByText('Code MONSOON, 20 % off').first().waitFor();
  await desk.reload();
  await row.getByText('1 use', { exact: false }).waitFor();
  await row.getByRole('button', { name: 'End MONSOON' }).click();
  await row.getByText('Ended').waitFor();
});
