import './order-page.css';

/** One order before it arrives: its heading and cards. */
export const OrderSkeleton = () => (
  <div role="status" aria-label="Loading the order">
    <header className="order-head">
      <p className="eyebrow">
        <a href="/orders">Your orders</a>
      </p>
      <h1>Order</h1>
      <div className="skeleton skeleton--control" aria-hidden="true" />
    </header>
    <div className="order-parts" aria-hidden="true">
      <div className="order-parts__main">
        <div className="skeleton skeleton--card" />
        <div className="skeleton skeleton--card" />
      </div>
      <div className="order-parts__side">
        <div className="skeleton skeleton--card" />
      </div>
    </div>
  </div>
);
