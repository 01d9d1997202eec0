import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner has everything checked, reads what to do and sees it turn green', async () => {
  const { page, browserErrors } = await openPageAs(await ownerOf(app));
  await page.goto('/desk/doctor');
  await page.getByRole('heading', { name: 'Not checked yet' }).waitFor();
  chmodSync(app.dataDir, 0o755);
  await page.getByRole('button', { name: 'Check everything' }).click();
  const configuration = page.getByRole('listitem').filter({ hasText: 'Configuration' });
  await configuration.getByText('To do').waitFor();
  await configuration.getByText('Other users of the machine can read').waitFor();
  await configuration.getByText('For whoever runs the server').click();
  await configuration.getByText('chmod go-rwx').first().waitFor();
  await expectAccessible(page);
  await page.goto('/desk');
  const row = page
    .getByRole('list', { name: 'Waiting for you' })
    .getByRole('listitem')
    .filter({ hasText: 'Configuration' });
  await row.getByText('Other users of the machine can read').waitFor();
  await expectAccessible(page);
  await row.getByRole('link', { name: 'See the check' }).click();
  await configuration.getByText('To do').waitFor();
  chmodSync(app.dataDir, 0o700);
  await page.getByRole('button', { name: 'Check everything' }).click();
  await page.getByText(/^\d+ good$/).click();
  await configuration.getByText('Good').waitFor();
  await page.getByText('The sandbox took ₹1 and refunded it.').waitFor();
  expect(browserErrors).toEqual([]);
});
