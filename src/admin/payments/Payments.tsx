import '../orders/orders.css';
import './payments.css';
import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { DisputeList } from '../disputes/DisputeList.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { Screen } from '../Screen.tsx';
import { Ledger } from './Ledger.tsx';
import { Months } from './Months.tsx';
import { OpenInstalments } from './OpenInstalments.tsx';
import { OpenPaymentList } from './OpenPaymentList.tsx';
import { $openPayments, $year, exportPath, ledger, loadPayments } from './stores.ts';

/** All money that came and went, and first what the owner has to refund or to assign. */
export function Payments() {
  const open = useStore($openPayments);
  const year = useStore($year);
  const entries = useStore(ledger.$list);
  const filter = useStore(ledger.$filter);
  useLiveUpdates(loadPayments);
  // Together, because each part would push the next one down.
  const isLoading = [open, year, entries].some(({ state }) => state === 'loading');
  const retry = () => void loadPayments();
  return (
    <Screen
      title="Payments"
      actions={
        <a className="button" href={exportPath(filter)} download="ledger.csv">
          <Download aria-hidden="true" /> Export CSV
        </a>
      }
    >
      {isLoading && <SkeletonRows rows={5} />}
      <div className="stack" hidden={isLoading}>
        <LoadedContent loaded={open} retry={retry}>
          {({ disputes, refundsDue, unmatched, instalments }) => (
            <>
              {disputes.length > 0 && (
                <section className="sheet owed" aria-label="Disputes">
                  <header>
                    <h2>Disputes</h2>
                  </header>
                  <DisputeList disputes={disputes} />
                </section>
              )}
              <OpenPaymentList title="Refunds due" rows={refundsDue} />
              <OpenPaymentList title="Without an order" rows={unmatched} />
              <OpenInstalments list={instalments} />
            </>
          )}
        </LoadedContent>
        <LoadedContent loaded={year} retry={retry}>
          {(value) => <Months year={value} period={filter.period} />}
        </LoadedContent>
        <Ledger />
      </div>
    </Screen>
  );
}
