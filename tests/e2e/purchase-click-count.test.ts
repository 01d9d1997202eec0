import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { ASHA, codeFor, insertBuyer, PASSWORD, WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openCheckout, proceed } from './checkout-steps.ts';
import { expectAccessible, FULL_MOTION, openPage, waitForDrawer } from './page.ts';
import { PHONE, sidewaysScroll } from './public-pages.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const MAX_TAPS = 7;
/** Address and name, the code, four of the billing details, and the UPI ID. */
const MAX_FIELDS = 9;
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

const reminderOf = (page: Page) => page.getByRole('complementary', { name: 'Your order' });

test('a new buyer on a phone pays from the home page in at most 7 taps and 9 typed fields', async ({
  annotate,
}) => {
  const { page, browserErrors } = await openPage(browser, app.origin, TOUCH);
  const taps: string[] = [];
  const fields: string[] = [];
  const tap = async (name: string, target: Locator) => {
    taps.push(name);
    await target.tap();
  };
  const type = async (label: string, text: string) => {
    fields.push(label);
    await page.getByLabel(label, { exact: true }).first().fill(text);
  };

  await page.goto('/');
  const packages = page.getByRole('region', { name: 'Fixed prices and delivery times' });
  const offer = packages.getByRole('link').first();
  const title = (await offer.textContent()) ?? '';
  await tap('gig', offer);
  await tap('Order', page.locator('#order').getByRole('button', { name: 'Order' }));
  await waitForDrawer(page);
  await tap('Continue', page.getByRole('dialog').getByRole('link', { name: /^Continue/ }));

  await page.waitForURL('**/sign-in?next=*');
  await page.getByRole('heading', { name: 'Continue your order' }).waitFor();
  await reminderOf(page).getByText(title).waitFor();
  await expectAccessible(page);
  await type('Your name', ASHA.name);
  await type('Your e-mail', ASHA.email);
  await tap('Send me a code', page.getByRole('button', { name: 'Send me a code' }));

  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await reminderOf(page).getByText(title).waitFor();
  await expectAccessible(page);
  const code = await codeFor(app, ASHA.email);
  fields.push('code');
  // Six digits at once, as a phone fills in a code; the last one sends it.
  await page.getByLabel('Digit 1 of 6').fill(code);

  await page.waitForURL('**/process-payment');
  const pay = page.getByRole('button', { name: /^Proceed to Payment/ });
  await pay.waitFor();
  expect(await page.getByLabel('Email Address').inputValue()).toBe(ASHA.email);
  expect(await page.getByLabel('First Name').inputValue()).toBe('Asha');
  expect(await page.getByLabel('Last Name').inputValue()).toBe(ASHA.name.split(' ')[1]);
  expect(await page.getByLabel('Country').inputValue()).toBe('India');
  await page.getByText(/^₹[\d,.]+ now, ₹[\d,.]+ on delivery$/).waitFor();
  await page
    .getByText(/^Total delivery time: \d+ working days?Delivery by \d+ \w+ \d{4}$/)
    .waitFor();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const before = [
    page.getByText(/^Basic · /),
    page.getByText('Discount Price'),
    page.getByLabel('Country'),
    page.getByRole('heading', { name: 'If the order is cancelled, you get' }),
    page.getByText(/^By continuing you accept/),
    pay,
  ];
  const tops = await Promise.all(before.map(topOf));
  expect(tops, 'terms and total are above the button').toEqual(tops.toSorted((a, b) => a - b));
  expect(tops[1], 'package and price are on the first screen').toBeLessThan(PHONE.height - 24);
  expect(await topOf(page.getByLabel('State')), 'beside the country').toBe(tops[2]);
  await page.getByRole('heading', { name: 'Billing details, for your receipt' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectAccessible(page);
  await type('Phone Number', '+91 98765 43210');
  await type('Street Address', '14 Law College Road');
  await type('City', 'Pune');
  await type('State', 'Maharashtra');
  await tap('Proceed to Payment', pay);

  await tap('UPI', page.getByLabel('UPI', { exact: true }));
  await type('UPI ID', 'success@razorpay');
  await tap('Pay', page.getByRole('button', { name: /^Pay ₹/ }));
  await page.waitForURL('**/order-success?order=*');
  const next = page.getByRole('region', { name: 'What happens next' });
  await next.getByText(/^Vihaan delivers, planned for \d+ \w+ \d{4}$/).waitFor();
  await expectAccessible(page);

  await annotate(`${taps.length} taps: ${taps.join(', ')}; ${fields.length} fields`);
  expect(taps.length, taps.join(', ')).toBeLessThanOrEqual(MAX_TAPS);
  expect(fields.length, fields.join(', ')).toBeLessThanOrEqual(MAX_FIELDS);
  expect(browserErrors).toEqual([]);
});

test('the browser’s autofill fills the whole checkout in one go', async () => {
  const { person } = await insertBuyer(app);
  const { page } = await openPageAs(person, TOUCH);
  await openCheckout(page);
  const filled = {
    ...{ 'given-name': 'Mira', 'family-name': 'Rao', email: 'mira@example.com' },
    ...{ tel: '+91 90000 00000', 'address-line1': '1 MG Road', 'address-level2': 'Pune' },
    ...{ 'address-level1': 'Maharashtra', 'country-name': 'India', 'postal-code': '411004' },
  };
  const found = await page.locator('form.checkout').evaluate((form, values) => {
    const inputs = [
      ...form.querySelectorAll<HTMLInputElement>(
        '.field input:not([autocomplete="off"])[autocomplete]',
      ),
    ];
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const input of inputs) {
      write?.call(input, (values as Record<string, string>)[input.autocomplete] ?? '');
      for (const type of ['input', 'change'])
        input.dispatchEvent(new Event(type, { bubbles: true }));
    }
    return inputs.map((input) => input.autocomplete);
  }, filled);
  expect(found.toSorted()).toEqual(Object.keys(filled).toSorted());
  const placed = page.waitForRequest('**/gig/order/place');
  await proceed(page).tap();
  expect((await placed).postDataJSON().addressInfo).toEqual({
    ...{ firstName: 'Mira', lastName: 'Rao', email: 'mira@example.com' },
    ...{ phoneNo: '+91 90000 00000', address: '1 MG Road', city: 'Pune' },
    ...{ state: 'Maharashtra', country: 'India', postalCode: '411004' },
  });
});

test('a code that is typed in the browser of a mail app leads to the same order', async () => {
  const { page } = await openPage(browser, app.origin, TOUCH);
  await page.goto(WEBSITE_PAGE);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.locator('#order').getByRole('button', { name: 'Order' }).tap();
  await waitForDrawer(page);
  const extra = page.getByRole('dialog').getByRole('checkbox').first();
  await extra.check();
  const order = page.getByRole('dialog').getByRole('link', { name: /^Continue/ });
  const total = /₹[\d,.]+/.exec((await order.textContent()) ?? '')?.[0] ?? '';
  await order.tap();
  await page.waitForURL('**/sign-in?next=*');
  await page.getByRole('link', { name: 'Create an account' }).first().tap();
  await page.waitForURL('**/sign-up?next=*');
  const email = 'mail.app@buyers.example';
  await page.getByLabel('Email Address').first().fill(email);
  await page.getByLabel('Full Name').first().fill('Mail App');
  await page.getByLabel('Password', { exact: true }).first().fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await page.waitForURL('**/verify-email*');
  const code = await codeFor(app, email);
  const mail = await app.mail.email(email, /is your code/);
  const link = /http:\/\/\S+verify-email\S*/.exec(mail.text ?? '')?.[0] ?? '';

  const { page: other } = await openPage(browser, app.origin, TOUCH);
  await other.goto(link);
  await other.getByRole('main').getByRole('link', { name: 'Sign in' }).tap();
  await other.getByLabel('Email Address').fill(email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Log In' }).tap();
  await other.waitForURL('**/verify-email');
  await other.getByLabel('Digit 1 of 6').fill(code);
  await other.waitForURL('**/process-payment');
  await other.getByRole('region', { name: 'Order summary' }).getByText(title).waitFor();
  expect(await proceed(other).textContent()).toContain(total);
});

test('a visitor who has an account signs in below the greeting, with an error beside its field', async () => {
  const { user } = await insertBuyer(app);
  const { page } = await openPage(browser, app.origin, TOUCH);
  await page.goto(WEBSITE_PAGE);
  await page.locator('#order').getByRole('button', { name: 'Order' }).tap();
  await waitForDrawer(page);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Continue/ })
    .tap();
  await page.getByRole('heading', { name: 'Continue your order' }).waitFor();
  const form = page.locator('form[data-form="sign-in"]');
  await form.getByRole('button', { name: 'Log In' }).tap();
  await form.getByText('Please enter a valid e-mail address.').waitFor();
  await form.getByLabel('Email Address').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Log In' }).tap();
  await page.waitForURL('**/process-payment*');
  await proceed(page).waitFor();
});

test('the confetti of an order flies once, not again on a reload', async () => {
  const asha = app.visitor();
  await asha.post('/api/v1/user/sign-in/code', { email: ASHA.email });
  const code = await codeFor(app, ASHA.email);
  await asha.post('/api/v1/user/sign-in/code/confirm', { code });
  const { page } = await openPageAs(asha, FULL_MOTION);
  const { orders } = (await (await page.request.get('/api/v1/gig/order/user-orders')).json()) as {
    orders: { _id: string }[];
  };
  const path = `/order-success?order=${orders[0]?._id}`;
  await page.goto(path);
  await page.locator('canvas').waitFor({ state: 'attached' });
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: 'What happens next' }).waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
});
