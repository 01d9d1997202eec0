import type { Browser, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBooks } from '../invariants.ts';
import { BELA, codeFor, WEBSITE } from '../people.ts';
import { startWorld, type World } from '../world.ts';
import { drawerReady, openPage, tabTo } from './browser.ts';
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

/** Reaches a field by Tab and types into it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}

test('the whole road can be walked with the keyboard only', async () => {
  const { page, complaints } = await openPage(browser, world.origin);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(`/my-gig/${WEBSITE}`);
  await tabTo(page, /^Order/);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await drawerReady(page);
  const first = page.getByRole('dialog').getByRole('checkbox').first();
  await first.waitFor();
  await tabTo(
    page,
    (await first.evaluate((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ''))
      .replace(/\s+/g, ' ')
      .trim(),
  );
  await press('Space');
  expect(await first.isChecked()).toBe(true);
  await tabTo(page, /^Continue/);
  await press('Enter');

  await page.waitForURL('**/sign-in?next=*');
  await tabTo(page, 'Create an account');
  await press('Enter');
  await page.waitForURL('**/sign-up?next=*');
  await type(page, 'Full Name', BELA.name);
  await type(page, 'Email Address', BELA.email);
  await type(page, 'Password', BELA.password);
  await type(page, 'Confirm Password', BELA.password);
  await press('Enter');
  await page.waitForURL('**/verify-email*');
  const code = await codeFor(world, BELA.email);
  await tabTo(page, 'Digit 1 of 6');
  await page.keyboard.type(code);
  await press('Enter');

  await page.waitForURL('**/process-payment');
  await page.getByLabel('Phone Number').waitFor();
  await type(page, 'Phone Number', '+36 20 555 0101');
  await type(page, 'Street Address', 'Fő utca 3');
  await type(page, 'City', 'Győr');
  await type(page, 'State', 'Győr-Moson-Sopron');
  await type(page, 'Country', 'Hungary');
  await tabTo(page, /^Proceed to Payment/);
  await press('Enter');

  await page.getByLabel('Card number').waitFor();
  await type(page, 'Card number', '4100280000001007');
  await type(page, 'Expiry', '1230');
  await type(page, 'CVV', '123');
  await press('Enter');
  await page.getByLabel('One-time password').waitFor();
  await type(page, 'One-time password', '123456');
  await press('Enter');

  await page.waitForURL('**/order-success?order=*');
  await tabTo(page, 'Manage Orders');
  await press('Enter');
  await page.getByRole('article').getByText('In Progress').waitFor();
  expect(complaints).toEqual([]);
  await checkBooks(world);
  await world.check();
});
