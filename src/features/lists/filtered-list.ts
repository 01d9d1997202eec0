import { atom, computed, type ReadableAtom } from 'nanostores';
import { type AsyncState, type AsyncStore, cachedState } from '../../lib/async-store.ts';
import { writeScreenCache } from '../../lib/screen-cache.ts';
import { fetchLatestInto } from '../request-feedback/remote.ts';

const DEBOUNCE_MS = 150;
/** Shorter lists have no search and no filter. */
export const MIN_ROWS_TO_FILTER = 6;

interface Page {
  /** Where the next page begins; null on the last one. */
  next: string | number | null;
}

export interface FilteredStore<F, P> {
  $list: ReadableAtom<AsyncState<P & Page>>;
  $filter: ReadableAtom<F & { find: string }>;
  reload: () => Promise<void>;
  showMore: () => unknown;
  filter: (changes: Partial<F & { find: string }>) => void;
  clear: () => void;
}

/**
 * A list that is searched, filtered and shown page by page; `rows` names it in a page. `fetchPage` gets the filters that
 * are set and, for later pages, where they begin as `from`. Every shown page is fetched again together. With a `key`, it
 * starts with the last unfiltered page of this tab.
 */
export function filteredList<
  F extends { find: string },
  K extends string,
  P extends Page & Record<K, unknown[]>,
>(
  unfiltered: F,
  rows: K,
  from: string,
  fetchPage: (query: Record<string, string>) => Promise<P>,
  key?: string,
) {
  const $list = atom<AsyncState<P>>(key ? cachedState<P>(key) : { state: 'loading' });
  const $filter = atom(unfiltered);
  let shownPages = 1;
  let debounce: ReturnType<typeof setTimeout> | undefined;

  const reload = (): Promise<void> =>
    fetchLatestInto($list, async () => {
      const filters = filtersOf($filter.get());
      let list = await fetchPage(filters);
      for (let page = 1; page < shownPages && list.next !== null; page += 1) {
        const more = await fetchPage({ ...filters, [from]: String(list.next) });
        list = { ...list, ...more, [rows]: [...list[rows], ...more[rows]] };
      }
      if (key && shownPages === 1 && Object.keys(filters).length === 0) writeScreenCache(key, list);
      return list;
    });
  const showMore = (): Promise<void> => {
    shownPages += 1;
    return reload();
  };
  const filter = (changes: Partial<F>): void => {
    $filter.set({ ...$filter.get(), ...changes });
    shownPages = 1;
    clearTimeout(debounce);
    debounce = setTimeout(() => void reload(), changes.find ? DEBOUNCE_MS : 0);
  };
  return { $list, $filter, reload, showMore, filter, clear: () => filter(unfiltered) };
}

const PAGE_SIZE = 20;

export interface LocalPage<T> extends Page {
  rows: T[];
  /** How many there are on all pages. */
  count: number;
}

/** A list that is fetched whole, and searched, filtered and shown page by page in the browser. */
export function localList<T, F extends { find: string }>(
  unfiltered: F,
  $all: AsyncStore<T[]>,
  reload: () => Promise<void>,
  found: (all: T[], filter: F) => T[],
): FilteredStore<F, LocalPage<T>> {
  const $filter = atom(unfiltered);
  const $pages = atom(1);
  const $list = computed([$all, $filter, $pages], (all, filter, pages) => {
    if (all.state !== 'loaded') return all;
    const list = found(all.value, filter);
    const rows = list.slice(0, pages * PAGE_SIZE);
    const next = rows.length < list.length ? rows.length : null;
    return { state: 'loaded' as const, value: { rows, count: list.length, next } };
  });
  const filter = (changes: Partial<F>) => {
    $pages.set(1);
    $filter.set({ ...$filter.get(), ...changes });
  };
  return {
    ...{ $list, $filter, reload, filter },
    showMore: () => $pages.set($pages.get() + 1),
    clear: () => filter(unfiltered),
  };
}

/** The filters that are set. */
export const filtersOf = (filter: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  );
