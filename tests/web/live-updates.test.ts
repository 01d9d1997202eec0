import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OrderDto } from '../../api/modules/orders/dto.ts';
import { earlierThanShown, shown } from '../../src/features/chat/visible-messages.ts';
import { insertMessages } from '../support/chat-fixtures.ts';
import { type FlakyProxy, openFlakyProxy } from '../support/flaky-proxy.ts';
import type { Person } from '../support/http-client.ts';
import { idOf, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  browserWindow,
  openTab,
  type Storage,
  type Tab,
  toastDetails,
  toasts,
} from './open-tab.ts';

let app: TestApp;
let proxy: FlakyProxy;
let asha: Person;
let owner: Person;
let orderId: string;
let order: OrderDto;
let storage: Storage;
let tab: Tab;
beforeAll(async () => {
  app = await startTestApp();
  proxy = await openFlakyProxy(app.origin);
  owner = await ownerOf(app);
  ({ person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' }));
  orderId = await paidOrder(app, asha);
  order = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
});
beforeEach(async () => {
  toasts.length = 0;
  toastDetails.length = 0;
  storage = {};
  tab = await openTab(app, asha, proxy, storage);
});
afterEach(async () => {
  tab.close();
  proxy.reconnect();
  app.advance(120_000);
  await app.check();
});
afterAll(async () => {
  await proxy.close();
  await app.close();
});

const reload = async () => {
  tab.close();
  tab = await openTab(app, asha, proxy, storage);
};
const openChat = async () => {
  await tab.online();
  tab.chat.openChat(order);
  await waitFor(() => expect(tab.conversation.$conversation.get().state).toBe('loaded'));
};
const texts = () => tab.conversation.currentChat()?.messages.map((each) => each.messageText) ?? [];
const shows = (text: string) =>
  waitFor(() => expect(texts().filter((each) => each === text)).toHaveLength(1));
const waiting = () => tab.outbox.$outbox.get();
const write = (person: Person, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });
const stored = async () =>
  (await owner.post('/api/v1/communicate/order/user-conversation', { orderId, limit: 100 })).body
    .messages as { messageText: string; seen: boolean }[];
const storedOnce = (text: string) =>
  waitFor(async () =>
    expect((await stored()).filter((each) => each.messageText === text)).toHaveLength(1),
  );

test('a message waits in the outbox until the server has stored it', async () => {
  await openChat();
  expect(tab.chat.write('  Namaste  ')).toBe(true);
  expect(waiting()).toMatchObject([{ text: 'Namaste', state: 'sending' }]);
  await shows('Namaste');
  await waitFor(() => expect(waiting()).toEqual([]));
  await storedOnce('Namaste');
  expect(tab.chat.write('   ')).toBe(false);
  expect(toasts).toEqual(['Message cannot be empty']);
});

test('a refused message stays with its reason and is sent again only on request', async () => {
  await openChat();
  const long = 'x'.repeat(4_001);
  tab.chat.write(long);
  const failed = [{ state: 'failed', again: false }];
  await waitFor(() => expect(waiting()).toMatchObject(failed));
  expect(toasts).toEqual(['Please use at most 4,000 characters.']);
  tab.chat.write('After it');
  await shows('After it');
  expect(waiting()).toMatchObject(failed);
  tab.chat.retry(waiting()[0]?.clientId ?? '');
  await waitFor(() => expect(toasts).toHaveLength(2));
  tab.outbox.drop(waiting()[0]?.clientId ?? '');
  expect(waiting()).toEqual([]);
});

test('81: messages written offline survive a reload and arrive in order and once', async () => {
  await openChat();
  proxy.disconnect();
  await tab.away();
  tab.chat.write('Tunnel, first');
  await waitFor(() => expect(waiting()).toMatchObject([{ state: 'failed', again: true }]));
  tab.chat.write('Tunnel, second');
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

test('82: a lost answer creates no second message', async () => {
  await openChat();
  const direct = globalThis.fetch;
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await direct(...asked);
    throw new TypeError('the line broke after the request');
  });
  tab.chat.write('Heard, but not answered');
  await waitFor(() => expect(waiting()).toMatchObject([{ state: 'failed', again: true }]));
  vi.stubGlobal('fetch', direct);
  tab.chat.retry(waiting()[0]?.clientId ?? '');
  await waitFor(() => expect(waiting()).toEqual([]));
  await shows('Heard, but not answered');
  await storedOnce('Heard, but not answered');
});

test('81: after a reconnect every missed message is fetched, page by page, each once and in order', async () => {
  await openChat();
  proxy.disconnect();
  await tab.away();
  for (let at = 1; at <= 60; at += 1) await write(owner, `Missed ${at}`);
  proxy.reconnect();
  await shows('Missed 60');
  await shows('Missed 1');
  const missed = texts().filter((each) => each.startsWith('Missed'));
  expect(missed).toEqual(Array.from({ length: 60 }, (_, at) => `Missed ${at + 1}`));
  await write(owner, 'And live again');
  await shows('And live again');
});

test('10,000 messages load page by page down to the oldest, each once, and 200 are rendered', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Chandra Rao' });
  const id = await paidOrder(app, person);
  await insertMessages(app, { orderId: id, count: 10_000, by: [user.id, await idOf(owner)] });
  tab.close();
  tab = await openTab(app, person, proxy);
  tab.chat.openChat((await person.get(`/api/v1/gig/order/${id}`)).body.order);
  await shows('Line 10000 of a long conversation');
  tab.reading.reachedEnd(false);
  const conversation = () => tab.conversation.currentChat() ?? expect.fail('the talk is gone');
  while (conversation().hasMore || earlierThanShown(conversation()) > 0) {
    const before = conversation().messages.length + earlierThanShown(conversation());
    await tab.reading.showEarlier();
    expect(
      conversation().messages.length + earlierThanShown(conversation()),
      'one step on',
    ).not.toBe(before);
  }
  expect(shown(conversation())).toHaveLength(200);
  expect(shown(conversation())[0]?.messageText).toMatch(/^Line 1 of/);
  expect(conversation().messages.map((each) => Number(each.messageText.split(' ')[1]))).toEqual(
    Array.from({ length: 10_000 }, (_, at) => at + 1),
  );
});

test('a tab that was offline sees what was written during a clock rollback', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Farah Rao' });
  const id = await paidOrder(app, person);
  await insertMessages(app, { orderId: id, count: 118, by: [user.id, await idOf(owner)] });
  tab.close();
  tab = await openTab(app, person, proxy);
  tab.chat.openChat((await person.get(`/api/v1/gig/order/${id}`)).body.order);
  await shows('Line 118 of a long conversation');
  proxy.disconnect();
  await tab.away();
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
  tab.close();
  tab = await openTab(app, person, proxy);
  tab.chat.openChat((await person.get(`/api/v1/gig/order/${id}`)).body.order);
  await shows('Line 118 of a long conversation');
  proxy.disconnect();
  await tab.reading.showEarlier();
  expect(tab.conversation.$older.get()).toBe('failed');
  proxy.reconnect();
  await tab.reading.showEarlier();
  expect(tab.conversation.$older.get()).toBe('idle');
  await shows('Line 1 of a long conversation');
  proxy.disconnect();
  await tab.reading.showEarlier();
  tab.chat.closeChat();
  expect(tab.conversation.$older.get(), 'the next talk starts anew').toBe('idle');
});

test('a message is marked read while the window has focus; otherwise it plays a sound and is read on focus', async () => {
  await openChat();
  const isSeen = async (text: string) =>
    (await stored()).find((each) => each.messageText === text)?.seen;
  await write(owner, 'Do you see this?');
  await waitFor(async () => expect(await isSeen('Do you see this?')).toBe(true));
  expect(browserWindow.soundsPlayed).toBe(0);
  browserWindow.focused = false;
  await write(owner, 'And this?');
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
  tab.chat.write('a whole thought');
  expect(tab.drafts.draftOf(orderId)).toBe('');
  expect(tab.drafts.draftOf('another')).toBe('another thought');
  await shows('a whole thought');
});

test('a notification is counted, toasted, read on both devices and fetched after a reconnect', async () => {
  await waitFor(() => expect(tab.notifications.$notifications.get()).not.toBeNull());
  await tab.notifications.markAll();
  expect(tab.notifications.$unread.get()).toBe(0);
  toasts.length = 0;
  await write(owner, 'Look at this');
  await waitFor(() => expect(tab.notifications.$unread.get()).toBe(1));
  expect(toasts).toEqual(['Look at this']);
  expect(document.title).toBe('(1) Orders');
  const [newest] = tab.notifications.$notifications.get()?.items ?? [];
  expect(newest).toMatchObject({ type: 'new_message', message: 'Look at this', isRead: false });
  await asha.post(`/api/v1/notify/client/client-mark-read/${newest?._id}`);
  await waitFor(() => expect(tab.notifications.$unread.get()).toBe(0));
  expect(tab.notifications.$notifications.get()?.items.map((each) => each.type)).not.toContain(
    'new_message',
  );

  proxy.disconnect();
  await tab.away();
  await write(owner, 'While you were away');
  proxy.reconnect();
  await waitFor(() => expect(tab.notifications.$unread.get()).toBe(1));
  const notifications = tab.notifications.$notifications.get()?.items ?? [];
  expect(notifications.filter((each) => each.message === 'While you were away')).toHaveLength(1);
  await tab.notifications.markOne(notifications[0]?._id ?? '');
  const id = await idOf(asha);
  const { body } = await asha.get(`/api/v1/notify/client/client-notifications/${id}`);
  expect(body.unread).toBe(0);
});

test('the orders list follows the owner’s changes and reports a failed load', async () => {
  await tab.online();
  await tab.orders.loadOrders();
  expect(tab.orders.$found.get()).toMatchObject([{ _id: orderId, orderStatus: 'In Progress' }]);
  tab.orders.$search.set('no such title');
  expect(tab.orders.$found.get()).toEqual([]);
  tab.orders.$search.set('');
  const accepted = await owner.post(`/api/v1/desk/orders/${orderId}/accept`);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await waitFor(() => expect(tab.orders.$found.get()).toMatchObject([{ orderStatus: 'Accepted' }]));
  proxy.disconnect();
  await tab.orders.loadOrders();
  expect(tab.orders.$orders.get()).toMatchObject({ state: 'failed' });
  expect(toasts).toContain('Error fetching gigs');
});

test('an open order follows the decision on its revision, also one missed while offline', async () => {
  await tab.online();
  await tab.orders.loadOrder(orderId);
  const shown = () => {
    const open = tab.orders.$order.get();
    return open.state === 'loaded' ? open.value.timeline.map((each) => each.text) : [];
  };
  const ask = { orderId, revisionDescription: 'Larger' };
  await asha.post('/api/v1/gig/order/revision-request', ask);
  const { body } = await asha.get(`/api/v1/gig/order/revision/${orderId}`);
  const decide = (status: string) =>
    owner.write('PATCH', `/api/v1/desk/revisions/${body.data[0]._id}`, { status }, {});
  const before = shown().length;
  expect((await decide('Approved')).status).toBe(200);
  await waitFor(() => expect(shown().length).toBeGreaterThan(before));
  const seen = shown().length;
  proxy.disconnect();
  await tab.away();
  expect((await decide('Completed')).status).toBe(200);
  proxy.reconnect();
  await waitFor(() => expect(shown().length).toBeGreaterThan(seen));
});

test('shows a requested revision in the timeline of the open order without a reload', async () => {
  const { person, id } = await another();
  await tab.orders.loadOrder(id);
  await person.post('/api/v1/gig/order/revision-request', {
    orderId: id,
    revisionDescription: 'Larger',
  });
  await waitFor(() => {
    const open = tab.orders.$order.get();
    const lines = open.state === 'loaded' ? open.value.timeline.map((each) => each.text) : [];
    expect(lines.at(-1)).toMatch(/^Revision 1 of \d requested$/);
  });
});

/** A tab of a person with a new order. */
async function another() {
  const { person } = await insertBuyer(app, { name: 'Nisha Rao' });
  const id = await paidOrder(app, person);
  tab.close();
  tab = await openTab(app, person, proxy, storage);
  await tab.online();
  await waitFor(() => expect(tab.notifications.$notifications.get()).not.toBeNull());
  toastDetails.length = 0;
  return { person, id };
}

test('names order and result in one toast per order, and shows none for the person’s own acceptance', async () => {
  const { person, id } = await another();
  const name = `#${id.slice(-6).toUpperCase()}`;
  const about = `order:${id}`;
  const title = 'Your Order Status has been updated';
  const postAsOwner = (step: string, body: object) =>
    owner.post(`/api/v1/desk/orders/${id}/${step}`, body);
  await postAsOwner('accept', {});
  await postAsOwner('deliver', { message: 'Here it is.' });
  await waitFor(() => expect(toastDetails).toHaveLength(2));
  expect(toastDetails).toMatchObject([
    { id: about, message: title, detail: `Your order ${name} is accepted: the work goes on.` },
    { id: about, message: title, detail: `Your order ${name} is delivered.` },
  ]);
  await person.post('/api/v1/gig/order/revision-request', {
    orderId: id,
    revisionDescription: 'Larger',
  });
  const { body } = await person.get(`/api/v1/gig/order/revision/${id}`);
  const revision = `/api/v1/desk/revisions/${body.data[0]._id}`;
  await owner.write('PATCH', revision, { status: 'Approved' }, {});
  await postAsOwner('deliver', { message: 'Larger.' });
  await waitFor(() => expect(toastDetails).toHaveLength(4));
  expect(toastDetails[2], 'one event, one toast').toMatchObject({
    message: 'Your Revision Request has been updated',
    detail: `Your revision request for order ${name} is approved: the work begins.`,
  });
  await tab.orders.loadOrder(id);
  await person.post('/api/v1/gig/delivery/accept', { orderId: id });
  await waitFor(() =>
    expect(tab.orders.$order.get()).toMatchObject({ value: { orderStatus: 'Completed' } }),
  );
  expect(toastDetails).toHaveLength(4);
  expect(tab.notifications.$notifications.get()?.items.map((each) => each.message)).not.toContain(
    `Your order ${name} is completed.`,
  );
});

test('shows no toast for a payment whose page shows the result itself', async () => {
  const { person } = await another();
  const { $paymentStarted } = await import('../../src/lib/payment-started.ts');
  await paidOrder(app, person);
  await waitFor(() => expect(toastDetails).toMatchObject([{ message: /has arrived/ }]));
  $paymentStarted.set(true);
  const unread = tab.notifications.$unread.get();
  await paidOrder(app, person);
  await waitFor(() => expect(tab.notifications.$unread.get()).toBe(unread + 1));
  expect(toastDetails).toHaveLength(1);
});

test('marks an opened notification as read, and its page says so', async () => {
  const { id } = await another();
  const sessionStorage = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void sessionStorage.set(key, value),
  });
  const visited: string[] = [];
  vi.stubGlobal('location', { origin: app.origin, assign: (to: string) => visited.push(to) });
  const [notification] = tab.notifications.$notifications.get()?.items ?? [];
  if (!notification) throw new Error('a payment has a notification');
  await tab.notifications.openNotification(notification);
  expect(visited).toEqual([`/orders/${id}`]);
  expect(tab.notifications.$notifications.get()?.items[0]).toMatchObject({
    _id: notification._id,
    isRead: true,
  });
  expect(toastDetails, 'this page is being left').toEqual([]);
  expect(JSON.parse(sessionStorage.get('toast') ?? '{}')).toEqual({
    ok: true,
    message: 'Message marked as seen',
    duration: 3_000,
  });
});

test('shows its own message for a failed conversation or message when the server gives none', async () => {
  await openChat();
  const direct = globalThis.fetch;
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }));
  tab.chat.write('Is anybody there?');
  await waitFor(() => expect(toasts).toEqual(['Failed to send message']));
  await tab.chat.load();
  expect(toasts.at(-1)).toBe('Failed to fetch conversation');
  expect(tab.conversation.$conversation.get()).toMatchObject({
    message: 'Failed to fetch conversation',
  });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no answer');
  });
  await tab.chat.load();
  expect(toasts.at(-1)).toBe('Failed to fetch conversation');
  vi.stubGlobal('fetch', direct);
  tab.chat.retry(waiting()[0]?.clientId ?? '');
  await waitFor(() => expect(waiting()).toEqual([]));
});

test('requirements and preferences that failed to load say so and load on a retry', async () => {
  const [requirements, preferences] = await Promise.all([
    import('../../src/features/orders/requirements-store.ts'),
    import('../../src/features/notifications/preferences.ts'),
  ]);
  const load = () =>
    Promise.all([requirements.loadRequirements(orderId), preferences.loadPreferences()]);
  proxy.disconnect();
  await load();
  expect(requirements.$requirements.get()).toMatchObject({ state: 'failed' });
  expect(preferences.$preferences.get()).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/^No connection/),
  });
  proxy.reconnect();
  await load();
  expect(requirements.$requirements.get()).toMatchObject({ state: 'loaded', value: null });
  expect(preferences.$preferences.get()).toMatchObject({ state: 'loaded' });
});
