import { addHours } from 'date-fns/addHours';
import { formatPaise, MIN_PAISE } from '../../../platform/money/rules.ts';
import { AWAITING_PAYMENT, isOpen, type ShownStatus } from '../../orders/rules.ts';

export type ChangeStatus = 'Proposed' | 'Accepted' | 'Declined' | 'Withdrawn';
export type Side = 'buyer' | 'owner';

/** How many changes of an order may wait for an answer. */
export const MAX_OPEN_CHANGES = 5;
export const DESCRIPTION_MOST = 2_000;
export const MAX_EXTRA_DAYS = 365;
/** The instalment of an accepted change is due after this many days. */
export const DAYS_TO_PAY_CHANGE = 7;

export const CHANGE_DESCRIPTION_NEEDED = 'Please say what should change.';
export const CHANGE_DESCRIPTION_LONG = `Please use at most ${DESCRIPTION_MOST.toLocaleString('en')} characters.`;
export const CHANGE_AMOUNT = 'Please give the price in rupees: 0, or ₹1 or more.';
export const CHANGE_DAYS = `Please give the extra days, 0 to ${MAX_EXTRA_DAYS}.`;
export const CHANGE_PROPOSED = 'Your proposal is sent.';
export const CHANGE_ACCEPTED = 'Accepted. The order is changed.';
export const CHANGE_DECLINED = 'You have declined the change. The order stays as it was.';
export const CHANGE_WITHDRAWN = 'The proposal is withdrawn.';
export const UNKNOWN_CHANGE = 'There is no such change.';
export const CHANGE_USED =
  'This proposal has arrived already, with other words. Load the page again to see it.';
export const TOO_MANY_CHANGES = `${MAX_OPEN_CHANGES} changes wait for an answer. Please settle one of them first.`;
export const NOT_YOUR_ANSWER = 'The other side answers this proposal. You can withdraw it.';
export const NOT_YOUR_PROPOSAL = 'Only who proposed a change can withdraw it.';
export const REVISION_DECIDED = 'This request was decided already. Load the order again.';
const NOT_PAID = 'Changes can be proposed once the order is paid.';

const DECIDED: Record<Exclude<ChangeStatus, 'Proposed'>, string> = {
  Accepted: 'This change was accepted already.',
  Declined: 'This change was declined.',
  Withdrawn: 'This change was withdrawn.',
};

/** Why a change takes no decision any more. */
export const reasonDecided = (status: Exclude<ChangeStatus, 'Proposed'>): string => DECIDED[status];

/** Why an order takes no change; null while it does. */
export function reasonNoChange(status: ShownStatus): string | null {
  if (status === AWAITING_PAYMENT) return NOT_PAID;
  return isOpen(status) ? null : `This order is ${status.toLowerCase()}: nothing of it changes.`;
}

/** An amount is nothing, or enough for the provider. */
export const isChangeAmount = (paise: number): boolean => paise === 0 || paise >= MIN_PAISE;

/** '₹500.00 and 2 days', 'no charge', '1 day, no charge'. */
export function describeEffect({ amount, days }: { amount: number; days: number }): string {
  const time = days === 0 ? '' : days === 1 ? '1 day' : `${days} days`;
  if (amount === 0) return time ? `${time}, no charge` : 'no charge';
  return [formatPaise(amount), time].filter(Boolean).join(' and ');
}

/** The delivery date with extra days: after a delivery they count from now, if that is later. */
export function extendedDate(
  { deliveryDate, isDelivered }: { deliveryDate: string | null; isDelivered: boolean },
  days: number,
  now: string,
): string | null {
  if (deliveryDate === null || days === 0) return deliveryDate;
  const from = isDelivered && now > deliveryDate ? now : deliveryDate;
  return addHours(from, 24 * days).toISOString();
}
