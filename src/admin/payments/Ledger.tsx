import { LEDGER_KINDS, type LedgerKind } from '../../../api/modules/dashboard/rules.ts';
import { Button } from '../../components/Button.tsx';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import type { Loaded } from '../../lib/async-store.ts';
import { LedgerEntry } from './LedgerEntry.tsx';
import { filterLedger, type LedgerFilter, type LedgerPage, showMore } from './stores.ts';

const NAMES: Record<LedgerKind, string> = {
  payment: 'Payments',
  fee: 'Fees',
  receipt: 'Receipts',
  refund: 'Refunds',
  dispute: 'Lost disputes',
  document: 'Invoices and credit notes',
};

interface Props {
  ledger: Loaded<LedgerPage>;
  filter: LedgerFilter;
  retry: () => void;
}

/** Every payment, fee, refund and receipt, newest first. */
export function Ledger({ ledger, filter, retry }: Props) {
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <section aria-label="Ledger">
      <div className="queue-tools">
        <fieldset className="segments" aria-label="Which entries">
          {(['', ...LEDGER_KINDS] as const).map((kind) => (
            <button
              type="button"
              key={kind}
              aria-pressed={filter.kind === kind}
              onClick={() => filterLedger({ kind })}
            >
              {kind ? NAMES[kind] : 'Everything'}
            </button>
          ))}
        </fieldset>
        <div className="field">
          <input
            type="search"
            aria-label="Find an entry"
            placeholder="Buyer, order or number …"
            value={filter.find}
            onChange={(event) => filterLedger({ find: event.target.value })}
          />
        </div>
      </div>
      <LoadedContent loaded={ledger} retry={retry}>
        {({ entries, next }) =>
          entries.length === 0 ? (
            <div className="empty">
              <h2>{isFiltered ? 'Nothing fits' : 'No money has moved yet'}</h2>
              {isFiltered ? (
                <Button onClick={() => filterLedger({ kind: '', period: '', find: '' })}>
                  Show everything
                </Button>
              ) : (
                <p>The first payment will stand here with its fee and its receipt.</p>
              )}
            </div>
          ) : (
            <>
              <ul className="sheet queue queue--cols">
                {entries.map((entry) => (
                  <LedgerEntry key={entry.kind + entry._id} entry={entry} />
                ))}
              </ul>
              {next && (
                <p className="row queue-more">
                  <span className="fine" role="status">
                    The latest {entries.length}
                  </span>
                  <Button onClick={() => void showMore()}>Show more</Button>
                </p>
              )}
            </>
          )
        }
      </LoadedContent>
    </section>
  );
}
