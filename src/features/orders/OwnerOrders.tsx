import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { isToDeliver, PAID_STATUSES, type ShownStatus } from '../../../api/modules/orders/rules.ts';
import { useLiveUpdates } from '../../admin/live-updates.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { itemPath } from '../../admin/router.ts';
import { ScreenLayout } from '../../admin/ScreenLayout.tsx';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { pluralize, price, timeAgo } from '../../lib/format.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { deadlineSentence } from './owner-deadline.ts';
import { exportPath, type OrderListPage, orderList } from './owner-orders-store.ts';
import { OrderBadge, PaymentBadge, TestBadge } from './status-badges.tsx';

type ListedOrder = OrderListPage['orders'][number];

function Due({ order }: { order: ListedOrder }) {
  const due = isToDeliver(order) && order.deliveryDate;
  if (!due) return `Ordered ${timeAgo(order.createdAt)}`;
  return (
    <span data-tone={Date.parse(due) < Date.now() ? 'red' : undefined}>
      {deadlineSentence(due)}
    </span>
  );
}

const COLUMNS: Column<ListedOrder>[] = [
  {
    name: 'Buyer',
    cell: ({ _id, buyer, OrderItems: [item] }) => (
      <RowTitle
        title={buyer.name}
        note={
          <>
            <span className="mono">#{orderNumber(_id)}</span> {item?.title},{' '}
            {item?.selectedPlan.planType}
          </>
        }
      />
    ),
  },
  {
    name: 'State',
    cell: (order) => (
      <span className="row">
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
        <TestBadge order={order} />
      </span>
    ),
  },
  { name: 'Due', cell: (order) => <Due order={order} />, isShort: true },
  {
    name: 'Amount',
    cell: ({ paymentInfo }) => (
      <span className="price">{price(paymentInfo.totalAmount, paymentInfo.currency)}</span>
    ),
    isNumber: true,
    onPhone: 'beside',
  },
];

const STATUSES: (ShownStatus | '')[] = ['', ...PAID_STATUSES];

export function OwnerOrders() {
  const orders = useStore(orderList.$list);
  const filter = useStore(orderList.$filter);
  const isAssistant = useStore($isAssistant);
  useLiveUpdates(orderList.reload);
  const counts = orders.state === 'loaded' ? orders.value.counts : {};
  return (
    <ScreenLayout title="Orders" note="Open ones first, by what is due next.">
      <FilteredList
        list={orderList}
        choices={{
          ...{ label: 'Which orders', filter: 'status', values: STATUSES },
          nameOf: (status) => status || 'All',
          countOf: (status) => (status ? counts[status] : undefined),
        }}
        search={['Find an order', 'Short id, name, title …']}
        count={(page) => page.orders.length}
        empty={['No orders yet', 'The first one appears here as soon as it is paid.']}
        shown={({ orders: shown, next, count }) =>
          next ? `${shown.length} of ${pluralize(count, 'order')}` : pluralize(count, 'order')
        }
      >
        {(page) => (
          <>
            <Table
              label="Orders"
              columns={COLUMNS}
              rows={page.orders}
              keyOf={({ _id }) => _id}
              href={({ _id }) => itemPath('order', _id)}
            />
            {!isAssistant && (
              <p className="row filtered-list__more">
                <a className="button" href={exportPath(filter)} download="orders.csv">
                  <Download aria-hidden="true" /> Export CSV
                </a>
              </p>
            )}
          </>
        )}
      </FilteredList>
    </ScreenLayout>
  );
}
