import '../orders/orders.css';
import './today.css';
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { pluralize, rupees } from '../../lib/format.ts';
import { AddSecondFactor } from '../AddSecondFactor.tsx';
import { DisputeList } from '../disputes/DisputeList.tsx';
import { CheckLine } from '../doctor/Doctor.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { OrderRow } from '../orders/OrderRow.tsx';
import type { OrderListPage } from '../orders/orders-store.ts';
import { UnsettledPayments } from '../payments/UnsettledPayments.tsx';
import { adminApi, fetchLatestInto } from '../requests.ts';
import { screenPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { BarChart } from './BarChart.tsx';
import { MailProblems } from './MailProblems.tsx';

type Summary = Awaited<ReturnType<typeof fetchSummary>>;
const fetchSummary = (days: number) =>
  readJson(adminApi.today.$get({ query: { days: String(days) } } as object));

const NEXT_COUNT = 6;
const $nextOrders = asyncStore<OrderListPage['orders']>('next-orders');
const loadNextOrders = () =>
  fetchLatestInto($nextOrders, async () => {
    const { orders } = await readJson(adminApi.orders.$get({ query: {} } as object));
    return orders.filter(isToDeliver).slice(0, NEXT_COUNT);
  });

const $summary = asyncStore<Summary>('today');
const last = $summary.get();
// The data that is shown first may be of a different span than the default.
const $days = atom<number>(last.state === 'loaded' ? last.value.days : 30);
const SPANS = [30, 90, 365];
const loadSummary = () => fetchLatestInto($summary, () => fetchSummary($days.get()));

const WAITING: Record<
  Summary['waiting'][number]['kind'],
  [string, Parameters<typeof screenPath>[0], string]
> = {
  dispute: ['Disputes to answer', 'payments', 'red'],
  late: ['Late', 'orders', 'red'],
  unsettled: ['Payments that cannot be credited', 'payments', 'red'],
  unmatched: ['Payments without an order', 'payments', 'red'],
  refund: ['Refunds due', 'payments', 'red'],
  new: ['New orders', 'orders', 'amber'],
  due: ['Due within two days', 'orders', 'amber'],
  revision: ['Revisions asked for', 'orders', 'amber'],
  change: ['Requests for more', 'orders', 'amber'],
  unread: ['Unread conversations', 'inbox', 'blue'],
  review: ['Reviews without a reply', 'reviews', 'blue'],
};

export function Today() {
  const summary = useStore($summary);
  const days = useStore($days);
  useLiveUpdates(loadSummary);
  const choose = (span: number) => {
    $days.set(span);
    void loadSummary();
  };
  return (
    <ScreenLayout
      title="Today"
      actions={
        <SegmentedControl label="How far back" options={SPANS} value={days} onChange={choose}>
          {(span) => `${span} days`}
        </SegmentedControl>
      }
    >
      <LoadedContent loaded={summary} retry={loadSummary}>
        {(value) => <Overview value={value} />}
      </LoadedContent>
    </ScreenLayout>
  );
}

function Overview({ value }: { value: Summary }) {
  const { waiting, broken, unsettled, disputes, mail, series, revenue, checkouts, reviews } = value;
  const orders = series.reduce((sum, each) => sum + each.orders, 0);
  const share = checkouts.begun ? Math.round((checkouts.paid / checkouts.begun) * 100) : null;
  const isAllDone =
    waiting.length + broken.length + mail.undeliverable.length + mail.stuck.count === 0;
  return (
    <div className="stack">
      {value.needsSecondFactor && (
        <AddSecondFactor reason="Refunds and backups of a published studio need one." />
      )}
      <section className="card" aria-labelledby="open-tasks">
        <h2 className="card__title" id="open-tasks">
          Waits for you
        </h2>
        {isAllDone && <p className="card__text muted">Nothing. Enjoy the day.</p>}
        <ul className="open-tasks" hidden={waiting.length === 0}>
          {waiting.map(({ kind, count }) => {
            const [label, route, tone] = WAITING[kind];
            return (
              <li key={kind}>
                <a href={screenPath(route)}>
                  <strong>{count.toLocaleString('en-IN')}</strong>
                  <span className={`open-tasks__label badge--${tone}`}>{label}</span>
                </a>
              </li>
            );
          })}
        </ul>
        {broken.length > 0 && (
          <ul className="row-list" aria-label="Parts of the installation to repair">
            {broken.map((result) => (
              <CheckLine key={result.part} result={result}>
                {result.part === 'Backup' ? (
                  <a href={screenPath('backups')}>Backups</a>
                ) : (
                  <a href={screenPath('doctor')}>Doctor</a>
                )}
              </CheckLine>
            ))}
          </ul>
        )}
        <DisputeList disputes={disputes} />
        <UnsettledPayments payments={unsettled} />
        <MailProblems {...mail} reload={loadSummary} />
      </section>
      <div className="key-figures">
        <Figure name="Revenue" value={rupees(revenue)}>
          <BarChart
            label={`Revenue of the last ${value.days} days`}
            values={series.map((each) => ({ day: each.day, value: each.revenue }))}
            formatValue={rupees}
          />
        </Figure>
        <Figure name="Paid orders" value={String(orders)}>
          <BarChart
            label={`Paid orders of the last ${value.days} days`}
            values={series.map((each) => ({ day: each.day, value: each.orders }))}
            formatValue={String}
          />
        </Figure>
        <Figure name="Checkouts that were paid" value={share === null ? '—' : `${share} %`}>
          <Meter share={(share ?? 0) / 100} />
          <p className="text-13">
            {checkouts.paid} of {checkouts.begun} begun
          </p>
        </Figure>
        <Figure name="Rating" value={reviews.mean === null ? '—' : reviews.mean.toFixed(2)}>
          <Meter share={(reviews.mean ?? 0) / 5} />
          <p className="text-13">from {pluralize(reviews.count, 'review')} of this time</p>
        </Figure>
      </div>
      <NextOrders />
    </div>
  );
}

/** The orders to deliver, the most urgent first. */
function NextOrders() {
  const nextOrders = useStore($nextOrders);
  useLiveUpdates(loadNextOrders);
  return (
    <section className="card next-orders" aria-labelledby="next-up">
      <header>
        <h2 id="next-up">Next to deliver</h2>
        <a href={screenPath('orders')}>All orders</a>
      </header>
      <LoadedContent loaded={nextOrders} retry={loadNextOrders}>
        {(orders) =>
          orders.length === 0 ? (
            <p className="card__text muted">Nothing is to deliver.</p>
          ) : (
            <ul className="row-list row-list--columns">
              {orders.map((order) => (
                <OrderRow key={order._id} order={order} />
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </section>
  );
}

const Meter = ({ share }: { share: number }) => (
  <svg className="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect className="bar-chart__none" width={100} height={1} />
    <rect width={Math.min(1, share) * 100} height={1} />
  </svg>
);

interface FigureProps {
  name: string;
  value: string;
  children: React.ReactNode;
}

const Figure = ({ name, value, children }: FigureProps) => (
  <section className="card card--padded key-figure" aria-label={name}>
    <h2>{name}</h2>
    <p className="key-figure__value">{value}</p>
    {children}
  </section>
);
