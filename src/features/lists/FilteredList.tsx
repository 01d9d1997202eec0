import './filtered-list.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { MIN_ROWS_TO_FILTER } from '../orders/order-list.ts';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import type { FilteredStore } from './filtered-list.ts';

interface Props<F, P, K extends keyof F> {
  list: FilteredStore<F, P>;
  /** The segmented control: its name, the filter that it sets, the values and what each is called. */
  choices: {
    label: string;
    filter: K;
    values: readonly F[K][];
    nameOf: (value: F[K]) => ReactNode;
  };
  /** The search field's name and what can be searched for. */
  search: [label: string, placeholder: string];
  /** How many rows a page has. */
  count: (page: P) => number;
  children: (page: P) => ReactNode;
  /** Shown when the unfiltered list is empty. */
  empty: [title: string, text: string];
  /** A text with the number of shown rows; by default it is shown only while there are more. */
  shown?: (page: P) => string;
}

/** A list of rows with a search field, one filter and a button for more. */
export function FilteredList<F extends Record<K, string>, P, K extends keyof F>(
  props: Props<F, P, K>,
) {
  const { list, choices, search, count, children, empty, shown } = props;
  const loaded = useStore(list.$list);
  const filter = useStore(list.$filter);
  const isFiltered = Object.values(filter).some(Boolean);
  // They stay while a search is cleared, because the field keeps the focus.
  const [hasFilters, setHasFilters] = useState(isFiltered);
  const isLong = loaded.state === 'loaded' && count(loaded.value) >= MIN_ROWS_TO_FILTER;
  if (!hasFilters && (isFiltered || isLong)) setHasFilters(true);
  return (
    <div>
      {hasFilters && (
        <div className="row space-between filtered-list__controls">
          <SegmentedControl
            label={choices.label}
            options={choices.values}
            value={filter[choices.filter]}
            onChange={(value) =>
              list.filter({ [choices.filter]: value } as unknown as Partial<typeof filter>)
            }
          >
            {choices.nameOf}
          </SegmentedControl>
          <div className="field">
            <input
              type="search"
              aria-label={search[0]}
              placeholder={search[1]}
              value={filter.find}
              onChange={(event) =>
                list.filter({ find: event.target.value } as Partial<typeof filter>)
              }
            />
          </div>
        </div>
      )}
      <LoadedContent loaded={loaded} retry={list.reload}>
        {(page) => {
          if (count(page) === 0) {
            return (
              <div className="empty-state">
                <h2>{isFiltered ? 'No results' : empty[0]}</h2>
                {isFiltered ? (
                  <Button onClick={list.clear}>Show everything</Button>
                ) : (
                  <p>{empty[1]}</p>
                )}
              </div>
            );
          }
          const hasMore = page.next !== null;
          return (
            <>
              {children(page)}
              {(hasMore || shown) && (
                <p className="row space-between filtered-list__more">
                  <span className="text-13" role="status">
                    {shown?.(page) ?? `The latest ${count(page)}`}
                  </span>
                  {hasMore && <Button onClick={() => void list.showMore()}>Show more</Button>}
                </p>
              )}
            </>
          );
        }}
      </LoadedContent>
    </div>
  );
}
