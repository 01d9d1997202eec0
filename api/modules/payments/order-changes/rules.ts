import { addHours } from 'date-fns/addHours';
import { formatPaise, MIN_PAISE } from '../../../platform/money/rules.ts';
import { AWAITING_PAYMENT, isOpen, type ShownStatus } from '../../orders/rules.ts';
import { NOT_PAID } from './texts.ts';

export type ChangeStatus = 'Proposed' | 'Accepted' | 'Declined' | 'Withdrawn';
export type Side = 'buyer' | 'owner';

/** Why an order cannot be changed; null if it can. */
export function reasonNoChange(status: ShownStatus): string | null {
  if (status === AWAITING_PAYMENT) return NOT_PAID;
  return isOpen(status) ? null : `This order is ${status.toLowerCase()} and cannot be changed.`;
}

/** Whether an amount is valid: zero, or at least the provider's minimum. */
export const isChangeAmount = (paise: number): boolean => paise === 0 || paise >= MIN_PAISE;

/** Describes a change: '₹500.00 and 2 days', 'no charge', '1 day, no charge'. */
export function describeEffect({ amount, days }: { amount: number; days: number }): string {
  const time = days === 0 ? '' : days === 1 ? '1 day' : `${days} days`;
  if (amount === 0) return time ? `${time}, no charge` : 'no charge';
  return [formatPaise(amount), time].filter(Boolean).join(' and ');
}

/** The delivery date with extra days. After a delivery they count from now, if that is later. */
export function extendedDate(
  { deliveryDate, isDelivered }: { deliveryDate: string | null; isDelivered: boolean },
  days: number,
  now: string,
): string | null {
  if (deliveryDate === null || days === 0) return deliveryDate;
  const from = isDelivered && now > deliveryDate ? now : deliveryDate;
  return addHours(from, 24 * days).toISOString();
}
