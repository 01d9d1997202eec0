import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import type { ShownDates } from '../../../api/modules/site/build/catalog-reader.ts';
import { pluralize } from '../../lib/format.ts';
import { OrderButton } from './OrderButton.tsx';
import { Price } from './Price.tsx';
import { daysUntilReady } from './PricingCard.tsx';

interface Props {
  plans: Omit<PlanDto, '_id'>[];
  dates?: ShownDates | undefined;
}

/** The chosen package at the bottom of a phone's screen. */
export const OrderBar = ({ plans, dates }: Props) => (
  <div className="order-bar no-print" data-order-bar>
    <div>
      {[...plans.entries()].map(([at, plan]) => {
        const days = daysUntilReady(plan, at, dates);
        return (
          <p key={at} data-plan-line={at} data-dates={plan.planType} data-days={plan.deliveryDays}>
            <span className="text-13">
              {plan.planType}
              {days && (
                <span data-part="promise">
                  , <span data-part="ready">{`in ${pluralize(days.ready, 'day')}`}</span>
                </span>
              )}
            </span>
            <span className="price">
              <Price of={plan} />
            </span>
          </p>
        );
      })}
    </div>
    <OrderButton />
  </div>
);
