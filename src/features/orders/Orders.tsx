import '../../components/segments.css';
import './orders.css';
import { useStore } from '@nanostores/react';
import { LayoutGrid, Package, Search, Table } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { counted } from '../../lib/format.ts';
import { LoadedContent } from '../loading/LoadedContent.tsx';
import { OrderCard } from './OrderCard.tsx';
import { ListSkeleton } from './OrdersSkeleton.tsx';
import { OrderTable } from './OrderTable.tsx';
import { $found, $orders, $search, $view, loadOrders } from './stores.ts';

export function Orders() {
  const orders = useStore($orders);
  useEffect(() => void loadOrders(), []);

  return (
    <LoadedContent
      loaded={orders}
      retry={loadOrders}
      failedTitle="Your orders could not be loaded"
      skeleton={<ListSkeleton />}
    >
      {(list) =>
        list.length === 0 ? (
          <Empty icon={Package} title="No orders yet">
            <p>What you order appears here, with its payments and its progress.</p>
            <a className="button button--solid" href="/my-gig">
              See the services
            </a>
          </Empty>
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

function Tools() {
  const view = useStore($view);
  const search = useStore($search);
  const found = useStore($found);
  return (
    <div className="order-tools">
      <label className="field order-tools__search">
        <span className="visually-hidden">Search by order id or title</span>
        <Search aria-hidden="true" />
        <input
          type="search"
          placeholder="Search by id or title"
          value={search}
          onChange={(event) => $search.set(event.target.value)}
        />
      </label>
      <p className="fine" role="status">
        {counted(found.length, 'order')}
      </p>
      <fieldset className="segments order-tools__views">
        <legend className="visually-hidden">View</legend>
        <button type="button" aria-pressed={view === 'cards'} onClick={() => $view.set('cards')}>
          <LayoutGrid aria-hidden="true" /> Card View
        </button>
        <button type="button" aria-pressed={view === 'table'} onClick={() => $view.set('table')}>
          <Table aria-hidden="true" /> Table View
        </button>
      </fieldset>
    </div>
  );
}

function Found() {
  const view = useStore($view);
  const found = useDeferredValue(useStore($found));
  if (found.length === 0) {
    return (
      <Empty icon={Search} title="Nothing found">
        <p>No order has this id or title.</p>
        <Button onClick={() => $search.set('')}>Show all orders</Button>
      </Empty>
    );
  }
  if (view === 'table') return <OrderTable orders={found} />;
  return (
    <div className="tickets">
      {found.map((order) => (
        <OrderCard key={order._id} order={order} />
      ))}
    </div>
  );
}
