import type { Browser } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBooks } from '../invariants.ts';
import { ASHA, codeFor } from '../people.ts';
import { startWorld, type World } from '../world.ts';
import { drawerReady, openPage } from './browser.ts';
import { openBrowser } from './chromium.ts';

let world: World;
let browser: Browser;
beforeEach(async () => {
  [world, browser] = await Promise.all([startWorld(), openBrowser()]);
});
afterEach(async () => {
  await browser.close();
  await world.close();
});

test('a visitor becomes a buyer with a paid order', async () => {
  const { page, complaints } = await openPage(browser, world.origin);
  await page.goto('/');
  await page.getByRole('link', { name: 'Services' }).first().click();
  await page
    .getByRole('link', { name: /business website/i })
    .first()
    .click();
  await page.getByText('Standard', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Order', exact: false }).first().click();
  const slider = page.getByRole('dialog');
  await drawerReady(page);
  await slider.getByRole('checkbox').first().check();
  await slider
    .getByRole('button', { name: /increase quantity/i })
    .first()
    .click();
  await slider.getByRole('link', { name: /continue/i }).click();

  await page.waitForURL('**/sign-in?next=*');
  await page.getByRole('link', { name: /create an account/i }).click();
  await page.getByLabel('Full Name').fill(ASHA.name);
  await page.getByLabel('Email Address').fill(ASHA.email);
  await page.getByLabel('Password', { exact: true }).fill(ASHA.password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(ASHA.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/verify-email*');
  const code = await codeFor(world, ASHA.email);
  await page.getByLabel('Digit 1 of 6').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();

  await page.waitForURL('**/process-payment');
  await page.getByRole('button', { name: /proceed to payment/i }).click();
  await expect.poll(() => page.getByText('Phone Number is required.').isVisible()).toBe(true);
  await page.getByLabel('Phone Number').fill('+91 98765 43210');
  await page.getByLabel('Street Address').fill('14 Law College Road');
  await page.getByLabel('City').fill('Pune');
  await page.getByLabel('State').fill('Maharashtra');
  await page.getByLabel('Country').fill('India');
  const proceed = page.getByRole('button', { name: /proceed to payment/i });
  const due = /₹[\d,]+/.exec((await proceed.textContent()) ?? '')?.[0] ?? 'no amount';
  await proceed.click();

  await page.getByLabel('UPI', { exact: true }).check();
  await page.getByLabel('UPI ID').fill('success@razorpay');
  await page.getByRole('button', { name: `Pay ${due}` }).click();

  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByRole('main').getByText(due).first().waitFor();
  await page.getByRole('link', { name: 'Manage Orders' }).click();
  const ticket = page.getByRole('article');
  await ticket.getByText('In Progress').waitFor();
  await ticket.getByText('Paid', { exact: true }).waitFor();
  expect(await ticket.getByText(due).count()).toBe(1);
  await world.mail.letter(ASHA.email, /is confirmed/);
  expect(complaints).toEqual([]);
  await checkBooks(world);
  await world.check();
});
