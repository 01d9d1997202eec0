import { expect, test } from 'vitest';
import { paidOrder } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import {
  asha,
  ashaContext,
  messageBubble,
  openAsAsha,
  orderId,
  owner,
  sendMessage,
  shareConversation,
} from './chat-setup.ts';
import { accessibilityViolations, translate } from './page.ts';

shareConversation();

test('a notification updates the bell, a toast and the title; the page filters notifications', async () => {
  app.advance(120_000);
  // Enough to have filters.
  for (let order = 0; order < 5; order++) await paidOrder(app, asha);
  const { page, browserErrors } = await openAsAsha('/');
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
  await sendMessage(owner, 'Look at <b>this</b>');
  await page.locator('[data-sonner-toast]').getByText('Look at <b>this</b>').waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) /);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('region', { name: 'Notifications', exact: true });
  await panel.getByText('Look at <b>this</b>').waitFor();
  expect(await accessibilityViolations(page, { within: '.account-menu' })).toEqual([]);
  await panel.getByRole('link', { name: 'View all' }).click();
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  // Grouped by order; the badge covers nothing of the bell.
  await page
    .getByRole('list', { name: /^Notifications, .* #\w{6}$/ })
    .first()
    .waitFor();
  const boxOf = (part: string) => page.locator(`.bell > ${part}`).boundingBox();
  const count = await boxOf('.bell__count');
  const bell = await boxOf('svg');
  expect((count?.y ?? 0) + (count?.height ?? 99)).toBeLessThanOrEqual(bell?.y ?? 0);
  await page.getByRole('button', { name: 'Payments' }).click();
  await page
    .locator('main li')
    .getByText(/^Payment received/)
    .first()
    .waitFor();
  await expect.poll(() => page.locator('main li').filter({ hasText: 'Look at' }).count()).toBe(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as read: Look at' }).click();
  await page.getByText('Message marked as seen').waitFor();
  await expect.poll(() => page.locator('main li').filter({ hasText: 'Look at' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  const toast = page.getByText('All messages marked as seen');
  await toast.waitFor();
  // The pointer still stands where the button was: the toast neither stays because of it nor covers the cross.
  await toast.waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Close notifications' }).click();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  expect(await accessibilityViolations(page, { within: 'main' })).toEqual([]);
  expect(browserErrors).toEqual([]);
  await page.close();
});

test('counters stay right in a page that the browser translates', async () => {
  const asked = await paidOrder(app, asha);
  // Opening an order reads what was told of it, and not of another.
  await paidOrder(app, asha);
  const ask = (messageText: string) =>
    owner.post('/api/v1/communicate/send-message', { orderId: asked, messageText });
  const { page, browserErrors } = await openAsAsha(`/orders/${asked}`);
  // They are read when the socket is connected.
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
  const unread = page.locator('.last-message .badge');
  await ask('A first question');
  await expect.poll(() => unread.textContent()).toBe('1 new');
  await translate(page);
  await ask('And another');
  await expect.poll(() => unread.textContent()).toBe('2 new');

  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('x'.repeat(3_900));
  await page.getByText('3,900 of 4,000 characters').waitFor();
  await translate(page);
  await field.fill('x'.repeat(4_001));
  await page.getByText('4,001 of 4,000 characters: please shorten it').waitFor();
  await field.fill('');
  expect(browserErrors).toEqual([]);
  await page.close();
});

test('a history of revisions that cannot be loaded says so and is loaded by a click', async () => {
  const { page } = await openAsAsha(`/orders/${orderId}`);
  const call = `**/api/v1/gig/order/revision/${orderId}`;
  await page.route(call, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await page.getByRole('heading', { name: 'Revision History' }).first().click();
  await page.getByText('An error occurred. Please try again.').waitFor();
  await page.unroute(call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No revision requests found').waitFor();
  await page.close();
});

test('a requested revision appears and follows the owner’s decision without a reload', async () => {
  const { page, browserErrors } = await openAsAsha(`/orders/${orderId}`);
  await page.getByRole('heading', { name: 'Revision History' }).first().click();
  await page.getByText('No revision requests found').waitFor();
  const wishes = page.getByRole('button', { name: /^(Add to what you need|Request Revision)$/ });
  expect(await wishes.allTextContents()).toEqual(['Add to what you need', 'Request Revision']);
  await wishes.last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^This uses (your last revision|one of your \d revisions)\./).waitFor();
  await dialog.getByRole('heading', { name: /Request Revision \(0\/\d\)/ }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Submit Revision' }).isDisabled()).toBe(true);
  const changes = dialog.getByPlaceholder('Describe the changes you need...');
  await changes.fill('<i>Larger</i> logo');
  // Releasing a text selection outside the dialog is not a click outside it.
  await changes.hover();
  await page.mouse.down();
  await page.mouse.move(2, 2);
  await page.mouse.up();
  expect(await changes.inputValue()).toBe('<i>Larger</i> logo');
  expect(await accessibilityViolations(page, { within: 'dialog' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Submit Revision' }).click();
  await page.getByText('Revision requested successfully.').waitFor();
  const card = page.locator('.inner-card');
  await card.getByText('<i>Larger</i> logo').waitFor();
  await card.getByText('Pending').waitFor();
  const { body } = await asha.get(`/api/v1/gig/order/revision/${orderId}`);
  await owner.write(
    'PATCH',
    `/api/v1/desk/revisions/${body.data[0]._id}`,
    { status: 'Approved' },
    {},
  );
  await card.getByText('Approved').waitFor();
  await page.getByText('Your Revision Request has been updated').waitFor();
  expect(browserErrors).toEqual([]);
  await page.close();
});

test('what changed before the socket was connected appears without a reload', async () => {
  const changed = await paidOrder(app, asha);
  const page = await ashaContext.newPage();
  let connect = () => {};
  const isConnecting = new Promise<void>((done) => {
    connect = done;
  });
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await isConnecting;
    socket.connectToServer();
  });
  await page.goto(`/orders/${changed}`);
  await page.getByRole('heading', { name: 'Timeline' }).click();
  const accepted = page.locator('main').getByText('Order is now Accepted');
  expect(await accepted.count()).toBe(0);
  await owner.post(`/api/v1/desk/orders/${changed}/accept`, {});
  connect();
  await accepted.waitFor();
  await page.close();
});

test('an order that failed to load appears after a retry', async () => {
  const { page } = await openAsAsha('/orders');
  const call = `**/api/v1/gig/order/${orderId}`;
  await page.route(call, (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }));
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('heading', { name: 'Busy.' }).waitFor();
  await page.unroute(call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Order Summary' }).waitFor();
  await page.goto(`/orders/${crypto.randomUUID()}`);
  await page.getByRole('heading', { name: 'There is no such order.' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.close();
});

test('a review written with the keyboard from the orders list appears on the gig page', async () => {
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  const { page, browserErrors } = await openAsAsha();
  await page.getByRole('button', { name: 'Write Review' }).first().click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Submit Review' });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByRole('slider', { name: 'Rating in stars' }).focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
  expect(await dialog.getByLabel('Rating as a number, 0 to 5').inputValue()).toBe('4.5');
  await dialog.getByLabel('Your review').fill('Fast & <b>friendly</b>');
  await submit.click();
  await page.getByText('Thank you for your review.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await asha.get(`/api/v1/gig/order/${orderId}`);
  await page.goto(`/my-gig/${body.order.OrderItems[0].gigId}`);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await page.locator('.review').getByText('Fast & <b>friendly</b>').first().waitFor();
  expect(browserErrors).toEqual([]);
  await page.close();
});

test('user input is shown as text, never as HTML', async () => {
  const payload = '<img src=x onerror="alert(1)"><script>alert(2)</script>javascript:alert(3)';
  await sendMessage(owner, payload);
  const { page, browserErrors } = await openAsAsha('/notifications');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.locator('main li').getByText(payload).waitFor();
  await page.goto(`/orders/${orderId}?chat=open`);
  const shown = messageBubble(page, 'onerror');
  await shown.first().waitFor();
  expect(await shown.first().locator('img, script, a').count()).toBe(0);
  expect(dialogs).toEqual([]);
  expect(browserErrors).toEqual([]);
  await page.close();
});
