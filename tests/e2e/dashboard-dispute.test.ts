import { expect, test } from 'vitest';
import { buy, deliverWebhooks } from '../support/payments.ts';
import { ASHA, insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const WEEK = 7 * 24 * 60 * 60;

test('the owner answers a bank on Today: the evidence and the submitted summary', async () => {
  const { person } = await insertBuyer(app, { name: ASHA.name });
  const { paymentId } = await buy(app, person);
  const respondBy = Math.floor(app.server.services.clock().getTime() / 1000) + WEEK;
  const dispute = app.sandbox.dispute(paymentId, { respondBy });
  await deliverWebhooks(app);
  const { page, browserErrors } = await openPageAs(await ownerOf(app));

  await page.goto('/desk');
  await page.getByText(/^Reply to the bank by \d+ \w{3} \(7 days left\)$/).waitFor();
  await page.getByRole('button', { name: /^Prepare the evidence…/ }).click();

  const panel = page.getByRole('region', { name: /^The bank questions ₹/ });
  await panel.getByRole('button', { name: 'Prepare the evidence', exact: true }).click();
  const documents = panel.getByRole('list', { name: 'Evidence' });
  await expect.poll(() => documents.getByRole('link').count()).toBe(4);
  expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0);

  const summary = panel.getByLabel('Summary for the bank');
  expect(await summary.inputValue()).toMatch(/^The buyer ordered/);
  await summary.fill('x'.repeat(1_001));
  await panel.getByText('1,001 of 1,000 characters: please shorten it').waitFor();
  expect(await panel.getByRole('button', { name: 'Submit to the bank…' }).isDisabled()).toBe(true);
  await summary.fill('');
  await panel.getByText('The bank needs a summary.').waitFor();
  await summary.fill('The site is online since Monday, as agreed.');
  await panel.getByRole('button', { name: 'Submit to the bank…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await panel.waitFor({ state: 'detached' });

  const stored = app.sandbox.records().disputes.find(({ id }) => id === dispute.id);
  expect(stored).toMatchObject({
    status: 'under_review',
    evidence: { summary: 'The site is online since Monday, as agreed.' },
  });

  app.sandbox.moveDispute(dispute.id, 'lost');
  await deliverWebhooks(app);
  await page.goto('/desk/payments');
  await page.getByText('Returned by the bank').first().waitFor();
  expect(browserErrors).toEqual([]);
});
