import type { RevisionStatus } from '../../../../db/schema/states.ts';
import { AWAITING_PAYMENT, isOpen, type ShownStatus } from '../rules.ts';

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

/** Maximum length of a request. For the number of requests see `reasonNoRevision` in rules.ts. */
export const MAX_REVISION_LENGTH = 4_000;

export const REVISION_REQUESTED = 'Revision requested successfully.';
export const REVISION_CHANGED = 'The revision is updated.';
export const REVISION_FAILED = 'An error occurred. Please try again.';
export const NO_REVISIONS_LEFT = 'No Revisions Left';
export const REQUEST_USED =
  'This request has arrived already, with other words. Load the page again to see it.';
export const DESCRIPTION_NEEDED = 'Please describe the changes you need.';
export const DESCRIPTION_TOO_LONG = `Please use at most ${MAX_REVISION_LENGTH.toLocaleString('en')} characters.`;
export const NOT_PAID_YET = 'Revisions can be requested once the order is paid.';
export const UNKNOWN_REVISION = 'There is no such revision request.';
export const REVISION_TRANSITION_NOT_ALLOWED = 'The request cannot become that any more.';

export const orderIsClosed = (status: ShownStatus): string =>
  `The order is ${status.toLowerCase()}: no revision begins any more.`;

export const closedFor = (status: ShownStatus): string =>
  `This order is ${status.toLowerCase()}: no revision can be requested.`;
