import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { insertBuyer, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

let page: Page;
beforeAll(async () => {
  ({ page } = await openPageAs(await ownerOf(app)));
});

const press = async (name: string | RegExp) => {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
};

test('an item that the keyboard moves to the end of its list keeps the focus on its other arrow', async () => {
  await page.goto('/desk/past-work');
  const names = page.locator('main .list__title');
  await names.first().waitFor();
  const all = await names.allTextContents();
  const name = all.at(-2);
  await press(`Move ${name} down`);
  await expect.poll(() => names.last().textContent()).toBe(name);
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: `Move ${name} up` }))
    .waitFor();
});

test('the focus stays where a picture was removed', async () => {
  await page.goto(`/desk/gigs/${WEBSITE}`);
  await press('Remove picture 1');
  await page.locator('.pictures:focus').waitFor();
});

test('the focus stays at the revision that was decided, and on the button that publishes', async () => {
  const { person: asha } = await insertBuyer(app);
  const owner = await ownerOf(app);
  const orderId = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  const revisionDescription = 'A green header, please.';
  await asha.post('/api/v1/gig/order/revision-request', { orderId, revisionDescription });
  await page.goto(`/desk/orders/${orderId}`);
  await press('Approve');
  await page.locator(':focus').filter({ hasText: revisionDescription }).waitFor();

  await page.goto('/desk/publish');
  await press('Publish now');
  await page.getByText('Published').first().waitFor();
  await page.locator('main :focus').or(page.locator('main:focus')).first().waitFor();
});
