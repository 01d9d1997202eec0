import type { ListedOrder } from '../../../api/modules/buyer-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { rupees } from '../../lib/format.ts';
import { NextAction } from './OrderActions.tsx';
import { deliveryDay, OrderBadge, PaymentBadge } from './status-badges.tsx';

/** The orders as a table, which scrolls horizontally on narrow screens. */
export function OrderTable({ orders }: { orders: ListedOrder[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <section className="card order-table" aria-label="Your orders" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Order ID</th>
            <th scope="col">Status</th>
            <th scope="col">Total</th>
            <th scope="col">Delivery</th>
            <th scope="col">Services</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order._id} order={order} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ order }: { order: ListedOrder }) {
  const { paymentInfo: payment, OrderItems: items } = order;
  const [first] = items;
  return (
    <tr>
      <th scope="row" className="mono">
        #{orderNumber(order._id)}
      </th>
      <td>
        <span className="order-table__badges">
          <OrderBadge status={order.orderStatus} />
          <PaymentBadge order={order} />
        </span>
      </td>
      <td className="price">{rupees(payment.totalAmount)}</td>
      <td>{deliveryDay(order)}</td>
      <td className="order-table__title">
        {first?.title}
        {items.length > 1 && <span className="text-13"> +{items.length - 1} more services</span>}
      </td>
      <td>
        <span className="order-table__actions">
          <NextAction order={order} />
          <a
            className="button button--small"
            href={`/orders/${order._id}`}
            aria-label={`Details of order ${orderNumber(order._id)}`}
          >
            Details
          </a>
        </span>
      </td>
    </tr>
  );
}
