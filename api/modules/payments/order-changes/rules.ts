import type { ChangeStatus, Side } from '../../../../db/schema/states.ts';
import type { Order, OrderChange } from '../../../../db/schema.ts';
import { type Currency, formatExact, MIN_PAISE } from '../../../platform/money/rules.ts';
import { AWAITING_PAYMENT, daysAfter, isOpen, type ShownStatus } from '../../orders/rules.ts';

export const MAX_OPEN_CHANGES = 5;
export const MAX_DESCRIPTION_LENGTH = 2_000;
export const MAX_EXTRA_DAYS = 365;

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

export type { ChangeStatus, Side };

/** What buyer and owner read; a request of the buyer has words of its own. */
export type ChangeState = ChangeStatus | 'Asked' | 'Included';

type Proposed = Pick<OrderChange, 'proposed_by' | 'amount' | 'extra_days'>;

/** Whether the buyer asks for more, without a price. The owner includes it, quotes a price or declines. */
export const isRequest = ({ proposed_by, amount, extra_days }: Proposed): boolean =>
  proposed_by === 'buyer' && amount === 0 && extra_days === 0;

/** Whether the seller asks for more time and nothing else. */
export const isMoreTime = ({ proposed_by, amount, extra_days }: Proposed): boolean =>
  proposed_by === 'owner' && amount === 0 && extra_days > 0;

export function stateOf(change: Proposed & { status: ChangeStatus }): ChangeState {
  if (!isRequest(change)) return change.status;
  if (change.status === 'Proposed') return 'Asked';
  return change.status === 'Accepted' ? 'Included' : change.status;
}

/** Why an order cannot be changed; null if it can. */
export function reasonNoChange(status: ShownStatus): string | null {
  if (status === AWAITING_PAYMENT) return NOT_PAID;
  return isOpen(status) ? null : `This order is ${status.toLowerCase()} and cannot be changed.`;
}

/** Whether an amount is valid: zero, or at least the provider's minimum. */
export const isChangeAmount = (paise: number): boolean => paise === 0 || paise >= MIN_PAISE;

interface Effect {
  amount: number;
  days: number;
  currency: Currency;
}

/** What a change does to its order. */
export const effectOf = ({
  order,
  change,
}: {
  order: Pick<Order, 'currency'>;
  change: OrderChange;
}): Effect => ({ amount: change.amount, days: change.extra_days, currency: order.currency });

/** Describes a change: '₹500.00 and 2 days', 'no charge', '1 day, no charge'. */
export function describeEffect({ amount, days, currency }: Effect): string {
  const time = days === 0 ? '' : days === 1 ? '1 day' : `${days} days`;
  if (amount === 0) return time ? `${time}, no charge` : 'no charge';
  return [formatExact(amount, currency), time].filter(Boolean).join(' and ');
}

/** The delivery date with extra days. After a delivery they count from now, if that is later. */
export function extendedDate(
  { deliveryDate, isDelivered }: { deliveryDate: string | null; isDelivered: boolean },
  days: number,
  now: string,
): string | null {
  if (deliveryDate === null || days === 0) return deliveryDate;
  const from = isDelivered && now > deliveryDate ? now : deliveryDate;
  return daysAfter(from, days);
}
