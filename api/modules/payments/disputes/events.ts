import type { Dispute, Order } from '../../../../db/schema.ts';
import { defineEvent } from '../../../platform/events.ts';

export interface OrderDispute {
  /** Absent where the payment belongs to no order. */
  order: Order | undefined;
  dispute: Dispute;
  at: string;
}

/** The bank questions a payment. */
export const disputeOpened = defineEvent<OrderDispute>('dispute.opened');

/** The bank asks for more: it must be answered again. */
export const disputeActionRequired = defineEvent<OrderDispute>('dispute.actionRequired');

/** The bank has our answer. */
export const disputeUnderReview = defineEvent<OrderDispute>('dispute.underReview');

/** Won, lost or closed; the order's balance is already what follows from it. */
export const disputeDecided = defineEvent<OrderDispute>('dispute.decided');

/** So many days are left to answer. */
export const disputeDeadlineNear = defineEvent<OrderDispute & { days: number }>(
  'dispute.deadlineNear',
);
