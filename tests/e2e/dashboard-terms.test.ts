import { expect, test } from 'vitest';
import { ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { saveScreenshot } from './save-screenshot.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner changes what buyers get back, and a mistake keeps what was typed', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/desk/terms');
  const accepted = page.getByLabel('Accepted and nothing delivered, % refunded');
  for (const mistake of ['', '130']) {
    await accepted.fill(mistake);
    await page.getByRole('button', { name: 'Save for future orders' }).click();
    await page.getByText('Please give a whole percentage, 0 to 100.').waitFor();
    expect(await accepted.inputValue()).toBe(mistake);
    expect(await page.getByRole('cell', { name: 'Half of what is paid' }).count()).toBe(1);
  }
  await accepted.fill('40');
  await accepted.press('Enter');
  await page.getByRole('cell', { name: '40 % of what is paid' }).waitFor();
  await saveScreenshot(page, 'terms-390', { whole: true });
  expect(browserErrors.filter((each) => !each.includes('400 (Bad Request)'))).toEqual([]);
});
