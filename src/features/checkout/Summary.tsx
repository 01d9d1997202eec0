import { useStore } from '@nanostores/react';
import { describeDates } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import { CLOCK_TERMS } from '../../../api/modules/orders/clock/texts.ts';
import { daysAfter } from '../../../api/modules/orders/rules.ts';
import { type Amount, AmountList } from '../../components/AmountList.tsx';
import { pluralize, price, promisedDay, rupees } from '../../lib/format.ts';
import { type Cart, cartTotal, currencyOf } from './cart.ts';
import { $checkout, $dates, shownDates } from './pay-cart.ts';

/** Shown struck through and never charged. */
const SERVICE_FEE = 677.43;
const GST = 0.18;

/** The items of the order and their prices. */
export function Summary({ cart }: { cart: Cart }) {
  // Until the server says whether the seller shows them, their place is kept.
  const currency = currencyOf(cart);
  const { struckCharges: shown, hasClock, hasGst } = useStore($checkout) ?? {};
  // They are amounts in rupees.
  const struck = currency === 'INR' ? shown : false;
  const total = cartTotal(cart);
  const { selectedPlan: plan } = cart;
  const known = useStore($dates);
  const dates = shownDates(known);
  const ready = daysAfter(new Date().toISOString(), plan.deliveryDays);
  return (
    <section className="card order-summary stack" aria-label="Order summary">
      <div className="row order-summary__item">
        <img className="framed" src={cart.thumbnailImage.url} alt="" width={96} height={60} />
        <div>
          <h2 className="title-17">{cart.title}</h2>
          <p className="text-13 mono">{plan.planType} package</p>
        </div>
      </div>
      <details>
        <summary>What's Included</summary>
        <ul className="bullets muted">
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </details>
      <AmountList
        rows={[
          { name: plan.title, amount: price(plan.price, currency) },
          ...cart.extraFeatures.map((extra) => ({
            name: `${extra.name} × ${extra.quantity}`,
            amount: price(extra.price * extra.quantity, currency),
          })),
          ...(struck === false ? [] : struckCharges(total, struck === undefined)),
          {
            name: struck === false ? 'Total' : 'Discount Price',
            ...(hasGst && currency === 'INR' ? { note: 'GST included where due' } : {}),
            amount: price(total, currency),
            isSum: true,
          },
        ]}
      />
      <p className="text-15">
        Total delivery time: {pluralize(plan.deliveryDays, 'working day')}
        {dates && `, ${describeDates(dates)}`}
        {known === null && `, by ${promisedDay(ready)}`}
      </p>
      {hasClock && <p className="text-13 muted">{CLOCK_TERMS}</p>}
    </section>
  );
}

/** Blank rows keep their place until the server says whether they are shown. */
function struckCharges(subtotal: number, isBlank: boolean): Amount[] {
  const gst = Math.round(subtotal * GST * 100) / 100;
  const rows: [string, number][] = [
    ['Service Fee', SERVICE_FEE],
    ['GST (18%)', gst],
    ['Total', Math.round((subtotal + SERVICE_FEE + gst) * 100) / 100],
  ];
  const struck = rows.map(([name, amount]) => ({ name, amount: <s>{rupees(amount)}</s> }));
  const all = [{ name: 'Subtotal', amount: rupees(subtotal) }, ...struck];
  return isBlank ? all.map(() => ({ name: '\u00a0', amount: '' })) : all;
}
