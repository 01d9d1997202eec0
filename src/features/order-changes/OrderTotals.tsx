import '../offers/offers.css';
import type { OrderTotalsDto } from '../../../api/modules/payments/dto.ts';
import { type Amount, AmountList } from '../../components/AmountList.tsx';
import { price } from '../../lib/format.ts';

/** The price of the order and its changes; lines that are 0 or repeat the total are left out. */
export function OrderTotals({ totals, currency }: { totals: OrderTotalsDto; currency: string }) {
  const { agreement, changes, waived, total, paid, taxDeducted, refunded, lost, open } = totals;
  const row = (name: string, amount: number, isSum = false): Amount[] => [
    { name, amount: price(amount, currency), isSum },
  ];
  const rowIf = (isShown: boolean, name: string, amount: number) =>
    isShown ? row(name, amount) : [];
  return (
    <AmountList
      label="Ledger"
      rows={[
        ...rowIf(agreement !== total, 'Agreement', agreement),
        ...rowIf(changes > 0, 'Accepted changes', changes),
        ...rowIf(waived > 0, 'Waived', -waived),
        ...row('Total', total, true),
        ...rowIf(paid !== total || refunded + lost > 0, 'Paid', paid),
        ...rowIf(taxDeducted > 0, 'Deducted at source', taxDeducted),
        ...rowIf(refunded > 0, 'Refunded', refunded),
        ...rowIf(lost > 0, 'Returned by the bank', lost),
        ...(open > 0 ? row('Open', open, true) : []),
      ]}
    />
  );
}
