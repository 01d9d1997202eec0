import { type Currency, formatExact, MIN_PAISE } from '../../../platform/money/rules.ts';
import type { OrderStatus } from '../rules.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The refund for a buyer who cancels, in percent of the paid amount. Each agreement stores a copy. */
export interface CancellationTerms {
  /** Increases with every change of the terms. */
  version: number;
  notAccepted: number;
  /** Percent if accepted and nothing is delivered. */
  accepted: number;
  /** `late` applies from this many days after the delivery date. */
  lateAfterDays: number;
  late: number;
  delivered: number;
  /**
   * Percent of the paid amount that the seller owes on top of the refund, for cancelling an accepted order or for being
   * late.
   */
  sellerShare: number;
}

export const CANCELLATION_TERMS: CancellationTerms = {
  version: 2,
  notAccepted: 100,
  accepted: 50,
  lateAfterDays: 7,
  late: 100,
  delivered: 0,
  sellerShare: 50,
};

/** The terms of a shop whose owner has saved none when it opens: everything back, and nothing on top. */
export const OPENING_TERMS: CancellationTerms = {
  ...CANCELLATION_TERMS,
  version: 3,
  sellerShare: 0,
};

/** The data that decide on a cancellation; amounts are paise. */
export interface CancellableOrder {
  currency: Currency;
  status: OrderStatus;
  /** Whether anything was ever delivered, whatever the current status is. */
  isDelivered: boolean;
  deliveryDate: string | null;
  /** When an open wait for the buyer began, and the delivery date it found. */
  waits?: { from: string; due: string } | undefined;
  /** Until then everything is refunded, because the days were moved at the payment. */
  freeUntil?: string | null;
  /** When the seller has pressed Deliver, while that can be taken back: lateness ends there. */
  pressedAt?: string | null;
  terms: CancellationTerms;
  /** The settled payments; `left` is neither refunded nor lost in a dispute. */
  payments: { id: string; left: number }[];
  /** What was paid and no bank has taken back, refunded or not. */
  paid: number;
}

type Stage = 'notAccepted' | 'accepted' | 'late' | 'delivered';

/** The progress of an order, by the stages of the cancellation terms. */
export function cancellationStage(
  {
    status,
    isDelivered,
    deliveryDate,
    waits,
    pressedAt,
    terms,
  }: Omit<CancellableOrder, 'payments' | 'paid' | 'currency'>,
  now: Date,
): Stage {
  if (isDelivered) return 'delivered';
  if (status === 'In Progress') return 'notAccepted';
  if (status !== 'Accepted') return 'delivered';
  const isLate = (due: string, at: number) => at >= lateAt(due, terms);
  const until = pressedAt ? Date.parse(pressedAt) : now.getTime();
  if (!deliveryDate || !isLate(deliveryDate, until)) return 'accepted';
  // Nobody becomes late while waiting, and a wait does not undo it.
  return waits && !isLate(waits.due, Date.parse(waits.from)) ? 'accepted' : 'late';
}

const lateAt = (due: string, { lateAfterDays }: CancellationTerms): number =>
  Date.parse(due) + lateAfterDays * DAY;

/** From when an accepted order is so late that other terms apply; null where that cannot come. */
export function lateFrom(
  order: Pick<CancellableOrder, 'status' | 'isDelivered' | 'deliveryDate' | 'waits' | 'terms'>,
): string | null {
  const { status, isDelivered, deliveryDate, waits, terms } = order;
  if (status !== 'Accepted' || isDelivered || waits || !deliveryDate) return null;
  return new Date(lateAt(deliveryDate, terms)).toISOString();
}

const isFree = (order: CancellableOrder, now: Date): boolean =>
  cancellationStage(order, now) !== 'delivered' && now.toISOString() < (order.freeUntil ?? '');

/** Whether the buyer may cancel without the owner. */
export const mayCancel = (order: CancellableOrder, now: Date): boolean =>
  cancellationStage(order, now) !== 'delivered' && order.payments.some(({ left }) => left > 0);

/** Whether the seller may cancel: once accepted, which has its price (`owedOnTop`); before that an order is rejected. */
export const sellerMayCancel = (order: CancellableOrder, now: Date): boolean =>
  order.status === 'Accepted' && mayCancel(order, now);

/** The refund in paise if the buyer cancels now. */
export const refundIfCancelledNow = (order: CancellableOrder, now: Date): number =>
  refundsByPayment(order, now).reduce((sum, { amount }) => sum + amount, 0);

/** What the seller owes beyond the refund, in paise, if this side ends the order now. */
export function owedOnTop(order: CancellableOrder, now: Date, by: 'buyer' | 'seller'): number {
  const stage = cancellationStage(order, now);
  const isOwed = stage === 'late' || (stage === 'accepted' && by === 'seller');
  return isOwed ? Math.ceil((order.paid * order.terms.sellerShare) / 100) : 0;
}

/**
 * Splits the refund over the payments, largest first. The provider refunds at least ₹1 per payment: smaller
 * remainders move to a different payment, and what no payment can refund is not promised.
 */
export function refundsByPayment(
  order: CancellableOrder,
  now: Date,
  by: 'buyer' | 'seller' = 'buyer',
): { id: string; amount: number }[] {
  const held = order.payments.reduce((sum, { left }) => sum + left, 0);
  // Rounded up to a whole paisa.
  const isAll = by === 'seller' || isFree(order, now);
  const percent = isAll ? 100 : order.terms[cancellationStage(order, now)];
  let rest = Math.ceil((held * percent) / 100);
  const usable = order.payments
    .filter(({ left }) => left >= MIN_PAISE)
    .toSorted((a, b) => b.left - a.left || (a.id < b.id ? -1 : 1));
  const refunds: { id: string; amount: number }[] = [];
  for (const [at, { id, left }] of usable.entries()) {
    let amount = Math.min(rest, left);
    const hasNext = at + 1 < usable.length;
    // The amount that the next payment's refund is short of the minimum.
    const missing = MIN_PAISE - (rest - amount);
    if (hasNext && rest > amount && missing > 0 && amount - missing >= MIN_PAISE) amount -= missing;
    if (amount < MIN_PAISE) break;
    refunds.push({ id, amount });
    rest -= amount;
  }
  return refunds;
}

const shareText = (percent: number): string => {
  if (percent === 100) return 'Everything';
  if (percent === 0) return 'Nothing, unless agreed';
  return percent === 50 ? 'Half of what is paid' : `${percent} % of what is paid`;
};

const lateText = (days: number): string => {
  if (days === 0) return 'Nothing delivered by the date';
  return `Nothing delivered ${days === 1 ? '1 day' : `${days} days`} after the date`;
};

const onTopText = (share: number): string =>
  share === 0 ? 'Everything' : `Everything, and ${share} % on top`;

/** The terms as table rows: when an order is cancelled, and what goes to the buyer if the buyer or the seller does. */
export function cancellationTable(terms: CancellationTerms): string[][] {
  const { notAccepted, accepted, late, lateAfterDays, delivered, sellerShare } = terms;
  const lateRow = late === 100 ? onTopText(sellerShare) : shareText(late);
  return [
    ['Before it is accepted', shareText(notAccepted), 'Everything'],
    ['Accepted, nothing delivered', shareText(accepted), onTopText(sellerShare)],
    [lateText(lateAfterDays), lateRow, lateRow],
    ['After a delivery', shareText(delivered), 'Not possible'],
  ];
}

/** The first rows of that table as a sentence, for a buyer who has not opened it. */
export function describeCancellation(terms: CancellationTerms): string {
  const [first = '', then = '', last = ''] = [
    terms.notAccepted,
    terms.accepted,
    terms.delivered,
  ].map((percent) => (percent === 0 ? 'nothing' : shareText(percent).toLowerCase()));
  const accepted = then === first ? '' : `, then ${then}`;
  return `If you cancel: ${first} before it is accepted${accepted}, ${last} after a delivery.`;
}

/** The headings of that table. */
export const CANCELLATION_HEAD = ['When', 'You cancel', 'The seller cancels'];

const WHY: Record<Exclude<Stage, 'delivered'>, string> = {
  notAccepted: 'the order is not accepted yet',
  accepted: 'the order is accepted and nothing is delivered',
  late: 'the delivery is late',
};

/** A sentence about the refund if the buyer cancels now. */
export function describeCancellationRefund(order: CancellableOrder, now: Date): string {
  const stage = cancellationStage(order, now);
  if (stage === 'delivered') return CANCEL_TOO_LATE;
  const amount = refundIfCancelledNow(order, now);
  const back =
    amount > 0 ? `you get ${formatExact(amount, order.currency)} back` : 'nothing is refunded';
  const owed = owedOnTop(order, now, 'buyer');
  const onTop =
    owed > 0 ? `, and the seller owes you ${formatExact(owed, order.currency)} on top` : '';
  return `If you cancel today ${back}${onTop}: ${isFree(order, now) ? 'the dates were moved' : WHY[stage]}.`;
}

export const CANCEL_TOO_LATE =
  'This order can no longer be cancelled here. Write to the seller if something is wrong.';
export const CANCEL_DISPUTED =
  'Your bank is deciding about a payment of this order. It can be cancelled once that is over.';
export const CANCEL_AMOUNT_CHANGED =
  'The order has changed meanwhile, and with it what you get back. Please read it again.';

export const PERCENT = 'Please give a whole percentage, 0 to 100.';
export const LATE_DAYS = 'Please give the days, 0 to 90.';
export const TERMS_ORDER = 'This cannot be less than once the order is accepted.';
export const TERMS_SAVED = 'Saved. Orders from now on have these terms.';
export const TERMS_CHANGED = 'The cancellation terms have changed. Please read them again.';
