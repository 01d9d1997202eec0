import { expect, test } from 'vitest';
import { EMAIL_NEEDED } from '../../api/modules/accounts/texts.ts';
import { insertBuyer, ownerOf, PASSWORD, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible, openPage, waitForAct } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const EMAIL = 'ravi@assistants.example';

test('the owner invites an assistant, who answers and moves an order, is refused a refund, and is ended at once', async () => {
  const { person: buyer } = await insertBuyer(app, { name: 'Farida Contractor' });
  const orderId = await paidOrder(app, buyer);
  const said = { orderId, messageText: 'When do you begin?' };
  await buyer.post('/api/v1/communicate/send-message', said);

  const { page: owners, browserErrors } = await openPageAs(await ownerOf(app));
  await owners.goto('/desk/assistants');
  // Nothing is sent without an address: a refused call would be among the browserErrors.
  await owners.getByRole('button', { name: 'Send the invitation' }).click();
  await owners.getByText(EMAIL_NEEDED).waitFor();
  await owners.getByLabel('E-mail').fill(EMAIL);
  await owners.getByRole('button', { name: 'Send the invitation' }).click();
  await owners.getByText('Valid until').waitFor();
  await expectAccessible(owners);

  const mail = await app.mail.email(EMAIL, /invited/);
  const { page } = await openPage(browser, app.origin, { viewport: { width: 1440, height: 900 } });
  await page.goto(/(\/invitation\/[\w-]+)/.exec(mail.text ?? '')?.[1] ?? '/');
  await expectAccessible(page);
  await page.getByLabel('Full Name').fill('Ravi Menon');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL(/\/sign-in/);
  await page.getByLabel('Email Address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();

  await page.waitForURL(/\/desk\/inbox/);
  await page.getByRole('heading', { name: /more than a password/ }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect.poll(async () => (await menu.allInnerTexts()).length).toBe(3);
  await page.route('**/*.js', (route) => route.abort());
  await page.reload();
  expect((await menu.allInnerTexts()).length, 'before the scripts arrive').toBe(3);
  expect(await page.getByRole('button', { name: 'Search and commands' }).count()).toBe(0);
  await page.unroute('**/*.js');
  await page.reload();
  await page.getByRole('button', { name: /^Farida/ }).click();
  await page.getByRole('textbox', { name: /message/i }).fill('On Monday.');
  await page.keyboard.press('Enter');
  await page.locator('.bubble').filter({ hasText: 'On Monday.' }).waitFor();
  await expectAccessible(page);

  await page.goto(`/desk/orders/${orderId}`);
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Reject|Refund/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await waitForAct(page, app);
  await page.getByRole('heading', { name: 'Deliver the work' }).waitFor();

  await page.goto('/desk/payments');
  await page.getByRole('heading', { name: 'Only for the owner' }).waitFor();
  await expectAccessible(page);
  const refused = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/desk/payments');
    return { status: answer.status, body: await answer.json() };
  });
  expect(refused).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/As an assistant/) },
  });

  await owners.reload();
  await owners.getByRole('button', { name: 'End Ravi Menon' }).click();
  await owners.getByRole('button', { name: 'End and sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await owners.getByRole('heading', { name: 'No assistants' }).waitFor();
  expect(browserErrors).toEqual([]);
});
