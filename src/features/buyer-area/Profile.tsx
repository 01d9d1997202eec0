import './profile.css';
import { useStore } from '@nanostores/react';
import { BadgeCheck, PackageOpen, Settings } from 'lucide-react';
import { useEffect } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { Button } from '../../components/Button.tsx';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { loginTime, monthAndYear, plainDate } from '../../lib/format.ts';
import { $orders, loadOrders } from '../orders/orders-store.ts';
import { OrderBadge, PaymentBadge } from '../orders/status-badges.tsx';

const RECENT = 3;

export function Profile({ user }: { user: UserDto }) {
  return (
    <div className="profile">
      <section className="card card--padded profile__card">
        <img
          src={user.avatar?.url ?? '/img/avatar-blank.svg'}
          alt=""
          width={112}
          height={112}
          className="profile__picture"
        />
        <div className="profile__name">
          <h1>{user.name}</h1>
          <p className="muted">{user.email}</p>
          {user.isVerified && (
            <p className="profile__status">
              <BadgeCheck aria-hidden="true" /> Verified address
            </p>
          )}
        </div>
        <DefinitionList
          rows={[
            ['Last Login', user.lastLogin ? loginTime(user.lastLogin) : '—'],
            ['Total Orders', String(user.orders.length)],
            ['Member Since', monthAndYear(user.createdAt)],
            ['Account Status', user.isVerified ? 'Verified' : 'Pending Verification'],
          ]}
        />
        <a className="button button--wide" href="/settings">
          <Settings aria-hidden="true" /> Settings
        </a>
      </section>
      <section className="card card--padded stack profile__orders">
        <header className="profile__head">
          <h2>Recent Orders</h2>
          {user.orders.length > RECENT && <a href="/orders">All {user.orders.length}</a>}
        </header>
        <RecentOrders />
      </section>
    </div>
  );
}

function RecentOrders() {
  const orders = useStore($orders);
  useEffect(() => void loadOrders(), []);
  if (orders.state === 'loading') return <RecentSkeleton />;
  if (orders.state === 'failed') {
    return (
      <div className="empty-state">
        <p role="alert">{orders.message}</p>
        <Button onClick={() => void loadOrders()}>Try again</Button>
      </div>
    );
  }
  if (orders.value.length === 0) {
    return (
      <div className="empty-state">
        <PackageOpen aria-hidden="true" />
        <p>No orders yet. Every package says what you get and when.</p>
        <a className="button button--solid" href="/my-gig">
          See the services
        </a>
      </div>
    );
  }
  return (
    <ul>
      {orders.value.slice(0, RECENT).map((order) => (
        <Recent key={order._id} order={order} />
      ))}
    </ul>
  );
}

const Recent = ({ order }: { order: OrderDto }) => (
  <li>
    <p className="profile__line">
      <a href={`/orders/${order._id}`}>{order.OrderItems[0]?.title ?? orderNumber(order._id)}</a>
      <span className="mono text-13">#{orderNumber(order._id)}</span>
    </p>
    <span className="row">
      <OrderBadge status={order.orderStatus} />
      <PaymentBadge order={order} />
      <time className="text-13" dateTime={order.createdAt}>
        {plainDate(order.createdAt)}
      </time>
    </span>
  </li>
);

const RecentSkeleton = () => (
  <ul role="status" aria-label="Loading orders">
    {Array.from({ length: RECENT }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
      <li key={at} aria-hidden="true">
        <div className="skeleton profile__skeleton" />
        <div className="skeleton profile__skeleton" data-short />
      </li>
    ))}
  </ul>
);
