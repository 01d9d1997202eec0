import { expect, onTestFinished, test } from 'vitest';
import { insertBuyer, insertOrders } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { expectAccessible } from './page.ts';
import { PHONE } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

test('sixty orders fit in pages of rows, filtered by status and sorted', async () => {
  // An app of its own, because these orders have no payments behind them.
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { person, user } = await insertBuyer(app);
  await insertOrders(app, [user], 60);
  const { page } = await openPageAs(person, { viewport: PHONE });
  await page.goto('/orders');
  const rows = page.getByRole('article');
  await page.getByText('1–20 of 60 orders').waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(6_000);
  expect((await rows.first().boundingBox())?.height).toBeLessThan(190);
  const places = async () => (await rows.locator('.mono').allTextContents()).join();
  const newest = await places();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('21–40 of 60 orders').waitFor();
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await page.getByText('1–20 of 60 orders').waitFor();
  await expect.poll(places).not.toBe(newest);
  await page.getByLabel('Status').selectOption('Delivered (15)');
  await page.getByText('15 orders', { exact: true }).waitFor();
  await expect.poll(() => rows.getByText('Delivered', { exact: true }).count()).toBe(15);
  expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
  await page.getByRole('searchbox').fill('quoted');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await page.getByText('1–20 of 60 orders').waitFor();
  await expectAccessible(page);
});
