import './payments.css';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { documentFile } from '../../../api/modules/billing/document-number-rules.ts';
import type { BuyerPayment } from '../../../api/modules/order-pages/payment-list.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { PaymentState } from '../../../api/modules/payments/payment-state-rules.ts';
import type { Column } from '../../components/Table.tsx';
import { plainDate, price } from '../../lib/format.ts';
import { instalmentNote } from '../orders/Instalments.tsx';

const TONES: Record<PaymentState, string> = {
  Paid: 'green',
  'Partly refunded': 'blue',
  'Partly returned': 'red',
  Refunded: 'blue',
  'Refund on its way': 'blue',
  'To be refunded': 'amber',
  'Returned by the bank': 'red',
  Disputed: 'red',
  'Without an order': 'red',
  'Not credited': 'red',
  'To be paid': 'amber',
  Overdue: 'red',
};

type ListedPayment = Omit<BuyerPayment, '_id' | 'refundDays'>;

/** What was deducted as tax, and how much went back and when, where the state does not say it. */
function detailsOf({
  state,
  amount,
  currency,
  refunded,
  refundedAt,
  lost,
  deducted,
}: ListedPayment): string {
  const when = refundedAt && ` on ${plainDate(refundedAt)}`;
  return [
    deducted &&
      `+ ${price(deducted.amount, currency)} deducted (certificate ${deducted.certificate ?? 'awaited'})`,
    refunded > 0 && refunded < amount && `${price(refunded, currency)} refunded${when}`,
    lost > 0 && state !== 'Returned by the bank' && `${price(lost, currency)} returned by the bank`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The gig, the part and the number of the order; empty for a payment without an order. */
export const purposeOf = ({ gig, part, orderId }: ListedPayment): string =>
  [gig, orderId && (part ?? 'Paid beyond what was due'), orderId && `#${orderNumber(orderId)}`]
    .filter(Boolean)
    .join(' · ');

/** When it was paid, or when it is due. */
const dateOf = ({ paidAt, due }: ListedPayment): string => {
  if (paidAt) return plainDate(paidAt);
  return due ? instalmentNote({ status: 'Open', due: due.trigger, payBy: due.payBy }) : '';
};

interface PapersProps {
  papers: { number: string; title: string }[];
  /** The address of the order in the API. */
  order: string;
}

/** Links to the receipts and invoices of a payment. */
export const Papers = ({ papers, order }: PapersProps) =>
  papers.length > 0 && (
    <span className="payment-papers">
      {papers.map(({ number, title }) => (
        <a
          key={number}
          href={`${order}/receipts/${documentFile(number)}`}
          download={documentFile(number)}
          aria-label={`${title} ${number}`}
        >
          <Download aria-hidden="true" /> {title}
        </a>
      ))}
    </span>
  );

interface ColumnsProps<P> {
  /** What was paid for and by whom. */
  title: (payment: P) => ReactNode;
  /** What else is to be known or done about the state. */
  beside: (payment: P) => ReactNode;
  /** The address of orders in the API. */
  orders: string;
  /** Between the amount and the documents. */
  amounts?: Column<P>[];
}

/** A list of payments, of the buyer's and of the owner's. */
export const paymentColumns = <P extends ListedPayment>({
  title,
  beside,
  orders,
  amounts = [],
}: ColumnsProps<P>): Column<P>[] => [
  { name: 'Payment', cell: title },
  {
    name: 'State',
    cell: (payment) => (
      <span className="payment-state">
        <span className={`badge badge--${TONES[payment.state]}`}>{payment.state}</span>
        <span className="text-13">{detailsOf(payment)}</span>
        {beside(payment)}
      </span>
    ),
  },
  { name: 'Date', cell: dateOf, isShort: true },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <span className="price">{price(amount, currency)}</span>,
    isNumber: true,
    onPhone: 'beside',
  },
  ...amounts,
  {
    name: 'Documents',
    cell: ({ papers, orderId }) => <Papers papers={papers} order={`${orders}/${orderId}`} />,
  },
];
