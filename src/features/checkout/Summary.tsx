import { pluralize, rupees } from '../../lib/format.ts';
import { type Cart, cartTotal } from './cart.ts';

/** Shown struck through and never charged. */
const SERVICE_FEE = 677.43;
const GST = 0.18;

/** The items of the order and their prices. */
export function Summary({ cart }: { cart: Cart }) {
  const total = cartTotal(cart);
  const gst = Math.round(total * GST * 100) / 100;
  const { selectedPlan: plan } = cart;
  return (
    <section className="card order-summary" aria-label="Order summary">
      <div className="order-summary__item">
        <img src={cart.thumbnailImage.url} alt="" width={96} height={60} />
        <div>
          <h2>{cart.title}</h2>
          <p className="text-13 mono">{plan.planType} package</p>
        </div>
      </div>
      <details>
        <summary>What's Included</summary>
        <ul>
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </details>
      <dl>
        <div>
          <dt>{plan.title}</dt>
          <dd>{rupees(plan.price)}</dd>
        </div>
        {cart.extraFeatures.map((extra) => (
          <div key={extra.id}>
            <dt>
              {extra.name} × {extra.quantity}
            </dt>
            <dd>{rupees(extra.price * extra.quantity)}</dd>
          </div>
        ))}
        <div className="order-summary__line">
          <dt>Subtotal</dt>
          <dd>{rupees(total)}</dd>
        </div>
        <div>
          <dt>Service Fee</dt>
          <dd>
            <s>{rupees(SERVICE_FEE)}</s>
          </dd>
        </div>
        <div>
          <dt>GST (18%)</dt>
          <dd>
            <s>{rupees(gst)}</s>
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>
            <s>{rupees(Math.round((total + SERVICE_FEE + gst) * 100) / 100)}</s>
          </dd>
        </div>
        <div className="order-summary__amount-due">
          <dt>Discount Price</dt>
          <dd>{rupees(total)}</dd>
        </div>
      </dl>
      <p className="text-13">Total delivery time: {pluralize(plan.deliveryDays, 'day')}</p>
    </section>
  );
}
