import { AWAITING_PAYMENT, OPEN_STATUSES, type ShownStatus } from '../rules.ts';
import { closedFor, NO_REVISIONS_LEFT, NOT_PAID_YET } from './texts.ts';

export type RevisionStatus = 'Pending' | 'Approved' | 'Rejected' | 'Completed';

/** Whether an order with this status can have a revision: it must be open. */
export const isOpenForRevision = (status: ShownStatus): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** The status before each status that the owner can set. */
export const PREVIOUS_STATUS: Record<Exclude<RevisionStatus, 'Pending'>, RevisionStatus> = {
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
  if (!isOpenForRevision(order.orderStatus)) return closedFor(order.orderStatus);
  if (order.paidAmount <= 0) return NOT_PAID_YET;
  return order.usedRevisions >= order.maxRevisions ? NO_REVISIONS_LEFT : null;
}
