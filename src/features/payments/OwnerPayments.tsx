import '../../admin/figures.css';
import { useStore } from '@nanostores/react';
import { ChevronDown, ChevronUp, Download } from 'lucide-react';
import { useState } from 'react';
import type { OwnerPayment } from '../../../api/modules/order-pages/payment-list.ts';
import {
  PAYMENT_FILTERS,
  type PaymentFilter,
} from '../../../api/modules/payments/payment-state-rules.ts';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { useLiveUpdates } from '../../admin/live-updates.ts';
import { $openTasks } from '../../admin/open-tasks.ts';
import { itemPath } from '../../admin/router.ts';
import { ScreenLayout } from '../../admin/ScreenLayout.tsx';
import { Button } from '../../components/Button.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { RowTitle, Table } from '../../components/Table.tsx';
import { monthName, price, rupees } from '../../lib/format.ts';
import { isPhone } from '../../lib/is-phone.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { TestBadge } from '../orders/status-badges.tsx';
import { LoadingFailed } from '../request-feedback/LoadedContent.tsx';
import { OwnerCompensations } from './OwnerCompensations.tsx';
import { disputeDeadline } from './OwnerDispute.tsx';
import {
  $compensations,
  $year,
  exportPath,
  loadPayments,
  payments,
  showYear,
  type Year,
} from './owner-payments-store.ts';
import { paymentColumns, purposeOf } from './payment-cells.tsx';

const FILTERS: Record<PaymentFilter, string> = {
  attention: 'Needs attention',
  due: 'To be paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

const NOT_CREDITED =
  'Razorpay has it, but it cannot be recorded here. It is tried again every minute, and the log says why it fails. ' +
  'Have the cause mended, or refund it in Razorpay’s dashboard.';

const inRupees = (amount: number | null) => (amount === null ? '' : price(amount, 'INR'));

const COLUMNS = paymentColumns<OwnerPayment>({
  title: (payment) => (
    <RowTitle
      title={payment.buyer ?? (payment.state === 'Not credited' ? payment._id : 'Unknown buyer')}
      note={
        payment.state === 'Not credited'
          ? NOT_CREDITED
          : purposeOf(payment) || <span className="mono">{payment._id}</span>
      }
    />
  ),
  beside: (payment) => (
    <>
      <TestBadge order={payment} />
      {payment.toRefund > 0 && (
        <strong className="price">{price(payment.toRefund, payment.currency)} to refund</strong>
      )}
      {payment.dispute && <span className="text-13">{disputeDeadline(payment.dispute)}</span>}
    </>
  ),
  orders: '/api/v1/desk/orders',
  amounts: [
    { name: 'Fee', cell: ({ fee }) => inRupees(fee), isNumber: true, onPhone: 'named' },
    { name: 'Net', cell: ({ net }) => inRupees(net), isNumber: true, onPhone: 'named' },
  ],
});

/** What came in by month, then every payment with its fee, its refunds and its documents. */
export function OwnerPayments() {
  const year = useStore($year);
  const owed = useStore($compensations);
  const list = useStore(payments.$list);
  const filter = useStore(payments.$filter);
  const waiting = useStore($openTasks);
  useLiveUpdates(loadPayments);
  // What is owed stands above the table.
  const above = owed.state === 'loaded' ? owed.value.length : 0;
  const count =
    waiting.state === 'loaded' ? Math.max(0, (waiting.value['payments'] ?? 0) - above) : 0;
  // Shown together, because a part that appears later would move the other.
  const isLoading = [year, list, owed].some(({ state }) => state === 'loading');
  return (
    <ScreenLayout
      title="Payments"
      actions={
        <a className="button" href={exportPath(filter)} download="ledger.csv">
          <Download aria-hidden="true" /> Export CSV
        </a>
      }
    >
      {isLoading && <SkeletonRows rows={5} />}
      <div className="stack" hidden={isLoading}>
        {year.state === 'failed' && list.state !== 'failed' && (
          <LoadingFailed message={year.message} retry={loadPayments} />
        )}
        {year.state === 'loaded' && <Months year={year.value} chosen={filter.period} />}
        <OwnerCompensations />
        <FilteredList
          list={payments}
          choices={{
            ...{ label: 'Which payments', filter: 'show', values: ['', ...PAYMENT_FILTERS] },
            nameOf: (show) => (show ? FILTERS[show] : 'All'),
            countOf: (show) => (show === 'attention' ? count : undefined),
          }}
          search={['Find a payment', 'Buyer, order, gig or number']}
          count={(page) => page.payments.length}
          empty={['No payments yet', 'The first one appears here with its fee and its receipt.']}
        >
          {(page) => (
            <Table
              label="Payments"
              columns={COLUMNS}
              rows={page.payments}
              keyOf={({ _id }) => _id}
              href={({ orderId }) => orderId && itemPath('order', orderId)}
            />
          )}
        </FilteredList>
      </div>
    </ScreenLayout>
  );
}

type Sums = Omit<Year['months'][number], 'month'>;

const add = (a: Sums, b: Sums): Sums => ({
  received: a.received + b.received,
  refunded: a.refunded + b.refunded,
  lost: a.lost + b.lost,
  fees: a.fees + b.fees,
  net: a.net + b.net,
  receipts: a.receipts + b.receipts,
  foreign: [...a.foreign, ...b.foreign],
});
const NONE: Sums = { received: 0, refunded: 0, lost: 0, fees: 0, net: 0, receipts: 0, foreign: [] };

const HEIGHT = 64;

interface Props {
  year: Year;
  /** The month that the list is limited to; empty for all time. */
  chosen: string;
}

/** A bar for each month of a year with its sums; choosing one limits the list to it. A phone unfolds them below the total. */
function Months({ year: { year, years, months }, chosen }: Props) {
  const [isFolded, setFolded] = useState(isPhone);
  const isEmpty = months.every(({ received, refunded }) => received + refunded === 0);
  if (isEmpty && years.length === 1) return null;
  const max = Math.max(1, ...months.map(({ net }) => net));
  const sums = months.find(({ month }) => month === chosen) ?? months.reduce(add, NONE);
  const lines = [
    ['Received', sums.received],
    ['Refunded', 0 - sums.refunded],
    ...(sums.lost ? ([['Returned by banks', 0 - sums.lost]] as const) : []),
    ['Fees', 0 - sums.fees],
  ] as const;
  return (
    <section className="card card--padded stack" aria-label="Totals">
      <header className="row space-between">
        <p className="stack stack--small">
          <span className="text-13">Net in {chosen ? monthName(chosen) : year}</span>
          <strong className="price title-25">{rupees(sums.net)}</strong>
        </p>
        {isPhone() && (
          <Button
            variant="quiet"
            icon={isFolded ? ChevronDown : ChevronUp}
            aria-label="By month"
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          />
        )}
        {years.length > 1 && !isFolded && (
          <SegmentedControl label="Year" options={years} value={year} onChange={showYear} />
        )}
      </header>
      {!isFolded && (
        <>
          <ul className="months">
            {months.map(({ month, net, received, refunded, lost }) => (
              <li key={month}>
                <button
                  type="button"
                  aria-pressed={month === chosen}
                  aria-label={`${monthName(month)}: net ${rupees(net)}`}
                  disabled={received + refunded + lost === 0 && month !== chosen}
                  onClick={() => payments.filter({ period: month === chosen ? '' : month })}
                >
                  <svg
                    className="bar-chart"
                    viewBox={`0 0 1 ${HEIGHT}`}
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <Bar height={Math.max(net > 0 ? 2 : 1, (net / max) * HEIGHT)} />
                  </svg>
                  <span className="months__name">
                    {monthName(month).slice(0, 1)}
                    <span className="months__rest">{monthName(month).slice(1, 3)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <p className="row text-13">
            {lines.map(([name, amount]) => (
              <span key={name}>
                {name} <span className="price">{rupees(amount)}</span>
              </span>
            ))}
          </p>
          {foreignTotals(sums.foreign).map(({ currency, received, refunded, lost }) => (
            <p className="text-13" key={currency}>
              Of which in {currency}: received {price(received, currency)}, refunded{' '}
              {price(refunded + lost, currency)}. In rupees by the provider’s rate of each payment.
            </p>
          ))}
        </>
      )}
    </section>
  );
}

/** The sums of several months in each other currency. */
function foreignTotals(all: Sums['foreign']): Sums['foreign'] {
  return [...new Set(all.map(({ currency }) => currency))].map((currency) => {
    const of = all.filter((each) => each.currency === currency);
    const sum = (name: 'received' | 'refunded' | 'lost') =>
      toRupees(of.reduce((total, each) => total + toPaise(each[name]), 0));
    return { currency, received: sum('received'), refunded: sum('refunded'), lost: sum('lost') };
  });
}

const Bar = ({ height }: { height: number }) => (
  <rect y={HEIGHT - height} width={1} height={height} />
);
