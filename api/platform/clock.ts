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

/** Something valid now ends between these; what ends later was made before a clock rollback. */
export interface Validity {
  now: string;
  until: string;
}

export const validityOf = (now: Date, lasts: number): Validity => ({
  now: iso(now),
  until: later(now, lasts),
});
