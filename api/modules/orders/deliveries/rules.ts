import { formatPaise, toPaise } from '../../../platform/money/rules.ts';

/** What the owner should know before handing the work over; null when all of it is paid. */
export function reasonNotDeliverable(payment: {
  totalAmount: number;
  paidAmount: number;
}): string | null {
  const open = toPaise(payment.totalAmount) - toPaise(payment.paidAmount);
  return open > 0 ? `The buyer has still to pay ${formatPaise(open)} of this order.` : null;
}
