import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExtraDto, PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { inCurrency, type PriceList } from '../../../api/modules/catalog/gigs/rules.ts';
import { type Currency, toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { AmountList } from '../../components/AmountList.tsx';
import { pluralize, price } from '../../lib/format.ts';
import { $cart, $total, chooseGig, nextPath, setQuantity, toggleExtra } from '../checkout/cart.ts';
import { ExtraRow } from './ExtraRow.tsx';
import { Price } from './Price.tsx';

interface Props {
  gigId: string;
  title: string;
  thumbnail: string;
  plans: PlanDto[];
  extras: ExtraDto[];
}

const chosenPlan = (): number =>
  Number(document.querySelector<HTMLInputElement>('[name="plan"]:checked')?.value ?? 0);

/** The currency of the prices on the page (ShownCurrency.astro). */
const shownCurrency = ({ priceUsd }: PriceList): Currency =>
  priceUsd !== undefined && document.documentElement.dataset['currency'] === 'USD' ? 'USD' : 'INR';

/** The content of the order dialog; the dialog itself opens without React. */
export function OrderDialogContent({ gigId, title, thumbnail, plans, extras }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [planIndex, setPlanIndex] = useState(0);
  const [ready, setReady] = useState(false);
  const cart = useStore($cart);
  const total = useStore($total);
  const plan = plans[planIndex] ?? plans[0];

  const choose = useCallback(() => {
    const index = chosenPlan();
    const chosen = plans[index];
    if (!chosen) return;
    const currency = shownCurrency(chosen);
    chooseGig({
      ...{ gigId, title, thumbnailImage: { url: thumbnail }, currency },
      plan: inCurrency(chosen, currency),
    });
    setPlanIndex(index);
    setReady(true);
  }, [gigId, title, thumbnail, plans]);

  useEffect(() => {
    const dialog = root.current?.closest('dialog');
    if (dialog?.open) choose();
    dialog?.addEventListener('order', choose);
    return () => dialog?.removeEventListener('order', choose);
  }, [choose]);

  // A click before hydration is replayed before the effect above has run.
  const toggle = (extra: ExtraDto) => {
    if (!ready) choose();
    toggleExtra(inCurrency(extra, shownCurrency(extra)));
  };

  if (!plan) return null;
  const chosen = ready ? (cart?.extraFeatures ?? []) : [];
  const currency = (ready && cart?.currency) || 'INR';
  const extrasTotal = toRupees(toPaise(total) - toPaise(cart?.selectedPlan.price ?? 0));

  return (
    <div className="order-options" ref={root}>
      <section className="order-options__plan" aria-label="Selected package">
        <div>
          <p className="text-13 mono">{plan.planType}</p>
          <h3 className="title-17">{plan.title}</h3>
        </div>
        <p className="price">
          <Price of={plan} />
        </p>
        <p className="muted text-15">{plan.shortDescription}</p>
      </section>
      <div className="order-options__extras stack">
        <h3 className="title-17">Upgrade your order with extras</h3>
        {extras.length === 0 && <p className="muted text-15">This gig has no extras.</p>}
        <ul className="stack stack--medium">
          {extras.map((extra) => (
            <ExtraRow
              key={extra._id}
              extra={extra}
              quantity={chosen.find(({ id }) => id === extra._id)?.quantity}
              onToggle={() => toggle(extra)}
              onQuantity={(quantity) => setQuantity(extra._id, quantity)}
            />
          ))}
        </ul>
      </div>
      <footer className="order-options__total stack">
        <div aria-live="polite">
          <AmountList
            rows={[
              { name: `${plan.planType} package`, amount: <Price of={plan} /> },
              ...(chosen.length > 0
                ? [{ name: 'Extras', amount: price(extrasTotal, currency) }]
                : []),
              { name: 'Delivery', amount: pluralize(plan.deliveryDays, 'day') },
              { name: 'Revisions', amount: plan.revisionCount },
            ]}
          />
        </div>
        <a
          className="button button--solid button--wide"
          href="/process-payment"
          onClick={({ currentTarget }) => {
            if (!ready) choose();
            currentTarget.href = nextPath();
          }}
        >
          Continue ({ready ? price(total, currency) : <Price of={plan} />})
        </a>
      </footer>
    </div>
  );
}
