import sharp from 'sharp';
import { expect, test } from 'vitest';
import { CART_KEY } from '../../src/lib/storage-keys.ts';
import { codeFor, insertBuyer, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { tabTo } from './page.ts';
import { shareBrowser } from './shared-browser.ts';
import { expectAccessibleAfterFadeIns, openVisitorPage } from './visitor-page.ts';

shareApp();
shareBrowser();

test('a page that needs signing in redirects to sign-in and returns afterwards', async () => {
  const { page } = await openVisitorPage();
  await page.goto('/settings');
  await page.waitForURL('**/sign-in?next=%2Fsettings');
  const { user } = await insertBuyer(app, { verified: false });
  await page.getByLabel('Email Address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/verify-email?next=%2Fsettings');
  await page.getByText(user.email).waitFor();
  await page.goto('/profile');
  await page.waitForURL('**/verify-email?next=%2Fprofile');
  await page.getByRole('button', { name: 'Use another one' }).click();
  await page.waitForURL('**/sign-up?next=%2Fprofile');

  const { user: verified } = await insertBuyer(app);
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.example');
  await page.getByLabel('Email Address').fill(verified.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(`${app.origin}/`);
  for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/create-password/x']) {
    await page.goto(path);
    await page.waitForURL(`${app.origin}/`);
  }
});

test('a newcomer signs in by a code from the mail, with one tap after its link, is back where they were going and can add a password', async () => {
  const { page } = await openVisitorPage();
  await page.goto('/sign-in?next=%2Fprofile');
  const mailMe = page.getByRole('button', { name: 'E-mail me a code' });
  await mailMe.click();
  await page.getByText('Please enter a valid e-mail address.').waitFor();
  const email = 'nina@codes.example';
  await page.getByLabel('Email Address').fill(email);
  await mailMe.click();
  await page.locator('.account__email', { hasText: email }).waitFor();
  await expectAccessibleAfterFadeIns(page, 'code');
  const { text = '' } = await app.mail.email(email, /code to sign in/);
  const [link = '', code = ''] = /\S+\/sign-in#code=(\d{6})/.exec(text) ?? [];

  const elsewhere = await openVisitorPage();
  await elsewhere.page.goto(link);
  await elsewhere.page.getByText(`The code ${code} works only in the browser`).waitFor();
  await elsewhere.page.context().close();

  const tab = await page.context().newPage();
  await tab.goto(link);
  const confirm = tab.getByRole('button', { name: 'Sign in', exact: true });
  await confirm.waitFor();
  expect(tab.url(), 'the code leaves the address').toBe(`${app.origin}/sign-in`);
  await confirm.click();
  await tab.getByLabel('Full Name').fill('Nina Rao');
  await confirm.click();
  await tab.waitForURL('**/profile');
  await tab.getByText('Nina Rao').first().waitFor();

  await tab.goto('/settings');
  await tab.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Add a password' }).click();
  const dialog = tab.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'E-mail me a code' }).click();
  const mail = await app.mail.email(email, /confirm a change/);
  await dialog.getByLabel('Digit 1 of 6').fill(/^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? '');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await tab.getByRole('button', { name: 'Change password' }).waitFor();
  await tab.getByLabel('Current Password', { exact: true }).waitFor();
});

test('the owner’s first password is chosen, not reset, and nobody is asked to join', async () => {
  const { page } = await openVisitorPage({ viewport: { width: 1440, height: 900 } });
  await page.goto('/create-password/x');
  await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
  await page.getByRole('link', { name: 'Join As Client' }).waitFor();
  await page.goto('about:blank');
  await page.goto('/create-password/x#first');
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await page.getByRole('button', { name: 'Save the password' }).waitFor();
  expect(await page.getByRole('link', { name: 'Join As Client' }).count()).toBe(0);
});

test('the page to verify an address opens for everybody', async () => {
  const { page } = await openVisitorPage();
  await page.goto('/verify-email?next=%2Fprofile');
  await page.getByRole('button', { name: 'Verify' }).waitFor();
  await page.getByText('first: the code belongs to the account').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/sign-in?next=%2Fprofile');

  const { person } = await insertBuyer(app);
  const value = person.cookies.get('sid') ?? '';
  await page.context().addCookies([{ name: 'sid', value, url: app.origin }]);
  await page.goto('/verify-email');
  await page.getByText('Your e-mail address is verified already.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/verify-email');
});

test('an error goes when it is no longer true, and the cart does not cover the form of a phone', async () => {
  const { page } = await openVisitorPage({ viewport: { width: 390, height: 664 } });
  await page.goto('/my-gig/business-website');
  await page.evaluate(
    ([key, cart]) => localStorage.setItem(key ?? '', cart ?? ''),
    [
      CART_KEY,
      JSON.stringify({
        ...{
          title: 'A website',
          thumbnailImage: { url: '/img/avatar-blank.svg' },
          extraFeatures: [],
        },
        selectedPlan: { price: 14_999, planType: 'Basic', deliveryDays: 12 },
      }),
    ],
  );
  await page.goto('/sign-up?next=%2Fprocess-payment');
  await page.getByRole('complementary', { name: 'Your order' }).waitFor();
  await page.getByLabel('Full Name').fill('Careful Carla');
  await page.getByLabel('Email Address').fill('carla@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Passwords do not match!').waitFor();
  const box = await page.getByLabel('Confirm Password', { exact: true }).boundingBox();
  const cart = await page.getByRole('complementary', { name: 'Your order' }).boundingBox();
  expect((cart?.y ?? 0) + (cart?.height ?? 0)).toBeLessThan(box?.y ?? 0);
  expect(cart?.y, 'it scrolls away with the page').toBeLessThan(0);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  expect(await page.getByText('Passwords do not match!').count()).toBe(0);
});

test('a form that is typed and sent before its scripts load still works', async () => {
  const { page } = await openVisitorPage();
  const arrived = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/sign-in?next=%2Fprofile', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/sign-up?next=%2Fprofile', { waitUntil: 'commit' });
  await page.getByLabel('Full Name').fill('Quick Quirin');
  await page.getByLabel('Email Address').fill('quirin@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('form[data-early]').waitFor();
  arrived.resolve();
  await page.waitForURL('**/verify-email?next=%2Fprofile');
  await page.getByText('quirin@example.com').waitFor();
});

test('a form is sent again when another first request has replaced its token', async () => {
  const { page } = await openVisitorPage();
  await page.goto('/sign-up', { waitUntil: 'networkidle' });
  let sent = 0;
  await page.route('**/api/v1/user/sign-up', async (route) => {
    sent += 1;
    const name = 'XSRF-TOKEN';
    if (sent === 1) {
      await page.context().addCookies([{ name, value: 'x'.repeat(43), url: app.origin }]);
    }
    await route.continue();
  });
  await page.getByLabel('Full Name').fill('Quick Querida');
  await page.getByLabel('Email Address').fill('querida@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/verify-email*');
  expect(sent).toBe(2);
});

test('signing up with a taken address shows the app’s own message', async () => {
  const { page } = await openVisitorPage();
  const { user } = await insertBuyer(app);
  await page.goto('/sign-up');
  await page.getByLabel('Full Name').fill('Twin');
  await page.getByLabel('Email Address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('This email is already registered. Try logging in.').first().waitFor();
});

test('Tab gets past a toast that stays', async () => {
  const { page } = await openVisitorPage();
  await page.goto('/forgot-password');
  await page.getByLabel('Email Address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  const toast = page.locator('[data-sonner-toast]');
  // A toast under the pointer stays.
  await toast.hover();
  await page.locator('a:visible').last().focus();
  await page.keyboard.press('Tab');
  expect(await toast.evaluate((shown) => shown === document.activeElement)).toBe(true);
  await tabTo(page, 'Skip to the content', 4);
  await toast.waitFor();
});

test('the code field accepts autofill and typing, and the avatar field accepts a dropped picture', async () => {
  const { page } = await openVisitorPage();
  await page.goto('/sign-up');
  await page.getByLabel('Full Name').waitFor();
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer();
  await expect
    .poll(async () => {
      await page.evaluate((base64) => {
        const raw = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([raw], 'me.png', { type: 'image/png' }));
        document
          .querySelector('.avatar-picker')
          ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, png.toString('base64'));
      return page.getByRole('img', { name: 'Your picture' }).isVisible();
    })
    .toBe(true);

  const { user } = await insertBuyer(app, { verified: false });
  await page.goto('/sign-in');
  await page.getByLabel('Email Address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/verify-email');
  expect(await page.getByLabel('Digit 1 of 6').getAttribute('autocomplete')).toBe('one-time-code');
  await page.getByRole('group', { name: 'Six-digit code' }).waitFor();
  await page.getByLabel('Digit 1 of 6').fill('123456');
  await page.getByText('The code is wrong or has expired.').waitFor();
  const digits = await page
    .getByRole('textbox', { name: /Digit/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join(''));
  expect(digits, 'the refused code is gone').toBe('');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Verify' }).waitFor();
  expect(await page.locator('#code-problem').textContent(), 'the button says nothing new').toBe(
    'The code is wrong or has expired.',
  );
  await expectAccessibleAfterFadeIns(page, 'verify with a mistake');

  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/verify-email')) sent.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Send a new code' }).click();
  const code = await codeFor(app, user.email);
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(code);
  await page.waitForURL(`${app.origin}/`);
  expect(sent).toEqual([{ code }]);
});

test('no page can be framed by another site or reached through window.opener', async () => {
  const { page } = await openVisitorPage();
  await page.route('https://evil.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${app.origin}/sign-in"></iframe>`,
    }),
  );
  await page.goto('https://evil.example/frame');
  const frame = page.frames().find((each) => each !== page.mainFrame());
  expect(
    await frame
      ?.getByText('Welcome Back')
      .count()
      .catch(() => 0),
  ).toBe(0);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => void window.open(address), `${app.origin}/sign-in`),
  ]);
  await opened.getByText('Welcome Back').waitFor();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
});
