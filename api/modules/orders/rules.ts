import { addHours } from 'date-fns/addHours';
import { formatPaise, MIN_PAISE } from '../../platform/money/rules.ts';

export const PRICE_CHANGED = 'The price has changed. Please review your order.';
export const FILL_ALL = 'Please fill all the details';
export const GIG_GONE = 'This gig is no longer offered.';
export const PLAN_GONE = 'This package is no longer offered. Please choose again.';
export const EXTRA_GONE = 'One of the extras is no longer offered. Please choose again.';
export const NO_SPLIT = 'Orders under ₹2 are paid in full.';
export const OTHER_CART = 'This checkout was used for another order. Please start again.';
export const UNKNOWN_ORDER = 'There is no such order.';

/** How many of one extra an order may hold. */
export const MAX_EXTRA_QUANTITY = 50;

/** The steps of a checkout. */
export const CHECKOUT_STEPS = ['Order & Details', 'Confirm & Pay', 'Submit Requirements'] as const;

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

export const REQUIREMENTS_MOST_CHARS = 4_000;
export const REQUIREMENTS_MOST_LINKS = 5;
export const REQUIREMENTS_EMPTY = 'Please say what you need.';
export const REQUIREMENTS_TOO_LONG = 'Please keep it under 4,000 characters.';
export const LINK_NOT_HTTPS = 'A link starts with https://.';
export const TOO_MANY_LINKS = 'Five links are the most.';
export const REQUIREMENTS_SAVED = 'Your requirements are saved.';
export const REQUIREMENTS_CLOSED = 'This order takes no requirements now.';

/** A link that may be shown: https, a host with a dot, no name or password in it. */
export function isHttpsLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && plain && url.hostname.includes('.');
}

type EventData = Record<string, unknown>;

const paise = (data: EventData): string =>
  typeof data['amount'] === 'number' ? formatPaise(data['amount']) : 'The amount';

const FULL_PAYMENT = 'Full payment';

const changeText = (data: EventData): string =>
  `${String(data['number'])} (${String(data['effect'])})`;

const EVENTS: Record<string, (data: EventData) => string> = {
  placed: () => 'Order placed',
  'payment failed': (data) => `Payment of ${paise(data)} failed`,
  'payment received': (data) => {
    const milestone = data['of'] === 'Milestone' && `Milestone ${String(data['part'])} of 2`;
    const name = data['name'] ?? (milestone || FULL_PAYMENT);
    const what = name === FULL_PAYMENT ? 'Payment' : String(name);
    return `${what} received: ${paise(data)}`;
  },
  'part waived': (data) => `${String(data['name'])} of ${paise(data)} waived`,
  'part moved': (data) => `${String(data['name'])} is now due on ${String(data['day'])}`,
  surplus: (data) => `${paise(data)} paid beyond what was due; it is given back`,
  refunded: (data) => `Refund of ${paise(data)} is on its way`,
  'dispute open': (data) => `The bank questions ${paise(data)}`,
  'dispute under review': (data) => `The bank reviews ${paise(data)}`,
  'dispute won': (data) => `The dispute of ${paise(data)} is won`,
  'dispute lost': (data) => `The bank has taken ${paise(data)} back`,
  'dispute closed': (data) => `The dispute of ${paise(data)} is closed`,
  'refund failed': (data) => `Refund of ${paise(data)} did not go through; we try another way`,
  'revision out of scope': (data) =>
    `Revision ${String(data['number'])} became change ${String(data['change'])}: it does not count`,
  'change proposed': (data) =>
    `${data['by'] === 'buyer' ? 'Change' : 'The seller’s change'} ${changeText(data)} proposed`,
  'change accepted': (data) => `Change ${changeText(data)} accepted`,
  'change declined': (data) => `Change ${changeText(data)} declined`,
  'change withdrawn': (data) => `Change ${changeText(data)} withdrawn`,
  requirements: () => 'Requirements submitted',
  'revision requested': (data) =>
    `Revision ${String(data['number'])} of ${String(data['of'])} requested`,
  'revision decided': (data) =>
    `Revision ${String(data['number'])} ${String(data['status']).toLowerCase()}`,
  status: (data) => `Order is now ${String(data['status'] ?? 'changed')}`,
};

/** A line of the timeline. A kind without a sentence of its own is shown by its name. */
export const describeEvent = (kind: string, data: EventData): string =>
  EVENTS[kind]?.(data) ?? kind.charAt(0).toUpperCase() + kind.slice(1);

/** The owner's own lines: what the owner and the bank say to each other. */
const OWNER_EVENTS = ['dispute open', 'dispute under review', 'dispute won', 'dispute closed'];

export const isForBuyer = ({ kind }: { kind: string }): boolean => !OWNER_EVENTS.includes(kind);

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

const ORDER_CANCELLED = 'This order was cancelled. There is nothing to pay.';

const ORDER_DECLINED = 'This order was declined. There is nothing to pay.';

const ORDER_REFUNDED = 'This order was refunded. There is nothing to pay.';
