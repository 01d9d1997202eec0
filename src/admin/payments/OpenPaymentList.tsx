import { useState } from 'react';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { MAX_PAYMENTS } from '../../../api/modules/payments/limits.ts';
import { Button } from '../../components/Button.tsx';
import { exactRupees, plainDate } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import type { OpenPayments } from './payments-store.ts';

interface Props {
  title: string;
  rows: OpenPayments['refundsDue'];
}

/** More are shown on request, so that the ledger stays near the top. */
const FEW = 5;

const refundableAmount = (row: Props['rows'][number]) => row.amount - row.refunded - row.lost;

/** Captured payments that wait for a decision; renders nothing while there are none. */
export function OpenPaymentList({ title, rows }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = showsAll ? rows : rows.slice(0, FEW);
  const sum = rows.reduce((total, row) => total + refundableAmount(row), 0);
  const isCut = rows.length === MAX_PAYMENTS;
  return (
    <section className="card payment-list" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p className="price">
          {isCut && 'over '}
          {exactRupees(sum)}
        </p>
      </header>
      <ul className="row-list row-list--columns">
        {shown.map((row) => (
          <li key={row._id} className="row-list__row">
            <span className="tag">{row.method}</span>
            <span className="row-list__main">
              <strong>{row.buyer ?? 'Unknown buyer'}</strong>
              <span className="text-13">
                {plainDate(row.capturedAt)} · <span className="mono">{row._id}</span>
              </span>
            </span>
            {row.orderId ? (
              <a className="ledger__order" href={itemPath('order', row.orderId)}>
                #{orderNumber(row.orderId)}
              </a>
            ) : (
              <span />
            )}
            <span className="price row-list__end">{exactRupees(refundableAmount(row))}</span>
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <p className="payment-list__more">
          <Button small onClick={() => setShowsAll(true)}>
            {isCut ? `Show ${MAX_PAYMENTS}` : `Show all ${rows.length}`}
          </Button>
        </p>
      )}
    </section>
  );
}
