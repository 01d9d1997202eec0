import { expect, test } from 'vitest';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openCheckout } from './checkout-steps.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner edits the profile beside its preview, is asked before leaving, saves and undoes', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/desk/profile');
  const preview = page.frameLocator('iframe[title="The page as visitors will see it"]');
  const part = (name: string) =>
    page.getByLabel('Part of the profile').getByRole('button', { name, exact: true }).click();
  const role = page.getByLabel('What you are');
  await role.fill('Web Developer');
  await preview.getByRole('heading', { level: 1, name: 'Web Developer' }).waitFor();
  await part('Numbers');
  expect(await page.getByRole('button', { name: 'Add a number' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove number 3' }).click();
  await expect.poll(() => preview.locator('#stats dt').count()).toBe(2);
  await part('Showcase');
  await page.getByRole('button', { name: 'Remove piece 1' }).click();
  await expect.poll(() => preview.locator('#myprojects .card').count()).toBe(5);

  await part('About');
  await page.getByLabel('About you').fill('One paragraph.\nAnother one.');
  await preview.locator('#about p').getByText('Another one.').waitFor();
  expect(await preview.locator('#about p').count()).toBe(2);

  await page.getByRole('link', { name: 'Gigs' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Stay' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await part('Who you are');
  await page.getByLabel('E-mail that visitors write to').fill('nowhere');
  await part('Links');
  await save.click();
  await page.getByText('Please enter the e-mail address that visitors write to.').first().waitFor();
  await page.getByLabel('E-mail that visitors write to').fill('hello@studio.example');
  await save.click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Undo last save' }).click();
  await expect.poll(() => role.inputValue()).toBe('MERN Stack Developer');
  expect(browserErrors.filter((each) => !/400/.test(each))).toEqual([]);
});

test('without the struck-out charges the checkout shows one total', async () => {
  const owner = await ownerOf(app);
  const { page } = await openPageAs(owner);
  await page.goto('/desk/profile');
  await page
    .getByLabel('Part of the profile')
    .getByRole('button', { name: 'Checkout', exact: true })
    .click();
  const struck = page.getByLabel('Show a service fee and GST, struck out');
  expect(await struck.isChecked(), 'as specified').toBe(true);
  await struck.uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();

  const { page: checkout } = await openPageAs((await insertBuyer(app)).person);
  await openCheckout(checkout);
  const summary = checkout.getByRole('region', { name: 'Order summary' });
  await summary.getByText('Total', { exact: true }).waitFor();
  expect(await summary.locator('s').count()).toBe(0);
  await expectAccessible(checkout);
  await struck.check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
});

test('a reply template that the owner writes can be inserted into a message', async () => {
  const owner = await ownerOf(app);
  const { profile } = (await owner.get('/api/v1/desk/profile')).body;
  const text = 'I am away until Monday.';
  const replyTemplates = [{ name: 'Away', text }, ...profile.replyTemplates];
  const saved = await owner.put('/api/v1/desk/profile', { ...profile, replyTemplates });
  expect(saved.status).toBe(200);
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const orderId = await paidOrder(app, asha);
  await asha.post('/api/v1/communicate/send-message', { orderId, messageText: 'Hello' });
  const { page } = await openPageAs(owner, { viewport: { width: 1440, height: 900 } });
  await page.goto('/desk/inbox');
  await page.getByRole('button', { name: /^Asha Kulkarni/ }).click();
  await page.getByLabel('Insert a reply template').selectOption('Away');
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(text);
});

test('the owner gives the shop a name, a colour that can be read and a logo', async () => {
  const owner = await ownerOf(app);
  const { page } = await openPageAs(owner, { viewport: { width: 1440, height: 900 } });
  await page.goto('/desk/profile');
  await page
    .getByLabel('Part of the profile')
    .getByRole('button', { name: 'Brand', exact: true })
    .click();
  const preview = page.frameLocator('iframe[title="The page as visitors will see it"]');
  await page.getByLabel('Name of the studio').fill('Mira Works');
  await page.getByLabel('Monogram').fill('MW');
  await preview.locator('.navbar .monogram').getByText('MW').waitFor();
  await page.getByLabel('Colour on light pages').fill('#ffd500');
  await page.getByText(/hard to read on a light page/).waitFor();
  await page.getByRole('button', { name: /^Use #/ }).click();
  await page.getByText(/hard to read on a light page/).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Colour on dark pages').inputValue()).not.toBe('#2dd4bf');
  // Letters that other papers have are refused while they are typed.
  const letters = page.getByLabel('Letters of receipt numbers');
  const refusal = page.getByText(/^Please enter a letter, then a letter or digit other than I, R/);
  await letters.fill('KC');
  await refusal.waitFor();
  expect(await letters.getAttribute('aria-invalid')).toBe('true');
  await letters.fill('KS');
  await refusal.waitFor({ state: 'detached' });
  await page.getByLabel('Logo (SVG)').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="currentColor" d="M0 0h40v10H0z"/></svg>',
    ),
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const { profile } = (await owner.get('/api/v1/desk/profile')).body;
  expect(profile.brand).toMatchObject({ studio: 'Mira Works', monogram: 'MW' });
  expect(profile.brand.logo).toContain('<svg');
});
