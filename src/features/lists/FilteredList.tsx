import './filtered-list.css';
import { useStore } from '@nanostores/react';
import { ListChecks, type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import type { RowSelection } from '../../components/List.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { Select } from '../../components/Select.tsx';
import { pluralize } from '../../lib/format.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { type FilteredStore, MIN_ROWS_TO_FILTER } from './filtered-list.ts';

/** Of a row by its id, while rows are being selected. */
export type SelectionOf = (id: string) => RowSelection | undefined;

interface Props<F, P, K extends keyof F> {
  list: FilteredStore<F, P>;
  /**
   * The segmented control, a select on a phone: its name, the filter that it sets, the values and what each is called;
   * none where search is enough. On a narrow screen it has one row, and the search unfolds below it.
   */
  choices?: {
    label: string;
    filter: K;
    values: readonly F[K][];
    nameOf: (value: F[K]) => string;
    /** How many rows it leaves, where that is known. */
    countOf?: (value: F[K]) => number | undefined;
    /** A select, where the list is narrow. */
    isSelect?: boolean;
    /** They stay however short the list is, and a search looks beyond the chosen one. */
    isTabs?: boolean;
  };
  /** The search field's name and what can be searched for; none where only the filter is of use. */
  search?: [label: string, placeholder: string];
  /** How many rows a page has. */
  count: (page: P) => number;
  /** What can be done with several rows at once. */
  several?: {
    ids: (page: P) => string[];
    actions: [label: string, run: (ids: string[]) => unknown][];
  };
  children: (page: P, selectionOf: SelectionOf, isFiltered: boolean) => ReactNode;
  /** Shown when the unfiltered list, or the chosen tab, is empty. */
  empty: [title: string, content: ReactNode, icon?: LucideIcon];
  /** A text with the number of shown rows; by default it is shown only while there are more. */
  shown?: (page: P) => string;
  /** Shown beside the filter, however short the list is. */
  tools?: ReactNode;
  /** How it is sorted. With it the filter is a select. */
  sort?: ReactNode;
  skeleton?: ReactNode;
}

/** A list of rows with a search field, one filter, a selection and a button for more. */
export function FilteredList<F extends Record<K, string>, P, K extends keyof F>(
  props: Props<F, P, K>,
) {
  const { list, choices, search, count, several, children, empty, shown, tools, sort } = props;
  const loaded = useStore(list.$list);
  const filter = useStore(list.$filter);
  const [selected, setSelected] = useState<string[] | null>(null);
  const isFiltered = Object.values(filter).some(Boolean);
  // They stay while a search is cleared, because the field keeps the focus.
  const [hasFilters, setHasFilters] = useState(isFiltered);
  const isLong = loaded.state === 'loaded' && count(loaded.value) >= MIN_ROWS_TO_FILTER;
  if (!hasFilters && (isFiltered || isLong)) setHasFilters(true);
  const showsFilters = hasFilters && (loaded.state !== 'failed' || isFiltered);
  const isTabs = Boolean(choices?.isTabs);
  const [isUnfolded, setUnfolded] = useState(filter.find !== '');
  const folds = search && choices;
  const field = useRef<HTMLInputElement>(null);
  const selectionOf: SelectionOf = (id) =>
    selected
      ? {
          isSelected: selected.includes(id),
          toggle: () =>
            setSelected(
              selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id],
            ),
        }
      : undefined;
  return (
    <div>
      {(showsFilters || tools || isTabs) && (
        <div
          className={`row filtered-list__controls ${sort ? 'filtered-list__controls--one-row' : ''}`}
        >
          {(showsFilters || isTabs) && choices && (
            <Choices
              isSelect={!isTabs && (Boolean(sort) || isPhone())}
              {...choices}
              value={isTabs && filter.find ? undefined : filter[choices.filter]}
              choose={(each) =>
                list.filter({
                  [choices.filter]: each,
                  ...(isTabs && { find: '' }),
                } as unknown as Partial<typeof filter>)
              }
            />
          )}
          {showsFilters && several && (
            <Button
              icon={ListChecks}
              aria-pressed={selected !== null}
              onClick={() => setSelected(selected ? null : [])}
            >
              Select
            </Button>
          )}
          {tools}
          {showsFilters && folds && (
            <Button
              className="filtered-list__unfold"
              icon={Search}
              aria-label={sort ? 'Search and sort' : 'Search'}
              aria-expanded={isUnfolded}
              onClick={() => {
                flushSync(() => setUnfolded(!isUnfolded));
                field.current?.focus();
              }}
            />
          )}
          {showsFilters && search && (
            <div className="filtered-list__search" data-open={folds && isUnfolded}>
              <div className="field">
                <input
                  ref={field}
                  type="search"
                  aria-label={search[0]}
                  placeholder={search[1]}
                  value={filter.find}
                  onChange={(event) =>
                    list.filter({ find: event.target.value } as Partial<typeof filter>)
                  }
                />
              </div>
              {sort}
            </div>
          )}
        </div>
      )}
      <LoadedContent loaded={loaded} retry={list.reload} skeleton={props.skeleton}>
        {(page) => {
          if (count(page) === 0) {
            return isFiltered && !(isTabs && !filter.find) ? (
              <EmptyState icon={Search} title="No results">
                <Button onClick={list.clear}>Show everything</Button>
              </EmptyState>
            ) : (
              <EmptyState icon={empty[2]} title={empty[0]}>
                {typeof empty[1] === 'string' ? <p>{empty[1]}</p> : empty[1]}
              </EmptyState>
            );
          }
          const hasMore = page.next !== null;
          // What a filter hides meanwhile is no longer selected.
          const ids = several?.ids(page).filter((id) => selected?.includes(id)) ?? [];
          return (
            <>
              {several && selected && (
                <fieldset
                  className="floating-card row filtered-list__selection"
                  aria-label="With the selected rows"
                >
                  <span role="status">{`${pluralize(ids.length, 'row')} selected`}</span>
                  {several.actions.map(([label, run]) => (
                    <Button
                      small
                      key={label}
                      aria-disabled={ids.length === 0}
                      onClick={() => {
                        if (ids.length === 0) return;
                        void run(ids);
                        setSelected([]);
                      }}
                    >
                      {label}
                    </Button>
                  ))}
                  {ids.length < count(page) && (
                    <Button
                      small
                      variant="quiet"
                      onClick={() => setSelected([...several.ids(page)])}
                    >
                      Select all
                    </Button>
                  )}
                </fieldset>
              )}
              {children(page, selectionOf, isFiltered)}
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

interface ChoicesProps<V extends string> {
  label: string;
  values: readonly V[];
  nameOf: (value: V) => string;
  countOf?: (value: V) => number | undefined;
  /** Undefined while a search looks at all. */
  value: V | undefined;
  choose: (value: V) => void;
  isSelect: boolean;
}

const Choices = <V extends string>(props: ChoicesProps<V>) => {
  const { label, values, nameOf, countOf = () => 0, value, choose, isSelect } = props;
  return isSelect ? (
    <div className="field">
      <Select
        aria-label={label}
        value={value}
        onChange={(event) => choose(event.target.value as V)}
      >
        {values.map((each) => {
          const count = countOf(each);
          return (
            <option key={each} value={each}>
              {count ? `${nameOf(each)} (${count})` : nameOf(each)}
            </option>
          );
        })}
      </Select>
    </div>
  ) : (
    <SegmentedControl label={label} options={values} value={value} onChange={choose}>
      {(each) => (
        <>
          {nameOf(each)}
          {countOf(each) ? <span className="text-13">{countOf(each)}</span> : null}
        </>
      )}
    </SegmentedControl>
  );
};
