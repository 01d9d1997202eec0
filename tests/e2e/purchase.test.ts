import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { checkCapturedPayments } from '../support/invariants.ts';
import { BELA, codeFor, WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPage, tabTo, waitForDrawer } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** Reaches a field by Tab, once the page shows it, and types into it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().waitFor();
  await tabTo(page, label);
  await page.keyboard.type(text);
}

test('signing up and paying works with the keyboard only', async () => {
  // A new address for each run, so that the account does not exist yet.
  const bela = { ...BELA, email: `${Date.now()}.${BELA.email}` };
  const { page, browserErrors } = await openPage(browser, app.origin);
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(WEBSITE_PAGE);
  await tabTo(page, /^Order/);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await waitForDrawer(page);
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
  await page.getByRole('heading', { name: 'Continue your order' }).waitFor();
  await type(page, 'Your name', bela.name);
  await type(page, 'Your e-mail', bela.email);
  await press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const code = await codeFor(app, bela.email);
  await page.locator(':focus').and(page.getByLabel('Digit 1 of 6')).waitFor();
  await page.keyboard.type(code);

  await page.waitForURL('**/process-payment');
  await tabTo(page, /^Proceed to Payment/);
  await press('Enter');
  await page.getByText('Phone Number is required.').waitFor();
  await type(page, 'Phone Number', '+36 20 555 0101');
  await type(page, 'Street Address', 'Fő utca 3');
  await type(page, 'City', 'Győr');
  await type(page, 'State', 'Győr-Moson-Sopron');
  await type(page, 'Country', 'Hungary');
  await tabTo(page, /^Proceed to Payment/);
  const button = await page.locator(':focus').textContent();
  const amountDue = /₹[\d,]+/.exec(button ?? '')?.[0] ?? 'no amount';
  await press('Enter');

  await page.getByRole('button', { name: `Pay ${amountDue}` }).waitFor();
  await type(page, 'Card number', '4100280000001007');
  await type(page, 'Expiry', '1230');
  await type(page, 'CVV', '123');
  await press('Enter');
  await type(page, 'One-time password', '123456');
  await press('Enter');

  await page.waitForURL('**/order-success?order=*');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByRole('main').getByText(amountDue).first().waitFor();
  await tabTo(page, 'Manage Orders');
  await press('Enter');
  const ticket = page.getByRole('article');
  await ticket.getByText('In Progress').waitFor();
  await ticket.getByText('Paid', { exact: true }).waitFor();
  expect(await ticket.getByText(amountDue).count()).toBe(1);
  await app.mail.email(bela.email, /^Order confirmed/);
  expect(browserErrors).toEqual([]);
  await checkCapturedPayments(app);
  await app.check();
});
