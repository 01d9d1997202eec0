import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { carryOutActs } from '../../api/modules/deliveries/delayed-acts.ts';
import type { Person } from '../support/http-client.ts';
import { adminPayments, buy, deliverWebhooks } from '../support/payments.ts';
import { ASHA, insertBuyer, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { expectAccessible, waitForAct } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const PROGRAM = [new URL('../faults/small-build.ts', import.meta.url).pathname];

let owner: Person;
let asha: Person;
/** The owner's. */
let page: Page;
let browserErrors: string[];
beforeAll(async () => {
  owner = await ownerOf(app);
  asha = (await insertBuyer(app, { name: ASHA.name })).person;
  const viewport = { width: 1440, height: 900 };
  ({ page, browserErrors } = await openPageAs(owner, { viewport }));
});

test('the owner accepts a new order from Today in one click, and it comes back when that is refused', async () => {
  const [id, other] = [await paidOrder(app, asha), await paidOrder(app, asha)];
  const accept = (orderId: string) =>
    page.getByRole('button', { name: `Accept: #${orderId.slice(-6).toUpperCase()}` });
  await page.goto('/desk');
  await accept(id).click();
  await page
    .getByRole('status')
    .getByText(/^Accepted\./)
    .waitFor();
  await accept(id).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await accept(id).click();
  await waitForAct(page, app);
  await expect
    .poll(async () => (await asha.get(`/api/v1/gig/order/${id}`)).body.order.orderStatus)
    .toBe('Accepted');
  const json = { success: false, message: 'Not just now.' };
  await page.route('**/accept*', (route) => route.fulfill({ status: 503, json }));
  await accept(other).click();
  await page.locator('[data-sonner-toast]').getByText('Not just now.').waitFor();
  await accept(other).waitFor();
  await page.unroute('**/accept*');
  expect(browserErrors.splice(0).filter((error) => !error.includes('503'))).toEqual([]);
});

test('many new orders are one row with one button, and one that is refused stays and says why', async () => {
  const ids = [];
  for (let at = 0; at < 4; at += 1) ids.push(await paidOrder(app, asha));
  const [first = ''] = ids;
  const json = { success: false, message: 'Not just now.' };
  await page.route(`**/${first}/accept*`, (route) => route.fulfill({ status: 503, json }));
  await page.goto('/desk');
  const row = page.getByRole('listitem').filter({ hasText: 'new orders' });
  const line = row.getByRole('listitem').first();
  await line.getByText(`${ASHA.name}Basic, A business website`, { exact: false }).waitFor();
  await line.getByText('₹').waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Accept \d orders$/ }).click();
  const all = page.getByRole('dialog', { name: /^Accept \d orders\?$/ });
  await all.getByText('beside').first().waitFor();
  await all.getByRole('button', { name: 'Accept all' }).click();
  const short = `#${first.slice(-6).toUpperCase()}`;
  await page
    .locator('[data-sonner-toast]')
    .getByText(`Not accepted. ${short}: Not just now.`)
    .waitFor();
  await page.getByRole('button', { name: `Accept: ${short}` }).waitFor();
  await page.getByText(`${ASHA.name} · Basic, A business website`).first().waitFor();
  await waitForAct(page, app);
  await carryOutActs(app.server.services);
  const { orders } = (await asha.get('/api/v1/gig/order/user-orders')).body;
  const waiting = orders.filter(
    (order: { orderStatus: string }) => order.orderStatus === 'In Progress',
  );
  expect(waiting.map((order: { _id: string }) => order._id)).toEqual([first]);
  await page.unroute(`**/${first}/accept*`);
  await page.getByRole('button', { name: `Accept: ${short}` }).click();
  await page.getByRole('button', { name: `Accept: ${short}` }).waitFor({ state: 'detached' });
  expect(browserErrors.splice(0).filter((error) => !error.includes('503'))).toEqual([]);
});

test('a refund that came back opens in its row with its own amount and reason, and cancels nothing', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await adminPayments.refund(owner, paymentId, { amount: 500, reason: 'A slower delivery' });
  const refundsOf = () =>
    app.sandbox.records().refunds.filter(({ payment_id }) => payment_id === paymentId);
  app.sandbox.endRefund(refundsOf()[0]?.id ?? '', 'reversed');
  await deliverWebhooks(app);
  await page.goto('/desk');
  await page.getByRole('button', { name: /^Refund…: Refund .* again/ }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect.poll(() => answer.getByLabel(/^Amount in rupees/).inputValue()).toBe('500');
  expect(await answer.getByLabel('Reason for the refund').inputValue()).toBe('A slower delivery');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Refund ₹500', exact: true }).click();
  await answer.waitFor({ state: 'detached' });
  expect(refundsOf().map(({ amount }) => amount)).toEqual([50_000, 50_000]);
  const { order } = (await asha.get(`/api/v1/gig/order/${orderId}`)).body;
  expect(order).toMatchObject({ orderStatus: 'Accepted', compensation: null });
});

test('a delivery is written in its row on Today, and undone it is in the form again', async () => {
  const orderId = await paidOrder(app, asha);
  const short = `#${orderId.slice(-6).toUpperCase()}`;
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await app.write((tx) =>
    tx
      .updateTable('orders')
      .set({ delivery_date: app.server.services.clock().toISOString() })
      .where('id', '=', orderId)
      .execute(),
  );
  await page.goto('/desk');
  await page.getByRole('button', { name: `Deliver…: ${short}` }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByLabel('What you hand over').fill('Here it is, early.');
  await answer.getByRole('button', { name: 'Deliver', exact: true }).click();
  await page.getByRole('button', { name: 'Undo: Delivered' }).click();
  await page.getByRole('button', { name: `Deliver…: ${short}` }).click();
  const text = answer.getByLabel('What you hand over');
  await expect.poll(() => text.inputValue()).toBe('Here it is, early.');
  await answer.getByRole('button', { name: 'Deliver', exact: true }).click();
  await waitForAct(page, app);
  await expect
    .poll(async () => (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order.orderStatus)
    .toBe('Delivered');
});

test('the owner rejects a revision on Today, undoes it in another tab with the words kept, answers it in two clicks, and replies to a message and a review', async () => {
  const orderId = await paidOrder(app, asha);
  const short = orderId.slice(-6).toUpperCase();
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  const comment = 'Tidy work.';
  await asha.post('/api/v1/gig/review', { orderId, gigId: WEBSITE, rating: 4, comment });
  await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  const revisionDescription = 'Bigger letters, please.';
  await asha.post('/api/v1/gig/order/revision-request', { orderId, revisionDescription });
  await asha.post('/api/v1/communicate/send-message', { orderId, messageText: 'Namaste!' });
  await page.goto('/desk');

  await page.getByRole('button', { name: `Answer…: #${short}` }).click();
  const question = page.getByRole('region', { name: 'Answer' });
  await question.getByText(revisionDescription).waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Reject…' }).click();
  const why = question.getByLabel(/^Why\?/);
  await why.fill('They are as agreed.');
  await question.getByRole('button', { name: 'Reject', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  const otherTab = await page.context().newPage();
  await otherTab.goto('/desk');
  await otherTab.getByText(`Revision rejected: ${ASHA.name}.`).waitFor();
  await otherTab.getByRole('button', { name: 'Undo: Revision rejected' }).click();
  await page.getByRole('button', { name: `Answer…: #${short}` }).click();
  await expect.poll(() => why.inputValue()).toBe('They are as agreed.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await otherTab.close();
  await question.getByRole('button', { name: 'Approve' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Answer…: #${short}` }).waitFor({ state: 'detached' });

  const reply = page.getByRole('button', { name: `Reply: ${ASHA.name}, ` });
  await reply.click();
  await page.getByRole('dialog').getByText('Namaste!').waitFor();
  await page.keyboard.press('Escape');
  expect(await reply.isVisible(), 'read is not answered').toBe(true);

  const review = page.getByRole('listitem').filter({ hasText: comment });
  await review.getByRole('button', { name: /^Reply: / }).click();
  await page.getByLabel('Your reply, under the review').fill('Thank you!');
  await question.getByRole('button', { name: 'Reply', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await review.waitFor({ state: 'detached' });
  expect(browserErrors.splice(0)).toEqual([]);
});

const PLACES = [
  ...['Today', 'Orders', 'Inbox', 'Calendar', 'Clients', 'Payments', 'Visits', 'Gigs'],
  ...['Past work', 'Articles', 'Reviews', 'Settings'],
];

test('the menu has twelve places, on a phone four of them in a bar at the bottom, and Settings leads to the rest', async () => {
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const namesIn = async () =>
    (await menu.getByRole('link').allTextContents()).map(
      (name) => /^ ?([A-Z][a-z]+( work)?)(?=G | |\d|$)/.exec(name)?.[1],
    );
  await page.goto('/desk/availability');
  await page.waitForURL('**/desk/calendar');
  await page.getByRole('link', { name: /^Settings/ }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await namesIn()).toEqual([...PLACES, 'The']);
  const list = page.getByRole('main');
  for (const name of [
    ...['Profile', 'Terms', 'Discount codes', 'Tax', 'Legal pages', 'Assistants', 'Publishing'],
    ...['Backups', 'Doctor', 'Audit log'],
  ]) {
    await list.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await list.getByRole('link', { name: 'Settings', exact: true }).click();
  }

  await owner.put('/api/v1/desk/first-steps', { isPutAway: true });
  await list.getByRole('link', { name: 'First steps' }).click();
  const back = page.getByRole('button', { name: 'Show them on Today' });
  await back.waitFor();
  await list.getByText('Your shop is open').waitFor();
  expect(await page.locator('main .button--solid').count()).toBe(1);
  await back.click();
  await back.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 320, height: 700 });
  const shown = menu.getByRole('link').filter({ visible: true });
  await expect.poll(() => shown.count()).toBe(4);
  const more = menu.getByRole('button', { name: /^More/ });
  expect(await more.getAttribute('aria-current')).toBe('true');
  for (const place of [...(await shown.all()), more]) {
    const box = await place.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(box && box.y + box.height, 'at the bottom').toBe(700);
  }
  await more.press('Enter');
  expect(await namesIn()).toEqual([...PLACES, 'The']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await menu.getByRole('link', { name: /^Orders/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  expect(await menu.locator('[aria-current]').allTextContents()).toEqual([
    expect.stringMatching(/Orders/),
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(browserErrors.splice(0)).toEqual([]);
});

test('on a phone every list begins in the first third, and the bar makes room for whoever types and covers no button', async () => {
  const orderId = await paidOrder(app, asha);
  await asha.post('/api/v1/communicate/send-message', { orderId, messageText: 'Namaste' });
  const phone = { width: 390, height: 844 };
  const opened = await openPageAs(owner, { viewport: phone, hasTouch: true, isMobile: true });
  const { page: small } = opened;
  const row = small.locator('main :is(.list__row, .table tbody tr, .inbox__row, .month td)');
  for (const path of [
    ...['orders', 'inbox', 'calendar', 'clients', 'payments', 'gigs', 'past-work', 'articles'],
    ...['reviews', 'audit'],
  ]) {
    await small.goto(`/desk/${path}`);
    await row.first().waitFor();
    const top = await row.first().evaluate((each) => each.getBoundingClientRect().top);
    expect.soft(top, path).toBeLessThanOrEqual(phone.height / 3);
  }
  const menu = small.getByRole('navigation', { name: 'Dashboard' });
  await small.goto(`/desk/gigs/${WEBSITE}`);
  const title = small.getByLabel('Title', { exact: true });
  await title.fill('A website with another title');
  await menu.waitFor({ state: 'hidden' });
  await title.blur();
  await menu.waitFor();
  const save = await small.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  const bar = await menu.boundingBox();
  expect(save && save.y + save.height).toBeLessThan(bar?.y ?? 0);
  expect(opened.browserErrors).toEqual([]);
});

test('edits wait as a line of the menu, which publishes them, and a toast shows the page or why not; a click goes back', async () => {
  const studio = await startTestApp({}, { publishProgram: PROGRAM });
  try {
    const keeper = await ownerOf(studio);
    const opened = await openPageAs(keeper, { viewport: { width: 1440, height: 900 } });
    const path = `/api/v1/desk/gigs/${WEBSITE}`;
    const title = 'A business website, published from the menu';
    await opened.page.goto(`/desk/gigs/${WEBSITE}`);
    await opened.page.getByLabel('Title', { exact: true }).fill(title);
    await opened.page.getByRole('button', { name: 'Save', exact: true }).click();
    const line = opened.page.getByRole('region', { name: 'Publishing' });
    const published = opened.page.getByText('Published', { exact: true });
    await line.getByText(/^\d edits? waits?$/).waitFor();
    await opened.page.getByRole('link', { name: /^Reviews/ }).click();
    await line.getByText(/^\d edits? waits?$/).waitFor();
    await expectAccessible(opened.page);
    await opened.page.goto('/desk/past-work');
    await line.getByRole('button', { name: 'Publish' }).click();
    await published.waitFor();
    await opened.page.getByRole('button', { name: 'See the page' }).waitFor();
    await line.waitFor({ state: 'detached' });
    const { changes } = (await keeper.get('/api/v1/desk/publish/changes')).body;
    expect(changes.map((each: { title: string }) => each.title)).not.toContain(title);
    await published.waitFor({ state: 'detached' });

    // Where nothing else waits, a draft is saved, listed and published in one step.
    await opened.page.getByRole('link', { name: /^Articles/ }).click();
    await opened.page.getByRole('link', { name: 'New article' }).click();
    await opened.page.getByLabel('Title', { exact: true }).fill('In one step');
    await opened.page.getByRole('textbox', { name: 'Text' }).click();
    await opened.page.keyboard.type('Written, listed and published.');
    await opened.page.getByRole('button', { name: 'Save and publish' }).click();
    await published.waitFor();
    await opened.page.getByText('Listed', { exact: true }).waitFor();
    const save = opened.page.getByRole('button', { name: 'Save and publish' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    expect((await keeper.get('/api/v1/desk/publish/changes')).body.changes).toEqual([]);
    await published.waitFor({ state: 'detached' });

    const { latest, ...status } = (await keeper.get('/api/v1/desk/publish')).body;
    const failure = 'The disk is full.';
    const failed = {
      ...status,
      latest: { ...latest, endedAt: '2027-01-01T00:00:00.000Z', failure },
    };
    await keeper.put(path, { ...(await keeper.get(path)).body.gig, title: `${title} again` });
    await opened.page.getByRole('link', { name: /^Today/ }).click();
    await line.getByRole('button', { name: 'Publish' }).waitFor();
    await opened.page.route('**/desk/publish', (route) => route.fulfill({ json: failed }));
    await line.getByRole('button', { name: 'Publish' }).click();
    await opened.page.getByText('Not published: The disk is full.').waitFor();
    await opened.page.unroute('**/desk/publish');

    await opened.page.getByRole('link', { name: /^Settings/ }).click();
    await opened.page.getByRole('main').getByRole('link', { name: 'Publishing' }).click();
    await opened.page.getByRole('button', { name: 'Publish now' }).click();
    await opened.page
      .getByRole('button', { name: /^Go back to the release of/ })
      .last()
      .click();
    await opened.page.getByText('Went back to an earlier release').waitFor();
    // The small build has no icons.
    const isOfBuild = (error: string) => /\/(brand-icons\.svg|img\/icon-64\.png)/.test(error);
    expect(opened.browserErrors.filter((error) => !isOfBuild(error))).toEqual([]);
  } finally {
    await studio.close();
  }
});
