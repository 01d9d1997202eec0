import { expect, test, vi } from 'vitest';
import { FLASH_TOAST_KEY } from '../../src/lib/storage-keys.ts';
import { idOf, paidOrder } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  app,
  asha,
  owner,
  proxy,
  sendMessage,
  startLiveTab,
  switchToNewBuyer,
  tab,
} from './live-tab.ts';
import { toastDetails, toasts } from './open-tab.ts';

startLiveTab();

test('a notification is counted, toasted, read on both devices and fetched after a reconnect', async () => {
  await waitFor(() => expect(tab.notifications.$notifications.get()).not.toBeNull());
  await tab.notifications.markAllRead();
  expect(tab.notifications.$unread.get()).toBe(0);
  toasts.length = 0;
  await sendMessage(owner, 'Look at this');
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
  await tab.disconnected();
  await sendMessage(owner, 'While you were away');
  proxy.reconnect();
  await waitFor(() => expect(tab.notifications.$unread.get()).toBe(1));
  const notifications = tab.notifications.$notifications.get()?.items ?? [];
  expect(notifications.filter((each) => each.message === 'While you were away')).toHaveLength(1);
  await tab.notifications.markNotificationRead(notifications[0]?._id ?? '');
  const id = await idOf(asha);
  const { body } = await asha.get(`/api/v1/notify/client/client-notifications/${id}`);
  expect(body.unread).toBe(0);
});

test('opening an order reads what was told of it, and of no other', async () => {
  const { person, id } = await switchToNewBuyer();
  const other = await paidOrder(app, person);
  const unreadOf = async () => {
    const userId = await idOf(person);
    const { body } = await person.get(`/api/v1/notify/client/client-notifications/${userId}`);
    const rows: { orderId: string; isRead: boolean }[] = body.notifications;
    return [id, other].map((each) => rows.some((row) => row.orderId === each && !row.isRead));
  };
  await waitFor(async () => expect(await unreadOf()).toEqual([true, true]));
  await waitFor(() => expect(tab.notifications.$unread.get()).toBeGreaterThan(1));
  toasts.length = 0;
  tab.notifications.markOrderRead(id)();
  await waitFor(async () => expect(await unreadOf()).toEqual([false, true]));
  expect(toasts).toEqual([]);
});

test('names order and result in one toast per order, and shows none for the person’s own acceptance', async () => {
  const { person, id } = await switchToNewBuyer();
  const about = `order:${id}`;
  const title = 'Your Order Status has been updated';
  const postAsOwner = (step: string, body: object) =>
    owner.post(`/api/v1/desk/orders/${id}/${step}`, body);
  await postAsOwner('accept', {});
  await postAsOwner('deliver', { message: 'Here it is.' });
  await waitFor(() => expect(toastDetails).toHaveLength(2));
  expect(toastDetails).toMatchObject([
    {
      id: about,
      message: title,
      detail: expect.stringMatching(/^Your order is accepted, and the work begins: .*\.$/),
    },
    {
      id: about,
      message: title,
      detail: expect.stringMatching(
        /^Your order is delivered: .*\. Accept the delivery or ask for a change\.$/,
      ),
    },
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
    detail: expect.stringMatching(/^Your revision is approved, and the work begins: /),
  });
  await tab.orders.loadOrder(id);
  await person.post('/api/v1/gig/delivery/accept', { orderId: id });
  await waitFor(() =>
    expect(tab.orders.$order.get()).toMatchObject({ value: { orderStatus: 'Completed' } }),
  );
  expect(toastDetails).toHaveLength(4);
  expect(
    tab.notifications.$notifications.get()?.items.map((each) => each.message),
  ).not.toContainEqual(expect.stringMatching(/is completed/));
});

test('shows no toast for a payment whose page shows the result itself', async () => {
  const { person } = await switchToNewBuyer();
  const { $paymentStarted } = await import('../../src/lib/payment-started.ts');
  await paidOrder(app, person);
  await waitFor(() =>
    expect(toastDetails).toMatchObject([{ message: expect.stringMatching(/^Payment received/) }]),
  );
  $paymentStarted.set(true);
  const unread = tab.notifications.$unread.get();
  await paidOrder(app, person);
  await waitFor(() => expect(tab.notifications.$unread.get()).toBe(unread + 1));
  expect(toastDetails).toHaveLength(1);
});

test('marks an opened notification as read, and its page says so', async () => {
  const { id } = await switchToNewBuyer();
  const sessionStorage = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void sessionStorage.set(key, value),
  });
  const visited: string[] = [];
  vi.stubGlobal('location', { origin: app.origin, assign: (to: string) => visited.push(to) });
  const [notification] = tab.notifications.$notifications.get()?.items ?? [];
  if (!notification) throw new Error('a payment has a notification');
  await tab.notifications.openNotification(notification);
  expect(visited, 'a paid order waits for its requirements').toEqual([
    `/orders/${id}#requirements`,
  ]);
  expect(tab.notifications.$notifications.get()?.items[0]).toMatchObject({
    _id: notification._id,
    isRead: true,
  });
  expect(toastDetails, 'this page is being left').toEqual([]);
  expect(JSON.parse(sessionStorage.get(FLASH_TOAST_KEY) ?? '{}')).toEqual({
    ok: true,
    message: 'Message marked as seen',
    duration: 3_000,
  });
});
