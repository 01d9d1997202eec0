import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { isUndecided } from '../../../api/modules/payments/disputes/rules.ts';
import { REFUND_DISPUTED } from '../../../api/modules/payments/disputes/texts.ts';
import { methodName } from '../../../api/modules/payments/texts.ts';
import { Button } from '../../components/Button.tsx';
import { Documents } from '../../features/orders/Documents.tsx';
import { DeductedTax } from '../../features/payments/DeductedTax.tsx';
import { exactPrice, plainDate } from '../../lib/format.ts';
import { AdminInstalment } from './AdminInstalments.tsx';
import { enterCertificate, revokeLink } from './orders-store.ts';
import { RefundForm } from './RefundForm.tsx';

/** Each part with its payment, which can be refunded, and every document that was issued. */
export function OrderPayments({ order }: { order: AdminOrderDto }) {
  const partOf = (payment: AdminOrderDto['payments'][number]) =>
    payment.standing === 'settled'
      ? order.parts.find(({ number }) => number === payment.part)
      : undefined;
  return (
    <>
      <ul className="entry-list stack stack--large">
        {order.payments.map((payment) => (
          <Payment key={payment._id} payment={payment} order={order} part={partOf(payment)} />
        ))}
        {order.parts
          .filter(({ status }) => status !== 'Paid')
          .map((part) => (
            <AdminInstalment
              key={part._id}
              instalment={part}
              orderId={order._id}
              currency={order.paymentInfo.currency}
            />
          ))}
      </ul>
      {order.linkUntil && (
        <p className="row text-15">
          The buyer shared a payment link, valid until {plainDate(order.linkUntil)}.
          <Button small onClick={() => void revokeLink(order._id)}>
            Revoke
          </Button>
        </p>
      )}
      {order.compensation && (
        <p className="text-15">
          {order.compensation.settledAt
            ? `${exactPrice(order.compensation.amount, order.paymentInfo.currency)} on top paid on ${plainDate(order.compensation.settledAt)}, reference ${order.compensation.reference}.`
            : `You owe the buyer ${exactPrice(order.compensation.amount, order.paymentInfo.currency)} on top of the refund.`}
        </p>
      )}
      <Documents
        currency={order.paymentInfo.currency}
        documents={order.documents}
        base={`/api/v1/desk/orders/${order._id}`}
      />
    </>
  );
}

interface PaymentProps {
  payment: AdminOrderDto['payments'][number];
  order: AdminOrderDto;
  /** The part that it paid. */
  part: AdminOrderDto['parts'][number] | undefined;
}

function Payment({ payment, order, part }: PaymentProps) {
  const name = order.parts.length > 1 ? part?.name : undefined;
  const [isOpen, setOpen] = useState(false);
  const refundable = payment.amount - payment.refunded - payment.lost;
  const isDisputed = order.disputes.some(
    (each) => each.paymentId === payment._id && isUndecided(each.status),
  );
  return (
    <li className="stack">
      <p className="amount-line">
        <span>
          {name ?? `Paid by ${methodName(payment.method)}`}
          <span className="text-13">
            {name ? `Paid by ${methodName(payment.method)}, ` : ''}
            {plainDate(payment.capturedAt)}
            {payment.refunded > 0 && `, ${exactPrice(payment.refunded, payment.currency)} refunded`}
            {payment.lost > 0 && `, ${exactPrice(payment.lost, payment.currency)} lost to the bank`}
          </span>
          <span className="text-13 mono">{payment._id}</span>
        </span>
        <span className="price">{exactPrice(payment.amount, payment.currency)}</span>
      </p>
      {part && part.taxDeducted > 0 && (
        <DeductedTax part={part} save={(number) => enterCertificate(order._id, part._id, number)} />
      )}
      {isDisputed && <p className="text-13">{REFUND_DISPUTED}</p>}
      {refundable > 0 && !isDisputed && !isOpen && (
        <p>
          <Button small onClick={() => setOpen(true)}>
            Refund…
          </Button>
        </p>
      )}
      {isOpen && (
        <RefundForm
          payment={payment}
          order={order}
          refundable={refundable}
          close={() => setOpen(false)}
        />
      )}
    </li>
  );
}
