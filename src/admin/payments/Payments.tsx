import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import type { OwnerPayment } from '../../../api/modules/dashboard/payment-list.ts';
import {
  PAYMENT_FILTERS,
  type PaymentFilter,
} from '../../../api/modules/payments/payment-state-rules.ts';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { FilteredList } from '../../features/lists/FilteredList.tsx';
import { TestBadge } from '../../features/orders/status-badges.tsx';
import {
  dateOf,
  Papers,
  purposeOf,
  StateOfPayment,
} from '../../features/payments/payment-cells.tsx';
import { LoadingFailed } from '../../features/request-feedback/LoadedContent.tsx';
import { exactPrice } from '../../lib/format.ts';
import { disputeDeadline } from '../disputes/deadline.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { $openTasks } from '../open-tasks.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { Compensations } from './Compensations.tsx';
import { Months } from './Months.tsx';
import { $compensations, $year, exportPath, loadPayments, payments } from './payments-store.ts';

const FILTERS: Record<PaymentFilter, string> = {
  attention: 'Needs attention',
  due: 'To be paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

const NOT_CREDITED =
  'Razorpay has it, but it cannot be recorded here. It is tried again every minute, and the log says why it fails. ' +
  'Have the cause mended, or refund it in Razorpay’s dashboard.';

const inRupees = (amount: number | null) => (amount === null ? '' : exactPrice(amount, 'INR'));

const COLUMNS: Column<OwnerPayment>[] = [
  {
    name: 'Payment',
    cell: (payment) => (
      <RowTitle
        title={payment.buyer ?? (payment.state === 'Not credited' ? payment._id : 'Unknown buyer')}
        note={
          payment.state === 'Not credited'
            ? NOT_CREDITED
            : purposeOf(payment) || <span className="mono">{payment._id}</span>
        }
      />
    ),
  },
  {
    name: 'State',
    cell: (payment) => (
      <StateOfPayment payment={payment}>
        <TestBadge order={payment} />
        {payment.dispute && <span className="text-13">{disputeDeadline(payment.dispute)}</span>}
      </StateOfPayment>
    ),
  },
  { name: 'Date', cell: dateOf, isShort: true },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <span className="price">{exactPrice(amount, currency)}</span>,
    isNumber: true,
    onPhone: 'beside',
  },
  { name: 'Fee', cell: ({ fee }) => inRupees(fee), isNumber: true, onPhone: 'named' },
  { name: 'Net', cell: ({ net }) => inRupees(net), isNumber: true, onPhone: 'named' },
  {
    name: 'Documents',
    cell: (payment) => (
      <Papers papers={payment.papers} order={`/api/v1/desk/orders/${payment.orderId}`} />
    ),
  },
];

/** What came in by month, then every payment with its fee, its refunds and its documents. */
export function Payments() {
  const year = useStore($year);
  const owed = useStore($compensations);
  const list = useStore(payments.$list);
  const filter = useStore(payments.$filter);
  const waiting = useStore($openTasks);
  useLiveUpdates(loadPayments);
  // What is owed stands above the table.
  const above = owed.state === 'loaded' ? owed.value.length : 0;
  const count = waiting.state === 'loaded' ? (waiting.value['payments'] ?? 0) - above : 0;
  const nameOf = (show: PaymentFilter | '') => (
    <>
      {show ? FILTERS[show] : 'All'}
      {show === 'attention' && count > 0 ? <span className="text-13">{count}</span> : null}
    </>
  );
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
        <Compensations />
        <FilteredList
          list={payments}
          choices={{
            ...{ label: 'Which payments', filter: 'show', nameOf },
            values: ['', ...PAYMENT_FILTERS],
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
