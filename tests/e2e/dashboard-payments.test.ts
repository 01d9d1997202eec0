import { expect, onTestFinished, test } from 'vitest';
import { insertPayments } from '../support/ledger-fixtures.ts';
import { ASHA, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { PHONE, sidewaysScroll } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner reads the ledger by month and by kind, finds one order and exports what is shown', async () => {
  const { person } = await insertBuyer(app, { name: ASHA.name });
  const id = await paidOrder(app, person);
  await insertPayments(app, 120);
  const { page, browserErrors } = await openPageAs(await ownerOf(app), {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/desk/payments');
  const ledger = page.getByRole('region', { name: 'Ledger' });
  await ledger.getByText('The latest 50').waitFor();
  await ledger.getByRole('button', { name: 'Show more' }).click();
  await ledger.getByText('The latest 100').waitFor();

  const totals = page.getByRole('region', { name: 'Totals' });
  const june = totals.getByRole('button', { name: /^Jun 2026/ });
  await june.click();
  await ledger.getByText('Unknown buyer').first().waitFor();
  await expect.poll(() => ledger.getByText(ASHA.name).count()).toBe(0);
  await ledger.getByRole('button', { name: 'Refunds' }).click();
  await expect.poll(() => ledger.getByRole('listitem').count()).toBe(12);
  await june.click();
  await ledger.getByRole('button', { name: 'Everything' }).click();

  const short = id.slice(-6).toUpperCase();
  await ledger.getByRole('searchbox').fill(`#${short}`);
  await expect.poll(() => ledger.getByRole('listitem').count()).toBe(3);
  expect(await ledger.getByRole('link', { name: `#${short}` }).count()).toBe(3);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(file.url()).toContain(`find=%23${short}`);
  expect(await file.failure()).toBeNull();
  await ledger.getByRole('searchbox').fill('nobody of this name');
  await ledger.getByRole('heading', { name: 'No results' }).waitFor();
  await ledger.getByRole('button', { name: 'Show everything' }).click();
  await ledger.getByText(ASHA.name).first().waitFor();
  expect(browserErrors).toEqual([]);
});

test('ten thousand payments are shown fifty at a time on a phone', async () => {
  // An app of its own, because these payments have no orders behind them.
  const large = await startTestApp();
  onTestFinished(() => large.close());
  await insertPayments(large, 10_000);
  const { page, browserErrors } = await openPageAs(await ownerOf(large), { viewport: PHONE });
  await page.goto('/desk/payments');
  const ledger = page.getByRole('region', { name: 'Ledger' });
  await ledger.getByText('The latest 50').waitFor();
  expect(await ledger.getByRole('listitem').count()).toBe(50);
  const elements = () => page.evaluate(() => document.querySelectorAll('main *').length);
  expect(await elements()).toBeLessThan(2_500);
  await ledger.getByRole('button', { name: 'Show more' }).click();
  await ledger.getByText('The latest 100').waitFor();
  expect(await ledger.getByRole('listitem').count()).toBe(100);
  expect(await elements()).toBeLessThan(3_500);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(browserErrors).toEqual([]);
});
