import type { RevisionStatus } from '../../../../db/schema/states.ts';
import { AWAITING_PAYMENT, isOpen, type ShownStatus } from '../rules.ts';
import { closedFor, NO_REVISIONS_LEFT, NOT_PAID_YET } from './texts.ts';

export type { RevisionStatus };
export type DecidedRevision = Exclude<RevisionStatus, 'Pending'>;

/** The status before each status that the owner can set. */
export const PREVIOUS_STATUS: Record<DecidedRevision, RevisionStatus> = {
  Approved: 'Pending',
  Rejected: 'Pending',
  Completed: 'Approved',
};

/** Why no revision can be requested; null if one can. Decides on the page and, with the order locked, in the app. */
export function reasonNoRevision(order: {
  orderStatus: ShownStatus;
  /** Paid amount minus refunds. */
  paidAmount: number;
  usedRevisions: number;
  maxRevisions: number;
}): string | null {
  if (order.orderStatus === AWAITING_PAYMENT) return NOT_PAID_YET;
  if (!isOpen(order.orderStatus)) return closedFor(order.orderStatus);
  if (order.paidAmount <= 0) return NOT_PAID_YET;
  return order.usedRevisions >= order.maxRevisions ? NO_REVISIONS_LEFT : null;
}
