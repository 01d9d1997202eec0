import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { MINUTE } from '../../api/platform/clock.ts';
import { insertBuyer, ownerOf, PASSWORD, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible, openPage, signInBrowser } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** A virtual authenticator that makes passkeys and verifies its user without a dialog. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    /** The person does not prove who they are, so the browser's dialog ends without a passkey. */
    refuse: () =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  };
}

const nameOf = (page: Page) => page.locator('#keys .list').getByText(/^Chrome.* on Linux$/);

/** Adds a passkey, which is named after the browser. Returns the recovery codes. */
async function addPasskey(page: Page): Promise<string[]> {
  await page.goto('/settings#keys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Keep these recovery codes').waitFor();
  return page.locator('.recovery-codes li').allTextContents();
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  // Otherwise the authenticator answers at once in the field of the address.
  await page.route('**/sign-in/with-passkey', (route) => route.abort());
  await page.goto('/sign-in');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
}

test('a passkey is added in the settings, and is the second step of the next sign-in', async () => {
  const { person, user } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  const codes = await addPasskey(page);
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
  await nameOf(page).waitFor();
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  const name = page.getByLabel('Name of the passkey');
  expect(await name.inputValue()).toMatch(/^Chrome.* on Linux$/);
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Please name this passkey.').waitFor();
  await name.fill('Laptop');
  await page.getByText('Please name this passkey.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Laptop', { exact: true }).waitFor();
  await expectAccessible(page);

  await enterPassword(page, user.email);
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  const button = page.getByRole('button', { name: 'Use a passkey' });
  // Without an app the passkey is what most people use, so no keyboard opens on a phone.
  expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
  await button.click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});

test('a stored passkey signs in from the field of the address without typing, a buyer and the owner', async () => {
  const { person } = await insertBuyer(app);
  for (const [who, path] of [
    [person, '/'],
    [await ownerOf(app), '/desk'],
  ] as const) {
    const { page } = await openPageAs(who);
    await addAuthenticator(page);
    await addPasskey(page);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/sign-in');
    await page.waitForURL((url) => url.pathname === path);
    await page.context().close();
  }
  // The owner of the other tests has none.
  await app.write((tx) => tx.deleteFrom('passkeys').execute());
});

test('recovery codes on the screen go with the last passkey, because they no longer work', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await addPasskey(page);
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await nameOf(page).waitFor({ state: 'detached' });
  await page.locator('.recovery-codes').waitFor({ state: 'detached' });
});

test('a device that has a passkey of this account already says so', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await addPasskey(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device already holds a passkey of your account.').waitFor();
});

test('a code is sent after the browser dialog of a passkey was clicked twice and refused', async () => {
  const { person, user } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  const device = await addAuthenticator(page);
  const [code = ''] = await addPasskey(page);
  await device.refuse();
  await enterPassword(page, user.email);
  await page.getByRole('button', { name: 'Use a passkey' }).dblclick();
  await page.getByText('No passkey was used. Please try again.').waitFor();
  await page.getByLabel('Code from your app, or a recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('a passkey that the studio does not know is refused by its name', async () => {
  const { person, user } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await addPasskey(page);
  await enterPassword(page, user.email);
  await page.route('**/sign-in/passkey', async (route) => {
    const response = await route.fetch();
    await app.write((tx) =>
      tx
        .updateTable('passkeys')
        .set({ id: `another ${user.id}` })
        .where('user_id', '=', user.id)
        .execute(),
    );
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey was not accepted. Please try again.').waitFor();
});

test('a second step that took too long leads back to the password', async () => {
  const { person, user } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await addPasskey(page);
  await enterPassword(page, user.email);
  app.advance(11 * MINUTE);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This took too long. Please sign in again.').waitFor();
  await page.getByRole('link', { name: 'Start again' }).click();
  await page.getByLabel('Email Address').waitFor();
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

test('rejecting an order asks for confirmation and keeps the reason that was typed', async () => {
  const owner = await ownerOf(app);
  const { person: asha, user } = await insertBuyer(app);
  const { password_hash } = user;
  const ownerRow = await app.write((tx) =>
    tx
      .updateTable('users')
      .set({ password_hash })
      .where('role', '=', 'owner')
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const id = await paidOrder(app, asha);
  app.advance(11 * MINUTE);
  const { page } = await openPageAs(owner);
  await page.goto(`/desk/orders/${id}`);
  await page.getByRole('button', { name: 'Reject…' }).click();
  const reason = page.getByLabel(/^Why not\?/);
  await reason.fill('No time before March.');
  const reject = page.getByRole('button', { name: 'Reject the order' });
  await reject.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Please confirm that it is you.').waitFor();
  expect(await reason.inputValue()).toBe('No time before March.');
  await reject.click();
  await dialog.getByRole('textbox', { name: 'Your Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Rejected. Everything paid is refunded automatically.').waitFor();
  await page.goto('/desk/audit');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(await file.failure()).toBeNull();
  // The sockets of the token that was replaced end; the dashboard connects with the new one.
  const connected = page.waitForEvent('websocket');
  app.server.services.realtime.endSessions({ userId: ownerRow.id });
  await connected;
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
});

test('with a passkey the dialog asks for no password', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await addPasskey(page);
  app.advance(11 * MINUTE);
  await page.reload();
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Code from your app, or a recovery code').waitFor();
  expect(await dialog.getByLabel('Your Password').count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await nameOf(page).waitFor({ state: 'detached' });
});

test('a call that met the token which a confirmation has just replaced is made again', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await page.goto('/settings');
  await page.getByLabel('Full Name').fill('Dev Anand');
  const old = [...person.cookies];
  await page.route(
    '**/api/v1/user/name',
    async (route) => {
      const confirmed = await person.post('/api/v1/user/confirmation', { password: PASSWORD });
      expect(confirmed.status).toBe(200);
      await signInBrowser(page.context(), person);
      await route.fulfill({ status: 401, json: { success: false, message: 'Too late.' } });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Your name has been changed.').waitFor();
  expect([...person.cookies]).not.toEqual(old);
});

test('a buyer who has lost every key is mailed a code for later', async () => {
  const { person, user } = await insertBuyer(app);
  const { page } = await openPageAs(person);
  await addAuthenticator(page);
  await addPasskey(page);
  await enterPassword(page, user.email);
  await page.getByRole('button', { name: 'I have lost all of them' }).click();
  await page.getByText('We have sent you a mail.').waitFor();
  await expectAccessible(page);
  await app.mail.email(user.email, /without your keys/);
  const { page: elsewhere } = await openPageAs(person);
  await elsewhere.goto('/settings#keys');
  await elsewhere.getByText('says that all of these are lost').waitFor();
});

test('a visitor without a passkey sees no second step', async () => {
  const { page } = await openPage(browser, app.origin);
  await page.goto('/sign-in');
  expect(await page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
});
