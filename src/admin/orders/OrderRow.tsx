import './orders.css';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { OrderBadge, PaymentBadge } from '../../features/orders/status-badges.tsx';
import { rupees, timeAgo } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import { deadlineSentence } from './deadline.ts';
import type { OrderListPage } from './orders-store.ts';

type ListedOrder = OrderListPage['orders'][number];

/** One order of a list, with its deadline while it is to be delivered. */
export function OrderRow({ order }: { order: ListedOrder }) {
  const [item] = order.OrderItems;
  const due = isToDeliver(order) && order.deliveryDate;
  const isLate = due && Date.parse(due) < Date.now();
  return (
    <li>
      <a className="row-list__row" href={itemPath('order', order._id)}>
        <span className="mono">#{orderNumber(order._id)}</span>
        <span className="row-list__main">
          <strong>{order.buyer.name}</strong>
          <span className="text-13">
            {item?.title} · {item?.selectedPlan.planType}
          </span>
        </span>
        <span className="row">
          <OrderBadge status={order.orderStatus} />
          <PaymentBadge order={order} />
        </span>
        <span className="row-list__field">
          <span className="price">{rupees(order.paymentInfo.totalAmount)}</span>
          <span className="text-13" data-late={isLate || undefined}>
            {due ? deadlineSentence(due) : `Ordered ${timeAgo(order.createdAt)}`}
          </span>
        </span>
      </a>
    </li>
  );
}
