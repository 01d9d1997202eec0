import { useStore } from '@nanostores/react';
import { PAID_STATUSES, type ShownStatus } from '../../../api/modules/orders/rules.ts';
import { FilteredList } from '../../features/lists/FilteredList.tsx';
import { pluralize } from '../../lib/format.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { OrderRow } from './OrderRow.tsx';
import { orderList } from './orders-store.ts';

const STATUSES: (ShownStatus | '')[] = ['', ...PAID_STATUSES];

export function Orders() {
  const orders = useStore(orderList.$list);
  useLiveUpdates(orderList.reload);
  const counts = orders.state === 'loaded' ? orders.value.counts : {};
  const nameOf = (status: ShownStatus | '') => (
    <>
      {status || 'All'}
      {status && counts[status] ? <span className="text-13">{counts[status]}</span> : null}
    </>
  );
  return (
    <ScreenLayout title="Orders" note="Open ones first, by what is due next.">
      <FilteredList
        list={orderList}
        choices={{ label: 'Which orders', filter: 'status', values: STATUSES, nameOf }}
        search={['Find an order', 'Short id, name, title …']}
        count={(page) => page.orders.length}
        empty={['No orders yet', 'The first one appears here as soon as it is paid.']}
        shown={({ orders: shown, next, count }) =>
          next ? `${shown.length} of ${pluralize(count, 'order')}` : pluralize(count, 'order')
        }
      >
        {(page) => (
          <ul className="card row-list row-list--columns">
            {page.orders.map((order) => (
              <OrderRow key={order._id} order={order} />
            ))}
          </ul>
        )}
      </FilteredList>
    </ScreenLayout>
  );
}
