import './order-page.css';

/** One order before it arrives: its heading and cards. */
export const OrderSkeleton = () => (
  <div role="status" aria-label="Loading the order">
    <header className="order-head stack stack--medium">
      <p className="eyebrow">
        <a href="/orders">Your orders</a>
      </p>
      <h1 className="title-34">Order</h1>
      <div className="skeleton skeleton--control" aria-hidden="true" />
    </header>
    <div className="order-parts" aria-hidden="true">
      <div className="order-parts__main stack stack--large">
        <div className="skeleton skeleton--card" />
        <div className="skeleton skeleton--card" />
      </div>
      <div className="order-parts__side stack stack--large">
        <div className="skeleton skeleton--card" />
      </div>
    </div>
  </div>
);
