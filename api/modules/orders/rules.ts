import { addHours } from 'date-fns/addHours';
import { MIN_PAISE } from '../../platform/money/rules.ts';
import { ORDER_CANCELLED, ORDER_DECLINED, ORDER_REFUNDED } from './texts.ts';

/** How far an order has come; stored. */
export type OrderStatus = 'In Progress' | 'Accepted' | 'Rejected' | 'Delivered' | 'Completed';

/** What an order without any payment reads instead of a status. */
export const AWAITING_PAYMENT = 'Awaiting payment';

/** What people read as an order's status. What is added here is never stored: it follows from the money. */
export type ShownStatus = OrderStatus | 'Cancelled' | 'Refunded' | typeof AWAITING_PAYMENT;

/** The statuses in which somebody still has something to do. */
export const OPEN_STATUSES = ['In Progress', 'Accepted', 'Delivered'] as const;

export const isOpen = (status: ShownStatus): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/**
 * A cancelled order is stored as Rejected. An open one of which everything paid went back is closed
 * (README of payments); one of which
 * nothing was ever paid has not begun.
 */
export function shownStatus(
  order: Balance & { status: OrderStatus; cancelled_at: string | null },
): ShownStatus {
  if (order.cancelled_at) return 'Cancelled';
  if (order.paid === 0 && order.status === 'In Progress') return AWAITING_PAYMENT;
  return isOpen(order.status) && isWhollyRefunded(order) ? 'Refunded' : order.status;
}

interface Priced {
  price: number;
}

/** Plan and extras in whatever unit their prices are; callers keep to one. */
export const totalOf = (plan: Priced, extras: (Priced & { quantity: number })[]): number =>
  extras.reduce((sum, extra) => sum + extra.price * extra.quantity, plan.price);

/** The six characters people know an order by. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

/** Paid date plus the plan's days. */
export const deliveryDate = (paidAt: string, days: number): string =>
  addHours(paidAt, 24 * days).toISOString();

/** Which states of an order still take requirements. */
export const takesRequirements = (order: {
  orderStatus: ShownStatus;
  paymentInfo: { paidAmount: number };
}): boolean => order.paymentInfo.paidAmount > 0 && isOpen(order.orderStatus);

/** Whether the delivery date of an order means something: not when nothing will be delivered. */
export const isToBeDelivered = (order: { orderStatus: ShownStatus }): boolean =>
  !['Rejected', 'Cancelled', 'Refunded'].includes(order.orderStatus);

/** A link that may be shown: https, a host with a dot, no name or password in it. */
export function isHttpsLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && plain && url.hostname.includes('.');
}

export type PaymentType = 'Full' | 'Milestone';

/** What a buyer who cancels gets back, in percent of what is paid. Each agreement stores its own copy. */
export interface CancellationTerms {
  /** Grows with every change of the terms. */
  version: number;
  notAccepted: number;
  /** Accepted, and nothing delivered. */
  accepted: number;
  /** The same, once the delivery date is this many days past. */
  lateAfterDays: number;
  late: number;
  delivered: number;
}

export const CANCELLATION_TERMS: CancellationTerms = {
  version: 1,
  notAccepted: 100,
  accepted: 50,
  lateAfterDays: 7,
  late: 100,
  delivered: 0,
};

export type PaymentStatus = 'Pending' | 'Failed' | 'Partially Paid' | 'Paid';

/** Two instalments need ₹1 each. */
export const canSplit = (totalPaise: number): boolean => totalPaise >= 2 * MIN_PAISE;

/** What an order's books say; never stored beside them. */
export function paymentStatusOf(order: {
  paid: number;
  total: number;
  failed_at: string | null;
}): PaymentStatus {
  if (order.paid >= order.total) return 'Paid';
  if (order.paid > 0) return 'Partially Paid';
  return order.failed_at ? 'Failed' : 'Pending';
}

interface Balance {
  paid: number;
  refunded: number;
  /** What banks took back in lost disputes. */
  lost: number;
}

/** What is left of the money: neither refunded nor lost to a bank. */
export const balanceOf = ({ paid, refunded, lost }: Balance): number => paid - refunded - lost;

/** Whether a buyer still has what was paid for: not once all of it went back (README). */
export const holdsMoney = (order: Balance): boolean => balanceOf(order) > 0;

/** Everything that was paid for it went back, or is going back. */
export const isWhollyRefunded = (order: Balance): boolean => order.paid > 0 && !holdsMoney(order);

/** Why an order takes no money any more; null while it does. */
export const reasonNothingDue = (
  order: Balance & { status: string; cancelled_at: string | null },
): string | null => {
  if (order.cancelled_at) return ORDER_CANCELLED;
  if (order.status === 'Rejected') return ORDER_DECLINED;
  return isWhollyRefunded(order) ? ORDER_REFUNDED : null;
};

/** `pay_ABCDEFGHIJKLMN` → `pay_••••••••••KLMN`. */
export const maskPaymentId = (id: string): string => `pay_••••••••••${id.slice(-4)}`;
