import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { codeFor, insertAssistant, insertBuyer, PASSWORD, paidOrder } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { fillAddress } from './checkout-steps.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';
import { expectAccessibleAfterFadeIns, openVisitorPage } from './visitor-page.ts';

shareApp();
shareBrowser();

const NEXT = 'nandini.next@buyers.example';
const SECOND = 'Second-Ferry-43';

const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-sonner-toast]').getByText(text).first().waitFor();

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').focus();
  await page.evaluate((code) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', code);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('a person signs up, changes every account setting and deletes the account', async () => {
  const EMAIL = `nandini.${Date.now()}@buyers.example`;
  const { page, browserErrors } = await openVisitorPage({ acceptDownloads: true });
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#b7791f' },
  })
    .jpeg()
    .toBuffer();

  await page.goto('/sign-up?next=%2Fprofile');
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await page.getByRole('img', { name: 'Your picture' }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('img', { name: 'No picture yet' }).waitFor();
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await page.getByLabel('Full Name').fill('Nandini Bose');
  await page.getByLabel('Email Address').fill(EMAIL);
  expect(await page.getByText('At least 8 characters').isVisible()).toBe(false);
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByText('Password strength: Weak').waitFor();
  await page.getByLabel('Confirm Password', { exact: true }).fill('passwort');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Passwords do not match!').waitFor();
  expect(await page.getByText('Passwords do not match!').count(), 'said once').toBe(1);
  await page.getByLabel('Confirm Password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page
    .getByText(/one of the most common/)
    .first()
    .waitFor();
  await expectAccessibleAfterFadeIns(page, 'sign-up with a mistake');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByText('Password strength: Strong').waitFor();
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  expect(await page.getByRole('button', { name: 'Google' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Create Account' }).click();

  await page.waitForURL('**/verify-email?next=*');
  await toast(page, 'Account created. We have sent you a code.');
  await expectAccessibleAfterFadeIns(page, 'verify');
  const second = await page.context().newPage();
  await second.goto('/verify-email');
  await second.getByText(EMAIL).waitFor();
  const code = await codeFor(app, EMAIL);
  await paste(page, `${code.slice(0, 3)} ${code.slice(3, 5)}`);
  expect(await page.getByLabel('Digit 5 of 6').inputValue()).toBe(code[4]);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.getByLabel('Digit 4 of 6').waitFor();
  expect(await page.getByLabel('Digit 4 of 6').inputValue()).toBe('');
  // The last digit sends the code by itself.
  await page.keyboard.type(code.slice(3));

  await page.waitForURL('**/profile');
  await toast(page, 'E-mail verified successfully.');
  await second.waitForURL(`${app.origin}/`);
  await second.close();
  await page.getByRole('heading', { name: /Nandini Bose/ }).waitFor();
  await page.getByText('Member Since').waitFor();
  await expectAccessibleAfterFadeIns(page, 'profile');

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: /Logout/ }).click();
  await page.waitForURL('**/sign-in?next=*');
  await toast(page, 'Signed out successfully.');
  await expectAccessibleAfterFadeIns(page, 'sign-in');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await page.getByLabel('Email Address').fill(EMAIL);
  await expectAccessibleAfterFadeIns(page, 'forgot');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByText(`If an account exists for ${EMAIL}`).waitFor();
  await toast(page, 'Reset Password link sent to your email!');
  await expectAccessibleAfterFadeIns(page, 'forgot, sent');

  const email = await app.mail.email(EMAIL, /Set a new password/);
  await page.goto(/(\/create-password\/[\w-]+)/.exec(email.text ?? '')?.[1] ?? '/');
  await page.getByLabel('New Password', { exact: true }).fill(SECOND);
  await page.getByLabel('Confirm New Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByText('Passwords do not match', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Show confirm new password' }).click();
  await page.getByLabel('Confirm New Password', { exact: true }).fill(SECOND);
  await expectAccessibleAfterFadeIns(page, 'reset');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await toast(page, 'Your password has been changed. Please sign in.');
  await page.waitForURL('**/sign-in');

  await page.goto('/sign-in?next=%2Fsettings');
  await page.getByLabel('Email Address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByText('Invalid e-mail or password.').first().waitFor();
  await page.getByLabel('Password', { exact: true }).fill(SECOND);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();

  const mail = page.locator('#email');
  await mail.getByLabel('New Email Address').fill(NEXT);
  // The same words are said again, which only a new element does.
  const busy = { status: 400, json: { success: false, message: 'Please try again.' } };
  await page.route('**/user/email', (route) => route.fulfill(busy));
  await mail.getByLabel('Your Password', { exact: true }).fill(SECOND);
  await mail.getByRole('button', { name: 'Send a code to it' }).click();
  await mail.getByRole('alert').evaluate((said) => said.setAttribute('data-heard', ''));
  await mail.getByRole('button', { name: 'Send a code to it' }).click();
  await mail.locator('[role=alert]:not([data-heard])').waitFor();
  await page.unroute('**/user/email');
  await mail.getByRole('button', { name: 'Send a code to it' }).click();
  await mail.getByText('Enter the six-digit code').waitFor();
  await expectAccessibleAfterFadeIns(page, 'settings');
  const asked = await app.mail.email(NEXT, /new address/);
  await paste(page, /^\d{6}$/m.exec(asked.text ?? '')?.[0] ?? '');
  await mail.getByRole('button', { name: 'Confirm address' }).click();
  await toast(page, 'Your e-mail address has been changed.');
  await mail.getByText(`You sign in with ${NEXT}`).waitFor();
  await app.mail.email(EMAIL, /address was changed/);

  const phone = app.visitor();
  const agent = {
    'User-Agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  };
  await phone.post('/api/v1/user/sign-in', { email: NEXT, password: SECOND }, agent);
  await page.reload();
  await page.getByText('This device').waitFor();
  await page.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
  await toast(page, 'That device is signed out.');
  expect((await phone.get('/api/v1/user/check-auth-user')).status).toBe(401);

  const you = page.locator('#you');
  await you.getByLabel('Full Name').fill('Nandini B.');
  const hasFocus = (button: Locator) =>
    button.evaluate((element) => element === document.activeElement);
  const saveName = you.getByRole('button', { name: 'Save name' });
  await saveName.click();
  await toast(page, 'Your name has been changed.');
  expect(await hasFocus(saveName), 'saving leaves one where one was').toBe(true);
  await you.getByRole('button', { name: 'Remove' }).click();
  await toast(page, 'Your picture has been removed.');
  const billing = page.locator('#billing');
  await billing.getByRole('button', { name: 'Enter them now' }).click();
  await fillAddress(page);
  await billing.getByRole('button', { name: 'Save billing details' }).click();
  const change = billing.getByRole('button', { name: 'Change' });
  await expect
    .poll(() => hasFocus(change), { message: 'the line is in the fields’ place' })
    .toBe(true);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  const taken = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(taken.account).toMatchObject({ name: 'Nandini B.', email: NEXT });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Password', { exact: true }).fill('not it');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('This is not your password.').waitFor();
  await expectAccessibleAfterFadeIns(page, 'delete');
  await dialog.getByLabel('Your Password', { exact: true }).fill(SECOND);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL('**/sign-in');
  await toast(page, 'Your account has been deleted.');
  await app.mail.email(NEXT, /account was deleted/);
  // The only console errors are those of requests that the test expects to fail.
  expect(browserErrors.filter((line) => !/status of (400|401|403)/.test(line))).toEqual([]);
  await app.check();
});

test('the dialog to delete the account names paid orders and cancels them with their promise', async () => {
  const { person, user } = await insertBuyer(app);
  const id = await paidOrder(app, person);
  const { page } = await openPageAs(person);
  await page.goto('/settings#delete');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const link = dialog.getByRole('link', { name: `#${id.slice(-6).toUpperCase()}` });
  expect(await link.getAttribute('href')).toBe(`/orders/${id}`);
  await expectAccessibleAfterFadeIns(page, 'orders under way');
  await dialog.getByRole('button', { name: 'Cancel the order…' }).click();
  await page.getByRole('button', { name: /^Cancel and get ₹14,999 back$/ }).click();
  await dialog.getByLabel('Your Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL('**/sign-in');
  const { db } = app.server.services.store;
  const order = await rowWith(db, 'orders', { buyer_id: user.id });
  expect(order).toMatchObject({ buyer_name: 'Former client', refunded: order.paid });
});

test('a link to add a key leads out of the dashboard to its section of the settings', async () => {
  const { person } = await insertAssistant(app);
  const { page } = await openPageAs(person);
  await page.goto('/desk/inbox');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.waitForURL('**/settings#keys');
  const heading = page.getByRole('heading', { name: 'Keys', exact: true });
  await heading.waitFor();
  await expect
    .poll(async () => (await heading.boundingBox())?.y ?? Number.POSITIVE_INFINITY)
    .toBeLessThan(400);
});
