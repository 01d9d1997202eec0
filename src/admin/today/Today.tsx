import './today.css';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { FirstStep } from '../../../api/modules/dashboard/first-steps/rules.ts';
import { TEST_PAYMENTS } from '../../../api/modules/payments/texts.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { pluralize, price, rupees } from '../../lib/format.ts';
import { FirstStepList } from '../first-steps/FirstSteps.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { Tasks } from './Tasks.tsx';
import { $days, $summary, chooseDays, SPANS, type Summary } from './today-store.ts';

/** What waits for the owner, each with its action, then the numbers. */
export function Today() {
  const summary = useStore($summary);
  useLiveUpdates($summary.load);
  return (
    <ScreenLayout title="Today">
      <LoadedContent loaded={summary} retry={$summary.load}>
        {(value) => (
          <div className="stack">
            <Tasks {...value} />
            {value.steps && <OpenSteps {...value} steps={value.steps} />}
            {isOpen(value) && <Numbers {...value} />}
            {value.isTest && <p className="text-13">{TEST_PAYMENTS}</p>}
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

/** A closed shop has no numbers yet. */
const isOpen = ({ steps }: Summary): boolean =>
  steps?.find(({ key }) => key === 'open')?.isDone ?? true;

const OpenSteps = ({ steps, tasks }: Summary & { steps: FirstStep[] }) => (
  <section className="stack stack--medium" aria-labelledby="first-steps">
    <h2 id="first-steps">First steps</h2>
    <FirstStepList steps={steps} reload={$summary.load} isFirst={tasks.length === 0} />
  </section>
);

function Numbers({ series, revenue, foreign, checkouts, reviews, days }: Summary) {
  const chosen = useStore($days);
  const orders = series.reduce((sum, each) => sum + each.orders, 0);
  const share = checkouts.begun ? Math.round((checkouts.paid / checkouts.begun) * 100) : null;
  return (
    <section className="card card--padded stack" aria-labelledby="numbers">
      <div className="row space-between">
        <h2 id="numbers">Numbers</h2>
        <SegmentedControl label="How far back" options={SPANS} value={chosen} onChange={chooseDays}>
          {(span) => `${span} days`}
        </SegmentedControl>
      </div>
      <dl className="key-figures">
        <Figure name="Revenue" value={rupees(revenue)}>
          {foreign.map(({ currency, amount, unvalued }) =>
            unvalued > 0
              ? `and ${price(unvalued, currency)}`
              : `of which ${price(amount, currency)}`,
          )}
        </Figure>
        <Figure name="Paid orders" value={orders} />
        <Figure name="Checkouts paid" value={share === null ? '—' : `${share} %`}>
          {checkouts.paid} of {checkouts.begun}
        </Figure>
        <Figure name="Rating" value={reviews.mean === null ? '—' : reviews.mean.toFixed(2)}>
          {pluralize(reviews.count, 'review')}
        </Figure>
      </dl>
      <BarChart
        label={`Revenue of the last ${days} days`}
        values={series.map((each) => ({ day: each.day, value: each.revenue }))}
        formatValue={rupees}
      />
    </section>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  children?: ReactNode;
}

const Figure = ({ name, value, children }: FigureProps) => (
  <div>
    <dt className="text-13">{name}</dt>
    <dd>
      <strong className="price title-25">{value}</strong>{' '}
      <span className="text-13">{children}</span>
    </dd>
  </div>
);

const HEIGHT = 48;
const MAX_BARS = 60;

interface Props {
  label: string;
  values: { day: string; value: number }[];
  formatValue: (value: number) => string;
}

/** A small bar chart; days are summed up so that there are at most sixty bars. */
function BarChart({ label, values, formatValue }: Props) {
  const daysPerBar = Math.ceil(values.length / MAX_BARS);
  const bars = Array.from({ length: Math.ceil(values.length / daysPerBar) }, (_, at) => {
    const days = values.slice(at * daysPerBar, (at + 1) * daysPerBar);
    return { day: days[0]?.day ?? '', value: days.reduce((sum, day) => sum + day.value, 0) };
  });
  const max = Math.max(1, ...bars.map((bar) => bar.value));
  const highest = bars.reduce(
    (best, bar) => (bar.value > best.value ? bar : best),
    bars[0] ?? { day: '', value: 0 },
  );
  return (
    <svg
      className="bar-chart"
      viewBox={`0 0 ${bars.length * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: most on ${highest.day} with ${formatValue(highest.value)}`}
    >
      {bars.map(({ day, value }, at) => {
        const height = Math.max(value > 0 ? 2 : 1, (value / max) * HEIGHT);
        return (
          <rect
            key={day}
            className={value > 0 ? undefined : 'bar-chart__none'}
            x={at * 4}
            y={HEIGHT - height}
            width={3}
            height={height}
          >
            <title>{`${day}: ${formatValue(value)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
