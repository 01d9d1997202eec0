import { expect, test } from 'vitest';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import { completeOrder, refundPayment } from '../support/documents.ts';
import { buy, deliverWebhooks } from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible, tabTo } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('a buyer sees every payment with its state and papers, and asks Razorpay with the keyboard', async () => {
  const { person } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const admin = await ownerOf(app);
  const done = await buy(app, person);
  await completeOrder(admin, person, done.orderId);
  await refundPayment(app, admin, done.paymentId, 99.5);
  const { orderId, paymentId } = await buy(app, person, { paymentType: 'Milestone' });
  const changeId = crypto.randomUUID();
  await ownerProposes(admin, orderId, { changeId, amount: 1_250 });
  await buyerAnswers(person, changeId, 'accept');
  const { id } = app.sandbox.dispute(paymentId, { amount: 500_00 });
  await deliverWebhooks(app);
  app.sandbox.moveDispute(id, 'lost');
  const disputed = await buy(app, person);
  app.sandbox.dispute(disputed.paymentId, { amount: 200_00 });
  await buy(app, person);
  await deliverWebhooks(app);

  for (const [width, height] of [
    [390, 844],
    [768, 900],
    [1440, 900],
  ] as const) {
    const { page, browserErrors } = await openPageAs(person, { viewport: { width, height } });
    await page.goto('/money');
    await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
    const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
    await rows.first().waitFor();
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scroll, 'nothing scrolls sideways').toBeLessThanOrEqual(width);
    expect(browserErrors).toEqual([]);
    expect(await rows.count()).toBe(6);
    if (width !== 390) continue;
    const owed = page.getByRole('region', { name: 'What you owe' });
    expect(await owed.textContent()).toMatch(/^You owe ₹[\d,.]+, next ₹[\d,.]+ on \d+ \w{3}Pay ₹/);
    expect(await owed.locator('.button--solid').count()).toBe(1);
    await expectAccessible(page);
    const rowOf = (text: string) => rows.filter({ hasText: text });
    await rowOf('Change 1')
      .getByText(/^Due on /)
      .waitFor();
    await rowOf('Partly returned').getByText('₹500 returned by the bank').waitFor();
    const refunded = rowOf('Partly refunded');
    await refunded.getByText(/^₹99\.50 refunded on /).waitFor();
    await refunded.getByText('Banks need five to seven working days to show it.').waitFor();
    await refunded.getByRole('link', { name: /^Invoice VI/ }).waitFor();
    await page.getByLabel('Which payments').selectOption('Refunded');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Which payments').selectOption('All');
    await expect.poll(() => rows.count()).toBe(6);
    await tabTo(page, /^Check with Razorpay/);
    const answer = page.waitForResponse('**/money/check');
    await page.keyboard.press('Enter');
    expect((await answer).status()).toBe(200);
    await page.getByText('Checked with Razorpay: this is up to date.').waitFor();
    await page.getByRole('button', { name: /^Check with Razorpay/ }).click();
    await page.getByText('Razorpay was asked a moment ago.').waitFor();
    await page
      .getByRole('button', { name: /^Pay ₹.*: A business/ })
      .first()
      .click();
    const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay ₹/ });
    const before = await pay.boundingBox();
    await page.getByLabel('UPI', { exact: true }).check();
    await page.getByLabel('UPI ID').waitFor();
    expect(await pay.boundingBox(), 'nothing moves under the finger').toEqual(before);
    await page.getByLabel('UPI ID').fill('success@razorpay');
    await pay.click();
    await page.getByText('Payment Successful!').waitFor();
    await expect.poll(() => rowOf('To be paid').count()).toBe(1);
    await refunded.getByRole('link').first().click();
    await page.waitForURL(`**/orders/${done.orderId}`);
  }
});

test('a buyer who has paid nothing reads that', async () => {
  const { person } = await insertBuyer(app, {});
  const { page } = await openPageAs(person, { viewport: { width: 390, height: 844 } });
  await page.goto('/money');
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
});
