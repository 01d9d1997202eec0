import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { numberOfDay } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { GigDto, PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { whyNotOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import type { ShownDates } from '../../../api/modules/site/build/catalog-reader.ts';
import { pluralize } from '../../lib/format.ts';
import { OrderButton } from './OrderButton.tsx';
import { Price } from './Price.tsx';

type Plan = Omit<PlanDto, '_id'>;

interface Props {
  gig: Pick<GigDto, '_id' | 'PricingPlans' | 'pausedUntil'>;
  dates?: ShownDates | undefined;
  quotation?: ReactNode;
  call?: ReactNode;
  /** Between the packages and their prices. */
  children?: ReactNode;
}

/** The packages with their prices; radio buttons and CSS show the chosen one, without a script. */
export const PricingCard = ({
  gig,
  gig: { PricingPlans: plans },
  dates,
  quotation,
  call,
  children,
}: Props) => {
  const whyNot = whyNotOrderable(gig);
  return (
    <section className="card pricing" id="order" aria-label="Packages and prices">
      {plans.length === 0 ? (
        <p className="card--padded muted">No plans available.</p>
      ) : (
        <>
          <fieldset className="no-print">
            <legend className="visually-hidden">Package</legend>
            {[...plans.entries()].map(([at, plan]) => (
              <label key={at}>
                <input
                  {...{ id: `plan-${at}`, type: 'radio', name: 'plan', value: at }}
                  defaultChecked={at === 0}
                  aria-label={plan.planType}
                />
                <span>{plan.planType}</span>
              </label>
            ))}
          </fieldset>
          {children}
          {[...plans.entries()].map(([at, plan]) => (
            <Panel
              key={at}
              {...{ plan, at }}
              gigId={gig._id}
              days={whyNot ? null : daysUntilReady(plan, at, dates)}
            />
          ))}
          <div className="action no-print">
            {whyNot ? (
              <p>{whyNot}</p>
            ) : (
              <>
                <OrderButton wide />
                <p className="text-13">You choose extras next. Nothing is charged yet.</p>
              </>
            )}
            <a className="button button--wide" href={`/orders?ask=${gig._id}`} data-ask>
              Ask a question
            </a>
            {call}
          </div>
          {quotation}
          {[...plans.entries()].map(([at, { features }]) => (
            <Included key={at} features={features} at={at} />
          ))}
        </>
      )}
    </section>
  );
};

interface PanelProps {
  plan: Plan;
  at: number;
  gigId: string;
  days: PromisedDays | null;
}

const Panel = ({ plan, at, gigId, days }: PanelProps) => (
  <div className="panel" data-plan-panel={at}>
    <div className="row space-between">
      <h2 className="title-20">{plan.title}</h2>
      <p className="price">
        <Price of={plan} />
      </p>
    </div>
    <p className="muted text-15">{plan.shortDescription}</p>
    <PromisedDates {...{ plan, gigId, days }} />
  </div>
);

/** In how many days the work starts and is ready, if it is ordered on the day on which the page is made. */
interface PromisedDays {
  start: number | null;
  ready: number;
}

/** Null where nothing is free; without a calendar the days count from the order. */
export function daysUntilReady(
  plan: Plan,
  at: number,
  dates: ShownDates | undefined,
): PromisedDays | null {
  if (!dates) return { start: null, ready: plan.deliveryDays };
  const found = dates.plans[at];
  const daysTo = (day: string) => numberOfDay(day) - numberOfDay(dates.asOf);
  return found ? { start: daysTo(found.startsOn), ready: daysTo(found.deliverBy) } : null;
}

interface PromisedDatesProps {
  plan: Plan;
  gigId: string;
  days: PromisedDays | null;
}

/** When it is ready, and how: in days, until refresh-dates.ts asks for the dates of the moment. */
const PromisedDates = ({ plan, gigId, days }: PromisedDatesProps) => (
  <div
    className="promise stack stack--medium"
    data-dates={plan.planType}
    data-days={plan.deliveryDays}
    data-gig={gigId}
  >
    {days && (
      <p data-part="promise">
        <span className="muted text-15">Order today,</span>{' '}
        <b>
          yours <span data-part="ready">{`in ${pluralize(days.ready, 'day')}`}</span>
        </b>
      </p>
    )}
    <ol>
      {days?.start && (
        <li>
          <b data-part="starts">{`in ${pluralize(days.start, 'day')}`}</b> work starts
        </li>
      )}
      <li>
        <b>{pluralize(plan.deliveryDays, 'day')}</b> delivery
      </li>
      <li>
        <b>{plan.revisionCount}</b> {plan.revisionCount === 1 ? 'revision' : 'revisions'}
      </li>
    </ol>
  </div>
);

const Included = ({ features, at }: { features: string[]; at: number }) => (
  <details className="fold" open data-plan-features={at}>
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
