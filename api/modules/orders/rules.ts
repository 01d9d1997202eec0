import type { OrderStatus } from '../../../db/schema/states.ts';
import type { Order } from '../../../db/schema.ts';
import { isPlainLink } from '../../platform/http/link-rules.ts';
import { MIN_PAISE, toPaise } from '../../platform/money/rules.ts';
import { ORDER_CANCELLED, ORDER_REFUNDED, ORDER_REJECTED } from './texts.ts';

export {
  ORDER_STATUSES,
  type OrderStatus,
  PAID_STATUSES,
  PAYMENT_TYPES,
  type PaymentType,
} from '../../../db/schema/states.ts';

/** Shown instead of the status of an order without any payment. */
export const AWAITING_PAYMENT = 'Awaiting payment' satisfies ShownStatus;

/** The status on pages. The additional values are calculated from the payments, in the database. */
export type ShownStatus = Order['shown_status'] | 'Lapsed';

/** The statuses in which the owner has to deliver. */
export const TO_DELIVER = ['In Progress', 'Accepted'] as const;

export const isToDeliver = ({ orderStatus }: { orderStatus: ShownStatus }): boolean =>
  (TO_DELIVER as readonly string[]).includes(orderStatus);

/** The statuses in which buyer or owner still has to act. */
export const OPEN_STATUSES = [...TO_DELIVER, 'Delivered'] as const;

export const isOpen = (status: ShownStatus): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** The days after which an unanswered delivery counts as accepted. */
export const DAYS_TO_ANSWER = 7;

/** Lower case, letters only, with single spaces. */
export const plainWords = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim();

export const isIndia = (country: string): boolean =>
  /^(in|ind|india|bharat|(the )?republic of india)$/.test(plainWords(country)) ||
  country.trim() === 'भारत';

interface Priced {
  price: number;
}

/** The price of a plan with its extras, in the unit of the given prices. */
export const totalOf = (plan: Priced, extras: (Priced & { quantity: number })[]): number =>
  extras.reduce((sum, extra) => sum + extra.price * extra.quantity, plan.price);

const DAY = 24 * 60 * 60 * 1000;

/** The same time of the day, some days later: a delivery date is the date of payment plus the days of the plan. */
export const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY).toISOString();

/** Whether the buyer can still send requirements. */
export const takesRequirements = (order: {
  orderStatus: ShownStatus;
  paymentInfo: { paidAmount: number };
}): boolean => order.paymentInfo.paidAmount > 0 && isOpen(order.orderStatus);

/** Whether the delivery date is shown: not if nothing will be delivered. */
export const isToBeDelivered = (order: { orderStatus: ShownStatus }): boolean =>
  !['Rejected', 'Cancelled', 'Refunded', 'Lapsed'].includes(order.orderStatus);

/** A typed link; one that begins with its host, like www.example.com, gets the https:// that it lacks. */
export const completeLink = (text: string): string => {
  const link = text.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(link) ? `https://${link}` : link;
};

/** Whether a link is safe to show: https, a host with a dot, no credentials in it. */
export function isHttpsLink(text: string): boolean {
  if (!isPlainLink(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.hostname.includes('.');
}

export type PaymentStatus = 'Pending' | 'Failed' | 'Partially Paid' | 'Paid';

/** Whether a total can be split: two instalments need ₹1 each. */
export const canSplit = (totalPaise: number): boolean => totalPaise >= 2 * MIN_PAISE;

type Amounts = Pick<Order, 'total' | 'paid' | 'tax_deducted'>;

/** What is still to be settled, in paise. Tax that the buyer has deducted counts as settled. */
export const openOf = ({ total, paid, tax_deducted }: Amounts): number =>
  total - paid - tax_deducted;

/** The same of an order in JSON. */
export const openPaise = (payment: {
  totalAmount: number;
  paidAmount: number;
  taxDeducted?: number | undefined;
}): number =>
  toPaise(payment.totalAmount) - toPaise(payment.paidAmount) - toPaise(payment.taxDeducted ?? 0);

/** The payment status, calculated from the amounts and never stored. */
export function paymentStatusOf(order: Amounts & { failed_at: string | null }): PaymentStatus {
  if (openOf(order) <= 0) return 'Paid';
  if (order.paid > 0) return 'Partially Paid';
  return order.failed_at ? 'Failed' : 'Pending';
}

/** What screens show of the payments. An order that takes no more of them shows what was given back. */
export function shownPaymentStatus({
  orderStatus,
  paymentInfo: { paymentStatus, paidAmount, refundedAmount, lostAmount },
}: {
  orderStatus: ShownStatus;
  paymentInfo: {
    paymentStatus: PaymentStatus;
    paidAmount: number;
    refundedAmount: number;
    lostAmount: number;
  };
}): PaymentStatus | 'Refunded' | 'Partly Refunded' | 'Not Refunded' | 'Nothing Paid' {
  if (isToBeDelivered({ orderStatus })) return paymentStatus;
  if (paidAmount === 0) return 'Nothing Paid';
  const back = refundedAmount + lostAmount;
  if (back === 0) return 'Not Refunded';
  return back >= paidAmount ? 'Refunded' : 'Partly Refunded';
}

type Balance = Pick<Order, 'paid' | 'balance'>;

/** Whether part of the payments is left: without it the buyer has no claim any more (README). */
export const holdsMoney = (order: Pick<Order, 'balance'>): boolean => order.balance > 0;

/** What of a closed order is still to be refunded, in paise: all of a declined one, of a cancelled one what was promised. */
export function owedRefundOf(
  order: Pick<Order, 'status' | 'cancelled_at' | 'promised' | 'balance' | 'refunded' | 'lost'>,
): number {
  if (order.status !== 'Rejected') return 0;
  if (order.cancelled_at === null) return order.balance;
  return Math.max(0, (order.promised ?? 0) - order.refunded - order.lost);
}

/** Whether all payments are refunded, lost or being refunded. */
export const isWhollyRefunded = (order: Balance): boolean => order.paid > 0 && !holdsMoney(order);

/** Whether an order can be paid with these keys: no test pays for a real order, and no real money for a test. */
export const hasSameKeys = (
  { is_test }: { is_test: 0 | 1 },
  { isTest }: { isTest: boolean },
): boolean => (is_test === 1) === isTest;

/** Whether an order stands as a test beside real ones; while all are tests, none is marked. */
export const isMarkedAsTest = (
  { is_test }: { is_test: 0 | 1 | null },
  { isTest }: { isTest: boolean },
): boolean => is_test === 1 && !isTest;

/** Why an order takes no more payments; null if it does. */
export const reasonNothingDue = (
  order: Balance & { status: string; cancelled_at: string | null },
): string | null => {
  if (order.cancelled_at) return ORDER_CANCELLED;
  if (order.status === 'Rejected') return ORDER_REJECTED;
  return isWhollyRefunded(order) ? ORDER_REFUNDED : null;
};

type Who = 'owner' | 'buyer' | 'system';

/**
 * The transitions by a person or by the system. Not in the table: a revision reopens a delivery, a
 * cancellation ends an order.
 */
const TRANSITIONS: readonly { from: OrderStatus; to: OrderStatus; by: readonly Who[] }[] = [
  { from: 'In Progress', to: 'Accepted', by: ['owner'] },
  { from: 'In Progress', to: 'Rejected', by: ['owner'] },
  { from: 'Accepted', to: 'Delivered', by: ['owner'] },
  { from: 'Delivered', to: 'Completed', by: ['buyer', 'system'] },
];

/** The statuses from which this person may change an order to `to`. */
export const sourcesOfTransition = (to: OrderStatus, by: Who): OrderStatus[] =>
  TRANSITIONS.filter((step) => step.to === to && step.by.includes(by)).map((step) => step.from);

/** The statuses to which this person may change an order. */
export const transitionsFrom = (from: ShownStatus, by: Who): OrderStatus[] =>
  TRANSITIONS.filter((step) => step.from === from && step.by.includes(by)).map((step) => step.to);

export const MAX_EXTRA_QUANTITY = 50;

export const MAX_REQUIREMENTS_LENGTH = 4_000;
export const MAX_REQUIREMENTS_LINKS = 5;
export const MAX_ANSWER_LENGTH = 2_000;

/** A text or a choice, or the ids of files of the order's conversation. */
export type RequirementAnswer = string | string[];

interface Question {
  question: string;
  kind: 'text' | 'choice' | 'files';
  choices: string[];
}

/** The number of the first question that is not answered; -1 if all are. */
export const findUnanswered = (
  questions: readonly Question[],
  answers: readonly RequirementAnswer[],
): number =>
  questions.findIndex(({ kind, choices }, at) => {
    const answer = answers[at];
    if (answer === undefined || (kind === 'files') !== Array.isArray(answer)) return true;
    return kind === 'choice' ? !choices.includes(String(answer)) : answer.length === 0;
  });

/** Questions and answers as one text, for whoever reads the requirements. */
export const answersText = (
  questions: readonly Question[],
  answers: readonly RequirementAnswer[],
): string =>
  questions
    .map(({ question }, at) => {
      const answer = answers[at] ?? '';
      return `${question}\n${typeof answer === 'string' ? answer : 'The files are in the conversation.'}`;
    })
    .join('\n\n');
