import { expect, test } from 'vitest';
import { insertBuyer, ownerOf, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible } from './browser.ts';
import { fillAddress, payByUpi } from './checkout-steps.ts';
import { shoot } from './pictures.ts';
import { pageOf, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const PHONE = { viewport: { width: 390, height: 844 } };
test('a special order goes from a question to the payment of its first part, in two browsers', async () => {
  const { person } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const { page: buyer, complaints } = await pageOf(person, PHONE);
  await buyer.goto(`/my-gig/${WEBSITE}`);
  await buyer.getByRole('link', { name: 'Ask a question' }).first().click();
  const form = buyer.getByRole('dialog', { name: 'Ask a question' });
  await form.getByLabel('Your question').fill('Can you build it in Marathi, with payments?');
  await shoot(buyer, 'ask-390');
  await expectAccessible(buyer);
  await form.getByRole('button', { name: 'Send question' }).click();
  await buyer.getByRole('log', { name: 'Messages' }).getByText('in Marathi').waitFor();

  const desk = await pageOf(await ownerOf(app), { viewport: { width: 1440, height: 900 } });
  const owner = desk.page;
  await owner.goto('/desk/inbox');
  await owner.getByRole('button', { name: /Asha Kulkarni/ }).click();
  await shoot(owner, 'inbox-1440');
  await owner.getByRole('button', { name: 'Write a quote' }).click();
  const quote = owner.getByRole('dialog', { name: 'Quote' });
  await quote.getByLabel('Start from a package').selectOption({ index: 1 });
  await quote.getByLabel('Title').fill('A shop in Marathi');
  await quote.getByLabel('Price in ₹').fill('60000');
  await quote.getByLabel('Parts').selectOption('3');
  await quote.getByLabel('Part 2').fill('Design');
  await shoot(owner, 'quote-form-1440');
  await expectAccessible(owner);
  await quote.getByLabel('Price in ₹').fill('0');
  await quote.getByRole('button', { name: 'Send quote' }).click();
  await quote.getByText('Please give the price in rupees, ₹1 or more.').waitFor();
  expect(await quote.getByLabel('Title').inputValue(), 'nothing typed is lost').toBe(
    'A shop in Marathi',
  );
  await quote.getByLabel('Price in ₹').fill('60000');
  await quote.getByRole('button', { name: 'Send quote' }).click();
  await quote.waitFor({ state: 'hidden' });

  const card = buyer.getByRole('article', { name: 'Quote: A shop in Marathi' });
  await card.getByText('₹60,000').waitFor();
  expect(await card.getByText('₹20,000').count()).toBe(3);
  expect(await card.getByRole('button', { name: 'Accept' }).isVisible()).toBe(true);
  await shoot(buyer, 'card-390');
  await shoot(owner, 'sent-1440');
  await expectAccessible(buyer);
  await card.getByRole('button', { name: 'Accept' }).click();
  const accept = buyer.getByRole('dialog', { name: 'A shop in Marathi' });
  await fillAddress(buyer);
  await shoot(buyer, 'accept-390');
  await accept.getByRole('button', { name: 'Accept and pay ₹20,000' }).click();
  await payByUpi(buyer);
  await buyer.waitForURL('**/order-success*');
  await buyer.getByText('Part 2 of 3: Design').waitFor();
  await shoot(buyer, 'success-390');
  await buyer.getByRole('link', { name: 'Manage Orders' }).click();
  await buyer.getByRole('link', { name: 'View Full Details' }).click();
  await buyer.getByRole('button', { name: 'Pay next part (₹20,000)' }).waitFor();
  await buyer.getByRole('heading', { name: 'Agreement' }).click();
  await shoot(buyer, 'order-390');
  await buyer.getByRole('button', { name: 'Chat with Admin' }).click();
  await buyer.getByRole('log', { name: 'Messages' }).getByText('in Marathi').waitFor();
  expect(complaints).toEqual([]);
  // The price that was refused on purpose.
  expect(desk.complaints.filter((each) => !each.includes('400 (Bad Request)'))).toEqual([]);
});
