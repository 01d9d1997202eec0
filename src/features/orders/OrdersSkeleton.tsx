import './orders.css';

const CARDS = [1, 2, 3];

/** The cards of the list before they arrive. */
export const CardsSkeleton = () => (
  <div className="sheet order-cards" role="status" aria-label="Loading your orders">
    {CARDS.map((at) => (
      <div className="skeleton order-card-skeleton" key={at} aria-hidden="true" />
    ))}
  </div>
);

/** The search and the choice of view, then the cards. */
export const ListSkeleton = () => (
  <>
    <div className="order-tools" aria-hidden="true">
      <div className="skeleton skeleton--control order-tools__search" />
      <div className="skeleton skeleton--control" />
      <div className="skeleton skeleton--control" />
      <div className="skeleton skeleton--segments" />
    </div>
    <CardsSkeleton />
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
