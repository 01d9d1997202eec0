import type { Dispute, Order } from '../../../../db/schema.ts';
import { defineEvent } from '../../../platform/events.ts';

export interface OrderDispute {
  /** Undefined if the payment belongs to no order. */
  order: Order | undefined;
  dispute: Dispute;
  at: string;
}

/** The bank opened a dispute about a payment. */
export const disputeOpened = defineEvent<OrderDispute>('dispute.opened');

/** The bank needs more evidence: the dispute must be answered again. */
export const disputeActionRequired = defineEvent<OrderDispute>('dispute.actionRequired');

/** The bank has received our answer. */
export const disputeUnderReview = defineEvent<OrderDispute>('dispute.underReview');

/** A dispute was won, lost or closed. The order's balance is already updated. */
export const disputeDecided = defineEvent<OrderDispute>('dispute.decided');

/** A reminder: `days` days are left to answer. */
export const disputeDeadlineNear = defineEvent<OrderDispute & { days: number }>(
  'dispute.deadlineNear',
);
