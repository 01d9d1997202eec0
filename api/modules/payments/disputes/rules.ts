import type { DisputeStatus } from '../../../../db/schema/states.ts';

export const UNKNOWN_DISPUTE = 'There is no such dispute.';
export const REFUND_DISPUTED =
  'The bank is deciding about this payment, so it cannot be refunded now. Answer the dispute instead.';

export const MAX_SUMMARY_LENGTH = 1_000;

const DAY = 24 * 60 * 60 * 1000;

export type { DisputeStatus };

/** The states in which the bank has not decided yet. */
export const UNDECIDED = ['open', 'under_review'] as const;

/** The states in which the bank has taken the deducted amount. */
export const DEDUCTED = ['lost', 'closed'] as const;

export const isUndecided = (status: DisputeStatus): boolean =>
  (UNDECIDED as readonly string[]).includes(status);

const PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'];

/** Whether a dispute has entered a later phase. */
const isLaterPhase = (from: string, to: string): boolean =>
  PHASES.indexOf(to) > PHASES.indexOf(from);

/** Whether a dispute may change to this state. A decided one only changes in a later phase. */
export const mayBecome = (
  known: { status: DisputeStatus; phase: string },
  reported: { status: DisputeStatus; phase: string },
): boolean =>
  isUndecided(known.status) ||
  isLaterPhase(known.phase, reported.phase) ||
  (known.status === reported.status && known.phase === reported.phase);

/** The owner is reminded when this many days are left. */
export const REMINDER_DAYS = [7, 3, 1] as const;

/** Days until the deadline, rounded; negative after it. */
const daysLeft = (respondBy: string, now: Date): number =>
  new Date(respondBy) < now ? -1 : Math.round((Date.parse(respondBy) - now.getTime()) / DAY);

/**
 * The reminder to send now: the smallest of the numbers of days that is reached. null before the first and
 * after the deadline.
 */
export function reminderFor(respondBy: string, now: Date): number | null {
  const left = Date.parse(respondBy) - now.getTime();
  if (left < 0) return null;
  return REMINDER_DAYS.toReversed().find((days) => left <= days * DAY) ?? null;
}

/** The time until the deadline as text: '6 days', '1 day', 'less than a day', or that it has passed. */
export function timeLeft(respondBy: string, now: Date): string {
  const days = daysLeft(respondBy, now);
  if (days < 0) return 'the deadline has passed';
  if (days === 0) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

/** A reason code of the bank as text: 'Goods or services not received'. */
export function reasonText(code: string): string {
  const words = code.replaceAll('_', ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : 'No reason given';
}
