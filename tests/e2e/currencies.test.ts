import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { WORKER } from '../../api/modules/site/worker/site-worker.ts';
import { insertBuyer, ownerOf, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { fillAddress, payByCard, proceed } from './checkout-steps.ts';
import { expectAccessible, openPage, waitForDrawer } from './page.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

const GIG = WEBSITE_PAGE;
const SHOWN = '#order .price span:visible';

test('the owner turns dollars on and publishes; a buyer abroad pays in them, one in India in rupees', async () => {
  const app = await startTestApp({}, { publishProgram: WORKER });
  try {
    const owner = await openPageAs(await ownerOf(app));
    const desk = owner.page;
    await desk.goto('/desk/terms');
    await desk.getByLabel('Prices in US dollars, too').click();
    await expect.poll(() => desk.getByLabel('Prices in US dollars, too').isChecked()).toBe(true);
    await desk.goto(`/desk/gigs/${WEBSITE}`);
    const partly = desk.getByText('Sold in rupees only until each package and extra has a price');
    const fields = desk.getByLabel('Price, $');
    await fields.first().fill('179');
    await partly.waitFor();
    for (const [at, field] of (await fields.all()).entries()) await field.fill(`${179 + at * 100}`);
    await partly.waitFor({ state: 'detached' });
    await desk.getByRole('button', { name: 'Save', exact: true }).click();
    const bar = desk.getByRole('region', { name: 'Publishing' });
    await bar.getByRole('button', { name: 'Publish' }).click();
    await desk.getByText('Published', { exact: true }).waitFor();

    const { body: html } = await app.visitor().get(GIG);
    expect(html).toContain('"priceCurrency":"INR","lowPrice":14999');
    expect(html).toContain('"priceCurrency":"USD","lowPrice":179');
    const plain = await openPage(browser, app.origin, { javaScriptEnabled: false });
    await plain.page.goto(GIG);
    const card = plain.page.locator('#order');
    expect(await card.locator('.price').first().textContent()).toBe('₹14,999 or $179');
    expect(await card.getByRole('button', { name: 'Prices in rupees' }).isVisible()).toBe(false);
    const atHome = await openPage(browser, app.origin, { timezoneId: 'Asia/Kolkata' });
    const { body: summary } = await app.visitor().get('/llms.txt');
    expect(summary).toContain('from ₹14,999 or $179');
    await atHome.page.goto(GIG);
    expect(await atHome.page.locator(SHOWN).first().textContent()).toBe('₹14,999');

    const { person } = await insertBuyer(app, { name: 'Ben Carter' });
    const buyer = await openPageAs(person, { timezoneId: 'America/New_York' });
    const { page } = buyer;
    const shown = page.locator(SHOWN).first();
    await page.goto(GIG);
    expect(await shown.textContent(), 'the time zone suggests them').toBe('$179');
    await page.getByRole('button', { name: 'Prices in rupees' }).click();
    expect(await shown.textContent()).toBe('₹14,999');
    await page.reload();
    expect(await shown.textContent(), 'the choice is remembered').toBe('₹14,999');
    expect(await pricesOnCards(page)).toEqual(Array(3).fill('₹14,999'));
    await page.goto(GIG);
    const dollars = page.getByRole('button', { name: 'Prices in US dollars' });
    await dollars.click();
    expect(await dollars.getAttribute('aria-pressed')).toBe('true');
    await expectAccessible(page);
    expect(await pricesOnCards(page)).toEqual(Array(3).fill('$179'));
    const order = async () => {
      await page.goto(GIG);
      await page.locator('#order').getByRole('button', { name: 'Order' }).click();
      await waitForDrawer(page);
      const link = page.getByRole('link', { name: 'Continue ($179)' });
      await link.click();
      await page.getByRole('heading', { name: 'Checkout' }).waitFor();
      await page.waitForFunction(() => 'Razorpay' in window);
    };
    await order();
    const country = page.getByLabel('Country');
    expect(await country.inputValue()).toBe('');
    await fillAddress(page);
    const states = await page.getByLabel('State').getAttribute('list');
    await expect.poll(() => page.locator(`[id="${states}"] option`).count()).toBe(36);
    await page.getByLabel('State').fill('');
    await page.getByLabel('PIN code, optional').fill('411001');
    await expect.poll(() => page.getByLabel('State').inputValue()).toBe('Maharashtra');
    await proceed(page).click();
    await page.getByText('Buyers in India pay in rupees.').waitFor();
    await page.getByRole('button', { name: 'Proceed to Payment (₹14,999)' }).waitFor();
    await order();
    await country.fill('United States');
    await page.getByText('Card. Your card data never reaches us.').waitFor();
    await page.getByLabel('Postal code, optional').waitFor();
    await proceed(page).click();
    await payByCard(page);
    await page.waitForURL('**/order-success?order=*');
    const total = page.getByRole('main').getByText('$179', { exact: true }).first();
    await total.waitFor();
    const id = new URL(page.url()).searchParams.get('order');
    await page.goto(`/orders/${id}`);
    await total.waitFor();
    await page.goto('/money');
    await total.waitFor();

    await desk.goto(`/desk/orders/${id}`);
    await desk.getByText('$179', { exact: true }).first().waitFor();
    expect(await desk.getByText('.00').count(), 'no amount has two forms').toBe(0);
    await desk.goto('/desk');
    await desk.getByText('of which $179').waitFor();
    await desk.goto('/desk/payments');
    await desk.getByText(/^Of which in USD: received \$179/).waitFor();
    expect([...owner.browserErrors, ...atHome.browserErrors]).toEqual([]);
    expect(buyer.browserErrors.filter((each) => !each.includes('/order/place'))).toEqual([]);
    await app.check();
  } finally {
    await app.close();
  }
});

/** What the cards of the gig say on the home page, in the list and on the seller's page. */
async function pricesOnCards(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const path of ['/', '/my-gig', '/seller']) {
    await page.goto(path);
    const card = page.locator(`:is(article, .hero li):has(a[href="${GIG}"])`);
    found.push(...(await card.locator('.price').allInnerTexts()));
  }
  return found;
}
