import type { ReactNode } from 'react';
import { describePause, type Pause } from '../../../api/modules/orders/clock/texts.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import {
  isToBeDelivered,
  type ShownStatus,
  shownPaymentStatus,
} from '../../../api/modules/orders/rules.ts';
import { plainDate, price, promisedDay } from '../../lib/format.ts';

const ORDER_TONES: Record<ShownStatus, string> = {
  'Awaiting payment': 'amber',
  Rejected: 'red',
  'In Progress': 'amber',
  Accepted: 'blue',
  Delivered: 'green',
  Completed: 'green',
  Refunded: 'red',
  Cancelled: 'red',
  Lapsed: 'red',
};
const PAYMENT_TONES: Record<ReturnType<typeof shownPaymentStatus>, string> = {
  Failed: 'red',
  Pending: 'amber',
  'Partially Paid': 'blue',
  Paid: 'green',
  Refunded: 'green',
  'Partly Refunded': 'blue',
  'Not Refunded': 'amber',
  'Nothing Paid': 'blue',
};

export const OrderBadge = ({ status }: { status: ShownStatus }) => (
  <span className={`badge badge--${ORDER_TONES[status]}`}>{status}</span>
);

/** Of these nothing is paid. */
const SAYS_PAYMENT: readonly ShownStatus[] = ['Awaiting payment', 'Lapsed'];

/** What the order's own badge does not say: how much is paid, and what went back. */
export function PaymentBadge({ order }: { order: Pick<OrderDto, 'orderStatus' | 'paymentInfo'> }) {
  const { refundedAmount, paidAmount, currency } = order.paymentInfo;
  const status = shownPaymentStatus(order);
  if (SAYS_PAYMENT.includes(order.orderStatus) || order.orderStatus === status) return null;
  const back = refundedAmount > 0 && price(refundedAmount, currency);
  const tone = `badge badge--${PAYMENT_TONES[status]}`;
  if (back && status === 'Refunded') return <span className={tone}>{`${back} refunded`}</span>;
  if (back && status === 'Partly Refunded') {
    const paid = price(paidAmount, currency);
    return <span className={tone}>{`${back} of ${paid} refunded`}</span>;
  }
  return (
    <>
      <span className={tone}>{status}</span>
      {back && <span className="badge badge--amber">{`${back} refunded`}</span>}
    </>
  );
}

/** Marks a test beside real orders. */
export const TestBadge = ({ order }: { order: { isTest: boolean } }) =>
  order.isTest ? <span className="badge badge--amber">Test</span> : null;

/** The delivery date of an order as shown on screen. */
export function deliveryDay(order: {
  orderStatus: ShownStatus;
  deliveryDate: string | null;
}): string {
  if (!isToBeDelivered(order)) return '—';
  return order.deliveryDate ? promisedDay(order.deliveryDate) : 'Pending';
}

/** The waits for the buyer that are over, for a list of facts. */
export function pauseRows({
  pauses = [],
}: {
  pauses?: Pause[] | undefined;
}): [string, ReactNode][] {
  const over = pauses.filter(({ to, reason, days }) => to && (reason !== null || days > 0));
  if (over.length === 0) return [];
  return [
    ['Pauses', over.map((pause) => <p key={pause.from}>{describePause(pause, plainDate)}</p>)],
  ];
}
