import { expect, test } from 'vitest';
import { asha } from '../support/payment-app.ts';
import { ASHA, WEBSITE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { expectAccessible } from './browser.ts';
import { fillAddress, openCheckout, payByCard, payByUpi, proceed } from './checkout-steps.ts';
import { pageOf } from './shared-browser.ts';

const ordersCount = async () => (await asha.get('/api/v1/gig/order/user-orders')).body.count;

test('full payment by card: mistakes beside their fields, success with real data, requirements, and back leads nowhere twice', async () => {
  const { page, complaints } = await pageOf(asha);
  await openCheckout(page);
  await page.getByRole('listitem').filter({ hasText: 'Submit Requirements' }).waitFor();
  await proceed(page).click();
  await page.getByText('Street Address is required.').waitFor();
  expect(await page.getByText('Please fill all the details').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await fillAddress(page);
  expect(await page.getByText('Street Address is required.').count()).toBe(0);
  expect(await page.locator('.checkout').getByText('Please fill all the details').count()).toBe(0);
  await proceed(page).click();
  await payByCard(page);
  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.locator('canvas').waitFor({ state: 'attached' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Submit Requirements' }).click();
  const requirements = page.getByLabel('Your requirements');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await page.getByText('Please say what you need.').waitFor();
  expect(await page.getByText('Please say what you need.').count(), 'said once').toBe(1);
  expect(await requirements.evaluate((field) => field === document.activeElement)).toBe(true);
  await requirements.fill('A calm site in two languages.');
  await page.getByLabel('Link 1').fill('http://example.com');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await page.getByText('A link starts with https://.').waitFor();
  await page.getByLabel('Link 1').fill('https://example.com/brief');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await page.getByRole('link', { name: 'https://example.com/brief' }).waitFor();
  await page.getByText('Requirements submitted').waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.goBack();
  await page.getByText('Nothing to check out').waitFor();
  expect(complaints).toEqual([]);
});

test('a session that has ended is said, and signing in comes back to the same checkout', async () => {
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await page.getByLabel('City').fill('Nagpur');
  await expect.poll(() => page.evaluate(() => 'Razorpay' in window)).toBe(true);
  await page.context().clearCookies({ name: 'sid' });
  await fillAddress(page);
  await page.getByLabel('City').fill('Nagpur');
  await proceed(page).click();
  await page.waitForURL('**/sign-in?next=%2Fprocess-payment&ended=1');
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

test('the page of a paid order without an order leads on', async () => {
  const { page } = await pageOf(asha);
  await page.goto('/order-success');
  await page.getByRole('heading', { name: 'No order to show' }).waitFor();
  await page.getByRole('link', { name: 'Manage Orders' }).waitFor();
});

test('where motion is not wanted no confetti falls', async () => {
  const { page } = await pageOf(asha, { reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  await page.goto(`/order-success?order=${body.orders[0]._id}`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
  expect(asked.filter((url) => /confetti\.module/.test(url))).toEqual([]);
});

test('the form knows the last order’s address', async () => {
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await expect
    .poll(() => page.getByLabel('Street Address').inputValue())
    .toBe('14 Law College Road');
  expect(await page.getByLabel('Phone Number').inputValue()).toBe('+91 98765 43210');
});

test('a failed payment, then a good one, is one order', async () => {
  const before = await ordersCount();
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await proceed(page).click();
  await payByUpi(page, 'failure@razorpay');
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  expect(await ordersCount()).toBe(before + 1);
});

test('F62 the dialog is closed while the money moves: nothing claims that it did not, and the screen corrects itself', async () => {
  const { page } = await pageOf(asha);
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

test('a click twice is one order, and the button is free again after closing', async () => {
  const before = app.gateway.books().orders.length;
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await proceed(page).dblclick();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'Payment cancelled' }).waitFor();
  expect(app.gateway.books().orders.length).toBe(before + 1);
  expect(await proceed(page).isEnabled()).toBe(true);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  expect(app.gateway.books().orders.length).toBe(before + 1);
});

test('a reload in the middle of a milestone checkout leads to the same provider order', async () => {
  const before = app.gateway.books().orders.length;
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await page.getByLabel('Milestone Payment').check();
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  await page.reload();
  expect(await page.getByLabel('Milestone Payment').isChecked()).toBe(true);
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  expect(app.gateway.books().orders.length).toBe(before + 1);
});

test('the network goes before placing: a sentence, the button is free, and the second try works', async () => {
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await expect.poll(() => page.evaluate(() => 'Razorpay' in window)).toBe(true);
  await page.context().setOffline(true);
  await proceed(page).click();
  await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor();
  expect(await proceed(page).isEnabled()).toBe(true);
  await page.context().setOffline(false);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
});

test('the network goes after paying: the screen says that it checks, and corrects itself', async () => {
  const { page } = await pageOf(asha);
  await openCheckout(page);
  await page.route('**/gig/order/verify', (route) => route.abort());
  await proceed(page).click();
  await payByUpi(page);
  await page.getByRole('alert').filter({ hasText: 'We are checking' }).waitFor();
  await page.waitForURL('**/order-success?order=*');
});

test('the provider’s script does not load: two sentences, and it loads when it can', async () => {
  const { page } = await pageOf(asha);
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await openCheckout(page);
  await page.getByText('Failed to load payment gateway').first().waitFor();
  await proceed(page).click();
  await page.getByRole('alert').filter({ hasText: 'Payment gateway is loading...' }).waitFor();
  await page.unroute('**/v1/checkout.js');
  // The first click may find the script there already, or fetch it for the next one.
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

test('a price changed meanwhile is said, and the new one stands on the button', async () => {
  const { page } = await pageOf(asha);
  await openCheckout(page);
  const before = await proceed(page).textContent();
  const change = (by: number) =>
    app.write((tx) =>
      tx
        .updateTable('plans')
        .set((eb) => ({ price: eb('price', '+', by) }))
        .where('gig_id', '=', WEBSITE)
        .execute(),
    );
  await change(10_000);
  await proceed(page).click();
  await page.getByRole('alert').filter({ hasText: 'The price has changed' }).waitFor();
  await expect.poll(() => proceed(page).textContent()).not.toBe(before);
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).waitFor();
  await change(-10_000);
});
