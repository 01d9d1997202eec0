import './orders.css';
import { useStore } from '@nanostores/react';
import { Package } from 'lucide-react';
import { useEffect } from 'react';
import type { WireUser } from '../../../api/accounts/present.ts';
import { OrderCard } from './OrderCard.tsx';
import { $orders, loadOrders } from './stores.ts';

export function Orders({ user }: { user: WireUser }) {
  const orders = useStore($orders);
  useEffect(() => void loadOrders(), []);

  if (orders.state === 'loading') {
    return (
      <div className="tickets" role="status" aria-label="Loading your orders">
        {[1, 2].map((at) => (
          <div className="skeleton ticket-skeleton" key={at} aria-hidden="true" />
        ))}
      </div>
    );
  }
  if (orders.state === 'failed') {
    return (
      <div className="empty" role="alert">
        <h2>Your orders could not be loaded</h2>
        <p>{orders.message}</p>
        <button className="button" type="button" onClick={() => void loadOrders()}>
          Try again
        </button>
      </div>
    );
  }
  if (orders.value.length === 0) {
    return (
      <div className="empty">
        <Package aria-hidden="true" />
        <h2>No orders yet</h2>
        <p>What you order appears here, with its payments and its progress.</p>
        <a className="button button--solid" href="/my-gig">
          See the services
        </a>
      </div>
    );
  }
  return (
    <div className="tickets">
      {orders.value.map((order) => (
        <OrderCard key={order._id} order={order} buyer={user} />
      ))}
    </div>
  );
}
