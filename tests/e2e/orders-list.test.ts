import { expect, onTestFinished, test } from 'vitest';
import { insertBuyer, insertOrders, paidOrder } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { expectAccessible } from './page.ts';
import { PHONE } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

test('sixty orders are shown twenty at a time, filtered by status and sorted', async () => {
  // An app of its own, because these orders have no payments behind them.
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { person, user } = await insertBuyer(app);
  await insertOrders(app, [user], 60);
  const { page } = await openPageAs(person, { viewport: PHONE });
  await page.goto('/orders');
  const rows = page.getByRole('article');
  await page.getByText('20 of 60 orders').waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(6_000);
  expect((await rows.first().boundingBox())?.height).toBeLessThan(190);
  const places = async () => (await rows.locator('.mono').allTextContents()).join();
  const newest = await places();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('40 of 60 orders').waitFor();
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await page.getByText('20 of 60 orders').waitFor();
  await expect.poll(places).not.toBe(newest);
  await page.getByRole('button', { name: 'Delivered (15)' }).click();
  await page.getByText('15 orders', { exact: true }).waitFor();
  await expect.poll(() => rows.getByText('Delivered', { exact: true }).count()).toBe(15);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.getByRole('searchbox').fill('quoted');
  await page.getByRole('heading', { name: 'No results' }).waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByText('20 of 60 orders').waitFor();
  await expectAccessible(page);
  await page
    .getByRole('searchbox')
    .fill((await rows.first().locator('.mono').nth(1).textContent()) ?? '');
  await expect.poll(() => rows.count()).toBe(1);

  await page.route('**/gig/order/user-orders', (route) => route.abort());
  await page.goto('/orders');
  await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
  expect(await page.getByRole('searchbox').count(), 'nothing to filter').toBe(0);
});

test('an order in a list has the one action of its page', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { person } = await insertBuyer(app);
  const orderId = await paidOrder(app, person);
  const { page } = await openPageAs(person, { viewport: PHONE });
  await page.goto('/orders');
  const action = page.getByRole('article').getByRole('link', { name: 'Submit Requirements' });
  await action.waitFor();
  expect(await page.getByRole('article').locator('.button--solid').count()).toBe(1);
  expect(await page.getByRole('searchbox').count(), 'nothing to search').toBe(0);
  await page.getByRole('button', { name: 'Table View' }).click();
  await page.getByRole('row').getByRole('link', { name: 'Submit Requirements' }).click();
  await page.waitForURL(`**/orders/${orderId}`);
  await page.getByRole('button', { name: 'Submit Requirements' }).waitFor();
});
