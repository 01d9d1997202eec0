import { expect, test } from 'vitest';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  deliverWebhooks,
  FAILED,
  startCheckout,
  takeDeductions,
} from '../support/payments.ts';
import { ADDRESS, insertBuyer, paidOrder } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { fillAddress, openCheckout, payByUpi, proceed } from './checkout-steps.ts';
import { expectAccessible, openPage } from './page.ts';
import { PHONE } from './public-pages.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

sharePaymentApp();
shareBrowser();

const PAY = /^Pay full amount \(₹/;

test('an empty orders page says so and links to the gigs', async () => {
  const { page } = await openPageAs(asha);
  await page.goto('/orders');
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  await page.getByRole('link', { name: 'See the services' }).waitFor();
  await expectAccessible(page);
});

test('both milestones can be paid from the same checkout and make one order', async () => {
  const { page, browserErrors } = await openPageAs(asha);
  await openCheckout(page);
  await page.getByLabel('Milestone Payment').check();
  await fillAddress(page);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  await page.getByText('First milestone paid. Please complete the full payment later.').waitFor();
  await page.getByText('Still to pay').waitFor();
  await page.getByRole('link', { name: 'Submit Requirements' }).waitFor();
  await page.goto('/process-payment');
  await page.getByText('Milestone 1 of 2', { exact: true }).waitFor();
  await expect.poll(() => proceed(page).isEnabled()).toBe(true);
  expect(await page.getByLabel('Milestone Payment').count()).toBe(0);
  await expectAccessible(page);
  await proceed(page).click();
  await payByUpi(page);
  await page.waitForURL('**/order-success?order=*');
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  expect(body.count).toBe(1);
  expect(body.orders[0].paymentInfo).toMatchObject({ paymentStatus: 'Paid', dueAmount: 0 });
  expect(browserErrors).toEqual([]);
});

test('paying the second milestone from the list leads to the profile', async () => {
  await buy(app, bela, { paymentType: 'Milestone' });
  const { page } = await openPageAs(bela);
  await page.goto('/orders');
  await page.getByRole('article').getByRole('button', { name: PAY }).click();
  await payByUpi(page);
  await page.waitForURL('**/profile');
});

test('the second milestone can be paid from the order’s page, and two PDF receipts are offered', async () => {
  const { orderId } = await buy(app, bela, { paymentType: 'Milestone' });
  const { page, browserErrors } = await openPageAs(bela);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: PAY }).click();
  await payByUpi(page);
  await page.waitForURL('**/profile');
  await page.goto(`/orders/${orderId}`);
  await page.getByText('Milestone 2 of 2', { exact: true }).waitFor();
  const receipts = page.getByRole('link', { name: /^Receipt VY/ });
  expect(await receipts.count()).toBe(2);
  const coming = page.waitForEvent('download');
  await receipts.first().click();
  expect((await coming).suggestedFilename()).toMatch(/^VY-TEST-\d{4}\.pdf$/);
  await expectAccessible(page);
  expect(browserErrors).toEqual([]);
});

test('a company pays its second milestone less the tax that it deducts, and enters the certificate', async () => {
  await takeDeductions(app);
  const addressInfo = { ...ADDRESS, companyName: 'Acme Widgets Pvt Ltd', tan: 'PNEA12345B' };
  const { person } = await insertBuyer(app);
  const { orderId } = await buy(app, person, { paymentType: 'Milestone', addressInfo });
  const { page, browserErrors } = await openPageAs(person);
  await page.goto(`/orders/${orderId}`);
  const failure = { status: 500, json: { success: false, message: 'Something went wrong.' } };
  await page.route('**/deductions', (route) => route.fulfill(failure), { times: 1 });
  await page.getByText('We deduct tax at source').click();
  await page.getByText('Something went wrong.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Rate').selectOption('technical');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay full amount (₹7,349.50)' }).click();
  await payByUpi(page);
  await page.waitForURL('**/profile');
  await page.goto(`/orders/${orderId}`);
  await page.getByText('Paid ₹7,349.50 + ₹150 deducted (certificate awaited)').waitFor();
  await page.getByRole('button', { name: 'Enter the certificate' }).click();
  await page.getByLabel('Number of the certificate').fill('NVXYZ12A');
  await page.route('**/certificate', (route) => route.fulfill(failure), { times: 1 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('Something went wrong.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('(certificate NVXYZ12A)').waitFor();
  expect(browserErrors.filter((error) => !error.includes('500'))).toEqual([]);
});

test('somebody with the payment link pays the part in a browser without a session', async () => {
  const { orderId } = await buy(app, bela, { paymentType: 'Milestone' });
  const { page, browserErrors } = await openPageAs(bela);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Share payment link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const whatsApp = page.getByRole('link', { name: 'WhatsApp' });
  expect(await whatsApp.getAttribute('href')).toContain(encodeURIComponent(link));
  await expectAccessible(page);

  const elsewhere = await openPage(browser, app.origin, { viewport: PHONE });
  const { page: payer } = elsewhere;
  await payer.goto(link);
  await payer.getByRole('heading', { name: / asks you to pay ₹/ }).waitFor();
  const whatFor = await payer.getByText(/^To .+: Milestone 2 of 2 of “.+”\.$/).textContent();
  const shared = decodeURIComponent((await whatsApp.getAttribute('href')) ?? '');
  expect(shared).toContain(whatFor?.replace(/\.$/, ''));
  await expectAccessible(payer);
  await payer.getByRole('button', { name: /^Pay ₹/ }).click();
  await payByUpi(payer);
  await payer.waitForURL('**/payment-result#*');
  await payer.getByText('The receipt goes to the person who sent you the link.').waitFor();
  expect(await payer.getByRole('link', { name: 'Open your orders' }).count()).toBe(0);
  await payer.goto(link);
  await payer.getByRole('heading', { name: 'Payment received' }).waitFor();
  expect([...browserErrors, ...elsewhere.browserErrors]).toEqual([]);
});

test('an order’s page says who moves next and until when, and draws the steps ahead', async () => {
  const { person } = await insertBuyer(app);
  const orderId = await paidOrder(app, person, { paymentType: 'Milestone' });
  const { body } = await person.get(`/api/v1/gig/order/${orderId}`);
  const { title } = body.order.OrderItems[0];
  const { page } = await openPageAs(person, { viewport: PHONE });
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const next = page.getByRole('region', { name: 'Say what you need' });
  await next.getByText('Your turn').waitFor();
  await next.getByText(/Delivery is planned for \d+ \w+ \d{4}\./).waitFor();
  await expect
    .poll(() => next.locator('.button--solid').allTextContents())
    .toEqual(['Submit Requirements']);
  await page.getByRole('heading', { name: 'Timeline' }).first().click();
  await page
    .getByText(/^Next: Part 2, ₹\S+, \d+ \w{3} · Delivery \d+ \w{3} · Yours \d+ \w{3}$/)
    .waitFor();
  const place = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).first().boundingBox())?.y ?? 0;
  const order = ['Say what you need', 'Conversation', 'Order Summary', 'Payments', 'Timeline'];
  await expect
    .poll(async () => {
      const places = await Promise.all(order.map(place));
      return places.every((each, at) => at === 0 || each > (places[at - 1] ?? 0));
    })
    .toBe(true);
  await page.getByLabel('Your requirements').fill('A calm site.');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  const seller = page.getByRole('region', { name: 'Your requirements are being checked' });
  await seller.getByText('Vihaan’s turn').waitFor();
  expect(await seller.locator('.button--solid').count(), 'what is not due is outlined').toBe(0);
  await page.getByRole('button', { name: PAY }).waitFor();
  await page.getByText('Early: it is not due yet.').waitFor();
});

test('closing the dialog on the list during a payment updates the card when the payment arrives', async () => {
  await buy(app, bela, { paymentType: 'Milestone' });
  const { page } = await openPageAs(bela);
  await page.goto('/orders');
  await page.getByRole('button', { name: PAY }).click();
  await payByUpi(page);
  await page.getByText('Approve the request in your UPI app').first().waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByText(/Payment cancelled/)
    .first()
    .waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: PAY }).count(), { timeout: 20_000 })
    .toBe(0);
});

test('a failed first payment can be retried from the list', async () => {
  const { checkout } = await startCheckout(bela);
  app.sandbox.pay(checkout.orderId, FAILED);
  await deliverWebhooks(app);
  const { page } = await openPageAs(bela);
  await page.goto('/orders');
  const ticket = page.getByRole('article').filter({ hasText: 'Awaiting payment' });
  await ticket.waitFor();
  expect(await ticket.locator('.badge').allTextContents()).toEqual(['Awaiting payment']);
  await ticket.getByRole('button', { name: /^Pay now/ }).click();
  await payByUpi(page);
  await page.waitForURL('**/profile');
  await deliverWebhooks(app);
});

test('the choice of cards or table persists, and a short list has no search', async () => {
  const { page } = await openPageAs(bela);
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Table View' }).click();
  await page.reload();
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect(await page.getByLabel('Sort by').count()).toBe(0);
  await page.getByRole('button', { name: 'Card View' }).click();
  await page.getByRole('article').first().waitFor();
  await expectAccessible(page);
});
