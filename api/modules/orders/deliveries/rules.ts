import { formatPaise, toPaise } from '../../../platform/money/rules.ts';

/** A warning for the owner before a delivery; null if the order is fully paid. */
export function unpaidWarning(payment: { totalAmount: number; paidAmount: number }): string | null {
  const open = toPaise(payment.totalAmount) - toPaise(payment.paidAmount);
  return open > 0 ? `The buyer has still to pay ${formatPaise(open)} of this order.` : null;
}
