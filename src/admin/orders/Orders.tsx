import '../../components/segments.css';
import './orders.css';
import { useStore } from '@nanostores/react';
import type { ShownStatus } from '../../../api/modules/orders/rules.ts';
import { shortId } from '../../../api/modules/orders/rules.ts';
import { Button } from '../../components/Button.tsx';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { OrderBadge, PaymentBadge } from '../../features/orders/status-badges.tsx';
import { ago, counted, rupees } from '../../lib/format.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { itemPath } from '../router.ts';
import { Screen } from '../Screen.tsx';
import { deadlineLine } from './deadline.ts';
import { $filter, $queue, filterQueue, loadQueue, type Queue, showMore } from './stores.ts';

const STATUSES: ShownStatus[] = [
  'In Progress',
  'Accepted',
  'Delivered',
  'Completed',
  'Rejected',
  'Cancelled',
  'Refunded',
];

export function Orders() {
  const queue = useStore($queue);
  const filter = useStore($filter);
  useLiveUpdates(loadQueue);
  const counts = queue.state === 'loaded' ? queue.value.counts : {};
  return (
    <Screen title="Orders" note="Open ones first, by what is due next.">
      <div className="queue-tools">
        <fieldset className="segments" aria-label="Which orders">
          {(['', ...STATUSES] as const).map((status) => (
            <button
              type="button"
              key={status}
              aria-pressed={filter.status === status}
              onClick={() => filterQueue({ status })}
            >
              {status || 'All'}
              {status && counts[status] ? <span className="fine">{counts[status]}</span> : null}
            </button>
          ))}
        </fieldset>
        <div className="field">
          <input
            type="search"
            aria-label="Find an order"
            placeholder="Short id, name, title …"
            value={filter.find}
            onChange={(event) => filterQueue({ find: event.target.value })}
          />
        </div>
      </div>
      <LoadedContent loaded={queue} retry={loadQueue}>
        {({ orders, next, count }) =>
          orders.length === 0 ? (
            <div className="empty">
              <h2>No orders here</h2>
              <p>{filter.find || filter.status ? 'Nothing fits.' : 'The first one will come.'}</p>
            </div>
          ) : (
            <>
              <ul className="sheet queue queue--cols">
                {orders.map((order) => (
                  <OrderRow key={order._id} order={order} />
                ))}
              </ul>
              <p className="row queue-more">
                <span className="fine" role="status">
                  {next
                    ? `${orders.length} of ${counted(count, 'order')}`
                    : counted(count, 'order')}
                </span>
                {next && <Button onClick={() => void showMore()}>Show more</Button>}
              </p>
            </>
          )
        }
      </LoadedContent>
    </Screen>
  );
}

export function OrderRow({ order }: { order: Queue['orders'][number] }) {
  const [item] = order.OrderItems;
  const isOpen = ['In Progress', 'Accepted'].includes(order.orderStatus);
  const due = isOpen && order.deliveryDate;
  const isLate = due && Date.parse(due) < Date.now();
  return (
    <li>
      <a className="queue__line" href={itemPath('order', order._id)}>
        <span className="mono">#{shortId(order._id)}</span>
        <span className="queue__main">
          <strong>{order.buyer.name}</strong>
          <span className="fine">
            {item?.title} · {item?.selectedPlan.planType}
          </span>
        </span>
        <span className="row">
          <OrderBadge status={order.orderStatus} />
          <PaymentBadge status={order.paymentInfo.paymentStatus} />
        </span>
        <span className="queue__fact">
          <span className="price">{rupees(order.paymentInfo.totalAmount)}</span>
          <span className="fine" data-late={isLate || undefined}>
            {due ? deadlineLine(due) : ago(order.createdAt)}
          </span>
        </span>
      </a>
    </li>
  );
}
