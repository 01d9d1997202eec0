import './orders.css';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';

/** The choice of view, then the cards. */
export const ListSkeleton = () => (
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

export const OrdersSkeleton = () => (
  <>
    <header className="page-head">
      <h1>Manage Your Orders</h1>
    </header>
    <ListSkeleton />
  </>
);
