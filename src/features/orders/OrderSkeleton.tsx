import './order-page.css';

const SHEETS = ['deliveries', 'summary', 'items'];

/** One order before it arrives: its heading, timeline and cards. */
export const OrderSkeleton = () => (
  <div role="status" aria-label="Loading the order">
    <header className="order-head">
      <p className="eyebrow">
        <a href="/orders">Your orders</a>
      </p>
      <h1>Order</h1>
      <div className="skeleton skeleton--control" aria-hidden="true" />
    </header>
    <div className="skeleton skeleton--card next-step" aria-hidden="true" />
    <div className="order-sections" aria-hidden="true">
      <div className="skeleton skeleton--card" />
      <div className="order-sections__details">
        {SHEETS.map((name) => (
          <div className="skeleton skeleton--card" key={name} />
        ))}
      </div>
    </div>
  </div>
);
