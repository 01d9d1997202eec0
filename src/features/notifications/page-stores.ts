import { atom } from 'nanostores';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import type { NotificationType } from '../../../api/modules/notifications/rules.ts';
import { messageOf } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { $session } from '../account/session.ts';
import { $notifications, $read, fetchNotifications, withRead } from './stores.ts';

export type Filter = 'all' | 'unread' | NotificationType;

interface Page {
  items: NotificationDto[];
  hasMore: boolean;
  /** The next page is on its way. */
  more: boolean;
}

export const $filter = atom<Filter>('all');
export const $page = loaded<Page>();

const queryOf = (filter: Filter): Record<string, string> => {
  if (filter === 'all') return {};
  return filter === 'unread' ? { unread: '1' } : { type: filter };
};

export async function choose(filter: Filter): Promise<void> {
  $filter.set(filter);
  $page.set({ state: 'loading' });
  await fill(filter);
}

/** The next page; nothing while one is on its way. */
export async function loadMore(): Promise<void> {
  const page = $page.get();
  if (page.state !== 'loaded' || page.value.more) return;
  $page.set({ state: 'loaded', value: { ...page.value, more: true } });
  await fill($filter.get(), page.value.items);
}

async function fill(filter: Filter, known: NotificationDto[] = []): Promise<void> {
  const session = $session.get();
  if (session.state !== 'verified') return;
  const last = known.at(-1);
  const query = { ...queryOf(filter), ...(last ? { before: last._id } : {}) };
  try {
    const { notifications, hasMore } = await fetchNotifications(session.user._id, query);
    if ($filter.get() !== filter) return;
    const items = [...known, ...notifications];
    $page.set({ state: 'loaded', value: { items, hasMore, more: false } });
  } catch (error) {
    if ($filter.get() === filter) $page.set({ state: 'failed', message: messageOf(error) });
  }
}

/** Keeps the page as the bell is: what arrived goes on top, what was read is read. */
export function followNotifications(): () => void {
  const stops = [
    $notifications.listen((news) => news && change((items) => withFresh(items, news.items))),
    $read.listen((read) => read && change((items) => withRead(items, read.ids))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function change(to: (items: NotificationDto[]) => NotificationDto[]): void {
  const page = $page.get();
  if (page.state !== 'loaded') return;
  const items = to(page.value.items).filter(fits);
  $page.set({ state: 'loaded', value: { ...page.value, items } });
}

function fits(news: NotificationDto): boolean {
  const filter = $filter.get();
  if (filter === 'all') return true;
  return filter === 'unread' ? !news.isRead : news.type === filter;
}

function withFresh(items: NotificationDto[], newest: NotificationDto[]): NotificationDto[] {
  const now = new Map(newest.map((each) => [each._id, each]));
  const known = new Set(items.map((each) => each._id));
  const top = items[0]?.seq ?? 0;
  const fresh = newest.filter((each) => !known.has(each._id) && each.seq > top);
  // News of a conversation is renewed in place: it moves up.
  return [...fresh, ...items.map((each) => now.get(each._id) ?? each)].sort(
    (a, b) => b.seq - a.seq,
  );
}
