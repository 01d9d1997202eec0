import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

/** The seller's time zone unless SELLER_TIME_ZONE is set. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

/**
 * Formats '3 November 2026' in this time zone: for mails and receipts, because the reader's zone is unknown.
 */
export const longDate = (iso: string, timeZone: string): string =>
  format(new TZDate(iso, timeZone), 'd MMMM yyyy');

/** Formats '28 Nov' in this time zone. */
export const shortDate = (iso: string, timeZone: string): string =>
  format(new TZDate(iso, timeZone), 'd MMM');

/** Formats '3 November 2026, 14:05' in this time zone. */
export const longMoment = (iso: string, timeZone: string): string =>
  format(new TZDate(iso, timeZone), 'd MMMM yyyy, HH:mm');

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

/** The time of 9:00 on a day (YYYY-MM-DD) in this time zone. */
export const morningOf = (day: string, timeZone: string): string => hourOf(day, 9, timeZone);

/** The day (YYYY-MM-DD) of a time in this time zone. */
export const dayIn = (at: Date | string, timeZone: string): string =>
  format(new TZDate(new Date(at).getTime(), timeZone), 'yyyy-MM-dd');

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
