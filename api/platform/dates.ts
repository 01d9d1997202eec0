import { TZDate } from '@date-fns/tz';

/** The seller's time zone unless SELLER_TIME_ZONE is set. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const inWords = (date: TZDate): string =>
  `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;

/**
 * Formats '3 November 2026' in this time zone: for mails and receipts, because the reader's zone is unknown.
 */
export const longDate = (iso: string, timeZone: string): string =>
  inWords(new TZDate(iso, timeZone));

/** Formats '28 Nov' in this time zone. */
export function shortDate(iso: string, timeZone: string): string {
  const date = new TZDate(iso, timeZone);
  return `${date.getDate()} ${MONTHS[date.getMonth()]?.slice(0, 3)}`;
}

/** Formats '3 November 2026, 14:05' in this time zone. */
export function longMoment(iso: string, timeZone: string): string {
  const date = new TZDate(iso, timeZone);
  return `${inWords(date)}, ${date.toISOString().slice(11, 16)}`;
}

/** The time of an hour on a day (YYYY-MM-DD) in this time zone. */
export function hourOf(day: string, hour: number, timeZone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date, hour, timeZone).getTime()).toISOString();
}

/** The same time of the day on another day (YYYY-MM-DD) in this time zone. */
export function onDay(iso: string, day: string, timeZone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moved = new TZDate(iso, timeZone);
  moved.setFullYear(year, month - 1, date);
  return new Date(moved.getTime()).toISOString();
}

/** The same time of the day, some days later, also where the clocks change between. */
export function daysLater(iso: string, days: number, timeZone: string): string {
  const moved = new TZDate(iso, timeZone);
  moved.setDate(moved.getDate() + days);
  return new Date(moved.getTime()).toISOString();
}

/** The time of 9:00 on a day (YYYY-MM-DD) in this time zone. */
export const morningOf = (day: string, timeZone: string): string => hourOf(day, 9, timeZone);

/** The day (YYYY-MM-DD) of a time in this time zone. */
export const dayIn = (at: Date | string, timeZone: string): string =>
  new TZDate(new Date(at).getTime(), timeZone).toISOString().slice(0, 10);

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
