/** A waiting order gives its place in the calendar back after this many days, and may be ended by the owner after these. */
export const KEEPS_PLACE_DAYS = 14;
export const MAY_END_DAYS = 60;
export const MAX_REASON_LENGTH = 200;
/** How often the seller can wait in one order. */
export const MAX_PAUSES = 50;

/** A part of the agreement where the seller counts this way. */
export const CLOCK_TERMS =
  'The days count while the seller has what is needed from you; waiting for it moves the delivery date.';
export const CLOCK_CHANGED = 'How delivery days count has changed. Please read it again.';
export const REASON_NEEDED = `Please say what you need, in at most ${MAX_REASON_LENGTH} characters.`;
export const NO_CLOCK = 'The days of this order count from the payment, as agreed.';
export const WAITS_ALREADY = 'The order waits for the buyer already.';
export const NOTHING_TO_DELIVER = 'This order has nothing left to deliver.';
export const TOO_MANY_PAUSES =
  'This order has been paused often enough. Please ask in the conversation.';
export const WAITING = 'The buyer is notified. The delivery date moves until there is an answer.';
export const GOES_ON = 'The delivery days count again.';
export const SENT = 'Thank you. The delivery days count again.';
export const TOO_EARLY_TO_END = `An order can be ended after ${MAY_END_DAYS} days without an answer.`;
export const ENDED_WITHOUT_ANSWER = `Ended after ${MAY_END_DAYS} days without an answer.`;

/** A time in which the seller waited for the buyer; null as reason for the requirements, as end while it lasts. */
export interface Pause {
  reason: string | null;
  from: string;
  to: string | null;
  days: number;
}

/** 'Waiting for “Your logo” since 24 Nov 2026: 2 days added', the same line for both sides. */
export function describePause(
  { reason, from, to, days }: Pause,
  dayOf: (iso: string) => string,
): string {
  const what = reason === null ? 'the requirements' : `“${reason}”`;
  const added = days === 0 ? 'nothing added' : days === 1 ? '1 day added' : `${days} days added`;
  return to
    ? `Waited for ${what}: ${added}`
    : `Waiting for ${what} since ${dayOf(from)}: ${added}${days === 0 ? ' yet' : ''}`;
}
