import type { BrowserContext, Page, WebSocketRoute } from 'playwright';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { idOf } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { connectClient, type SocketClient } from '../support/socket-client.ts';
import {
  ashaContext,
  messageBubble,
  openAsAsha,
  orderId,
  owner,
  sendMessage,
  shareConversation,
} from './chat-setup.ts';
import { accessibilityViolations } from './page.ts';

shareConversation();

let ownerSocket: SocketClient;
let conversationId: string;
let ownerId: string;
beforeAll(async () => {
  ownerId = await idOf(owner);
  conversationId = (await conversationOf(owner)).conversation._id;
});
afterEach(() => void ownerSocket?.socket.close());

const conversationOf = async (person: Person) =>
  (await person.post('/api/v1/communicate/order/user-conversation', { orderId })).body;
const seen = () => ownerSocket.send('markMessagesAsSeen', { conversationId, userId: ownerId });

async function connectOwner(): Promise<void> {
  ownerSocket = await connectClient(app, owner);
  expect(await ownerSocket.send('joinConversation', conversationId)).toMatchObject({
    success: true,
  });
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
}

const send = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

/** Offline for requests; Playwright does not close sockets that are open. */
const cut = (context: BrowserContext, off: boolean) => context.setOffline(off);

test('cells pasted from a spreadsheet are text, a pasted picture is a file', async () => {
  const { page } = await openAsAsha();
  await openChat(page);
  const field = page.getByRole('textbox', { name: 'Message' });
  const paste = (...types: string[]) =>
    field.evaluate((element, copied) => {
      const clipboardData = new DataTransfer();
      for (const type of copied) clipboardData.setData(type, 'Pages 5');
      clipboardData.items.add(new File(['x'], 'cells.txt', { type: 'text/plain' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, types);
  const file = page.getByText('cells.txt');
  await paste('text/html', 'text/plain');
  expect(await file.count()).toBe(0);
  await paste('text/html');
  await file.first().waitFor();
  expect(await file.count()).toBe(1);
});

test('Enter that ends a word of an input method does not send what is half typed', async () => {
  const { page } = await openAsAsha();
  await openChat(page);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('にほ');
  // As in Safari, which ends the composition before it reports the key.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
  expect(await field.inputValue()).toBe('にほ');
  await field.fill(' ');
  await field.press('Enter');
  await page.getByText('Message cannot be empty').first().waitFor();
  await field.fill('');
  await page.close();
});

test('a conversation shows presence, typing, sent and seen ticks, and files in both directions', async () => {
  const { page, browserErrors } = await openAsAsha();
  await openChat(page);
  await page.getByRole('heading', { name: 'Vihaan Yadav' }).waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
  await connectOwner();
  await page.getByText('Online', { exact: true }).waitFor();

  await send(page, 'Namaste! See https://example.com/a?b=1.');
  await messageBubble(page, 'Namaste!').getByLabel('Delivered').waitFor();
  const received = await ownerSocket.waitFor('newMessage');
  expect(received.messageText).toBe('Namaste! See https://example.com/a?b=1.');
  const link = messageBubble(page, 'Namaste!').getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://example.com/a?b=1');
  expect(await link.getAttribute('rel')).toContain('noopener');
  await seen();
  const bubble = await messageBubble(page, 'Namaste!').boundingBox();
  const composer = await page.getByLabel('Message', { exact: true }).boundingBox();
  const gap = (composer?.y ?? 0) - (bubble?.y ?? 0) - (bubble?.height ?? 0);
  expect(gap, 'a short conversation is at the composer').toBeLessThan(80);
  await messageBubble(page, 'Namaste!').getByLabel('Seen').waitFor();

  await ownerSocket.send('typing', { conversationId });
  await page.getByText('is writing…').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Yes');
  await ownerSocket.waitFor('typing');
  await sendMessage(owner, 'Welcome.');
  await messageBubble(page, 'Welcome.').waitFor();
  await ownerSocket.waitFor('messagesSeen', (each) => each.userId !== ownerId);

  const photo = await sharp({
    create: { width: 80, height: 50, channels: 3, background: '#2dd4bf' },
  })
    .png()
    .toBuffer();
  await page.getByLabel('Attach files').setInputFiles([
    { name: 'logo.png', mimeType: 'image/png', buffer: photo },
    { name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('the brief') },
    { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('\0\0\0\x1cftypheic\0\0\0\0mif1') },
  ]);
  await page.getByRole('button', { name: 'Send' }).click();
  const picture = page.locator('.bubble img[alt="logo.webp"]');
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(80);
  await page.getByRole('link', { name: /IMG_1\.HEIC .*No preview for this kind/ }).waitFor();
  for (const [link, name] of [
    [/brief\.txt/, 'brief.txt'],
    [/Download the original/, 'logo.png'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: link }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }

  await page.getByRole('button', { name: 'View Details' }).click();
  await page.getByRole('button', { name: 'Hide Details' }).waitFor();
  expect(await accessibilityViolations(page, { within: '.chat' })).toEqual([]);
  expect(browserErrors).toEqual([]);
  await page.close();
});

test('a message written offline waits, survives a reload and is delivered once', async () => {
  await connectOwner();
  const { page } = await openAsAsha(`/orders/${orderId}?chat=open`);
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  await messageBubble(page, 'Welcome.').first().waitFor();
  await cut(ashaContext, true);
  await send(page, 'From the tunnel');
  await messageBubble(page, 'From the tunnel').getByRole('button', { name: 'Retry' }).waitFor();
  await sendMessage(owner, 'Are you there?');
  await page.getByRole('textbox', { name: 'Message' }).fill('half a thought');
  await cut(ashaContext, false);
  await page.reload();
  await page.getByRole('button', { name: 'Chat with Admin' }).waitFor();
  await openChat(page);
  await messageBubble(page, 'Are you there?').waitFor();
  await messageBubble(page, 'From the tunnel').getByLabel('Delivered').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a thought');
  const { messages } = await conversationOf(owner);
  const found = messages.filter((each: { messageText: string }) =>
    each.messageText.includes('tunnel'),
  );
  expect(found).toHaveLength(1);
  await page.close();
});

test('a conversation opened offline says so once, shows no torn picture and comes with the connection', async () => {
  const { page } = await openAsAsha('/orders');
  const open = page.getByRole('button', { name: 'Chat with Admin' }).first();
  await open.click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => sessionStorage.clear());
  await page.route('**/img/**', (route) => route.abort());
  await cut(ashaContext, true);
  await open.click();
  const chat = page.getByRole('dialog');
  await chat.getByText('You are offline.').waitFor();
  expect(await page.getByText(/offline\.|Failed to fetch/).count(), 'said once').toBe(1);
  await chat.locator('.avatar[data-broken]').waitFor();
  await cut(ashaContext, false);
  await chat.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  await page.close();
});

test('a lost connection is restored and missed messages appear once', async () => {
  await connectOwner();
  const page = await ashaContext.newPage();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (socketRoute) => {
    sockets.push(socketRoute);
    socketRoute.connectToServer();
  });
  await page.goto('/orders');
  await openChat(page);
  await messageBubble(page, 'Are you there?').waitFor();
  for (const socketRoute of sockets) await socketRoute.close();
  await page.getByText('No connection.').waitFor();
  await sendMessage(owner, 'Said in the tunnel');
  await messageBubble(page, 'Said in the tunnel').waitFor({ timeout: 20_000 });
  await send(page, 'Out again');
  await ownerSocket.waitFor('newMessage', (each) => each.messageText === 'Out again');
  expect(await messageBubble(page, 'Said in the tunnel').count()).toBe(1);
  expect(await messageBubble(page, 'Out again').count()).toBe(1);
  await page.close();
});

test('a text that is too long stays whole and says by how much', async () => {
  const { page } = await openAsAsha();
  await openChat(page);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('x'.repeat(9_100));
  await page.getByText('9,100 of 4,000 characters: please shorten it').waitFor();
  expect((await field.inputValue()).length).toBe(9_100);
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  expect(await accessibilityViolations(page, { within: '.composer' })).toEqual([]);
  await field.fill('x'.repeat(4_000));
  await page.getByText('4,000 of 4,000 characters', { exact: true }).waitFor();
  await field.fill('x'.repeat(3_000));
  await page.getByText('of 4,000 characters').first().waitFor({ state: 'detached' });
  await field.fill('');
  await page.close();
});
