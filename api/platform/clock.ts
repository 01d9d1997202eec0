/** Injected wherever time matters, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const iso = (date: Date): string => date.toISOString();

export const later = (date: Date, ms: number): string =>
  new Date(date.getTime() + ms).toISOString();

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How far the clocks of machines that share a database may differ: so much later is not yet the future. */
export const CLOCK_SKEW = 10 * SECOND;

/** Something valid now ends between these; what ends later was made before a clock rollback. */
export interface Validity {
  now: string;
  until: string;
}

export const validityOf = (now: Date, lasts: number): Validity => ({
  now: iso(now),
  until: later(now, lasts + CLOCK_SKEW),
});
