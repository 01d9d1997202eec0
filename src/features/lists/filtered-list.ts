import { atom } from 'nanostores';
import { asyncStore } from '../../lib/async-store.ts';
import { fetchLatestInto } from '../request-feedback/fetch-latest-into.ts';

const DEBOUNCE_MS = 150;

interface Page {
  /** Where the next page begins; null on the last one. */
  next: string | number | null;
}

export type FilteredStore<F, P> = ReturnType<typeof filteredList<F & { find: string }, P & Page>>;

/**
 * A list that is searched, filtered and shown page by page. `fetchPage` gets the filters that are set and, for later
 * pages, where they begin. Every shown page is fetched again together.
 */
export function filteredList<F extends { find: string }, P extends Page>(
  unfiltered: F,
  fetchPage: (filters: Record<string, string>, next?: string) => Promise<P>,
  append: (shown: P, page: P) => P,
) {
  const $list = asyncStore<P>();
  const $filter = atom(unfiltered);
  let shownPages = 1;
  let debounce: ReturnType<typeof setTimeout> | undefined;

  const reload = (): Promise<void> =>
    fetchLatestInto($list, async () => {
      const filters = filtersOf($filter.get());
      let list = await fetchPage(filters);
      for (let page = 1; page < shownPages && list.next !== null; page += 1) {
        list = append(list, await fetchPage(filters, String(list.next)));
      }
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

/** The filters that are set. */
export const filtersOf = (filter: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  );
