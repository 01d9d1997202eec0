import { expect, test, vi } from 'vitest';
import { insertMessages } from '../support/chat-fixtures.ts';
import { idOf, insertBuyer, paidOrder } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  app,
  asha,
  order,
  orderId,
  owner,
  proxy,
  reload,
  sendMessage,
  startLiveTab,
  switchTo,
  tab,
} from './live-tab.ts';
import { browserWindow, toasts } from './open-tab.ts';
import { RefusingStorage, Storage } from './storage.ts';

startLiveTab();

const openChat = async () => {
  await tab.online();
  tab.chat.openChat(order);
  await waitFor(() => expect(tab.conversation.$conversation.get().state).toBe('loaded'));
};
const texts = () => tab.conversation.currentChat()?.messages.map((each) => each.messageText) ?? [];
const shows = (text: string) =>
  waitFor(() => expect(texts().filter((each) => each === text)).toHaveLength(1));
const waiting = () => tab.outbox.$outbox.get();
const stored = async () =>
  (await owner.post('/api/v1/communicate/order/user-conversation', { orderId, limit: 100 })).body
    .messages as { messageText: string; seen: boolean }[];
const storedOnce = (text: string) =>
  waitFor(async () =>
    expect((await stored()).filter((each) => each.messageText === text)).toHaveLength(1),
  );

test('a message waits in the outbox until the server has stored it', async () => {
  await openChat();
  expect(tab.chat.sendMessage('  Namaste  ')).toBe(true);
  expect(waiting()).toMatchObject([{ text: 'Namaste', state: 'sending' }]);
  await shows('Namaste');
  await waitFor(() => expect(waiting()).toEqual([]));
  await storedOnce('Namaste');
  expect(toasts).toEqual(['Message sent successfully']);
  expect(tab.chat.sendMessage('   ')).toBe(false);
  expect(toasts.at(-1)).toBe('Message cannot be empty');
});

test('messages are sent from a browser that refuses to keep them', async () => {
  await switchTo(asha, new RefusingStorage());
  await openChat();
  tab.drafts.saveDraft(orderId, 'Half a word');
  expect(tab.drafts.draftOf(orderId)).toBe('Half a word');
  expect(tab.chat.sendMessage('From a full browser')).toBe(true);
  await shows('From a full browser');
  await waitFor(() => expect(waiting()).toEqual([]));
  await storedOnce('From a full browser');
});

test('a refused message stays with its reason and is sent again only on request', async () => {
  await openChat();
  const long = 'x'.repeat(4_001);
  tab.chat.sendMessage(long);
  const failed = [{ state: 'failed', again: false }];
  await waitFor(() => expect(waiting()).toMatchObject(failed));
  expect(toasts).toEqual(['Please use at most 4,000 characters.']);
  tab.chat.sendMessage('After it');
  await shows('After it');
  expect(waiting()).toMatchObject(failed);
  tab.chat.resendMessage(waiting()[0]?.clientId ?? '');
  await waitFor(() => expect(toasts).toHaveLength(3));
  tab.outbox.removeFromOutbox(waiting()[0]?.clientId ?? '');
  expect(waiting()).toEqual([]);
});

test('messages written offline survive a reload and arrive in order and once', async () => {
  await openChat();
  proxy.disconnect();
  await tab.disconnected();
  tab.chat.sendMessage('Tunnel, first');
  await waitFor(() => expect(waiting()).toMatchObject([{ state: 'failed', again: true }]));
  tab.chat.sendMessage('Tunnel, second');
  await waitFor(() => expect(waiting().map((each) => each.state)).toEqual(['failed', 'failed']));
  expect(toasts).toEqual([]);
  await reload();
  expect(waiting()).toHaveLength(2);
  proxy.reconnect();
  await waitFor(() => expect(waiting()).toEqual([]));
  const lines = (await stored()).map((each) => each.messageText);
  expect(lines.filter((each) => each.startsWith('Tunnel'))).toEqual([
    'Tunnel, first',
    'Tunnel, second',
  ]);
});

test('a lost response creates no second message', async () => {
  await openChat();
  const direct = globalThis.fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await direct(...asked);
    throw new TypeError('connection lost after the request');
  });
  tab.chat.sendMessage('Stored, but not acknowledged');
  await waitFor(() => expect(waiting()).toMatchObject([{ state: 'failed', again: true }]));
  vi.stubGlobal('fetch', direct);
  tab.chat.resendMessage(waiting()[0]?.clientId ?? '');
  await waitFor(() => expect(waiting()).toEqual([]));
  await shows('Stored, but not acknowledged');
  await storedOnce('Stored, but not acknowledged');
});

test('after a reconnect every missed message is fetched, page by page, each once and in order', async () => {
  await openChat();
  proxy.disconnect();
  await tab.disconnected();
  for (let at = 1; at <= 60; at += 1) await sendMessage(owner, `Missed ${at}`);
  proxy.reconnect();
  await shows('Missed 60');
  await shows('Missed 1');
  const missed = texts().filter((each) => each.startsWith('Missed'));
  expect(missed).toEqual(Array.from({ length: 60 }, (_, at) => `Missed ${at + 1}`));
  await sendMessage(owner, 'And live again');
  await shows('And live again');
});

test('a tab that was offline sees what was written during a clock rollback', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Farah Rao' });
  const id = await paidOrder(app, person);
  await insertMessages(app, { orderId: id, count: 118, by: [user.id, await idOf(owner)] });
  await switchTo(person, new Storage());
  tab.chat.openChat((await person.get(`/api/v1/gig/order/${id}`)).body.order);
  await shows('Line 118 of a long conversation');
  proxy.disconnect();
  await tab.disconnected();
  app.advance(-7_200_000);
  for (const at of [1, 2, 3]) {
    const messageText = `missed ${at}`;
    const sent = await owner.post('/api/v1/communicate/send-message', { orderId: id, messageText });
    expect(sent.status).toBe(201);
  }
  proxy.reconnect();
  await shows('missed 1');
  expect(texts().slice(-3)).toEqual(['missed 1', 'missed 2', 'missed 3']);
  app.advance(7_200_000);
});

test('a failed load of earlier messages is reported, and a retry loads them', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Chandra Rao' });
  const id = await paidOrder(app, person);
  await insertMessages(app, { orderId: id, count: 118, by: [user.id, await idOf(owner)] });
  await switchTo(person, new Storage());
  tab.chat.openChat((await person.get(`/api/v1/gig/order/${id}`)).body.order);
  await shows('Line 118 of a long conversation');
  proxy.disconnect();
  await tab.scrollHistory.showEarlier();
  expect(tab.conversation.$olderPage.get()).toBe('failed');
  proxy.reconnect();
  await tab.scrollHistory.showEarlier();
  expect(tab.conversation.$olderPage.get()).toBe('idle');
  await shows('Line 1 of a long conversation');
  proxy.disconnect();
  await tab.scrollHistory.showEarlier();
  tab.chat.closeChat();
  expect(tab.conversation.$olderPage.get(), 'the next conversation starts idle').toBe('idle');
});

test('a message is marked read while the window has focus; otherwise it plays a sound and is read on focus', async () => {
  await openChat();
  const isSeen = async (text: string) =>
    (await stored()).find((each) => each.messageText === text)?.seen;
  await sendMessage(owner, 'Do you see this?');
  await waitFor(async () => expect(await isSeen('Do you see this?')).toBe(true));
  expect(browserWindow.soundsPlayed).toBe(0);
  browserWindow.focused = false;
  await sendMessage(owner, 'And this?');
  await shows('And this?');
  expect(browserWindow.soundsPlayed).toBe(1);
  await waitFor(() => expect(tab.notifications.$unread.get()).toBeGreaterThan(0));
  expect(await isSeen('And this?')).toBe(false);
  browserWindow.focused = true;
  tab.chat.markSeenByMe();
  await waitFor(async () => expect(await isSeen('And this?')).toBe(true));
  const items = () =>
    tab.notifications.$notifications.get()?.items.filter((each) => each.type === 'new_message');
  await waitFor(() => expect(items()).toEqual([]));
});

test('a message draft is stored per order, over a reload, until it is sent', async () => {
  tab.drafts.saveDraft(orderId, 'half a thought');
  tab.drafts.saveDraft('another', 'another thought');
  await reload();
  expect(tab.drafts.draftOf(orderId)).toBe('half a thought');
  await openChat();
  tab.chat.sendMessage('a whole thought');
  expect(tab.drafts.draftOf(orderId)).toBe('');
  expect(tab.drafts.draftOf('another')).toBe('another thought');
  await shows('a whole thought');
});

test('shows its own message for a failed conversation or message when the server gives none', async () => {
  await openChat();
  const direct = globalThis.fetch;
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }));
  tab.chat.sendMessage('Is anybody there?');
  await waitFor(() => expect(toasts).toEqual(['Failed to send message']));
  await tab.chat.loadConversation();
  expect(toasts.at(-1)).toBe('Failed to fetch conversation');
  expect(tab.conversation.$conversation.get()).toMatchObject({
    message: 'Failed to fetch conversation',
  });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no answer');
  });
  await tab.chat.loadConversation();
  expect(toasts.at(-1)).toBe('Failed to fetch conversation');
  vi.stubGlobal('fetch', direct);
  tab.chat.resendMessage(waiting()[0]?.clientId ?? '');
  await waitFor(() => expect(waiting()).toEqual([]));
});
