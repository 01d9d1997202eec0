import './profile.css';
import { useStore } from '@nanostores/react';
import { format } from 'date-fns';
import { BadgeCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { WireUser } from '../../api/accounts/present.ts';
import { shortId } from '../../api/orders/rules.ts';
import { OrderBadge, PaymentBadge } from '../features/orders/badges.tsx';
import { Facts } from '../features/orders/Facts.tsx';
import { $orders, loadOrders } from '../features/orders/stores.ts';
import { plainDate } from '../lib/format.ts';

const RECENT = 3;

export function Profile({ user }: { user: WireUser }) {
  const orders = useStore($orders);
  useEffect(() => void loadOrders(), []);
  const list = orders.state === 'here' ? orders.value : [];
  return (
    <div className="profile">
      <section className="sheet sheet--pad profile__card">
        <img src={user.avatar?.url ?? '/img/avatar-blank.svg'} alt="" width={112} height={112} />
        <h1>
          {user.name} <BadgeCheck aria-label="Verified" />
        </h1>
        <p className="muted">{user.email}</p>
        <Facts
          rows={[
            ['Last Login', user.lastLogin ? format(user.lastLogin, 'dd MMM yyyy HH:mm') : '—'],
            ['Total Orders', String(user.orders.length)],
            ['Member Since', format(user.createdAt, 'MMM yyyy')],
            ['Account Status', user.isVerified ? 'Verified' : 'Pending Verification'],
          ]}
        />
      </section>
      <section className="sheet sheet--pad profile__orders">
        <h2>Recent Orders</h2>
        {orders.state === 'loading' && <div className="skeleton" aria-hidden="true" />}
        {orders.state === 'failed' && <p role="alert">{orders.message}</p>}
        {orders.state === 'here' && list.length === 0 && <p className="muted">No orders yet.</p>}
        <ul>
          {list.slice(0, RECENT).map((order) => (
            <li key={order._id}>
              <a href={`/orders/${order._id}`}>
                {order.OrderItems[0]?.title ?? shortId(order._id)}
              </a>
              <span className="row">
                <OrderBadge status={order.orderStatus} />
                <PaymentBadge status={order.paymentInfo.paymentStatus} />
              </span>
              <time className="fine" dateTime={order.createdAt}>
                {plainDate(order.createdAt)}
              </time>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
