import { AWAITING_PAYMENT, OPEN_STATUSES, type ShownStatus } from '../rules.ts';

export type RevisionStatus = 'Pending' | 'Approved' | 'Rejected' | 'Completed';

export const REVISION_MOST = 4_000;
export const REVISION_REQUESTED = 'Revision requested successfully.';
export const REVISION_CHANGED = 'The revision is updated.';
export const REVISION_FAILED = 'An error occurred. Please try again.';
export const NO_REVISIONS_LEFT = 'No Revisions Left';
export const REQUEST_USED =
  'This request has arrived already, with other words. Load the page again to see it.';
export const DESCRIPTION_NEEDED = 'Please describe the changes you need.';
export const DESCRIPTION_TOO_LONG = `Please use at most ${REVISION_MOST.toLocaleString('en')} characters.`;
const NOT_PAID_YET = 'Revisions can be requested once the order is paid.';
export const UNKNOWN_REVISION = 'There is no such revision request.';
export const REVISION_TRANSITION_NOT_ALLOWED = 'The request cannot become that any more.';

/** While the work is open or has just been delivered. */
export const isOpenForRevision = (status: ShownStatus): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

export const orderIsClosed = (status: ShownStatus): string =>
  `The order is ${status.toLowerCase()}: no revision begins any more.`;

const closedFor = (status: ShownStatus): string =>
  `This order is ${status.toLowerCase()}: no revision can be requested.`;

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
