import { atom, computed } from 'nanostores';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import type { NotificationDto, PushMessage } from '../../../api/modules/notifications/dto.ts';
import { pushText, staysWhenRead } from '../../../api/modules/notifications/rules.ts';
import { conversationPath, orderPath, STEP_LINKS } from '../../../api/modules/orders/next-rules.ts';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { $paymentStarted } from '../../lib/payment-started.ts';
import {
  closeSocket,
  onConnected,
  onConnectionEnded,
  onSocketEvent,
  openSocket,
} from '../../lib/socket.ts';
import { setFlashToast } from '../account/flash-toast.ts';
import { $session, recheckSession } from '../account/session.ts';

interface NotificationList {
  items: NotificationDto[];
  unread: number;
  hasMore: boolean;
}

/** The newest notifications; null until they are loaded. */
export const $notifications = atom<NotificationList | null>(null);
export const $unread = computed($notifications, (list) => list?.unread ?? 0);
/** The order or question whose conversation is open: its messages need no notification. */
export const $openChatId = atom<string | null>(null);

const LIVE_MS = 10_000;
const MARKED_MS = 3_000;
const LIVE_EVENTS = [
  'updateOrderStatusNotification',
  'updateRevisionStatusNotification',
  'newMessageUser',
  'newNotification',
];

/** Keeps the socket open while a verified user is signed in. */
export const followNotificationEvents = () =>
  combineCleanups(
    ...LIVE_EVENTS.map((event) => onSocketEvent(event, onPushMessage)),
    onSocketEvent<{ ids: string[] | null }>('notificationsRead', ({ ids }) => showAsRead(ids)),
    onSocketEvent<{ orderId: string }>('orderChanged', ({ orderId }) => {
      const items = $notifications.get()?.items ?? [];
      // Who was asked for something may have done it.
      if (items.some((each) => each.orderId === orderId && each.next)) void loadNotifications();
    }),
    onConnected(() => void loadNotifications()),
    onConnectionEnded(() => void recheckSession()),
    $session.subscribe((session) => {
      if (session.state === 'verified') void openSocket(session.user._id);
      else if (session.state !== 'checking') {
        closeSocket();
        $notifications.set(null);
      }
    }),
    $unread.subscribe(showInTitle),
  );

const me = (): UserDto | null => {
  const session = $session.get();
  return session.state === 'verified' ? session.user : null;
};

/** A failure is only logged, because the user did not start the request. */
async function loadNotifications(): Promise<void> {
  if (!me()) return;
  try {
    const { notifications, unread, hasMore } = await fetchNotifications({});
    $notifications.set({ items: withLatestNext(notifications), unread, hasMore });
  } catch (error) {
    console.warn('The notifications could not be fetched', error);
  }
}

export const fetchNotifications = (query: Record<string, string>) =>
  readJson(
    api.notify.client['client-notifications'][':userId'].$get(
      { param: { userId: me()?._id ?? '' } },
      { init: { cache: 'no-store' }, ...withQuery(query) },
    ),
  );

// The server reads the query itself, so it is missing from the typed client.
function withQuery(query: Record<string, string>) {
  const search = new URLSearchParams(query).toString();
  if (!search) return {};
  return {
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      fetch(`${String(input)}?${search}`, init),
  };
}

function onPushMessage({ type, message, notification }: PushMessage): void {
  const aboutId = notification.orderId ?? notification.conversationId;
  if (type === 'new_message' && aboutId === $openChatId.get() && hasFocus()) return;
  const list = $notifications.get() ?? { items: [], unread: 0, hasMore: false };
  const known = list.items.find((each) => each._id === notification._id);
  const rest = list.items.filter((each) => each !== known);
  const isNew = !known || known.isRead;
  $notifications.set({
    ...list,
    items: withLatestNext([notification, ...rest]),
    unread: list.unread + (isNew ? 1 : 0),
  });
  // The page on which the payment was made shows its own message.
  if (type === 'payment' && $paymentStarted.get()) return;
  // Nothing covers what somebody is about to pay; the bell has it.
  if (globalThis.document?.querySelector('.checkout')) return;
  const { title, detail } = pushText(type, message, notification.next?.title);
  // One toast id per order, so that a new toast replaces the previous one.
  const about = type === 'new_message' ? 'message' : 'order';
  const id = `${about}:${aboutId ?? notification._id}`;
  void toast('success', title, { duration: LIVE_MS, detail, id });
}

/** What an order waits for stands beside its latest notification only. */
export function withLatestNext(items: NotificationDto[]): NotificationDto[] {
  const known = new Set<string>();
  return items.map((each) => {
    if (!each.orderId || each.type === 'new_message') return each;
    const isLatest = !known.has(each.orderId);
    known.add(each.orderId);
    return isLatest ? each : { ...each, next: null };
  });
}

const hasFocus = () => typeof document !== 'undefined' && document.hasFocus();

const isAffected = (ids: string[] | null) => (each: NotificationDto) =>
  !each.isRead && (ids === null || ids.includes(each._id));

/** The list after these ids were read, null for all; read message notifications are removed. */
const markedAsRead = (items: NotificationDto[], ids: string[] | null): NotificationDto[] =>
  items
    .map((each) => (isAffected(ids)(each) ? { ...each, isRead: true } : each))
    .filter((each) => !each.isRead || staysWhenRead(each.type));

/** Applies that these ids were read, in this tab or elsewhere; null for all. */
export function showAsRead(ids: string[] | null): void {
  const list = $notifications.get();
  if (!list) return;
  const count = list.items.filter(isAffected(ids)).length;
  const unread = ids === null ? 0 : Math.max(0, list.unread - count);
  $notifications.set({ ...list, items: markedAsRead(list.items, ids), unread });
}

const showMarkedToast = (message: string): void =>
  void toast('success', message, { duration: MARKED_MS, id: 'marked' });

/** Marks one as read; `showResult` is given when the page is about to be left. */
export async function markNotificationRead(
  id: string,
  showResult = showMarkedToast,
): Promise<void> {
  try {
    const call = api.notify.client['client-mark-read'][':notificationId'];
    const { message } = await readJson(call.$post({ param: { notificationId: id } }));
    showAsRead([id]);
    showResult(message);
  } catch (error) {
    console.warn('The notification could not be marked', error);
  }
}

/** Marks what was told of an order that is opened; a message is read in its conversation. */
export function markOrderRead(orderId: string): () => void {
  let isDone = false;
  return $notifications.subscribe((list) => {
    if (!list || isDone) return;
    isDone = true;
    for (const each of list.items)
      if (each.orderId === orderId && !each.isRead && each.type !== 'new_message')
        void markNotificationRead(each._id, () => {});
  });
}

export async function markAllRead(): Promise<void> {
  try {
    const { message } = await readJson(api.notify.client['client-mark-all-read'].$post());
    showAsRead(null);
    showMarkedToast(message);
  } catch (error) {
    console.warn('The notifications could not be marked', error);
  }
}

/** What a notification is about: the place for the next step, the conversation, the payments or the order. */
export function notificationHref(notification: NotificationDto): string | null {
  const { orderId, conversationId, type, next } = notification;
  if (!orderId && !conversationId) return null;
  const side = me()?.role === 'owner' ? 'owner' : 'buyer';
  if (!orderId || type === 'new_message')
    return conversationPath(side, { orderId, conversationId });
  if (side === 'owner' && type === 'review') return '/desk/reviews';
  const path = orderPath(side, orderId);
  if (next?.step) return `${path}${STEP_LINKS[next.step].anchor}`;
  return side === 'buyer' && type === 'payment' ? `${path}#payments` : path;
}

/** Marks a notification as read and opens its page, which then shows the toast. */
export async function openNotification(notification: NotificationDto): Promise<void> {
  const href = notificationHref(notification);
  const toastLater = (message: string) => setFlashToast(message, { duration: MARKED_MS });
  if (!notification.isRead)
    await markNotificationRead(notification._id, href ? toastLater : undefined);
  if (href) location.assign(href);
}

function showInTitle(unread: number): void {
  if (typeof document === 'undefined') return;
  const plain = document.title.replace(/^\(\d+\+?\) /, '');
  const count = unread > 99 ? '99+' : String(unread);
  document.title = unread > 0 ? `(${count}) ${plain}` : plain;
}
