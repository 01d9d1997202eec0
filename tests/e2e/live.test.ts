import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Ears, listen } from '../ears.ts';
import type { Person } from '../http.ts';
import { ASHA, BELA, buyer, idOf, ownerOf, paidOrder } from '../people.ts';
import { startWorld, type World } from '../world.ts';
import { openBrowser, openPage } from './browser.ts';

let world: World;
let browser: Browser;
let asha: Person;
let boss: Person;
let ears: Ears;
let orderId: string;
let conversationId: string;
let bossId: string;
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), openBrowser()]);
  [asha, boss] = await Promise.all([buyer(world, ASHA), ownerOf(world)]);
  [orderId, bossId] = [await paidOrder(world, asha), await idOf(boss)];
  conversationId = (await talkOf(boss)).conversation._id;
});
afterEach(async () => {
  ears?.socket.close();
  await world.check();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const talkOf = async (person: Person) =>
  (await person.post('/api/v1/communicate/order/user-conversation', { orderId })).body;
const write = (person: Person, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });
const seen = () => ears.say('markMessagesAsSeen', { conversationId, userId: bossId });

async function bossComes(): Promise<void> {
  ears = await listen(world, boss);
  expect(await ears.say('joinConversation', conversationId)).toEqual({ success: true });
}

async function pageOf(person: Person, path = '/orders') {
  const opened = await openPage(browser, world.origin, {});
  await enter(opened.page.context(), person);
  await opened.page.goto(path);
  return opened;
}

/** Gives a browser somebody's session. */
async function enter(context: BrowserContext, person: Person): Promise<void> {
  const { hostname } = new URL(world.origin);
  await context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, domain: hostname, path: '/' })),
  );
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
}

const send = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};
const bubble = (page: Page, text: string) => page.locator('.bubble').filter({ hasText: text });

test('a conversation: presence, typing, one tick and two, files both ways', async () => {
  const { page, complaints } = await pageOf(asha);
  await openChat(page);
  await page.getByRole('heading', { name: 'Support Team' }).waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
  await bossComes();
  await page.getByText('Online', { exact: true }).waitFor();

  await send(page, 'Namaste! See https://example.com/a?b=1.');
  await bubble(page, 'Namaste!').getByLabel('Delivered').waitFor();
  const heard = await ears.hears('newMessage');
  expect(heard.messageText).toBe('Namaste! See https://example.com/a?b=1.');
  const link = bubble(page, 'Namaste!').getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://example.com/a?b=1');
  expect(await link.getAttribute('rel')).toContain('noopener');
  await seen();
  await bubble(page, 'Namaste!').getByLabel('Seen').waitFor();

  await ears.say('typing', { conversationId });
  await page.getByText('is writing…').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Yes');
  await ears.hears('typing');
  await write(boss, 'Welcome.');
  await bubble(page, 'Welcome.').waitFor();
  await ears.hears('messagesSeen', (each) => each.userId !== bossId);

  const photo = await sharp({
    create: { width: 80, height: 50, channels: 3, background: '#2dd4bf' },
  })
    .png()
    .toBuffer();
  await page.getByLabel('Attach files').setInputFiles([
    { name: 'logo.png', mimeType: 'image/png', buffer: photo },
    { name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('the brief') },
  ]);
  await page.getByRole('button', { name: 'Send' }).click();
  const picture = page.locator('.bubble img[alt="logo.webp"]');
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(80);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /brief\.txt/ }).click();
  expect((await download).suggestedFilename()).toBe('brief.txt');

  await page.getByRole('button', { name: 'View Details' }).click();
  await page.getByRole('button', { name: 'Hide Details' }).waitFor();
  const { violations } = await new AxeBuilder({ page }).include('.chat').analyze();
  expect(violations.map((each) => each.id)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('offline what is written waits, survives a reload, and arrives once', async () => {
  await bossComes();
  const { page } = await pageOf(asha, `/orders/${orderId}?chat=open`);
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  await bubble(page, 'Welcome.').first().waitFor();
  const context = page.context();
  await cut(context, true);
  await send(page, 'From the tunnel');
  await bubble(page, 'From the tunnel').getByRole('button', { name: 'Retry' }).waitFor();
  await write(boss, 'Are you there?');
  await page.getByRole('textbox', { name: 'Message' }).fill('half a thought');
  await cut(context, false);
  await page.reload();
  await page.getByRole('button', { name: 'Chat with Admin' }).waitFor();
  await openChat(page);
  await bubble(page, 'Are you there?').waitFor();
  await bubble(page, 'From the tunnel').getByLabel('Delivered').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a thought');
  const { messages } = await talkOf(boss);
  const found = messages.filter((each: { messageText: string }) =>
    each.messageText.includes('tunnel'),
  );
  expect(found).toHaveLength(1);
  await context.close();
});

test('a lost connection comes back by itself with what was missed, nothing twice', async () => {
  await bossComes();
  const { page } = await openPage(browser, world.origin);
  const wires: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (wire) => {
    wires.push(wire);
    wire.connectToServer();
  });
  await enter(page.context(), asha);
  await page.goto('/orders');
  await openChat(page);
  await bubble(page, 'Are you there?').waitFor();
  for (const wire of wires) await wire.close();
  await page.getByText('No connection.').waitFor();
  await write(boss, 'Said in the tunnel');
  await bubble(page, 'Said in the tunnel').waitFor({ timeout: 20_000 });
  await send(page, 'Out again');
  await ears.hears('newMessage', (each) => each.messageText === 'Out again');
  expect(await bubble(page, 'Said in the tunnel').count()).toBe(1);
  expect(await bubble(page, 'Out again').count()).toBe(1);
  await page.context().close();
});

test('who reads further up is not moved; a pill tells of what is below', async () => {
  for (let at = 1; at <= 90; at += 1) await write(boss, `Line ${at} of a long talk`);
  const { page } = await pageOf(asha);
  await openChat(page);
  await bubble(page, 'Line 90 of').waitFor();
  const list = page.getByRole('log', { name: 'Messages' });
  const top = () => list.evaluate((box) => Math.round(box.scrollTop));
  await list.evaluate((box) => {
    box.scrollTop = 60;
  });
  await bubble(page, 'Line 10 of').waitFor({ state: 'attached' });
  expect(await top()).toBeGreaterThan(500);
  await expect
    .poll(() => list.evaluate((box) => box.querySelectorAll('.bubble').length))
    .toBeGreaterThan(90);
  await list.evaluate((box) => {
    box.scrollTop = box.scrollHeight / 2;
  });
  const before = await top();
  world.advance(60_000);
  await write(boss, 'Below where you read');
  const pill = page.getByRole('button', { name: '1 new message' });
  await pill.waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await pill.click();
  await expect.poll(() => bubble(page, 'Below where you read').isVisible()).toBe(true);
  await pill.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the bell counts, toasts, marks, and tells the title; the page filters', async () => {
  world.advance(120_000);
  const { page, complaints } = await pageOf(asha, '/');
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
  await write(boss, 'Look at <b>this</b>');
  await page.locator('[data-sonner-toast]').getByText('Look at <b>this</b>').waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) /);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('region', { name: 'Notifications', exact: true });
  await panel.getByText('Look at <b>this</b>').waitFor();
  const axe = await new AxeBuilder({ page }).include('.me').analyze();
  expect(axe.violations.map((each) => each.id)).toEqual([]);
  await panel.getByRole('link', { name: 'View all' }).click();
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByRole('button', { name: 'Payments' }).click();
  await page
    .locator('.news')
    .getByText(/Your payment of/)
    .first()
    .waitFor();
  expect(await page.locator('.news').filter({ hasText: 'Look at' }).count()).toBe(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Mark as read: Look at' }).click();
  await page.getByText('Message marked as seen').waitFor();
  await expect.poll(() => page.locator('.news').filter({ hasText: 'Look at' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Mark all as read' }).last().click();
  await page.getByText('All messages marked as seen').waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  const whole = await new AxeBuilder({ page }).include('main').analyze();
  expect(whole.violations.map((each) => each.id)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a revision is asked for, shown, and follows the owner’s word without a reload', async () => {
  const { page, complaints } = await pageOf(asha, `/orders/${orderId}`);
  await page.getByText('No revision requests found').waitFor();
  await page.getByRole('button', { name: 'Request Revision' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: /Request Revision \(0\/\d\)/ }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Submit Revision' }).isDisabled()).toBe(true);
  await dialog.getByPlaceholder('Describe the changes you need...').fill('<i>Larger</i> logo');
  const axe = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(axe.violations.map((each) => each.id)).toEqual([]);
  await dialog.getByRole('button', { name: 'Submit Revision' }).click();
  await page.getByText('Revision requested successfully.').waitFor();
  const card = page.locator('.revision');
  await card.getByText('<i>Larger</i> logo').waitFor();
  await card.getByText('Pending').waitFor();
  const { body } = await asha.get(`/api/v1/gig/order/revision/${orderId}`);
  await boss.write(
    'PATCH',
    `/api/v1/desk/revisions/${body.data[0]._id}`,
    { status: 'Approved' },
    {},
  );
  await card.getByText('Approved').waitFor();
  await page.getByText('Your Revision Request has been updated').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a review is written from the orders list with the keyboard, and read on the gig page', async () => {
  const { page, complaints } = await pageOf(asha);
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
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('86: what somebody wrote is text everywhere it is shown', async () => {
  const payload = '<img src=x onerror="alert(1)"><script>alert(2)</script>javascript:alert(3)';
  await write(boss, payload);
  const { page, complaints } = await pageOf(asha, '/notifications');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.locator('.news').getByText(payload).waitFor();
  await page.goto(`/orders/${orderId}?chat=open`);
  const shown = bubble(page, 'onerror');
  await shown.first().waitFor();
  expect(await shown.first().locator('img, script, a').count()).toBe(0);
  expect(dialogs).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a third person tries every door and hears nothing', async () => {
  const bela = await buyer(world, BELA);
  const spy = await listen(world, bela);
  await bossComes();
  const { page } = await pageOf(asha);
  await openChat(page);
  const { page: theirs } = await pageOf(bela, `/orders/${orderId}?chat=open`);
  await theirs.getByText('There is no such order.').waitFor();
  expect(await theirs.getByRole('dialog').count()).toBe(0);
  for (const event of ['joinConversation', 'leaveConversation'])
    await spy.say(event, conversationId);
  const userId = await idOf(bela);
  expect(await spy.say('markMessagesAsSeen', { conversationId, userId })).toMatchObject({
    success: false,
  });
  expect(await spy.say('typing', { conversationId })).toMatchObject({ success: false });
  expect((await write(bela, 'Hello?')).status).toBe(404);
  await send(page, 'Between us');
  await ears.hears('newMessage', (each) => each.messageText === 'Between us');
  await write(boss, 'Between us too');
  await bubble(page, 'Between us too').waitFor();
  const news = await bela.get(`/api/v1/notify/client/client-notifications/${userId}`);
  expect(news.body.notifications).toEqual([]);
  expect(spy.heard.filter((each) => each.event !== 'getOnlineUsers')).toEqual([]);
  expect(spy.of('getOnlineUsers').flat()).not.toContain(await idOf(asha));
  spy.socket.close();
  await Promise.all([page.context().close(), theirs.context().close()]);
});

/** Offline for calls; Playwright leaves open sockets alone. */
const cut = (context: BrowserContext, off: boolean) => context.setOffline(off);
