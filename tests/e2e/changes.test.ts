import { expect, test } from 'vitest';
import { insertBuyerProposal } from '../support/changes.ts';
import { buy, storedOrder } from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { payByUpi } from './checkout-steps.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

test('a revision request becomes a change in two clicks, and its buyer accepts and pays it', async () => {
  const { person } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const { orderId } = await buy(app, person);
  const admin = await ownerOf(app);
  await admin.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await person.post('/api/v1/gig/order/revision-request', {
    orderId,
    revisionDescription: 'A page in Marathi for each service, please.',
  });

  const { page: owner, browserErrors } = await openPageAs(admin, DESKTOP);
  await owner.goto(`/desk/orders/${orderId}`);
  await owner.getByRole('button', { name: 'Quote as extra…' }).click();
  const form = owner.getByRole('dialog', { name: 'Quote as extra' });
  expect(await form.getByLabel('What is to be done?').inputValue()).toMatch(/^A page in Marathi/);
  await form.getByLabel('Price in ₹').fill('0.5');
  await form.getByRole('button', { name: 'Send proposal' }).click();
  await form.getByText('Please give the price: 0, or ₹1 or $1 or more.').waitFor();
  expect(await form.getByLabel('What is to be done?').inputValue()).toMatch(/^A page in Marathi/);
  await form.getByLabel('Price in ₹').fill('2500');
  await form.getByLabel('Extra days').fill('3');
  await expectAccessible(owner);
  await form.getByRole('button', { name: 'Send proposal' }).click();
  await form.waitFor({ state: 'detached' });
  await owner.getByText('Became change 1', { exact: true }).waitFor();

  const { page: buyer, browserErrors: others } = await openPageAs(person, PHONE);
  await buyer.goto(`/orders/${orderId}`);
  const changes = buyer.getByRole('region', { name: 'Changes' });
  await changes.getByText(/^\+ ₹2,500, 3 days more → ₹17,499 in total, delivery by /).waitFor();
  await expectAccessible(buyer);
  await changes.getByRole('button', { name: 'Accept (+ ₹2,500)' }).focus();
  await buyer.keyboard.press('Enter');
  await changes.getByText('Accepted', { exact: true }).waitFor();
  const ledger = buyer.getByLabel('Ledger');
  await expect
    .poll(() => ledger.getByText('₹2,500').count(), { message: 'change and open amount' })
    .toBe(2);
  await owner.getByText('₹17,499').first().waitFor();
  await buyer.getByRole('button', { name: 'Pay full amount (₹2,500)' }).click();
  await payByUpi(buyer);
  await buyer.waitForURL('**/profile');
  expect(await storedOrder(app, orderId)).toMatchObject({ paid: 17_499_00, used_revisions: 0 });
  expect(others).toEqual([]);
  expect(browserErrors.filter((each) => !each.includes('400 (Bad Request)'))).toEqual([]);
});

test('what a buyer asks for, with files, is quoted by the owner and answered in the conversation', async () => {
  const { person } = await insertBuyer(app, { name: 'Bela Nagy' });
  const { orderId } = await buy(app, person);
  const { page: buyer } = await openPageAs(person, PHONE);
  await buyer.goto(`/orders/${orderId}`);
  await buyer.getByRole('button', { name: 'Ask for more…' }).click();
  const form = buyer.getByRole('dialog', { name: 'Ask for more' });
  await form.getByLabel('What do you need?').fill('A booking form as well.');
  expect(await form.getByLabel('Price in ₹').count(), 'the price is the answer').toBe(0);
  await form.getByLabel('Attach files').setInputFiles({
    ...{ name: 'fields.txt', mimeType: 'text/plain', buffer: Buffer.from('Name, date, time') },
  });
  await form.getByRole('button', { name: 'Remove fields.txt' }).waitFor();
  await expectAccessible(buyer);
  await form.getByRole('button', { name: 'Send request' }).click();
  await form.waitFor({ state: 'detached' });
  await buyer.getByRole('button', { name: 'Chat with Admin' }).click();
  const inChat = buyer.getByRole('log', { name: 'Messages' }).getByRole('article');
  await inChat.getByRole('link', { name: /fields\.txt/ }).waitFor();
  await inChat.getByText('Requested', { exact: true }).waitFor();

  const { page: owner } = await openPageAs(await ownerOf(app), {
    viewport: { width: 768, height: 900 },
  });
  await owner.goto(`/desk/orders/${orderId}`);
  const changes = owner.getByRole('region', { name: 'Changes' });
  await changes.getByText('booking form').waitFor();
  await changes.getByRole('link', { name: /fields\.txt/ }).waitFor();
  await expectAccessible(owner);
  await changes.getByRole('button', { name: 'Quote as extra…' }).click();
  const quote = owner.getByRole('dialog', { name: 'Quote as extra' });
  await quote.getByRole('button', { name: 'Send proposal' }).click();
  await quote.getByText('Please give the price: 0, or ₹1 or $1 or more.').waitFor();
  await quote.getByLabel('Price in ₹').fill('1200');
  await quote.getByRole('button', { name: 'Send proposal' }).click();
  await changes.getByText(/^\+ ₹1,200 → ₹16,199 in total/).waitFor();
  await changes.getByText('Proposed', { exact: true }).waitFor();
  await inChat.getByText('Payable within 7 days of accepting').waitFor();
  await expectAccessible(buyer);
  await inChat.getByRole('button', { name: 'Accept (+ ₹1,200)' }).click();
  await inChat.getByText('Accepted', { exact: true }).waitFor();
  await changes.getByText('Accepted', { exact: true }).waitFor();
  const width = await owner.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'nothing scrolls sideways').toBeLessThanOrEqual(768);
});

test('a price that a buyer once proposed is still answered by the owner', async () => {
  const { person } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const { orderId } = await buy(app, person);
  await insertBuyerProposal(app.server.services.store.db, orderId, 9_999_999_99);
  const { page: owner } = await openPageAs(await ownerOf(app), PHONE);
  await owner.goto(`/desk/orders/${orderId}`);
  const changes = owner.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: 'Accept (+ ₹99,99,999.99)' }).waitFor();
  await changes.getByRole('button', { name: 'Decline' }).click();
  await changes.getByText('Declined', { exact: true }).waitFor();
});
