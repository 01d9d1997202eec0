import './changes.css';
import type { LedgerDto } from '../../../api/modules/payments/changes/dto.ts';
import { formatPaise, toPaise } from '../../../api/platform/money/rules.ts';

/** Always with paise, so that the lines can be added up. */
const exact = (rupees: number): string => formatPaise(toPaise(rupees));

/** What the order costs and what became of it; lines that are nothing are left out. */
export function Ledger({ ledger }: { ledger: LedgerDto }) {
  const { agreement, changes, waived, total, paid, refunded, lost, open } = ledger;
  const lines: [name: string, amount: number, kind?: 'sum'][] = [
    ['Agreement', agreement],
    ...(changes > 0 ? [['Accepted changes', changes] as [string, number]] : []),
    ...(waived > 0 ? [['Waived', -waived] as [string, number]] : []),
    ['Total', total, 'sum'],
    ['Paid', paid],
    ...(refunded > 0 ? [['Refunded', refunded] as [string, number]] : []),
    ...(lost > 0 ? [['Returned by the bank', lost] as [string, number]] : []),
    ['Open', open, 'sum'],
  ];
  return (
    <dl className="ledger-sums" aria-label="Ledger">
      {lines.map(([name, amount, kind]) => (
        <div key={name} data-kind={kind}>
          <dt>{name}</dt>
          <dd className="price">{exact(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
