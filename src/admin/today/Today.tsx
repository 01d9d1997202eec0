import { useStore } from '@nanostores/react';
import type { FirstStep } from '../../../api/modules/dashboard/first-steps/rules.ts';
import { TEST_PAYMENTS } from '../../../api/modules/payments/texts.ts';
import { useAfterFirstRender } from '../../components/after-next-paint.ts';
import { Button } from '../../components/Button.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { pluralize, price, rupees } from '../../lib/format.ts';
import { BarChart, Figure } from '../Figures.tsx';
import { FirstStepList, putAway, ShopAddress } from '../first-steps/FirstSteps.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { screenPath } from '../router.ts';
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
            <BelowFirstView {...value} />
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

const BelowFirstView = (value: Summary) =>
  useAfterFirstRender() && (
    <>
      {isOpen(value) && <Numbers {...value} />}
      {value.isTest && <p className="text-13">{TEST_PAYMENTS}</p>}
    </>
  );

/** A closed shop has no numbers yet. */
const isOpen = ({ steps }: Summary): boolean =>
  steps?.find(({ key }) => key === 'open')?.isDone ?? true;

const OpenSteps = ({ steps, tasks }: Summary & { steps: FirstStep[] }) => (
  <section className="stack stack--medium" aria-labelledby="first-steps">
    <div className="row space-between">
      <h2 id="first-steps">First steps</h2>
      <Button small variant="quiet" onClick={() => void putAway(true, $summary.load)}>
        Put away
      </Button>
    </div>
    <ShopAddress />
    <FirstStepList steps={steps} reload={$summary.load} isFirst={tasks.length === 0} />
  </section>
);

function Numbers({ series, revenue, foreign, checkouts, reviews, visits, days }: Summary) {
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
      <dl className="auto-columns key-figures">
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
        <Figure
          name={<a href={screenPath('visits')}>Pages opened</a>}
          value={visits.pages.toLocaleString('en-IN')}
        >
          {trendOf(visits)}
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

function trendOf({ pages, before }: Summary['visits']): string {
  if (before === 0) return '';
  const percent = Math.round((pages / before - 1) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}
