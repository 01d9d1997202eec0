import { expect, test } from 'vitest';
import { PASSWORD } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { openPage } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

shareBrowser();

test('a link of a mail in the development mailbox opens the site in a tab', async () => {
  const app = await startTestApp({ SMTP_URL: '' });
  const email = 'uma@inbox.example';
  await app.visitor().post('/api/v1/user/sign-up', { name: 'Uma', email, password: PASSWORD });
  const { page, browserErrors } = await openPage(browser, app.origin);
  await page.goto('/dev/mail');
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Enter the code' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  // The page opens also without a session, and says what to do first.
  await opened.getByRole('heading', { name: 'Verify Your Email' }).waitFor();
  expect(browserErrors).toEqual([]);
  await page.context().close();
  await app.close();
});
