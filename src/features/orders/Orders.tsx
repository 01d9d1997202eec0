import './orders.css';
import { useStore } from '@nanostores/react';
import { LayoutGrid, Package, Table } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import type { DrawnOrder } from '../../../api/modules/order-pages/order-document.ts';
import type { ShownStatus } from '../../../api/modules/orders/rules.ts';
import { useAfterFirstRender } from '../../components/after-next-paint.ts';
import { Button } from '../../components/Button.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { Select } from '../../components/Select.tsx';
import { pluralize } from '../../lib/format.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { Questions, useQuestionRows } from '../questions/Questions.tsx';
import { openQuestionForm } from '../questions/questions-store.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrderTable } from './OrderTable.tsx';
import { GROUPS, groupOf, SORT_NAMES, type Sort } from './order-list.ts';
import { $orders, $ordersView, orderList } from './orders-store.ts';

const VIEWS = {
  cards: [<LayoutGrid key="icon" aria-hidden="true" />, ' Card View'],
  table: [<Table key="icon" aria-hidden="true" />, ' Table View'],
};

export function Orders() {
  const orders = useStore($orders);
  const view = useStore($ordersView);
  const shownView = useDeferredValue(view);
  const questions = useQuestionRows();
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
        {({ rows }, _, isFiltered) => <Rows view={shownView} rows={rows} isGrouped={!isFiltered} />}
      </FilteredList>
      {all.length === 0 && <Questions rows={[...questions.waiting, ...questions.others]} />}
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
  rows: DrawnOrder[];
  /** By what they wait for; what was searched for or sorted is one list. */
  isGrouped: boolean;
}

/** More than the first view of a screen holds; on a phone a row is twice as high. */
const firstRows = () => (isPhone() ? 4 : 8);

/** Remembered, so that a pressed button is painted before the list that it changes. */
const Rows = memo(({ view, rows: all, isGrouped }: RowsProps) => {
  const rows = useAfterFirstRender() ? all : all.slice(0, firstRows());
  const { waiting, others } = useQuestionRows();
  const questionsOf = { 'Waiting for you': waiting, 'In work': others, Done: [] };
  const groups = isGrouped
    ? GROUPS.map((name) => ({
        name: name as string,
        orders: rows.filter((order) => groupOf(order) === name),
        questions: questionsOf[name],
      }))
    : [{ name: 'Orders', orders: rows, questions: [...waiting, ...others] }];
  return (
    <div className="stack stack--large">
      {groups.map(
        ({ name, orders, questions }) =>
          orders.length + questions.length > 0 && (
            <section className="stack stack--small" key={name} aria-label={name}>
              <h2 className="title-17">{name}</h2>
              {isGrouped && <Questions rows={questions} />}
              {orders.length > 0 && view === 'table' && <OrderTable label={name} orders={orders} />}
              {orders.length > 0 && view === 'cards' && (
                <div className="card order-cards">
                  {orders.map((order) => (
                    <OrderCard key={order._id} order={order} />
                  ))}
                </div>
              )}
              {!isGrouped && <Questions rows={questions} />}
            </section>
          ),
      )}
    </div>
  );
});
