import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { PAYMENT_UNDER_WAY } from '../../api/modules/payments/texts.ts';
import { CART_KEY } from '../../src/lib/storage-keys.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { asha, sharePaymentApp } from '../support/payment-app.ts';
import { startCheckout } from '../support/payments.ts';
import { app } from '../support/shared-app.ts';
import { fillAddress, openCheckout, payByUpi, proceed } from './checkout-steps.ts';
import { expectAccessible, openPage } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

sharePaymentApp();
shareBrowser();

const PHONE = {
  viewport: { width: 390, height: 844 },
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/140.0 Mobile Safari/537.36',
};

/** Pays a new order by UPI as in the provider's live mode, as far as the app that the buyer is sent to. */
async function openUpiApp(page: Page): Promise<Page> {
  await openCheckout(page);
  await fillAddress(page);
  await proceed(page).click();
  await page.getByLabel('UPI', { exact: true }).check();
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the UPI app' }).click();
  return opened;
}

afterEach(() => app.sandbox.faults.clear());

test('a browser that gets only the provider’s form shows the paid order, also without its session', async () => {
  app.sandbox.faults.delivery = 'form';
  const { page, browserErrors } = await openPageAs(asha);
  await openCheckout(page);
  await fillAddress(page);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/payment-result#*');
  await page.getByRole('heading', { name: 'Payment received', exact: true }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate((key) => localStorage.getItem(key), CART_KEY)).toBeNull();

  const elsewhere = await openPage(browser, app.origin);
  await elsewhere.page.goto(page.url());
  await elsewhere.page.getByRole('heading', { name: 'Payment received', exact: true }).waitFor();
  await elsewhere.page.getByRole('link', { name: 'Continue' }).click();
  await elsewhere.page.waitForURL('**/sign-in*');

  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  expect([...browserErrors, ...elsewhere.browserErrors]).toEqual([]);
  await checkCapturedPayments(app);
});

test('a browser in which handler and form both arrive pays once', async () => {
  app.sandbox.faults.delivery = 'both';
  const { page } = await openPageAs(asha);
  await openCheckout(page);
  await fillAddress(page);
  await proceed(page).click();
  await payByUpi(page);
  await page.getByRole('heading', { name: /^Payment (received|Successful!)$/ }).waitFor();
  await checkCapturedPayments(app);
});

test('a buyer who comes back from a UPI app to a page that was told nothing sees the paid order', async () => {
  app.sandbox.faults.delivery = 'neither';
  const { page, browserErrors } = await openPageAs(asha);
  await openCheckout(page);
  await fillAddress(page);
  await proceed(page).click();
  await payByUpi(page);
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await app.sandbox.settled();
  await app.server.reconciler.run();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForURL('**/order-success?order=*');
  expect(browserErrors).toEqual([]);
  await checkCapturedPayments(app);
});

test('on a phone the UPI app opens, and the page goes on once the buyer has approved', async () => {
  app.sandbox.faults.upi = 'live';
  const { page, browserErrors } = await openPageAs(asha, PHONE);
  const upiApp = await openUpiApp(page);
  await upiApp.getByRole('button', { name: 'Approve' }).click();
  await upiApp.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await page.waitForURL('**/order-success?order=*');
  expect(browserErrors).toEqual([]);
});

test('a QR code that another device pays after the tab died leads to a paid order', async () => {
  app.sandbox.faults.upi = 'live';
  const { page } = await openPageAs(asha);
  const scanned = (await openUpiApp(page)).url();
  await page.getByRole('img', { name: 'QR code of this payment' }).waitFor();
  await page.context().close();
  const { page: phone } = await openPage(browser, app.origin, PHONE);
  await phone.goto(scanned);
  await phone.getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  const again = await openPageAs(asha);
  await again.page.goto('/orders');
  await again.page.getByText('Paid', { exact: true }).first().waitFor();
  await checkCapturedPayments(app);
});

test('who opens the site again while the bank decides sees it in the bar and on the order, and then that it is paid', async () => {
  const { checkout } = await startCheckout(asha);
  const attempt = app.sandbox.pay(checkout.orderId, { method: 'upi', outcome: 'created' });
  const { page, browserErrors } = await openPageAs(asha, { viewport: { width: 360, height: 740 } });
  await page.goto('/security');
  await page.getByRole('link', { name: 'Payment under way' }).click();
  await page.waitForURL('**/orders/*');
  await page.getByText(PAYMENT_UNDER_WAY).first().waitFor();
  await page.getByRole('heading', { name: 'Payment under way' }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay now/ }).count()).toBe(0);
  await expectAccessible(page);
  app.sandbox.decide(attempt.razorpay_payment_id);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('Paid', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Payment under way' }).count()).toBe(0);
  expect(browserErrors).toEqual([]);
  await checkCapturedPayments(app);
});

test('a form that proves nothing claims neither payment nor failure, and says what to do next', async () => {
  const { page } = await openPage(browser, app.origin);
  await page.goto('/payment-result');
  await page.getByRole('heading', { name: 'We could not confirm this payment' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open your orders' }).waitFor();
});
