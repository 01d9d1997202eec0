import { expect, test } from 'vitest';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import { completeOrder, refundPayment } from '../support/documents.ts';
import { buy, deliverWebhooks } from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible } from './page.ts';
import { saveScreenshot } from './save-screenshot.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const paiseOf = (text: string): number => Math.round(Number(text.replace(/[₹,]/g, '')) * 100);

test('a buyer sees all money on one page that adds up, and asks Razorpay with the keyboard', async () => {
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
  app.sandbox.dispute(done.paymentId, { amount: 200_00 });
  await deliverWebhooks(app);

  for (const [width, height] of [
    [390, 844],
    [768, 900],
    [1440, 900],
  ] as const) {
    const { page, browserErrors } = await openPageAs(person, { viewport: { width, height } });
    await page.goto('/money');
    await page.getByRole('heading', { name: 'Where is my money' }).waitFor();
    const movements = page.getByRole('list', { name: 'Movements' });
    await movements.first().waitFor();
    await saveScreenshot(page, `money-${width}`, { whole: true });
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scroll, 'nothing scrolls sideways').toBeLessThanOrEqual(width);
    expect(browserErrors).toEqual([]);
    if (width !== 390) continue;
    await expectAccessible(page);
    let held = 0;
    for (const list of await movements.all()) {
      const prices = await list.locator('.price').allTextContents();
      const amounts = prices.filter((text) => text !== '—').map(paiseOf);
      const balance = amounts.pop() ?? 0;
      expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(balance);
      held += balance;
    }
    const totals = page.getByRole('region', { name: 'All orders' });
    expect(paiseOf((await totals.locator('.price').last().textContent()) ?? '')).toBe(held);
    const waits =
      'Your bank is deciding about ₹200.00 of it. That payment cannot be refunded until then.';
    expect(await page.getByText(waits).count(), 'of the order, and of all').toBe(2);
    const invoice = page.getByRole('link', { name: /^Invoice VI/ });
    await invoice.waitFor();
    const ask = page.getByRole('button', { name: 'Ask Razorpay now' }).first();
    await ask.focus();
    const answer = page.waitForResponse('**/money/check');
    await page.keyboard.press('Enter');
    await answer;
    // Until then the first button with that name is the one of another order.
    await page.getByRole('button', { name: 'Asking…' }).waitFor({ state: 'detached' });
    await page.getByText('checked with Razorpay just now').first().waitFor();
    await ask.click();
    await page.getByText('Razorpay was asked a moment ago.').waitFor();
  }
});

test('a buyer who has paid nothing reads that', async () => {
  const { person } = await insertBuyer(app, {});
  const { page } = await openPageAs(person, { viewport: { width: 390, height: 844 } });
  await page.goto('/money');
  await page.getByRole('heading', { name: 'Nothing paid yet' }).waitFor();
  await saveScreenshot(page, 'money-empty-390');
});
