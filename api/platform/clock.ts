/** The clock is injected wherever time matters, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const iso = (date: Date): string => date.toISOString();

export const later = (date: Date, ms: number): string =>
  new Date(date.getTime() + ms).toISOString();

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The maximum clock difference between machines that share a database. Times up to this much later do not
 * count as in the future.
 */
export const CLOCK_SKEW = 10 * SECOND;

/**
 * The range of expiry times that a valid row can have. A later expiry time comes from before a clock
 * rollback.
 */
export interface Validity {
  now: string;
  until: string;
}

export const validityOf = (now: Date, lasts: number): Validity => ({
  now: iso(now),
  until: later(now, lasts + CLOCK_SKEW),
});
