import { expect, onTestFinished, test } from 'vitest';
import { insertPayments } from '../support/ledger-fixtures.ts';
import { buy, deliverWebhooks } from '../support/payments.ts';
import { ASHA, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { tabTo } from './page.ts';
import { PHONE, sidewaysScroll } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner narrows the payments by month and state, finds one order and exports it', async () => {
  const { person } = await insertBuyer(app, { name: ASHA.name });
  const id = await paidOrder(app, person);
  const { paymentId } = await buy(app, person, { paymentType: 'Milestone' });
  app.sandbox.dispute(paymentId);
  await deliverWebhooks(app);
  await insertPayments(app, 120);
  const { page, browserErrors } = await openPageAs(await ownerOf(app), {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/desk/payments');
  const main = page.getByRole('main');
  const rows = main.getByRole('table', { name: 'Payments' }).locator('tbody tr');
  await main.getByText('The latest 20').waitFor();
  await main.getByRole('button', { name: 'Show more' }).click();
  await main.getByText('The latest 40').waitFor();

  const june = main.getByRole('button', { name: /^Jun 2026: net ₹/ });
  await tabTo(page, /^Jun 2026/);
  await page.keyboard.press('Enter');
  await main.getByText('Net in Jun 2026').waitFor();
  await expect.poll(() => main.getByText(ASHA.name).count()).toBe(0);
  await main.getByRole('button', { name: 'Refunded', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(12);
  await june.click();

  await main.getByRole('button', { name: /^Needs attention/ }).click();
  const disputed = rows.filter({ hasText: 'Disputed' });
  await disputed.getByText(/the bank by/).waitFor();
  await main.getByRole('button', { name: 'To be paid' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText('Due on delivery').waitFor();
  await main.getByRole('button', { name: 'All', exact: true }).click();

  const short = id.slice(-6).toUpperCase();
  await main.getByRole('searchbox').fill(`#${short}`);
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText(new RegExp(`#${short}$`)).waitFor();
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    rows.getByRole('link', { name: /^Receipt VY/ }).click(),
  ]);
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(file.url()).toContain(`find=%23${short}`);
  expect(await file.failure()).toBeNull();
  await main.getByRole('searchbox').fill('nobody with this name');
  await main.getByRole('heading', { name: 'No results' }).waitFor();
  await main.getByRole('button', { name: 'Show everything' }).click();
  await rows.filter({ hasText: ASHA.name }).first().getByRole('link').first().click();
  await page.waitForURL(/\/desk\/orders\/[\w-]+$/);
  expect(browserErrors).toEqual([]);
});

test('ten thousand payments are shown twenty at a time on a phone', async () => {
  // An app of its own, because these payments have no orders behind them.
  const large = await startTestApp();
  onTestFinished(() => large.close());
  await insertPayments(large, 10_000);
  const { page, browserErrors } = await openPageAs(await ownerOf(large), { viewport: PHONE });
  await page.goto('/desk/payments');
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
  await page.getByText('The latest 20').waitFor();
  expect(await rows.count()).toBe(20);
  const elements = () => page.evaluate(() => document.querySelectorAll('main *').length);
  expect(await elements()).toBeLessThan(2_500);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('The latest 40').waitFor();
  expect(await rows.count()).toBe(40);
  expect(await elements()).toBeLessThan(3_500);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(browserErrors).toEqual([]);
});

test('a few payments need no filters, and none says so', async () => {
  const small = await startTestApp();
  onTestFinished(() => small.close());
  const owner = await ownerOf(small);
  const { page } = await openPageAs(owner, { viewport: PHONE });
  await page.goto('/desk/payments');
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
  await buy(small, (await insertBuyer(small)).person, { paymentType: 'Milestone' });
  await page.goto('/desk/payments');
  await page.getByRole('table', { name: 'Payments' }).getByText('Due on delivery').waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'To be paid' }).count()).toBe(0);
});
