import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  addDays,
  readableDay,
  weekdayAndDay,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import { CLOCK_TERMS } from '../../../api/modules/orders/clock/texts.ts';
import { HAND_OVER_TERMS } from '../../../api/modules/orders/texts.ts';
import { type Amount, AmountList } from '../../components/AmountList.tsx';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { pluralize, price, rupees } from '../../lib/format.ts';
import { type Cart, cartTotal, currencyOf, discountOf, newCheckout, typeCode } from './cart.ts';
import { $checkout, $dates, $fieldErrors, shownDates, tryCode } from './pay-cart.ts';

/** Shown struck through and never charged. */
const SERVICE_FEE = 677.43;
const GST = 0.18;

/** The items of the order and their prices. */
export function Summary({ cart, toPay }: { cart: Cart; toPay: number }) {
  // Until the server says whether the seller shows them, their place is kept.
  const currency = currencyOf(cart);
  const { struckCharges: shown, hasClock, hasGst, today, deliverBy } = useStore($checkout) ?? {};
  // They are amounts in rupees.
  const struck = currency === 'INR' ? shown : false;
  const total = cartTotal(cart);
  const discount = discountOf(cart);
  const { selectedPlan: plan } = cart;
  // Alone, its price is the total.
  const isMore = cart.extraFeatures.length > 0 || discount !== undefined;
  const known = useStore($dates);
  const dates = shownDates(known);
  const counted = known === null && today ? addDays(today, plan.deliveryDays) : undefined;
  const day = deliverBy ?? dates?.deliverBy ?? counted;
  const starts = dates ? `, starts ${weekdayAndDay(dates.startsOn)}` : '';
  return (
    <section className="card order-summary stack" aria-label="Order summary">
      <div className="row order-summary__item">
        <img className="framed" src={cart.thumbnailImage.url} alt="" width={96} height={60} />
        <div>
          <h2 className="title-17">{cart.title}</h2>
          <p className="text-13 mono">{`${plan.planType} · ${plan.title}`}</p>
        </div>
      </div>
      <details className="fold">
        <summary>
          What's Included <ChevronDown aria-hidden="true" />
        </summary>
        <ul className="bullets muted">
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </details>
      <AmountList
        rows={[
          ...(isMore ? [{ name: 'Package', amount: price(plan.price, currency) }] : []),
          ...cart.extraFeatures.map((extra) => ({
            name: `${extra.name} × ${extra.quantity}`,
            amount: price(extra.price * extra.quantity, currency),
          })),
          ...(discount ? [{ name: discount.name, amount: price(discount.price, currency) }] : []),
          ...(struck === false ? [] : struckCharges(total, struck === undefined)),
          {
            name: struck === false ? 'Total' : 'Discount Price',
            ...(hasGst && currency === 'INR' ? { note: 'GST included where due' } : {}),
            amount: price(total, currency),
          },
          { name: 'To pay now', amount: price(toPay, currency), isSum: true },
        ]}
      />
      {!cart.orderId && <DiscountCode cart={cart} />}
      <p className="text-15">
        <span>{`Total delivery time: ${pluralize(plan.deliveryDays, 'working day')}`}</span>
        <br />
        <span>{day ? `Delivery by ${readableDay(day)}${starts}` : '\u00a0'}</span>
      </p>
      {plan.opensWhenPaid && <p className="text-13 muted">{HAND_OVER_TERMS}</p>}
      {hasClock && <p className="text-13 muted">{CLOCK_TERMS}</p>}
    </section>
  );
}

/** A code is typed here, or was in the link that brought the buyer. */
function DiscountCode({ cart: { code = '', discount } }: { cart: Cart }) {
  const [fromLink] = useState(code);
  const [typed, setTyped] = useState(code);
  const [busy, setBusy] = useState(false);
  const error = useStore($fieldErrors)['code'] ?? '';
  const apply = () => {
    setBusy(true);
    void tryCode().then(() => setBusy(false));
  };
  const type = (text: string) => {
    setTyped(text);
    typeCode(text);
    $fieldErrors.set({ ...$fieldErrors.get(), code: '' });
  };
  useEffect(() => {
    if (fromLink) void tryCode();
  }, [fromLink]);
  if (discount)
    return (
      <p>
        <Button small onClick={() => newCheckout({ discount: undefined })}>
          Remove the code {discount.code}
        </Button>
      </p>
    );
  return (
    <details className="fold" open={fromLink !== ''}>
      <summary>
        I have a discount code <ChevronDown aria-hidden="true" />
      </summary>
      <Field
        label="Discount code"
        name="discountCode"
        autoComplete="off"
        maxLength={30}
        value={typed}
        error={error}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          // Enter would begin the payment.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button disabled={busy || code === ''} onClick={apply}>
        Use the code
      </Button>
    </details>
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
