import './checkout.css';
import { OrderSteps } from '../orders/OrderSteps.tsx';
import { ADDRESS_FIELDS, BILLING } from './stored-address.ts';

/** The checkout until the user is known. */
export const CheckoutSkeleton = () => (
  <>
    <header className="page-head">
      <h1>Checkout</h1>
    </header>
    <OrderSteps active={1} />
    <div className="checkout" role="status" aria-label="Loading">
      <div className="checkout__order" aria-hidden="true">
        <div className="skeleton skeleton--card" />
      </div>
      <div className="checkout__form stack stack--large" aria-hidden="true">
        <section className="card card--padded">
          <h2>{BILLING}</h2>
          <div className="checkout__fields">
            {ADDRESS_FIELDS.map(({ name }) => (
              <div className="skeleton skeleton--field" key={name} />
            ))}
          </div>
        </section>
      </div>
      <div className="checkout__pay stack stack--large" aria-hidden="true">
        <div className="skeleton skeleton--control" />
      </div>
    </div>
  </>
);
