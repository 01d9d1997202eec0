import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { OrderButton } from './OrderButton.tsx';
import { Price } from './Price.tsx';

type Plan = Omit<PlanDto, '_id'>;

/** The chosen package at the bottom of a phone's screen. */
export const OrderBar = ({ plans }: { plans: Plan[] }) => (
  <div className="order-bar no-print" data-order-bar>
    <div>
      {[...plans.entries()].map(([at, plan]) => (
        <p key={at} data-plan-line={at}>
          <span className="text-13">{plan.planType}</span>
          <span className="price">
            <Price of={plan} />
          </span>
        </p>
      ))}
    </div>
    <OrderButton />
  </div>
);
