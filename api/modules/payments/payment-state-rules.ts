import type { PaymentStanding } from '../../../db/schema/states.ts';

/** What the owner can narrow the list of payments to. */
export const PAYMENT_FILTERS = ['attention', 'due', 'refunded', 'disputed'] as const;
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number];

/** What screens call the state of a payment or of a part that is still to be paid. */
export type PaymentState =
  | 'Paid'
  | 'Partly refunded'
  | 'Partly returned'
  | 'Refunded'
  | 'Refund on its way'
  | 'To be refunded'
  | 'Returned by the bank'
  | 'Disputed'
  | 'Without an order'
  | 'Not credited'
  | 'To be paid'
  | 'Overdue';

interface Facts {
  /** In paise, as are `refunded` and `lost`. */
  amount: number;
  /** The part that is refunded or being refunded. */
  refunded: number;
  /** The part that a bank took back. */
  lost: number;
  isDisputed: boolean;
  isUnmatched: boolean;
  isRefundDue: boolean;
  isRefundUnderWay: boolean;
}

/** The state of a captured payment. */
export function paymentState(payment: Facts): PaymentState {
  const { amount, refunded, lost } = payment;
  if (payment.isDisputed) return 'Disputed';
  if (payment.isRefundDue) return 'To be refunded';
  if (payment.isRefundUnderWay) return 'Refund on its way';
  if (refunded + lost >= amount) return refunded > 0 ? 'Refunded' : 'Returned by the bank';
  if (payment.isUnmatched) return 'Without an order';
  if (refunded > 0) return 'Partly refunded';
  return lost > 0 ? 'Partly returned' : 'Paid';
}

/** The state of a part that is not paid yet; the whole day on which it is due is in time. Both are days, YYYY-MM-DD. */
export const openPartState = (dueDay: string | null, today: string): PaymentState =>
  dueDay !== null && dueDay < today ? 'Overdue' : 'To be paid';

/** What a buyer who comes back reads about a payment; `returned` if nothing was due any more. */
export type PaymentProgress = 'paid' | 'waiting' | 'returned' | 'unpaid';

/** An attempt at the provider that is not recorded here, and when it began, in milliseconds. */
export interface Attempt {
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  /** Whether the buyer can approve it in another app; a card's page is gone with the tab. */
  isUpi: boolean;
  at: number;
}

/** The provider gives up on an attempt after ten minutes, and may be late in saying so. */
const UNDECIDED_FOR = 15 * 60 * 1000;

export function paymentProgress(facts: {
  /** How the payment was recorded; null while none is. */
  recorded: PaymentStanding | null;
  /** Whether the seller declined the order. */
  isDeclined: boolean;
  /** Null while the provider does not say. */
  attempts: readonly Attempt[] | null;
  now: Date;
}): PaymentProgress {
  const { recorded, isDeclined, attempts, now } = facts;
  if (recorded) return recorded === 'settled' && !isDeclined ? 'paid' : 'returned';
  const isUndecided = ({ status, isUpi, at }: Attempt): boolean =>
    status === 'created'
      ? isUpi && now.getTime() - at < UNDECIDED_FOR
      : status === 'authorized' || status === 'captured';
  return attempts === null || attempts.some(isUndecided) ? 'waiting' : 'unpaid';
}
