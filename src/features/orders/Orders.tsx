import './orders.css';
import { useStore } from '@nanostores/react';
import { LayoutGrid, Package, Table } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import type { ListedOrder } from '../../../api/modules/order-pages/order-document.ts';
import type { ShownStatus } from '../../../api/modules/orders/rules.ts';
import { useAfterFirstRender } from '../../components/after-next-paint.ts';
import { Button } from '../../components/Button.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { Select } from '../../components/Select.tsx';
import { pluralize } from '../../lib/format.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { Questions } from '../questions/Questions.tsx';
import { openQuestionForm } from '../questions/questions-store.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrderTable } from './OrderTable.tsx';
import { isYourTurn, SORT_NAMES, type Sort } from './order-list.ts';
import { $orders, $ordersView, orderList } from './orders-store.ts';

const VIEWS = {
  cards: [<LayoutGrid key="icon" aria-hidden="true" />, ' Card View'],
  table: [<Table key="icon" aria-hidden="true" />, ' Table View'],
};

export function Orders() {
  const orders = useStore($orders);
  const view = useStore($ordersView);
  const shownView = useDeferredValue(view);
  const all = orders.state === 'loaded' ? orders.value : [];
  const counts = Map.groupBy(all, ({ orderStatus }) => orderStatus);
  return (
    <>
      <FilteredList
        list={orderList}
        choices={{
          ...{ label: 'Status', filter: 'status', values: ['', ...counts.keys()] },
          nameOf: (status: ShownStatus | '') => status || 'All',
          countOf: (status) => (status ? counts.get(status)?.length : undefined),
        }}
        search={['Search by order id or title', 'Search by id or title']}
        sort={<SortChoice />}
        tools={
          all.length > 0 && (
            <SegmentedControl
              label="View"
              options={['cards', 'table']}
              value={view}
              onChange={(value) => $ordersView.set(value)}
            >
              {(value) => VIEWS[value]}
            </SegmentedControl>
          )
        }
        count={({ rows }) => rows.length}
        empty={['No orders yet', <NoOrders key="none" />, Package]}
        shown={({ rows, count }) =>
          rows.length < count
            ? `${rows.length} of ${pluralize(count, 'order')}`
            : pluralize(count, 'order')
        }
      >
        {({ rows }, _, isFiltered) => (
          <Rows view={shownView} rows={rows} isWhole={isFiltered || shownView === 'table'} />
        )}
      </FilteredList>
      {all.length === 0 && <Questions />}
    </>
  );
}

const NoOrders = () => (
  <>
    <p>What you order appears here, with its payments and its progress.</p>
    <p className="row">
      <a className="button button--solid" href="/my-gig">
        See the services
      </a>
      <Button onClick={() => void openQuestionForm('')}>Ask a question</Button>
    </p>
  </>
);

function SortChoice() {
  const { sort } = useStore(orderList.$filter);
  return (
    <div className="field">
      <Select
        aria-label="Sort by"
        value={sort || 'turn'}
        onChange={({ target: { value } }) =>
          orderList.filter({ sort: value === 'turn' ? '' : (value as Sort) })
        }
      >
        {Object.entries(SORT_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface RowsProps {
  view: 'cards' | 'table';
  rows: ListedOrder[];
  /** With the questions below all rows, not between them. */
  isWhole: boolean;
}

/** More than the first view of a screen holds; on a phone a row is twice as high. */
const firstRows = () => (isPhone() ? 4 : 8);

/** At least as many orders are above the questions, and all that wait for the buyer. */
const ABOVE_QUESTIONS = 3;

/** Remembered, so that a pressed button is painted before the list that it changes. */
const Rows = memo(({ view, rows: all, isWhole }: RowsProps) => {
  const rows = useAfterFirstRender() ? all : all.slice(0, firstRows());
  const List = view === 'table' ? OrderTable : OrderCards;
  const above = isWhole ? rows.length : Math.max(ABOVE_QUESTIONS, rows.filter(isYourTurn).length);
  return (
    <>
      <List orders={rows.slice(0, above)} />
      {(rows === all || above < rows.length) && <Questions />}
      {above < rows.length && <List orders={rows.slice(above)} />}
    </>
  );
});

const OrderCards = ({ orders }: { orders: ListedOrder[] }) => (
  <div className="card order-cards">
    {orders.map((order) => (
      <OrderCard key={order._id} order={order} />
    ))}
  </div>
);
