import { MAX_DESCRIPTION_LENGTH, MAX_EXTRA_DAYS, MAX_OPEN_CHANGES } from './limits.ts';
import type { ChangeStatus } from './rules.ts';

export const CHANGE_DESCRIPTION_NEEDED = 'Please say what you need.';
export const CHANGE_DESCRIPTION_LONG = `Please use at most ${MAX_DESCRIPTION_LENGTH.toLocaleString('en')} characters.`;
export const CHANGE_AMOUNT = 'Please give the price: 0, or ₹1 or $1 or more.';
export const CHANGE_DAYS = `Please give the extra days, 0 to ${MAX_EXTRA_DAYS}.`;
export const CHANGE_PROPOSED = 'Your proposal is sent.';
export const CHANGE_REQUESTED = 'Your request is sent. The answer comes here and by e-mail.';
export const CHANGE_ACCEPTED = 'Accepted. The order is changed.';
export const CHANGE_DECLINED = 'You have declined the change. The order stays as it was.';
export const CHANGE_WITHDRAWN = 'The proposal is withdrawn.';
export const UNKNOWN_CHANGE = 'There is no such change.';
export const CHANGE_USED =
  'This proposal has arrived already, with other words. Load the page again to see it.';
export const TOO_MANY_CHANGES = `${MAX_OPEN_CHANGES} changes wait for an answer. Please settle one of them first.`;
export const MORE_TIME_ASKED = 'You have asked for more time already. Withdraw that to ask anew.';
export const NOT_YOUR_ANSWER = 'The other side answers this proposal. You can withdraw it.';
export const NOT_YOUR_PROPOSAL = 'Only who proposed a change can withdraw it.';
export const REVISION_DECIDED = 'This request was decided already. Load the order again.';
export const NOT_PAID = 'Changes can be proposed once the order is paid.';

type Decided = Exclude<ChangeStatus, 'Proposed'>;

const DECIDED: Record<Decided, string> = {
  Accepted: 'was accepted already',
  Declined: 'was declined',
  Withdrawn: 'was withdrawn',
};

/** Why a change or a quote can no longer be decided. */
export const whyDecided = (what: 'change' | 'quote', status: Decided): string =>
  `This ${what} ${DECIDED[status]}.`;
