import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { nextTitle, type OrderTab, stepTitle } from '../../../api/modules/orders/next-rules.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { useLiveUpdates } from '../../admin/live-updates.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { itemPath } from '../../admin/router.ts';
import { ScreenLayout } from '../../admin/ScreenLayout.tsx';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { pluralize, price, timeAgo } from '../../lib/format.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { deadlineSentence, mayCancelText } from './owner-deadline.ts';
import { exportPath, type OrderListPage, orderList } from './owner-orders-store.ts';
import { OrderBadge, PaymentBadge, TestBadge } from './status-badges.tsx';

type ListedOrder = OrderListPage['orders'][number];

const isOver = ({ steps, next }: ListedOrder): boolean => steps.length === 0 && next.turn === null;

/** When it is due, or was finished; a late one says from when its buyer may cancel for nothing. */
function Due({ order }: { order: ListedOrder }) {
  const due = isToDeliver(order) && order.deliveryDate;
  if (!due) return `Ordered ${timeAgo(order.createdAt)}`;
  const isLate = Date.parse(due) < Date.now();
  return (
    <span data-tone={isLate ? 'red' : undefined}>
      {[deadlineSentence(due), order.lateFrom && mayCancelText(order.lateFrom)]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/** What waits for the owner, or for whom it waits; of an order that is over how it ended. */
function Waits({ order }: { order: ListedOrder }) {
  const { steps } = order;
  if (isOver(order)) {
    return (
      <span className="row">
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
        <TestBadge order={order} />
      </span>
    );
  }
  const isUrgent = steps[0] === 'answerBank' || steps[0] === 'sendRefund';
  return (
    <span className="row">
      <span data-tone={isUrgent ? 'red' : undefined}>
        {steps.length > 0
          ? steps.map((step) => stepTitle(order, step)).join(' · ')
          : nextTitle(order, 'owner')}
      </span>
      <TestBadge order={order} />
    </span>
  );
}

const COLUMNS: Column<ListedOrder>[] = [
  {
    name: 'Client',
    cell: ({ buyer, OrderItems: [item] }) => (
      <RowTitle title={buyer.name} note={`${item?.title}, ${item?.selectedPlan.planType}`} />
    ),
  },
  { name: 'Waits for', cell: (order) => <Waits order={order} /> },
  { name: 'Due', cell: (order) => <Due order={order} /> },
  {
    name: 'Amount',
    cell: ({ paymentInfo }) => (
      <span className="price">{price(paymentInfo.totalAmount, paymentInfo.currency)}</span>
    ),
    isNumber: true,
    onPhone: 'beside',
  },
];

const TABS: Record<OrderTab | '', string> = {
  ...{ '': 'Mine', mine: 'Mine', new: 'New', work: 'In work', client: 'With client', done: 'Done' },
};

export function OwnerOrders() {
  const orders = useStore(orderList.$list);
  const filter = useStore(orderList.$filter);
  const isAssistant = useStore($isAssistant);
  useLiveUpdates(orderList.reload);
  return (
    <ScreenLayout title="Orders">
      <FilteredList
        list={orderList}
        choices={{
          ...{ label: 'Which orders', filter: 'show', isTabs: true },
          values: ['', 'new', 'work', 'client', 'done'],
          nameOf: (tab) => TABS[tab],
          countOf: (tab) => (!tab && orders.state === 'loaded' ? orders.value.mine : undefined),
        }}
        search={['Find an order', 'Short id, name, title …']}
        count={(page) => page.orders.length}
        empty={['Nothing waits here', 'A new order appears as soon as it is paid.']}
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
                <a className="button" href={exportPath(filter.find)} download="orders.csv">
                  <Download aria-hidden="true" /> Export {filter.find ? 'these' : 'all'} as CSV
                </a>
              </p>
            )}
          </>
        )}
      </FilteredList>
    </ScreenLayout>
  );
}
