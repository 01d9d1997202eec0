// The least that a page rendered in the browser can cost: React, one call, a list of orders. Nothing of the product's browser code.
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { ListedOrder } from '../../../api/modules/order-pages/order-document.ts';

function Orders() {
  const [orders, setOrders] = useState<ListedOrder[]>([]);
  useEffect(() => {
    void fetch('/api/v1/gig/order/user-orders')
      .then((response) => response.json())
      .then((body: { orders: ListedOrder[] }) => setOrders(body.orders));
  }, []);
  return h('main', null, h('h1', null, 'Orders'), ...orders.map(orderRow));
}

const orderRow = (order: ListedOrder) => h(Order, { key: order._id, order });

function Order({ order }: { order: ListedOrder }) {
  const [isOpen, setOpen] = useState(false);
  const action = { 'aria-pressed': isOpen, onClick: () => setOpen(!isOpen) };
  return h(
    'article',
    null,
    h('h2', null, order.OrderItems[0]?.title),
    h('p', { className: 'price' }, order.paymentInfo.totalAmount),
    h('button', { type: 'button', ...action }, isOpen ? order.orderStatus : 'Show'),
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(h(Orders));
