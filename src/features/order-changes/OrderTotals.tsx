import './changes.css';
import type { OrderTotalsDto } from '../../../api/modules/payments/dto.ts';
import { exactRupees } from '../../lib/format.ts';

/** The price of the order and its changes; lines that are 0 or repeat the total are left out. */
export function OrderTotals({ totals }: { totals: OrderTotalsDto }) {
  const { agreement, changes, waived, total, paid, refunded, lost, open } = totals;
  const lines: [name: string, amount: number, kind?: 'sum'][] = [
    ...(agreement === total ? [] : [['Agreement', agreement] as [string, number]]),
    ...(changes > 0 ? [['Accepted changes', changes] as [string, number]] : []),
    ...(waived > 0 ? [['Waived', -waived] as [string, number]] : []),
    ['Total', total, 'sum'],
    ['Paid', paid],
    ...(refunded > 0 ? [['Refunded', refunded] as [string, number]] : []),
    ...(lost > 0 ? [['Returned by the bank', lost] as [string, number]] : []),
    ['Open', open, 'sum'],
  ];
  return (
    <dl className="order-totals" aria-label="Ledger">
      {lines.map(([name, amount, kind]) => (
        <div key={name} data-kind={kind}>
          <dt>{name}</dt>
          <dd className="price">{exactRupees(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
