import type { ShownStatus } from '../rules.ts';
import { MAX_REVISION_LENGTH } from './limits.ts';

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
