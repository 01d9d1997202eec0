import { expect, test } from 'vitest';
import { buy, storedOrder } from '../support/payments.ts';
import { ASHA, insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('a buyer reads what is refunded, cancels with the keyboard and gets exactly that', async () => {
  const { person } = await insertBuyer(app, { name: ASHA.name });
  const { orderId, checkout } = await buy(app, person);
  const owner = await ownerOf(app);
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  const half = Math.ceil(checkout.amount / 2);
  const { page, browserErrors } = await openPageAs(person, {
    viewport: { width: 390, height: 844 },
  });
  await page.goto(`/orders/${orderId}`);
  const panel = page.getByRole('region', { name: 'Cancelling' });
  await panel.getByText(/^If you cancel today you get ₹7,499\.50 back/).waitFor();
  await panel.getByRole('button', { name: 'Cancel the order…' }).focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Cancel and get ₹/ });
  await confirm.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The order was cancelled' }).waitFor();
  await page.getByText('₹7,499.50 is refunded to you.').first().waitFor();
  expect(await panel.count()).toBe(0);
  const said = page.getByRole('main').getByText('₹7,499.50').filter({ visible: true });
  await expect.poll(() => said.count()).toBe(2);
  expect(await storedOrder(app, orderId)).toMatchObject({ refunded: half });
  expect(browserErrors).toEqual([]);
});
