import './orders.css';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';

/** The choice of view, then the cards. */
const ListSkeleton = () => (
  <>
    <div className="order-view" aria-hidden="true">
      <div className="skeleton skeleton--segmented-control" />
    </div>
    <SkeletonRows
      label="Loading your orders"
      className="card order-cards"
      rowClass="order-card-skeleton"
    />
  </>
);

export const OrdersHead = () => (
  <header className="page-head">
    <h1>Manage Your Orders</h1>
    <a href="/money">Payments</a>
  </header>
);

export const OrdersSkeleton = () => (
  <>
    <OrdersHead />
    <ListSkeleton />
  </>
);
