import { documentFile } from '../../../api/modules/billing/document-number-rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { reasonText } from '../../../api/modules/payments/disputes/rules.ts';
import { methodName } from '../../../api/modules/payments/texts.ts';
import { dateAndTime, exactRupees } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import type { Entry } from './payments-store.ts';

const KINDS: Record<Entry['kind'], [string, string]> = {
  payment: ['Payment', 'green'],
  fee: ['Fee', 'amber'],
  receipt: ['Receipt', 'blue'],
  refund: ['Refund', 'red'],
  dispute: ['Lost dispute', 'red'],
  document: ['Document', 'blue'],
};

/** A text about the unusual status of an entry; none for a usual one. */
const STATUSES: Record<string, string> = {
  surplus: 'paid twice',
  unmatched: 'without an order',
  asked: 'not yet confirmed',
  pending: 'on its way',
  failed: 'failed',
};

function describe({ kind, detail }: Entry): string | null {
  if (kind === 'payment') return methodName(detail ?? '');
  if (kind === 'dispute') return reasonText(detail ?? '');
  return kind === 'fee' ? null : detail;
}

/** One line of the ledger. */
export function LedgerEntry({ entry }: { entry: Entry }) {
  const { kind, orderId, paymentId } = entry;
  const [name, tone] = KINDS[kind];
  const isPdf = kind === 'receipt' || kind === 'document';
  const details = [dateAndTime(entry.at), describe(entry), STATUSES[entry.status]];
  return (
    <li className="row-list__row">
      <span className={`badge badge--${tone}`}>{name}</span>
      <span className="row-list__main">
        <strong>{entry.buyer ?? 'Unknown buyer'}</strong>
        <span className="text-13">
          {details.filter(Boolean).join(' · ')} ·{' '}
          <span className="mono">{isPdf ? entry._id : paymentId}</span>
        </span>
      </span>
      {orderId ? (
        <a className="ledger__order" href={itemPath('order', orderId)}>
          #{orderNumber(orderId)}
        </a>
      ) : (
        <span />
      )}
      <span className="price row-list__end" data-out={entry.amount < 0 || undefined}>
        {isPdf && orderId ? (
          <a
            href={`/api/v1/desk/orders/${orderId}/receipts/${documentFile(entry._id)}`}
            download={documentFile(entry._id)}
            aria-label={`${name} ${entry._id} as PDF`}
          >
            PDF
          </a>
        ) : (
          exactRupees(entry.amount)
        )}
      </span>
    </li>
  );
}
