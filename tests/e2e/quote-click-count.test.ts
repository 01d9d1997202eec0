import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { fillAddress } from './checkout-steps.ts';
import { PHONE, sidewaysScroll } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const MAX_TAPS = 5;

test('a buyer with a phone pays the first part of a quote in at most five taps after reading its mail', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const id = await sendQuote(await ownerOf(app), await askQuestion(person));
  const mail = await app.mail.email(user.email, /^A quote for you/);
  const link = /http:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
  expect(link).toContain(`&offer=${id}`);

  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const { page, browserErrors } = await openPageAs(person, phone);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  taps += 1;
  await page.goto(link);
  await tap(page.getByRole('article', { name: /^Quote/ }).getByRole('button', { name: 'Accept' }));
  await fillAddress(page);
  expect(await sidewaysScroll(page)).toBe(0);
  await tap(page.getByRole('button', { name: /^Accept and pay ₹/ }));
  await tap(page.getByLabel('UPI', { exact: true }));
  await page.getByLabel('UPI ID').fill('success@razorpay');
  await tap(page.getByRole('button', { name: /^Pay ₹/ }));
  await page.waitForURL('**/order-success*');
  await page.getByText('Part 2 of 3: Design').waitFor();
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  expect(browserErrors).toEqual([]);
});

test('a quote in one part names each of its amounts before it is accepted', async () => {
  const { person } = await insertBuyer(app);
  const conversationId = await askQuestion(person);
  const parts = [{ title: '', amount: 60_000.5, due: 'accepting' }];
  const id = await sendQuote(await ownerOf(app), conversationId, { parts });
  const { page } = await openPageAs(person);
  await page.goto(`/orders?chat=${conversationId}`);
  await page.getByRole('button', { name: 'Accept' }).click();
  const accept = page.getByRole('dialog', { name: 'A shop in Marathi' });
  await accept.getByText('Revisions', { exact: true }).waitFor();
  expect(await accept.locator('dt').allInnerTexts()).toEqual([
    'Total',
    'Full payment',
    'Delivery',
    'Revisions',
  ]);
  expect((await acceptQuote(person, id)).status).toBe(201);
  await page.goto(`/orders?chat=${conversationId}`);
  await page.getByText(/^Accepted\. Pay by \d+ \w+ \d+ to begin/).waitFor();
});
