import { useStore } from '@nanostores/react';
import type { WireOrder } from '../../../api/orders/present.ts';
import { rupees } from '../../lib/format.ts';
import { $paying, payAgain, payRemaining } from './pay.ts';

interface Props {
  order: WireOrder;
  buyer: { name: string; email: string };
  wide?: boolean;
}

/** What is due next on an order, if anything: the remainder, or a failed payment again. */
export function PayButton({ order, buyer, wide = false }: Props) {
  const paying = useStore($paying);
  const { paymentStatus, dueAmount } = order.paymentInfo;
  const remaining = paymentStatus === 'Partially Paid';
  if (dueAmount === 0 || !(remaining || paymentStatus === 'Failed')) return null;
  const label = remaining ? 'Pay full amount' : 'Pay again';
  return (
    <button
      className={`button button--solid${wide ? ' button--wide' : ''}`}
      type="button"
      disabled={paying !== null}
      onClick={() => void (remaining ? payRemaining(order, buyer) : payAgain(order, buyer))}
    >
      {paying === order._id ? 'Processing...' : `${label} (${rupees(dueAmount)})`}
    </button>
  );
}
