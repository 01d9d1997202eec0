import type { ChangeStatus, Side } from '../../../../db/schema/states.ts';
import type { Order, OrderChange } from '../../../../db/schema.ts';
import { type Currency, formatExact, MIN_PAISE } from '../../../platform/money/rules.ts';
import { AWAITING_PAYMENT, daysAfter, isOpen, type ShownStatus } from '../../orders/rules.ts';
import { NOT_PAID } from './texts.ts';

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
