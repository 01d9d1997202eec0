import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { receiptFile } from '../../../api/modules/receipts/rules.ts';
import { Button } from '../../components/Button.tsx';
import { focusFirst } from '../../components/focus-first-field.ts';
import { paymentDate, rupees } from '../../lib/format.ts';
import { $busy, requestRefund } from './stores.ts';

/** The payments of an order with their receipts and refunds. */
export function OrderPayments({ order }: { order: AdminOrderDto }) {
  return (
    <section className="sheet sheet--pad stack" aria-labelledby="money">
      <h2 id="money">Payments</h2>
      <ul className="versions">
        {order.payments.map((payment) => (
          <Payment key={payment._id} payment={payment} orderId={order._id} />
        ))}
      </ul>
    </section>
  );
}

interface PaymentProps {
  payment: AdminOrderDto['payments'][number];
  orderId: string;
}

function Payment({ payment, orderId }: PaymentProps) {
  const busy = useStore($busy);
  const [reason, setReason] = useState<string | null>(null);
  const refundable = payment.amount - payment.refunded;
  return (
    <li className="stack">
      <p>
        <span className="price">{rupees(payment.amount)}</span>{' '}
        <span className="fine">
          {payment.method}, {paymentDate(payment.capturedAt)}
          {payment.refunded > 0 && `, ${rupees(payment.refunded)} given back`}
        </span>
      </p>
      <p className="fine mono wrapped">{payment._id}</p>
      {payment.receipt && (
        <p>
          <a
            className="button button--small"
            href={`/api/v1/desk/orders/${orderId}/receipts/${receiptFile(payment.receipt)}`}
            download={receiptFile(payment.receipt)}
            aria-label={`Receipt ${payment.receipt}`}
          >
            <Download aria-hidden="true" /> Receipt
          </a>
        </p>
      )}
      {refundable > 0 && reason === null && (
        <p>
          <Button small onClick={() => setReason('')}>
            Give back…
          </Button>
        </p>
      )}
      {reason !== null && (
        <>
          <div className="field">
            <label htmlFor={payment._id}>Why {rupees(refundable)} go back</label>
            <input
              id={payment._id}
              ref={focusFirst}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
          <p className="row">
            <Button
              variant="danger"
              small
              disabled={busy || !reason.trim()}
              onClick={() =>
                void requestRefund(orderId, payment._id, reason).then(() => setReason(null))
              }
            >
              Give {rupees(refundable)} back
            </Button>
            <Button small onClick={() => setReason(null)}>
              Cancel
            </Button>
          </p>
        </>
      )}
    </li>
  );
}
