import '../orders/orders.css';
import './payments.css';
import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { LoadingFailed } from '../../features/request-feedback/LoadedContent.tsx';
import { DisputeList } from '../disputes/DisputeList.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { Ledger } from './Ledger.tsx';
import { Months } from './Months.tsx';
import { OpenInstalments } from './OpenInstalments.tsx';
import { OpenPaymentList } from './OpenPaymentList.tsx';
import {
  $openPayments,
  $year,
  exportPath,
  ledger,
  loadPayments,
  type OpenPayments as OpenPaymentsByKind,
} from './payments-store.ts';
import { UnsettledPayments } from './UnsettledPayments.tsx';

/** The payments that the owner has to refund or to assign, then all payments and refunds. */
export function Payments() {
  const open = useStore($openPayments);
  const year = useStore($year);
  const entries = useStore(ledger.$list);
  const filter = useStore(ledger.$filter);
  useLiveUpdates(loadPayments);
  // Shown together, because a part that appears later would move the others.
  const isLoading = [open, year, entries].some(({ state }) => state === 'loading');
  // Reported once, because these requests fail for the same reason.
  const failed = [open, year].find(({ state }) => state === 'failed');
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
        {failed?.state === 'failed' && (
          <LoadingFailed message={failed.message} retry={loadPayments} />
        )}
        {open.state === 'loaded' && <OpenPayments open={open.value} />}
        {year.state === 'loaded' && <Months year={year.value} period={filter.period} />}
        <Ledger />
      </div>
    </ScreenLayout>
  );
}

const OpenPayments = ({
  open: { disputes, refundsDue, unmatched, owed },
}: {
  open: OpenPaymentsByKind;
}) => (
  <>
    {disputes.length > 0 && (
      <section className="card payment-list" aria-label="Disputes">
        <header>
          <h2>Disputes</h2>
        </header>
        <DisputeList disputes={disputes} />
      </section>
    )}
    {unmatched.unsettled.length > 0 && (
      <div className="card">
        <UnsettledPayments payments={unmatched.unsettled} />
      </div>
    )}
    <OpenPaymentList title="Refunds due" rows={refundsDue} />
    <OpenPaymentList title="Without an order" rows={unmatched.payments} />
    <OpenInstalments {...owed} />
  </>
);
