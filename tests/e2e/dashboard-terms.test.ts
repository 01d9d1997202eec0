import { expect, test } from 'vitest';
import { describeDates } from '../../api/modules/catalog/availability/calendar-rules.ts';
import { CHANGED_ELSEWHERE } from '../../api/platform/saving/texts.ts';
import { insertBuyer, orderBody, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { fillAddress, openCheckout, proceed } from './checkout-steps.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner changes what buyers get back, and a mistake keeps what was typed', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/desk/terms');
  const accepted = page.getByLabel('Accepted and nothing delivered, % refunded');
  for (const mistake of ['', '130']) {
    await accepted.fill(mistake);
    await page.getByRole('button', { name: 'Save for future orders' }).click();
    await page.getByText('Please give a whole percentage, 0 to 100.').waitFor();
    expect(await accepted.inputValue()).toBe(mistake);
    expect(await page.getByRole('cell', { name: 'Half of what is paid' }).count()).toBe(1);
  }
  await accepted.fill('40');
  await accepted.press('Enter');
  await page.getByRole('cell', { name: '40 % of what is paid' }).waitFor();

  await accepted.fill('35');
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Not saved yet' });
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const { terms } = (await owner.get('/api/v1/desk/cancellation-terms')).body;
  expect(terms.accepted).toBe(35);
  expect(browserErrors.filter((each) => !each.includes('400 (Bad Request)'))).toEqual([]);
});

test('of two tabs on Calendar, the second asks before it replaces what the first has saved', async () => {
  const owner = await ownerOf(app);
  const [first, second] = [await openPageAs(owner), await openPageAs(owner)];
  const timeOff = ({ page }: typeof first) => page.getByLabel('Time off');
  const press = ({ page }: typeof first, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const stored = async () =>
    (await owner.get('/api/v1/desk/availability')).body.availability.timeOff;
  for (const tab of [first, second]) await tab.page.goto('/desk/calendar');
  await timeOff(second).fill('2027-08-01');
  await timeOff(first).fill('2027-06-01 to 2027-06-05');
  await press(first, 'Save');
  await first.page.getByText('Saved. Visitors see it within a minute.').waitFor();
  const saved = await stored();

  await press(second, 'Save');
  await second.page.getByText(CHANGED_ELSEWHERE).waitFor();
  expect(await timeOff(second).inputValue(), 'what was typed stays').toBe('2027-08-01');
  expect(await stored()).toEqual(saved);
  await press(second, 'Load that version');
  await expect.poll(() => timeOff(second).inputValue()).toBe('2027-06-01 to 2027-06-05');

  await timeOff(second).fill('2027-09-01');
  await press(second, 'Save');
  await second.page.getByText('Saved. Visitors see it within a minute.').waitFor();
  await timeOff(first).fill('');
  await press(first, 'Save');
  await press(first, 'Save mine over it');
  await expect.poll(stored).toEqual([]);
});

test('the owner counts days only with what is needed, waits for the buyer, and the buyer’s answer ends it', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner);
  await page.goto('/desk/calendar');
  await page.getByLabel('Count delivery days only while I have what I need').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it within a minute.').waitFor();

  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const shop = await openPageAs(asha, { viewport: { width: 390, height: 844 } });
  await openCheckout(shop.page);
  await shop.page.getByText('waiting for it moves the delivery date').waitFor();
  const id = await paidOrder(app, asha);
  await asha.put(`/api/v1/gig/order/${id}/requirements`, { text: 'A calm site.', links: [] });

  await page.goto(`/desk/orders/${id}`);
  await page.getByRole('heading', { name: 'Wait for the buyer' }).click();
  await page.getByLabel('What do you need?').fill('Your logo as SVG');
  await page.getByRole('button', { name: 'Wait for the buyer' }).click();
  await page.getByRole('heading', { name: 'Waiting for the buyer' }).waitFor();
  const line = 'Waiting for “Your logo as SVG” since';
  await page.getByText(line).waitFor();

  await shop.page.goto(`/orders/${id}`);
  await shop.page.getByRole('heading', { name: 'Something is needed from you' }).waitFor();
  await shop.page.getByText(line).waitFor();
  expect(await shop.page.locator('main .button--solid').allInnerTexts()).toEqual([
    'Send it in the conversation',
  ]);
  await shop.page.getByRole('button', { name: 'I have sent it' }).click();
  await shop.page.getByRole('heading', { name: 'Your requirements are being checked' }).waitFor();
  await page.getByRole('heading', { name: 'Wait for the buyer' }).waitFor();

  await page.getByRole('button', { name: 'Ask for more time…' }).click();
  await page.getByLabel('Why do you need it?').fill('The texts came late.');
  await page.getByRole('button', { name: 'Send proposal' }).click();
  await page.getByText('Please give the days, 1 or more.').waitFor();
  await page.getByLabel('Extra days').fill('3');
  await page.getByRole('button', { name: 'Send proposal' }).click();
  const asked = shop.page.getByRole('region', { name: 'Changes' });
  await asked.getByText(/^3 days more → delivery by/).waitFor();
  await asked.getByRole('button', { name: 'Accept', exact: true }).click();
  await asked.getByText('Accepted', { exact: true }).waitFor();
  expect([...browserErrors, ...shop.browserErrors]).toEqual([]);
});

test('the owner sets up the calendar, and a buyer who was too slow reads the next dates before paying', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/desk/calendar');
  await page.getByLabel('Orders at once').fill('1');
  await page.getByLabel('Saturday').check();
  await page.getByLabel('Holidays').fill('26 January');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A day is written like 2027-01-26.').waitFor();
  await page.getByLabel('Holidays').fill('2027-01-26 Republic Day');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it within a minute.').waitFor();

  const path = `/api/v1/gig/availability/${WEBSITE}`;
  const datesNow = async () => (await owner.get(path)).body.plans[0];
  const [{ person: asha }, { person: bela }] = [await insertBuyer(app), await insertBuyer(app)];
  const first = await datesNow();
  const shop = await openPageAs(asha, { viewport: { width: 390, height: 844 } });
  await shop.page.route(`**${path}`, (route) => route.abort());
  await openCheckout(shop.page);
  await shop.page.getByText('The delivery date could not be loaded').waitFor();
  expect(await proceed(shop.page).isDisabled()).toBe(true);
  const time = shop.page.getByText(/^Total delivery time/);
  expect(await time.textContent()).not.toMatch(/starts|by /);
  await expectAccessible(shop.page);
  await shop.page.unroute(`**${path}`);
  await shop.page.getByRole('button', { name: 'Try again' }).click();
  await fillAddress(shop.page);
  await shop.page.getByText(describeDates(first)).waitFor();
  await paidOrder(app, bela);
  await proceed(shop.page).click();
  const next = await datesNow();
  await shop.page
    .getByText(`the work ${describeDates(next)}`)
    .first()
    .waitFor();
  await shop.page.getByText(`days, ${describeDates(next)}`).waitFor();
  expect((await asha.post('/api/v1/gig/order/place', await orderBody(asha))).status).toBe(201);

  await page.reload();
  await page.getByLabel('Time off').fill(`${first.startsOn} to ${first.deliverBy}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Orders run in this time off' }).waitFor();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect
    .poll(async () => (await owner.get('/api/v1/desk/availability')).body.availability.timeOff)
    .toEqual([{ from: first.startsOn, to: first.deliverBy }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const suggested = page.getByRole('button', { name: /^Republic Day, |^Independence Day, / });
  const [suggestion = ''] = await suggested.allInnerTexts();
  await suggested.first().click();
  const [name = ''] = suggestion.split(',');
  expect(await page.getByLabel('Holidays').inputValue()).toMatch(new RegExp(` ${name}$`));
  await page.getByRole('button', { name: suggestion }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create address' }).click();
  const address = await page.getByRole('textbox', { name: 'Address' }).inputValue();
  expect(await (await fetch(address)).text()).toContain('SUMMARY:Time off');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Calendars can no longer read it.').waitFor();
  const expected = /400 \(Bad Request\)|409 \(Conflict\)|net::ERR_FAILED/;
  expect([...browserErrors, ...shop.browserErrors].filter((each) => !expected.test(each))).toEqual(
    [],
  );
});
