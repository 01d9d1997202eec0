import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { MINUTE } from '../../api/platform/clock.ts';
import { insertBuyer, ownerOf, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible, openPage } from './page.ts';
import { saveScreenshot } from './save-screenshot.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** A virtual authenticator that makes passkeys and verifies its user without a dialog. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

test('a passkey is added in the settings, and is the second step of the next sign-in', async () => {
  const { person, user } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await page.goto('/settings#keys');
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Keep these recovery codes').waitFor();
  const codes = await page.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download them' }).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toEqual(codes);
  await page.getByText('Laptop', { exact: true }).waitFor();
  await saveScreenshot(page, 'recovery-codes-1280', { whole: true });
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByLabel('Email Address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});

test('a sensitive action asks for confirmation and is then made without repeating it', async () => {
  const owner = await ownerOf(app);
  const { user } = await insertBuyer(app);
  const { password_hash } = user;
  await app.write((tx) =>
    tx.updateTable('users').set({ password_hash }).where('role', '=', 'owner').execute(),
  );
  app.advance(11 * MINUTE);
  const { page } = await openPageAs(owner);
  await page.goto('/desk/publish');
  await page.getByLabel('Publish changes automatically').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  await page.keyboard.type(PASSWORD);
  await saveScreenshot(page, 'confirm-dialog-1280');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page
    .getByText(/Changes are published automatically|Changes wait until/)
    .first()
    .waitFor();
  expect(await dialog.count()).toBe(0);
  const hasFocus = (box: Element) => box === document.activeElement;
  expect(await page.getByLabel('Publish changes automatically').evaluate(hasFocus)).toBe(true);
});

test('a visitor without a passkey sees no second step', async () => {
  const { page } = await openPage(browser, app.origin);
  await page.goto('/sign-in');
  expect(await page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
});
