import { afterEach, expect, test } from 'vitest';
import { CART_KEY } from '../../src/lib/storage-keys.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { asha, sharePaymentApp } from '../support/payment-app.ts';
import { app } from '../support/shared-app.ts';
import { fillAddress, openCheckout, payByUpi, proceed } from './checkout-steps.ts';
import { expectAccessible, openPage } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

sharePaymentApp();
shareBrowser();

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

test('a form that proves nothing claims neither payment nor failure, and says what to do next', async () => {
  const { page } = await openPage(browser, app.origin);
  await page.goto('/payment-result');
  await page.getByRole('heading', { name: 'We have no result of this payment' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open your orders' }).waitFor();
});
