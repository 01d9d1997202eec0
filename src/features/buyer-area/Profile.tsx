import './profile.css';
import { BadgeCheck, Package, PackageOpen, Settings } from 'lucide-react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { loginTime, monthAndYear, plainDate } from '../../lib/format.ts';
import { $orders } from '../orders/orders-store.ts';
import { OrderBadge, PaymentBadge } from '../orders/status-badges.tsx';
import { Loaded } from '../request-feedback/LoadedContent.tsx';

const RECENT = 3;

export function Profile({ user }: { user: UserDto }) {
  return (
    <div className="profile">
      <section className="card card--padded stack stack--large profile__card">
        <img
          src={user.avatar?.url ?? '/img/avatar-blank.svg'}
          alt=""
          width={112}
          height={112}
          className="avatar profile__picture"
        />
        <div className="stack stack--small">
          <h1 className="title-25">
            {user.name}{' '}
            {user.isVerified && <BadgeCheck className="profile__mark" aria-hidden="true" />}
          </h1>
          <p className="muted">{user.email}</p>
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
      <section className="card card--padded stack">
        <header className="row space-between">
          <h2>Recent Orders</h2>
          {user.orders.length > RECENT && <a href="/orders">All {user.orders.length}</a>}
        </header>
        <RecentOrders />
      </section>
    </div>
  );
}

const RecentOrders = () => {
  return (
    <Loaded store={$orders} skeleton={<SkeletonRows label="Loading orders" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState icon={PackageOpen} title="No orders yet">
            <p>Every package says what you get and when.</p>
            <a className="button button--solid" href="/my-gig">
              See the services
            </a>
          </EmptyState>
        ) : (
          <List isPlain label="Recent Orders">
            {list.slice(0, RECENT).map((order) => (
              <Recent key={order._id} order={order} />
            ))}
          </List>
        )
      }
    </Loaded>
  );
};

const Recent = ({ order }: { order: OrderDto }) => (
  <ListRow
    icon={Package}
    title={order.OrderItems[0]?.title ?? orderNumber(order._id)}
    open={`/orders/${order._id}`}
    note={
      <span>
        <span className="mono">#{orderNumber(order._id)}</span> ·{' '}
        <time dateTime={order.createdAt}>{plainDate(order.createdAt)}</time>
      </span>
    }
    text={
      <span className="row">
        <OrderBadge status={order.orderStatus} />
        <PaymentBadge order={order} />
      </span>
    }
  />
);
