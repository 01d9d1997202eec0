import type { DisputeRow, PaymentRow } from './database.ts';
import type { DisputeStatus } from './types.ts';

export const isUndecided = (status: DisputeStatus): boolean =>
  status === 'open' || status === 'under_review';

/** The part of a payment that is neither refunded nor lost in a dispute. */
export const leftOf = (payment: PaymentRow, disputes: DisputeRow[]): number =>
  disputes.reduce(
    (left, each) => left - each.amount_deducted,
    payment.amount - payment.amount_refunded,
  );
