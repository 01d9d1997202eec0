import './orders.css';
import '../lists/filtered-list.css';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';

/** The choice of view, then the cards. */
const ListSkeleton = () => (
  <>
    <div
      className="row filtered-list__controls filtered-list__controls--one-row"
      aria-hidden="true"
    >
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
  <header className="page-head orders-head">
    <h1>Manage Your Orders</h1>
    <div className="row">
      <a href="/money">Payments</a>
      <a href="/orders?ask=">Ask a question</a>
    </div>
  </header>
);

export const OrdersSkeleton = () => (
  <>
    <OrdersHead />
    <ListSkeleton />
  </>
);
