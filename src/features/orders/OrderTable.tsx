import type { DrawnOrder } from '../../../api/modules/order-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { type Column, Table } from '../../components/Table.tsx';
import { price } from '../../lib/format.ts';
import { NextAction } from './OrderActions.tsx';
import { deliveryDay, OrderBadge, PaymentBadge } from './status-badges.tsx';

const COLUMNS: Column<DrawnOrder>[] = [
  { name: 'Order ID', cell: ({ _id }) => <span className="mono">#{orderNumber(_id)}</span> },
  {
    name: 'Status',
    cell: (order) => (
      <span className="row">
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
      </span>
    ),
  },
  {
    name: 'Total',
    cell: ({ paymentInfo }) => (
      <span className="price">{price(paymentInfo.totalAmount, paymentInfo.currency)}</span>
    ),
    isNumber: true,
    onPhone: 'beside',
  },
  { name: 'Delivery', cell: deliveryDay, isShort: true, onPhone: 'named' },
  {
    name: 'Services',
    cell: ({ OrderItems: [first, ...others] }) => (
      <>
        {first?.title}
        {others.length > 0 && <span className="text-13"> +{others.length} more services</span>}
      </>
    ),
  },
  {
    name: 'Actions',
    isShort: true,
    cell: (order) => (
      <span className="row">
        <NextAction order={order} />
        <a
          className="button button--small"
          href={`/orders/${order._id}`}
          aria-label={`Details of order ${orderNumber(order._id)}`}
        >
          Details
        </a>
      </span>
    ),
  },
];

export const OrderTable = ({ label, orders }: { label: string; orders: DrawnOrder[] }) => (
  <Table label={label} columns={COLUMNS} rows={orders} keyOf={({ _id }) => _id} />
);
