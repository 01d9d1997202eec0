import { expect, test } from 'vitest';
import { BELA, codeFor, ownerOf, WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { fillAddress, payByCard, proceed } from './checkout-steps.ts';
import { forbidStorage } from './forbid-storage.ts';
import { openPage, waitForDrawer } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('a visitor orders, pays and writes in a browser that forbids storage', async () => {
  const bela = { ...BELA, email: `forbids.${BELA.email}` };
  const { page, browserErrors } = await openPage(browser, app.origin);
  await forbidStorage(page);
  await page.goto(WEBSITE_PAGE);
  await page
    .getByRole('button', { name: /^Order/ })
    .first()
    .click();
  await waitForDrawer(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  const total = /₹[\d,]+/.exec(
    (await dialog.getByRole('link', { name: /^Continue/ }).textContent()) ?? '',
  )?.[0];
  await dialog.getByRole('link', { name: /^Continue/ }).click();

  await page.waitForURL('**/sign-in?next=*');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email Address').fill(bela.email);
  await page.getByLabel('Full Name').fill(bela.name);
  await page.getByLabel('Password', { exact: true }).fill(bela.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(bela.password);
  await page.getByLabel('Confirm Password', { exact: true }).press('Enter');
  await page.waitForURL('**/verify-email*');
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(await codeFor(app, bela.email));

  await page.waitForURL('**/process-payment?*');
  await proceed(page).waitFor();
  await page.reload();
  await fillAddress(page);
  expect(await proceed(page).textContent()).toContain(total);
  await proceed(page).click();
  await payByCard(page);
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();

  await page.getByRole('link', { name: 'Manage Orders' }).click();
  await page.getByRole('article').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Nothing is kept here');
  await field.press('Enter');
  await page.locator('.bubble').filter({ hasText: 'Nothing is kept here' }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  const owner = await ownerOf(app);
  const [order] = (await owner.get('/api/v1/desk/orders')).body.orders;
  const read = () =>
    owner.post('/api/v1/communicate/order/user-conversation', { orderId: order._id });
  await expect
    .poll(async () => (await read()).body.messages.map(textOf))
    .toEqual(['Nothing is kept here']);
  expect(browserErrors).toEqual([]);
});

const textOf = ({ messageText }: { messageText: string }) => messageText;
