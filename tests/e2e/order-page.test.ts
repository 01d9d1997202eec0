import { expect, test } from 'vitest';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { tabTo } from './browser.ts';
import { pageOf, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('a delivered order has one action that stands out and is accepted with the keyboard alone', async () => {
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const owner = await ownerOf(app);
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  await owner.post(`/api/v1/desk/orders/${id}/deliver`, { message: 'Here it is.' });
  const { page, complaints } = await pageOf(asha);
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: 'Submit Requirements' }).waitFor();
  const solid = page.locator('main .button--solid');
  expect(await solid.allInnerTexts()).toEqual(['Accept the delivery']);

  await tabTo(page, 'Accept the delivery');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Accept the delivery?' });
  await dialog.waitFor();
  await tabTo(page, 'Not yet');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await tabTo(page, 'Accept the delivery');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Accept and complete');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The work is yours' }).waitFor();
  const review = page.getByRole('region', { name: 'How was it? Write a review' });
  await expect.poll(() => review.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
});
