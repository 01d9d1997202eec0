import { ChevronDown } from 'lucide-react';
import type { BuyerOrderDto } from '../../../api/modules/buyer-pages/order-document.ts';
import { shownPaymentStatus } from '../../../api/modules/orders/rules.ts';
import type { PaymentDto } from '../../../api/modules/payments/dto.ts';
import { paymentDate, rupees } from '../../lib/format.ts';
import { DefinitionList } from './DefinitionList.tsx';
import { Documents } from './Documents.tsx';
import { Instalments } from './Instalments.tsx';

/** The instalments and payments of an order, and every document that was issued for it. */
export function PaymentDetails({ order }: { order: BuyerOrderDto }) {
  const { paymentInfo: payment, payments } = order;
  const rows: [string, string][] = [
    ['Payment ID', payment.id ?? '—'],
    ['Type', payment.paymentType],
    ['Paid', rupees(payment.paidAmount)],
    ['Status', shownPaymentStatus(order)],
    ['Paid on', payment.paidAt ? paymentDate(payment.paidAt) : '—'],
  ];
  if (payment.refundedAmount > 0) rows.push(['Refunded', rupees(payment.refundedAmount)]);
  if (payment.lostAmount > 0) rows.push(['Returned by your bank', rupees(payment.lostAmount)]);
  return (
    <details className="card collapsible">
      <summary>
        <h2>Payment Details</h2>
        <span className="text-13">
          {rupees(payment.paidAmount)} of {rupees(payment.totalAmount)} paid
        </span>
        <ChevronDown className="collapsible__icon" aria-hidden="true" />
      </summary>
      <DefinitionList rows={rows} />
      {order.parts.length > 1 && <Instalments instalments={order.parts} />}
      {payments.length > 0 && (
        <ul className="payments" aria-label="Payments">
          {payments.map((each) => (
            <Payment key={each.id + each.paidAt} payment={each} order={order} />
          ))}
        </ul>
      )}
      {order.documents.length > 0 && (
        <Documents documents={order.documents} base={`/api/v1/gig/order/${order._id}`} />
      )}
    </details>
  );
}

function Payment({ payment, order }: { payment: PaymentDto; order: BuyerOrderDto }) {
  const instalment = order.parts.find(({ number }) => number === payment.part);
  const title = instalment && order.parts.length > 1 ? instalment.name : 'Payment';
  return (
    <li>
      <span className="payments__title">
        {title}, <span className="mono">{payment.id}</span>
        <span className="text-13">
          {paymentDate(payment.paidAt)} · {payment.status}
          {payment.refunded > 0 && ` (${rupees(payment.refunded)})`}
        </span>
      </span>
      <span className="price">{rupees(payment.amount)}</span>
    </li>
  );
}
