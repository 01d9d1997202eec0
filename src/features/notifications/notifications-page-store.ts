import { atom } from 'nanostores';
import type { NotificationDto } from '../../../api/modules/notifications/dto.ts';
import type { NotificationType } from '../../../api/modules/notifications/rules.ts';
import { messageOf } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { $session } from '../account/session.ts';
import {
  $lastRead,
  $notifications,
  fetchNotifications,
  markedAsRead,
  withLatestNext,
} from './notifications-store.ts';

export type Filter = 'all' | 'unread' | NotificationType;

export interface Page {
  items: NotificationDto[];
  hasMore: boolean;
  /** Whether the next page is being loaded. */
  more: boolean;
}

export const $filter = atom<Filter>('all');
export const $page = asyncStore<Page>();

const queryOf = (filter: Filter): Record<string, string> => {
  if (filter === 'all') return {};
  return filter === 'unread' ? { unread: '1' } : { type: filter };
};

export async function selectFilter(filter: Filter): Promise<void> {
  $filter.set(filter);
  $page.set({ state: 'loading' });
  await fetchPage(filter);
}

/** Loads the next page, unless one is being loaded. */
export async function loadMore(): Promise<void> {
  const page = $page.get();
  if (page.state !== 'loaded' || page.value.more) return;
  $page.set({ state: 'loaded', value: { ...page.value, more: true } });
  await fetchPage($filter.get(), page.value.items);
}

async function fetchPage(filter: Filter, known: NotificationDto[] = []): Promise<void> {
  const session = $session.get();
  if (session.state !== 'verified') return;
  const last = known.at(-1);
  const query = { ...queryOf(filter), ...(last ? { before: last._id } : {}) };
  try {
    const { notifications, hasMore } = await fetchNotifications(session.user._id, query);
    if ($filter.get() !== filter) return;
    const items = withLatestNext([...known, ...notifications]);
    $page.set({ state: 'loaded', value: { items, hasMore, more: false } });
  } catch (error) {
    if ($filter.get() === filter) $page.set({ state: 'failed', message: messageOf(error) });
  }
}

/** Applies new and read notifications from the bell to the page. */
export const followNotifications = () =>
  combineCleanups(
    $notifications.listen((list) => list && updateItems((items) => mergeNewest(items, list.items))),
    $lastRead.listen((read) => read && updateItems((items) => markedAsRead(items, read.ids))),
  );

function updateItems(to: (items: NotificationDto[]) => NotificationDto[]): void {
  const page = $page.get();
  if (page.state !== 'loaded') return;
  const items = to(page.value.items).filter(matchesFilter);
  $page.set({ state: 'loaded', value: { ...page.value, items } });
}

function matchesFilter(notification: NotificationDto): boolean {
  const filter = $filter.get();
  if (filter === 'all') return true;
  return filter === 'unread' ? !notification.isRead : notification.type === filter;
}

function mergeNewest(items: NotificationDto[], newest: NotificationDto[]): NotificationDto[] {
  const updated = new Map(newest.map((each) => [each._id, each]));
  const known = new Set(items.map((each) => each._id));
  const top = items[0]?.seq ?? 0;
  const added = newest.filter((each) => !known.has(each._id) && each.seq > top);
  // A conversation has one notification that is updated by each message and moves up.
  return withLatestNext(
    [...added, ...items.map((each) => updated.get(each._id) ?? each)].sort((a, b) => b.seq - a.seq),
  );
}
