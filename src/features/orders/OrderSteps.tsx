import './order-steps.css';
import { Check } from 'lucide-react';
import { CHECKOUT_STEPS } from '../../../api/modules/orders/texts.ts';

/** The steps of an order; `active` is the current one, counted from 1, by default the last. */
export const OrderSteps = ({ active = CHECKOUT_STEPS.length }: { active?: number }) => (
  <div className="order-steps">
    <ol aria-label="Steps of the order">
      {CHECKOUT_STEPS.map((step, at) => (
        <li
          key={step}
          className={at + 1 < active ? 'order-steps__done' : undefined}
          aria-current={at + 1 === active ? 'step' : undefined}
        >
          <span className="mono">{at + 1 < active ? <Check aria-label="Done" /> : at + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  </div>
);
