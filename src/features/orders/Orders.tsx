import './orders.css';
import { useStore } from '@nanostores/react';
import { LayoutGrid, Package, Search, Table } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import type { ListedOrder } from '../../../api/modules/buyer-pages/order-document.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { Select } from '../../components/Select.tsx';
import { useAfterFirstRender } from '../../components/use-after-first-render.ts';
import { pluralize } from '../../lib/format.ts';
import { openQuestionForm } from '../questions/questions-store.ts';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { OrderCard } from './OrderCard.tsx';
import { ListSkeleton } from './OrdersSkeleton.tsx';
import { OrderTable } from './OrderTable.tsx';
import { isSort, pageOf, SORT_NAMES } from './order-list.ts';
import {
  $filteredOrders,
  $hasFilters,
  $orders,
  $ordersView,
  $page,
  $search,
  $sort,
  $status,
  loadOrders,
  loadOrdersOfPage,
  showAllOrders,
} from './orders-store.ts';

export function Orders() {
  const orders = useStore($orders);
  useEffect(() => void loadOrdersOfPage(), []);

  return (
    <LoadedContent
      loaded={orders}
      retry={loadOrders}
      failedTitle="Your orders could not be loaded"
      skeleton={<ListSkeleton />}
    >
      {(list) =>
        list.length === 0 ? (
          <EmptyState icon={Package} title="No orders yet">
            <p>What you order appears here, with its payments and its progress.</p>
            <p className="row">
              <a className="button button--solid" href="/my-gig">
                See the services
              </a>
              <Button onClick={() => void openQuestionForm('')}>Ask a question</Button>
            </p>
          </EmptyState>
        ) : (
          <>
            <Tools />
            <Found />
          </>
        )
      }
    </LoadedContent>
  );
}

const VIEWS = {
  cards: [<LayoutGrid key="icon" aria-hidden="true" />, ' Card View'],
  table: [<Table key="icon" aria-hidden="true" />, ' Table View'],
};

function Tools() {
  const view = useStore($ordersView);
  const hasFilters = useStore($hasFilters);
  return (
    <div className="order-filters">
      {hasFilters && (
        <>
          <SearchField />
          <StatusFilter />
          <SortChoice />
        </>
      )}
      <SegmentedControl
        label="View"
        options={['cards', 'table']}
        value={view}
        onChange={(value) => $ordersView.set(value)}
      >
        {(value) => VIEWS[value]}
      </SegmentedControl>
    </div>
  );
}

function SearchField() {
  const search = useStore($search);
  return (
    <label className="field order-filters__search">
      <span className="visually-hidden">Search by order id or title</span>
      <Search aria-hidden="true" />
      <input
        type="search"
        placeholder="Search by id or title"
        value={search}
        onChange={(event) => $search.set(event.target.value)}
      />
    </label>
  );
}

/** The statuses that the buyer's orders have, with the number of orders. */
function StatusFilter() {
  const status = useStore($status);
  const orders = useStore($orders);
  const list = orders.state === 'loaded' ? orders.value : [];
  const counts = Map.groupBy(list, ({ orderStatus }) => orderStatus);
  return (
    <Choice label="Status" value={status} onChange={(value) => $status.set(value)}>
      <option value="">All statuses</option>
      {[...counts].map(([name, { length }]) => (
        <option key={name} value={name}>
          {name} ({length})
        </option>
      ))}
    </Choice>
  );
}

function SortChoice() {
  const sort = useStore($sort);
  return (
    <Choice label="Sort by" value={sort} onChange={(value) => isSort(value) && $sort.set(value)}>
      {Object.entries(SORT_NAMES).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <div className="field">
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </Select>
  </div>
);

function Found() {
  const view = useDeferredValue(useStore($ordersView));
  const found = useDeferredValue(useStore($filteredOrders));
  const page = useStore($page);
  const shown = useMemo(() => pageOf(found, page), [found, page]);
  if (found.length === 0) {
    return (
      <EmptyState icon={Search} title="No results">
        <p>No order has this id or title, and this status.</p>
        <Button onClick={showAllOrders}>Show all orders</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <List view={view} rows={shown.rows} />
      <Pages {...shown} count={found.length} />
    </>
  );
}

interface ListProps {
  view: 'cards' | 'table';
  rows: ListedOrder[];
}

/** More rows than the first view of any screen holds. */
const FIRST_VIEW = 8;

/** Remembered, so that a pressed button is painted before the list that it changes. */
const List = memo(({ view, rows: all }: ListProps) => {
  const rows = useAfterFirstRender() ? all : all.slice(0, FIRST_VIEW);
  return view === 'table' ? (
    <OrderTable orders={rows} />
  ) : (
    <div className="card order-cards">
      {rows.map((order) => (
        <OrderCard key={order._id} order={order} />
      ))}
    </div>
  );
});

interface PagesProps {
  page: number;
  pages: number;
  from: number;
  to: number;
  count: number;
}

/** The number of shown orders, and the links to the other pages. */
const Pages = ({ page, pages, from, to, count }: PagesProps) => (
  <nav className="row space-between order-pagination" aria-label="Pages of orders">
    <p className="text-13" role="status">
      {pages > 1 && `${from}–${to} of `}
      {pluralize(count, 'order')}
    </p>
    {pages > 1 && (
      <p className="row">
        <Button small disabled={page === 1} onClick={() => showPage(page - 1)}>
          Previous
        </Button>
        <Button small disabled={page === pages} onClick={() => showPage(page + 1)}>
          Next
        </Button>
      </p>
    )}
  </nav>
);

/** The next page begins at its first order, not where the last one ended. */
function showPage(page: number): void {
  $page.set(page);
  document.querySelector('.order-filters')?.scrollIntoView({ block: 'start' });
}
