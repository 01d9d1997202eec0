import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { ASHA, codeFor } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible, FULL_MOTION, openPage, waitForDrawer } from './page.ts';
import { PHONE, sidewaysScroll } from './public-pages.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const MAX_CLICKS = 8;
const MAX_FIELDS = 10;

test('a new buyer on a phone pays from the home page in at most 8 clicks and 10 typed fields', async () => {
  const { page, browserErrors } = await openPage(browser, app.origin, { viewport: PHONE });
  let clicks = 0;
  let fields = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const type = async (label: string, text: string) => {
    fields += 1;
    await page.getByLabel(label, { exact: true }).first().fill(text);
  };
  const reminder = page.getByRole('complementary', { name: 'Your order' });

  await page.goto('/');
  const packages = page.getByRole('region', { name: 'Fixed prices and delivery times' });
  const offer = packages.getByRole('link').first();
  const title = (await offer.textContent()) ?? '';
  await click(offer);
  await click(page.locator('#order').getByRole('button', { name: 'Order' }));
  await waitForDrawer(page);
  await click(page.getByRole('dialog').getByRole('link', { name: /^Continue/ }));

  await page.waitForURL('**/sign-in?next=*');
  await reminder.getByText(title).waitFor();
  await click(page.getByRole('link', { name: /create an account/i }));
  await page.waitForURL('**/sign-up?next=*');
  await reminder.getByText(title).waitFor();
  await expectAccessible(page);
  await type('Email Address', ASHA.email);
  await type('Full Name', ASHA.name);
  await type('Password', ASHA.password);
  await type('Confirm Password', ASHA.password);
  await click(page.getByRole('button', { name: 'Create Account' }));

  await page.waitForURL('**/verify-email*');
  await reminder.getByText(title).waitFor();
  const code = await codeFor(app, ASHA.email);
  fields += 1;
  // Six digits at once, as a phone fills in a code; the last one sends it.
  await page.getByLabel('Digit 1 of 6').fill(code);

  await page.waitForURL('**/process-payment');
  const pay = page.getByRole('button', { name: /^Proceed to Payment/ });
  await pay.waitFor();
  expect(await page.getByLabel('Email Address').inputValue()).toBe(ASHA.email);
  expect(await page.getByLabel('First Name').inputValue()).toBe('Asha');
  expect(await page.getByLabel('Country').inputValue()).toBe('India');
  await page.getByText(/^₹[\d,.]+ now, ₹[\d,.]+ on delivery$/).waitFor();
  for (const place of ['First Name', 'Country']) {
    await page.getByLabel(place).scrollIntoViewIfNeeded();
    const box = await pay.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), place).toBeLessThanOrEqual(PHONE.height);
    expect(box?.y ?? 0, place).toBeGreaterThan(PHONE.height / 2);
  }
  expect(await sidewaysScroll(page)).toBe(0);
  await expectAccessible(page);
  await type('Phone Number', '+91 98765 43210');
  await type('Street Address', '14 Law College Road');
  await type('City', 'Pune');
  await type('State', 'Maharashtra');
  await click(pay);

  await click(page.getByLabel('UPI', { exact: true }));
  await type('UPI ID', 'success@razorpay');
  await click(page.getByRole('button', { name: /^Pay ₹/ }));
  await page.waitForURL('**/order-success?order=*');
  const next = page.getByRole('region', { name: 'What happens next' });
  await next.getByText(/^Vihaan delivers, planned for \d+ \w+ \d{4}$/).waitFor();
  await expectAccessible(page);

  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(fields).toBeLessThanOrEqual(MAX_FIELDS);
  expect(browserErrors).toEqual([]);
});

test('the confetti of an order flies once, not again on a reload', async () => {
  const { page } = await openPage(browser, app.origin, FULL_MOTION);
  await page.goto('/sign-in');
  await page.getByLabel('Email Address').fill(ASHA.email);
  await page.getByLabel('Password', { exact: true }).fill(ASHA.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const { orders } = (await (await page.request.get('/api/v1/gig/order/user-orders')).json()) as {
    orders: { _id: string }[];
  };
  const path = `/order-success?order=${orders[0]?._id}`;
  await page.goto(path);
  await page.locator('canvas').waitFor({ state: 'attached' });
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'What happens next' }).waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
});
