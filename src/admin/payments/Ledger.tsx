import { LEDGER_KINDS, type LedgerKind } from '../../../api/modules/dashboard/ledger-rules.ts';
import { FilteredList } from '../FilteredList.tsx';
import { LedgerEntry } from './LedgerEntry.tsx';
import { ledger } from './payments-store.ts';

const NAMES: Record<LedgerKind, string> = {
  payment: 'Payments',
  fee: 'Fees',
  receipt: 'Receipts',
  refund: 'Refunds',
  dispute: 'Lost disputes',
  document: 'Invoices and credit notes',
};

const CHOICES = {
  label: 'Which entries',
  filter: 'kind',
  values: ['', ...LEDGER_KINDS],
  nameOf: (kind: LedgerKind | '') => (kind ? NAMES[kind] : 'Everything'),
} as const;

/** Every payment, fee, refund and receipt, newest first. */
export const Ledger = () => (
  <section aria-label="Ledger">
    <FilteredList
      list={ledger}
      choices={CHOICES}
      search={['Find an entry', 'Buyer, order or number …']}
      rows={({ entries }) =>
        entries.map((entry) => <LedgerEntry key={entry.kind + entry._id} entry={entry} />)
      }
      empty={[
        'No money has moved yet',
        'The first payment will be shown here with its fee and its receipt.',
      ]}
    />
  </section>
);
