import { expect, onTestFinished, test } from 'vitest';
import { insertBuyer, insertOrders, paidOrder } from '../support/people.ts';
import { askQuestion } from '../support/quotes.ts';
import { startTestApp } from '../support/test-app.ts';
import { expectAccessible } from './page.ts';
import { PHONE } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

test('sixty orders are shown twenty at a time, filtered by status and sorted', async () => {
  // An app of its own, because these orders have no payments behind them.
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { person, user } = await insertBuyer(app);
  await insertOrders(app, [user], 60);
  const { page } = await openPageAs(person, { viewport: PHONE });
  await page.goto('/orders');
  const rows = page.getByRole('article');
  await page.getByText('20 of 60 orders').waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(6_000);
  const places = async () => (await rows.locator('.mono').allTextContents()).join();
  const newest = await places();
  expect((await rows.first().boundingBox())?.y, 'in the first third').toBeLessThan(844 / 3);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('40 of 60 orders').waitFor();
  expect(await page.getByRole('searchbox').count(), 'behind an icon').toBe(0);
  await page.getByRole('button', { name: 'Search and sort' }).click();
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await page.getByText('20 of 60 orders').waitFor();
  await expect.poll(places).not.toBe(newest);
  const done = rows.filter({ hasText: 'Completed' }).last();
  expect((await done.boundingBox())?.height, 'without an action').toBeLessThan(190);
  await page.getByLabel('Status').selectOption('Delivered (15)');
  await page.getByText('15 orders', { exact: true }).waitFor();
  await expect.poll(() => rows.getByText('Delivered', { exact: true }).count()).toBe(15);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.getByRole('searchbox').fill('quoted');
  await page.getByRole('heading', { name: 'No results' }).waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByText('20 of 60 orders').waitFor();
  await expectAccessible(page);
  await page
    .getByRole('searchbox')
    .fill((await rows.first().locator('.mono').nth(1).textContent()) ?? '');
  await expect.poll(() => rows.count()).toBe(1);

  await page.getByRole('searchbox').fill('');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const covered = await page
    .locator('main :is(select, input, button, .order-card a)')
    .evaluateAll((controls) => {
      const boxes = controls.map((each) => each.getBoundingClientRect());
      const areOver = (one: DOMRect, other: DOMRect) =>
        one.right > other.left + 1 &&
        other.right > one.left + 1 &&
        one.bottom > other.top + 1 &&
        other.bottom > one.top + 1;
      return boxes.flatMap((box, at) =>
        boxes
          .slice(at + 1)
          .flatMap((other, by) =>
            areOver(box, other)
              ? [`${controls[at]?.textContent} | ${controls[at + 1 + by]?.textContent}`]
              : [],
          ),
      );
    });
  expect(covered, 'controls over others with text of twice the size').toEqual([]);

  await page.route('**/gig/order/user-orders', (route) => route.abort());
  await page.goto('/orders');
  await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
  expect(await page.getByRole('searchbox').count(), 'nothing to filter').toBe(0);
});

test('an order in a list has the one action of its page', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { person } = await insertBuyer(app);
  const orderId = await paidOrder(app, person);
  const { page } = await openPageAs(person, { viewport: PHONE });
  await page.goto('/orders');
  const action = page.getByRole('article').getByRole('link', { name: 'Submit Requirements' });
  await action.waitFor();
  expect(await page.getByRole('article').locator('.button--solid').count()).toBe(1);
  expect(await page.getByRole('searchbox').count(), 'nothing to search').toBe(0);
  await page.getByRole('button', { name: 'Table View' }).click();
  await page.getByRole('row').getByRole('link', { name: 'Submit Requirements' }).click();
  await page.waitForURL(`**/orders/${orderId}`);
  await page.getByRole('button', { name: 'Submit Requirements' }).waitFor();
});

test('a list says once that an order lapsed or is refunded, and has groups with names', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { person, user } = await insertBuyer(app);
  const ids = await insertOrders(app, [user], 4);
  const [refunded = '', declined = '', partly = '', lapsed = ''] = ids;
  const at = '2026-06-02T10:00:00.000Z';
  const change = (id: string, facts: object) =>
    app.write((tx) => tx.updateTable('orders').set(facts).where('id', '=', id).execute());
  await change(refunded, { status: 'Accepted', refunded: 500_00 });
  await change(declined, { status: 'Rejected', refunded: 500_00 });
  await change(partly, { cancelled_at: at, refunded: 200_00 });
  await change(lapsed, { status: 'In Progress', paid: 0, failed_at: at });
  await askQuestion(person);
  const { page } = await openPageAs(person);
  await page.goto('/orders');
  const badgesOf = (id: string) =>
    page.locator(`article[aria-labelledby="${id}"] .badge`).allTextContents();
  await page.getByRole('article').first().waitFor();
  expect(await badgesOf(refunded)).toEqual(['Refunded']);
  expect(await badgesOf(declined)).toEqual(['Rejected', '₹500 refunded']);
  expect(await badgesOf(partly)).toEqual(['Cancelled', '₹200 of ₹500 refunded']);
  expect(await badgesOf(lapsed)).toEqual(['Lapsed']);
  const groups = page.locator('main section > h2');
  expect(await groups.allTextContents(), 'a question without an answer').toEqual([
    ...['In work', 'Done'],
  ]);
});
