import { useStore } from '@nanostores/react';
import { describeDates } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import { CLOCK_TERMS } from '../../../api/modules/orders/clock/texts.ts';
import { daysAfter } from '../../../api/modules/orders/rules.ts';
import { plainDate, pluralize, price, rupees } from '../../lib/format.ts';
import { type Cart, cartTotal, currencyOf } from './cart.ts';
import { $checkout, $dates } from './pay-cart.ts';

/** Shown struck through and never charged. */
const SERVICE_FEE = 677.43;
const GST = 0.18;

/** The items of the order and their prices. */
export function Summary({ cart }: { cart: Cart }) {
  // Until the server says whether the seller shows them, their place is kept.
  const currency = currencyOf(cart);
  const { struckCharges: shown, hasClock } = useStore($checkout) ?? {};
  // They are amounts in rupees.
  const struck = currency === 'INR' ? shown : false;
  const total = cartTotal(cart);
  const { selectedPlan: plan } = cart;
  const dates = useStore($dates);
  const ready = daysAfter(new Date().toISOString(), plan.deliveryDays);
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
      <dl data-pending={struck === undefined || undefined}>
        <div>
          <dt>{plan.title}</dt>
          <dd>{price(plan.price, currency)}</dd>
        </div>
        {cart.extraFeatures.map((extra) => (
          <div key={extra.id}>
            <dt>
              {extra.name} × {extra.quantity}
            </dt>
            <dd>{price(extra.price * extra.quantity, currency)}</dd>
          </div>
        ))}
        {struck !== false && <StruckCharges subtotal={total} />}
        <div className="order-summary__total">
          <dt>{struck === false ? 'Total' : 'Discount Price'}</dt>
          <dd>{price(total, currency)}</dd>
        </div>
      </dl>
      <p className="text-15">
        Total delivery time: {pluralize(plan.deliveryDays, 'day')},{' '}
        {dates ? describeDates(dates) : `by ${plainDate(ready)}`}
      </p>
      {hasClock && <p className="text-13 muted">{CLOCK_TERMS}</p>}
    </section>
  );
}

function StruckCharges({ subtotal }: { subtotal: number }) {
  const gst = Math.round(subtotal * GST * 100) / 100;
  const rows = [
    ['Service Fee', SERVICE_FEE],
    ['GST (18%)', gst],
    ['Total', Math.round((subtotal + SERVICE_FEE + gst) * 100) / 100],
  ] as const;
  return (
    <>
      <div className="order-summary__line">
        <dt>Subtotal</dt>
        <dd>{rupees(subtotal)}</dd>
      </div>
      {rows.map(([name, amount]) => (
        <div key={name} className="order-summary__struck">
          <dt>{name}</dt>
          <dd>
            <s>{rupees(amount)}</s>
          </dd>
        </div>
      ))}
    </>
  );
}
