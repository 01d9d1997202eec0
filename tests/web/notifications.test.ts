import { beforeEach, expect, test } from 'vitest';
import type { NotificationDto } from '../../api/modules/notifications/dto.ts';
import { pushText } from '../../api/modules/notifications/rules.ts';
import {
  $notifications,
  $unread,
  notificationHref,
  showAsRead,
  withLatestNext,
} from '../../src/features/notifications/notifications-store.ts';

const notification = (id: string, more: Partial<NotificationDto> = {}): NotificationDto => ({
  _id: id,
  type: 'order',
  message: `news ${id}`,
  conversationId: null,
  isRead: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  seq: 1,
  orderId: 'o1',
  about: 'A website',
  next: null,
  ...more,
});
const ids = () => $notifications.get()?.items.map((each) => each._id);

beforeEach(() =>
  $notifications.set({
    items: [
      notification('a', { type: 'new_message' }),
      notification('b'),
      notification('c', { isRead: true }),
    ],
    unread: 2,
    hasMore: false,
  }),
);

test('marking a notification read lowers the count once, also when repeated', () => {
  showAsRead(['b']);
  showAsRead(['b']);
  expect($unread.get()).toBe(1);
  expect($notifications.get()?.items[1]).toMatchObject({ _id: 'b', isRead: true });
});

test('marking a read notification changes no count', () => {
  showAsRead(['c', 'unknown']);
  expect($unread.get()).toBe(2);
});

test('a read message is removed from the list, everything else stays', () => {
  showAsRead(['a']);
  expect(ids()).toEqual(['b', 'c']);
});

test('marking all read sets the count to zero', () => {
  $notifications.set({ items: $notifications.get()?.items ?? [], unread: 42, hasMore: true });
  showAsRead(null);
  expect($unread.get()).toBe(0);
  expect(ids()).toEqual(['b', 'c']);
  expect($notifications.get()?.items.every((each) => each.isRead)).toBe(true);
});

test('each live event type has a text', () => {
  expect(pushText('update_order_status', 'Your order #ABC123 is delivered.')).toEqual({
    title: 'Your Order Status has been updated',
    detail: 'Your order #ABC123 is delivered.',
  });
  expect(pushText('update_revision_status', 'x').title).toBe(
    'Your Revision Request has been updated',
  );
  expect(pushText('new_message', 'Namaste')).toEqual({ title: 'Namaste' });
  expect(pushText('new_message', '  ')).toEqual({ title: 'New notification' });
});

test('what an order waits for stands beside its latest notification, and not beside messages', () => {
  const next = { step: 'pay', title: 'Pay to start the work', by: null } as const;
  const items = withLatestNext([
    notification('a', { type: 'new_message' }),
    notification('b', { next }),
    notification('c', { next }),
    notification('d', { next, orderId: 'o2' }),
  ]);
  expect(items.filter((each) => each.next).map((each) => each._id)).toEqual(['b', 'd']);
});

test('a notification links to what it is about', () => {
  const next = { step: 'sendRequirements', title: 'Say what you need', by: null } as const;
  expect(notificationHref(notification('a', { next }))).toBe('/orders/o1#requirements');
  expect(notificationHref(notification('a', { type: 'payment' }))).toBe('/orders/o1#payments');
  expect(notificationHref(notification('a'))).toBe('/orders/o1');
  expect(notificationHref(notification('a', { type: 'new_message' }))).toBe('/orders/o1?chat=open');
  expect(notificationHref(notification('a', { orderId: null }))).toBe(null);
});
