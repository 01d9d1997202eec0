import type { DisputeRow, PaymentRow } from './database.ts';
import type { DisputeStatus } from './types.ts';

export const isUndecided = (status: DisputeStatus): boolean =>
  status === 'open' || status === 'under_review';

/** What the merchant still has of a payment: neither refunded nor taken back by the bank. */
export const leftOf = (payment: PaymentRow, disputes: DisputeRow[]): number =>
  disputes.reduce(
    (left, each) => left - each.amount_deducted,
    payment.amount - payment.amount_refunded,
  );
