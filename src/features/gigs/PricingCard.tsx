import { CalendarDays, Check, ChevronDown, Clock3, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  describeDates,
  readableDay,
  weekdayAndDay,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { GigDto, PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { isOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import type { ShownDates } from '../../../api/modules/site/build/catalog-reader.ts';
import { pluralize } from '../../lib/format.ts';
import { OrderButton } from './OrderButton.tsx';
import { Price } from './Price.tsx';

type Plan = Omit<PlanDto, '_id'>;

interface Props {
  gig: Pick<GigDto, '_id' | 'PricingPlans' | 'pausedUntil'>;
  dates?: ShownDates | undefined;
  /** Between the packages and their prices. */
  children?: ReactNode;
}

/** The packages with their prices; radio buttons and CSS show the chosen one, without a script. */
export const PricingCard = ({ gig, gig: { PricingPlans: plans }, dates, children }: Props) => (
  <section className="card pricing" id="order" aria-label="Packages and prices">
    {plans.length === 0 ? (
      <p className="no-plans muted">No plans available.</p>
    ) : (
      <>
        <fieldset className="no-print">
          <legend className="visually-hidden">Package</legend>
          {[...plans.entries()].map(([at, plan]) => (
            <label key={at}>
              <input type="radio" name="plan" value={at} defaultChecked={at === 0} />
              <span>{plan.planType}</span>
            </label>
          ))}
        </fieldset>
        {children}
        {[...plans.entries()].map(([at, plan]) => (
          <Panel key={at} plan={plan} at={at} gigId={gig._id} dates={dates} />
        ))}
        <div className="action no-print">
          {isOrderable(gig) ? (
            <>
              <OrderButton wide />
              <p className="text-13">You choose extras next. Nothing is charged yet.</p>
            </>
          ) : (
            gig.pausedUntil && <p>Back on {readableDay(gig.pausedUntil)}</p>
          )}
          <a className="button button--wide" href={`/orders?ask=${gig._id}`} data-ask>
            Ask a question
          </a>
        </div>
        {[...plans.entries()].map(([at, { features }]) => (
          <Included key={at} features={features} at={at} />
        ))}
      </>
    )}
  </section>
);

interface PanelProps {
  plan: Plan;
  at: number;
  gigId: string;
  dates: ShownDates | undefined;
}

const Panel = ({ plan, at, gigId, dates }: PanelProps) => (
  <div className="panel" data-plan-panel={at}>
    <div className="head">
      <h2 className="title-20">{plan.title}</h2>
      <p className="price">
        <Price of={plan} />
      </p>
    </div>
    <p className="muted text-15">{plan.shortDescription}</p>
    <ul className="plan-details">
      <li>
        <Clock3 aria-hidden="true" />
        {`${pluralize(plan.deliveryDays, 'day')} delivery`}
      </li>
      <li>
        <RefreshCw aria-hidden="true" />
        {pluralize(plan.revisionCount, 'revision')}
      </li>
      {dates?.plans[at] && (
        <li>
          <CalendarDays aria-hidden="true" />
          {/* refresh-dates.ts replaces it with the dates of the moment. */}
          <span data-dates={plan.planType} data-gig={gigId}>
            {`Order today: ${describeDates(dates.plans[at])} (as of ${weekdayAndDay(dates.asOf)})`}
          </span>
        </li>
      )}
    </ul>
  </div>
);

const Included = ({ features, at }: { features: string[]; at: number }) => (
  <details open data-plan-features={at}>
    <summary>
      What's Included <ChevronDown aria-hidden="true" />
    </summary>
    {features.length === 0 ? (
      <p className="muted text-15">No features available.</p>
    ) : (
      <ul className="features">
        {[...features.entries()].map(([each, feature]) => (
          <li key={each}>
            <Check aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
    )}
  </details>
);
