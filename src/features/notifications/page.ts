import { atom } from 'nanostores';
import type { WireNews } from '../../../api/notifications/present.ts';
import type { NewsType } from '../../../api/notifications/rules.ts';
import { messageOf } from '../../lib/api.ts';
import { $session } from '../account/session.ts';
import { $news, fetchNews } from './stores.ts';

export type Filter = 'all' | 'unread' | NewsType;

export type Page =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'here'; items: WireNews[]; hasMore: boolean; more: boolean };

export const $filter = atom<Filter>('all');
export const $page = atom<Page>({ state: 'loading' });

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
  if (page.state !== 'here' || page.more) return;
  $page.set({ ...page, more: true });
  await fill($filter.get(), page.items);
}

async function fill(filter: Filter, known: WireNews[] = []): Promise<void> {
  const session = $session.get();
  if (session.state !== 'verified') return;
  const last = known.at(-1);
  const query = { ...queryOf(filter), ...(last ? { before: last._id } : {}) };
  try {
    const { notifications, hasMore } = await fetchNews(session.user._id, query);
    if ($filter.get() !== filter) return;
    $page.set({ state: 'here', items: [...known, ...notifications], hasMore, more: false });
  } catch (error) {
    if ($filter.get() === filter) $page.set({ state: 'failed', message: messageOf(error) });
  }
}

/** Keeps the page as the bell is: what arrived goes on top, what was read is read. */
export const followNews = () =>
  $news.listen((news) => {
    const page = $page.get();
    if (!news || page.state !== 'here') return;
    const byId = new Map(news.items.map((each) => [each._id, each]));
    const filter = $filter.get();
    const fits = (each: WireNews) =>
      filter === 'all' || (filter === 'unread' ? !each.isRead : each.type === filter);
    const kept = page.items.map((each) => byId.get(each._id) ?? stale(each, news.unread));
    const known = new Set(kept.map((each) => each._id));
    const newest = page.items[0]?.createdAt ?? '';
    const fresh = news.items.filter((each) => !known.has(each._id) && each.createdAt > newest);
    const items = [...fresh, ...kept].filter(
      (each) => fits(each) && !(each.isRead && each.type === 'new_message'),
    );
    $page.set({ ...page, items });
  });

// All read means that what the bell no longer holds is read too.
const stale = (each: WireNews, unread: number): WireNews =>
  unread === 0 && !each.isRead ? { ...each, isRead: true } : each;
