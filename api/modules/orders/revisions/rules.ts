import { AWAITING_PAYMENT, OPEN_STATUSES, type ShownStatus } from '../rules.ts';
import { closedFor, NO_REVISIONS_LEFT, NOT_PAID_YET } from './texts.ts';

export type RevisionStatus = 'Pending' | 'Approved' | 'Rejected' | 'Completed';

/** While the work is open or has just been delivered. */
export const isOpenForRevision = (status: ShownStatus): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** From which status the owner may lead to which. */
export const PREVIOUS_STATUS: Record<Exclude<RevisionStatus, 'Pending'>, RevisionStatus> = {
  Approved: 'Pending',
  Rejected: 'Pending',
  Completed: 'Approved',
};

/** Why no revision can be asked for; null when one can, which `claimRevision` (queries.ts) decides. */
export function reasonNoRevision(order: {
  orderStatus: ShownStatus;
  /** Less what was refunded. */
  paidAmount: number;
  usedRevisions: number;
  maxRevisions: number;
}): string | null {
  if (order.orderStatus === AWAITING_PAYMENT) return NOT_PAID_YET;
  if (!isOpenForRevision(order.orderStatus)) return closedFor(order.orderStatus);
  if (order.paidAmount <= 0) return NOT_PAID_YET;
  return order.usedRevisions >= order.maxRevisions ? NO_REVISIONS_LEFT : null;
}
