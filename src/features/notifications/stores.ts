import { atom, computed } from 'nanostores';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import type { NotificationDto, PushMessage } from '../../../api/modules/notifications/dto.ts';
import { isKeptWhenRead, pushText } from '../../../api/modules/notifications/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, read } from '../../lib/api.ts';
import { $payingHere } from '../../lib/paying.ts';
import { closeSocket, onSocketEvent, openSocket, whenEnded, whenOnline } from '../../lib/socket.ts';
import { setFlashToast } from '../account/flash-toast.ts';
import { $session, recheckSession } from '../account/session.ts';

export interface NotificationList {
  items: NotificationDto[];
  unread: number;
  hasMore: boolean;
}

/** The newest news; null until they are known. */
export const $notifications = atom<NotificationList | null>(null);
export const $unread = computed($notifications, (news) => news?.unread ?? 0);
/** What was read last; null ids are all. */
export const $read = atom<{ ids: string[] | null } | null>(null);
/** The order whose conversation is being read right now: it needs no bell. */
export const $attending = atom<string | null>(null);

const LIVE_MS = 10_000;
const MARKED_MS = 3_000;
const LIVE_EVENTS = [
  'updateOrderStatusNotification',
  'updateRevisionStatusNotification',
  'newMessageUser',
  'newNotification',
];

/** Opens the connection while somebody verified is signed in, and closes it after (spec §4). */
export function followSession(): () => void {
  const stops = [
    ...LIVE_EVENTS.map((event) => onSocketEvent(event, arrive)),
    onSocketEvent<{ ids: string[] | null }>('notificationsRead', ({ ids }) => applyRead(ids)),
    whenOnline(() => void loadNews()),
    whenEnded(() => void recheckSession()),
    $session.subscribe((session) => {
      if (session.state === 'verified') void openSocket(session.user._id);
      else if (session.state !== 'checking') {
        closeSocket();
        $notifications.set(null);
      }
    }),
    $unread.subscribe(showInTitle),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const me = (): UserDto | null => {
  const session = $session.get();
  return session.state === 'verified' ? session.user : null;
};

/** A failure shows in the console only (spec §8). */
async function loadNews(): Promise<void> {
  const user = me();
  if (!user) return;
  try {
    const { notifications, unread, hasMore } = await fetchNotifications(user._id, {});
    $notifications.set({ items: notifications, unread, hasMore });
  } catch (error) {
    console.warn('The notifications could not be fetched', error);
  }
}

export const fetchNotifications = (userId: string, query: Record<string, string>) =>
  read(
    api.notify.client['client-notifications'][':userId'].$get(
      { param: { userId } },
      { init: { cache: 'no-store' }, ...withQuery(query) },
    ),
  );

// The server reads the query itself, so the typed client does not know of it.
function withQuery(query: Record<string, string>) {
  const search = new URLSearchParams(query).toString();
  if (!search) return {};
  return {
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      fetch(`${String(input)}?${search}`, init),
  };
}

function arrive({ type, message, notification }: PushMessage): void {
  if (type === 'new_message' && notification.orderId === $attending.get() && hasFocus()) return;
  const news = $notifications.get() ?? { items: [], unread: 0, hasMore: false };
  const known = news.items.find((each) => each._id === notification._id);
  const rest = news.items.filter((each) => each !== known);
  const fresh = !known || known.isRead;
  $notifications.set({
    ...news,
    items: [notification, ...rest],
    unread: news.unread + (fresh ? 1 : 0),
  });
  // The page on which it was paid says so itself.
  if (type === 'payment' && $payingHere.get()) return;
  const { title, detail } = pushText(type, message);
  // What happens to one order next replaces what happened before: they never pile up.
  const about = type === 'new_message' ? 'message' : 'order';
  const id = `${about}:${notification.orderId ?? notification._id}`;
  void toast('success', title, { duration: LIVE_MS, detail, id });
}

const hasFocus = () => typeof document !== 'undefined' && document.hasFocus();

const isHit = (ids: string[] | null) => (each: NotificationDto) =>
  !each.isRead && (ids === null || ids.includes(each._id));

/** The list once these were read, null for all: read messages leave it (spec §4). */
export const withRead = (items: NotificationDto[], ids: string[] | null): NotificationDto[] =>
  items
    .map((each) => (isHit(ids)(each) ? { ...each, isRead: true } : each))
    .filter((each) => !each.isRead || isKeptWhenRead(each.type));

/** Marks what was read, here or on another device; null for all. */
export function applyRead(ids: string[] | null): void {
  const news = $notifications.get();
  if (!news) return;
  const count = news.items.filter(isHit(ids)).length;
  const unread = ids === null ? 0 : Math.max(0, news.unread - count);
  $notifications.set({ ...news, items: withRead(news.items, ids), unread });
  $read.set({ ids });
}

const sayMarked = (message: string): void =>
  void toast('success', message, { duration: MARKED_MS, id: 'marked' });

/** Marks one as read and says so: here, or through `say` when the page is about to be left. */
export async function markOne(id: string, say = sayMarked): Promise<void> {
  try {
    const call = api.notify.client['client-mark-read'][':notificationId'];
    const { message } = await read(call.$post({ param: { notificationId: id } }));
    applyRead([id]);
    say(message);
  } catch (error) {
    console.warn('The notification could not be marked', error);
  }
}

export async function markAll(): Promise<void> {
  try {
    const { message } = await read(api.notify.client['client-mark-all-read'].$post());
    applyRead(null);
    sayMarked(message);
  } catch (error) {
    console.warn('The notifications could not be marked', error);
  }
}

/** Where a piece of news leads. */
export function leadsTo(news: NotificationDto): string | null {
  if (!news.orderId) return null;
  if (me()?.role === 'owner') return '/desk';
  const path = `/orders/${news.orderId}`;
  return news.type === 'new_message' ? `${path}?chat=open` : path;
}

/** Marks a piece of news as read and goes where it leads; the next page says that it is marked. */
export async function openNews(news: NotificationDto): Promise<void> {
  const href = leadsTo(news);
  const later = (message: string) => setFlashToast(message, { duration: MARKED_MS });
  if (!news.isRead) await (href ? markOne(news._id, later) : markOne(news._id));
  if (href) location.assign(href);
}

function showInTitle(unread: number): void {
  if (typeof document === 'undefined') return;
  const plain = document.title.replace(/^\(\d+\+?\) /, '');
  const count = unread > 99 ? '99+' : String(unread);
  document.title = unread > 0 ? `(${count}) ${plain}` : plain;
}
