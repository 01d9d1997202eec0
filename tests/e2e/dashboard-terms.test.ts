import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import {
  addDays,
  type Dates,
  describeDates,
  monthAfter,
  readableDay,
  weekdayAndDay,
} from '../../api/modules/catalog/availability/calendar-rules.ts';
import { TOO_FAR } from '../../api/modules/catalog/availability/days-off-rules.ts';
import { CHANGED_ELSEWHERE } from '../../api/platform/saving/texts.ts';
import { longMonth } from '../../src/admin/calendar/month-marks.ts';
import type { Person } from '../support/http-client.ts';
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

async function openSettings(page: Page) {
  await page.goto('/desk/calendar');
  await page.getByRole('heading', { name: 'How you work' }).click();
}

test('of two tabs on Calendar, the second asks before it replaces what the first has saved', async () => {
  const owner = await ownerOf(app);
  await clearDaysOff(owner);
  const [first, second] = [await openPageAs(owner), await openPageAs(owner)];
  const places = ({ page }: typeof first) => page.getByLabel('Orders at once');
  const press = ({ page }: typeof first, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const stored = async () => (await owner.get('/api/v1/desk/availability')).body.availability;
  for (const { page } of [first, second]) await openSettings(page);
  await places(second).fill('8');
  await places(first).fill('6');
  await press(first, 'Save');
  await first.page.getByText('Saved. Visitors see it within a minute.').waitFor();
  const saved = await stored();

  await press(second, 'Save');
  await second.page.getByText(CHANGED_ELSEWHERE).waitFor();
  expect(await places(second).inputValue(), 'what was typed stays').toBe('8');
  expect(await stored()).toEqual(saved);
  await press(second, 'Load that version');
  await expect.poll(() => places(second).inputValue()).toBe('6');

  // Days off of one tab are added to those of the other, and what is typed beside them stays.
  await places(second).fill('9');
  for (const [tab, day] of [
    [first, dayIn(300)],
    [second, dayIn(330)],
  ] as const) {
    await tab.page.getByLabel('First day off').fill(day);
    await press(tab, 'Add time off');
    await tab.page
      .getByRole('button', { name: `Remove Time off, ${readableDay(day)}`, exact: true })
      .waitFor();
  }
  await expect.poll(async () => (await stored()).timeOff).toHaveLength(2);
  await press(second, 'Save');
  await expect.poll(async () => (await stored()).capacity).toBe(9);
  await places(first).fill('0');
  await press(first, 'Save');
  await press(first, 'Save mine over it');
  await expect.poll(async () => (await stored()).capacity).toBe(0);
  expect((await stored()).timeOff).toHaveLength(2);
});

test('the owner counts days only with what is needed, waits for the buyer, and the buyer’s answer ends it', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner);
  await openSettings(page);
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
  await clearDaysOff(owner);
  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 390, height: 844 },
  });
  await openSettings(page);
  await page.getByLabel('Orders at once').fill('1');
  await page.getByLabel('Saturday', { exact: true }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Visitors see it within a minute.').waitFor();
  await page.getByLabel('Holiday', { exact: true }).fill('1900-01-26');
  await page.getByLabel('Its name').fill('Long ago');
  await page.getByRole('button', { name: 'Add holiday' }).click();
  await page.getByText(TOO_FAR).waitFor();
  expect(await page.getByLabel('Its name').inputValue()).toBe('Long ago');
  await page.getByLabel('First day off').fill(dayIn(280));
  await page.getByLabel('Last day off').fill(dayIn(276));
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByText('The last day is before the first.').waitFor();
  await page.getByLabel('Last day off').fill(dayIn(3930));
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByText('Time off lasts at most a year.').waitFor();
  expect(await page.getByLabel('First day off').inputValue()).toBe(dayIn(280));

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
  const agreed = ({ startsOn, deliverBy }: Dates) =>
    `Delivery by ${readableDay(deliverBy)}, starts ${weekdayAndDay(startsOn)}`;
  await shop.page.getByText(agreed(first)).waitFor();
  await paidOrder(app, bela);
  await proceed(shop.page).click();
  const next = await datesNow();
  await shop.page
    .getByText(`the work ${describeDates(next)}`)
    .first()
    .waitFor();
  await shop.page.getByText(agreed(next)).waitFor();
  expect((await asha.post('/api/v1/gig/order/place', await orderBody(asha))).status).toBe(201);

  await page.reload();
  await page.getByLabel('First day off').fill(first.startsOn);
  await page.getByLabel('Last day off').fill(first.deliverBy);
  await page.getByRole('button', { name: 'Add time off' }).click();
  await page.getByRole('dialog', { name: 'Orders run in this time off' }).waitFor();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect
    .poll(async () => (await owner.get('/api/v1/desk/availability')).body.availability.timeOff)
    .toContainEqual({ from: first.startsOn, to: first.deliverBy });
  // On a phone the month is a list of its days.
  const days = page.getByRole('list', { name: 'Days', exact: true });
  await days.getByRole('listitem').first().waitFor();
  expect(await page.getByRole('grid').count()).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await walkThroughMonth(page, owner);
  const suggested = page.getByRole('button', { name: /^Republic Day, |^Independence Day, / });
  const [suggestion = ''] = await suggested.allInnerTexts();
  await suggested.first().click();
  const [name = ''] = suggestion.split(',');
  await page.getByRole('button', { name: new RegExp(`^Remove ${name}, `) }).waitFor();
  await page.getByRole('button', { name: suggestion, exact: true }).waitFor({ state: 'detached' });
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

const dayIn = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);

/** Another test, or the first try of this one, may have left some. */
async function clearDaysOff(owner: Person): Promise<void> {
  const { availability } = (await owner.get('/api/v1/desk/availability')).body;
  const answer = await owner.put('/api/v1/desk/availability', {
    ...availability,
    holidays: [],
    timeOff: [],
  });
  expect(answer.status).toBe(200);
}

/** By keys from day to day and into the next month; a tap sets a day free, and another takes it back. */
async function walkThroughMonth(page: Page, owner: Person): Promise<void> {
  const timeOff = async () =>
    (await owner.get('/api/v1/desk/availability')).body.availability.timeOff;
  const chosen = page.getByRole('grid').locator('[aria-pressed="true"]');
  const today = page.getByRole('grid').locator('[aria-current="date"]');
  await expectAccessible(page);
  expect(await today.getAttribute('aria-pressed')).toBe('true');
  const now = (await today.getAttribute('data-day'))?.slice(0, 7) ?? '';
  const shows = (months: number) =>
    page.getByRole('heading', { name: longMonth(monthAfter(now, months)), exact: true }).waitFor();
  await shows(0);
  await today.focus();
  await page.keyboard.press('PageDown');
  await shows(1);
  for (const months of [2, 3]) {
    await page.getByRole('button', { name: 'Next month' }).click();
    await shows(months);
  }
  const first = `${monthAfter(now, 3)}-01`;
  expect(await chosen.getAttribute('data-day')).toBe(first);
  await chosen.focus();
  await page.keyboard.press('ArrowLeft');
  await shows(2);
  await page.keyboard.press('ArrowRight');
  await shows(3);
  await expect.poll(() => chosen.getAttribute('data-day')).toBe(first);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const monday = await chosen.getAttribute('data-day');
  expect(await chosen.evaluate((cell) => cell === document.activeElement)).toBe(true);
  const before = await timeOff();
  await page.getByRole('button', { name: 'Take this day off' }).click();
  await expect.poll(timeOff).toContainEqual({ from: monday, to: monday });
  await page.getByRole('button', { name: 'Work on this day' }).click();
  await expect.poll(timeOff).toEqual(before);
}
