import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { format } from 'date-fns/format';
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';
import { lightFormat } from 'date-fns/lightFormat';

export { rupees } from '../../api/platform/money/rules.ts';

// Dates use the viewer's time zone. Public pages use `lightFormat`, because `format` adds the month
// names to their bundle.

/** MM/dd/yyyy hh:mm a. */
export const reviewDate = (iso: string): string => lightFormat(iso, 'MM/dd/yyyy hh:mm a');

/** YYYY-MM-DD. */
export const isoDay = (date: string | Date): string => lightFormat(date, 'yyyy-MM-dd');

/** The day of a date without a time, such as the start of a project: the same in every time zone. */
export const calendarDay = (iso: string): string => iso.slice(0, 10);

/** 3 Nov 2026. */
export const plainDate = (iso: string): string => format(iso, 'd MMM yyyy');

/** 28 Nov. */
export const dayAndMonth = (iso: string): string => format(iso, 'd MMM');

export const counted = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** The time between two days in days, weeks, months or years, whichever is short enough. */
export function duration(start: string, end: string): string {
  const [first, last] = [start, end].map((iso) => new Date(`${calendarDay(iso)}T00:00`));
  const days = first && last ? Math.max(1, differenceInCalendarDays(last, first)) : 1;
  if (days < 14) return counted(days, 'day');
  if (days < 63) return counted(Math.round(days / 7), 'week');
  if (days < 700) return counted(Math.round(days / 30.44), 'month');
  return counted(Math.round(days / 365.25), 'year');
}

/** '3 hours ago', 'in 2 days'. */
export function ago(iso: string, now: Date | number = Date.now()): string {
  const isNow = Math.abs(differenceInSeconds(iso, now)) < 60;
  return isNow ? 'just now' : formatDistanceStrict(iso, now, { addSuffix: true });
}

/** dd/MM/yyyy. */
export const paymentDate = (iso: string): string => lightFormat(iso, 'dd/MM/yyyy');

/** 3 Nov 2026, 14:05. */
export const moment = (iso: string): string => format(iso, 'd MMM yyyy, HH:mm');

/** '2026-11' → 'Nov 2026'. */
export const monthName = (month: string): string => format(`${month}-01T00:00`, 'MMM yyyy');
