import { lightFormat } from 'date-fns/lightFormat';
import { formatExact, toPaise } from '../../api/platform/money/rules.ts';

export { price, priceOf, rupees } from '../../api/platform/money/rules.ts';

/** An amount always with both decimals: for the tables of taxes, and nowhere else, so that no amount has two forms. */
export const exactPrice = (amount: number, currency: string): string =>
  formatExact(toPaise(amount), currency);

export const exactRupees = (amount: number): string => exactPrice(amount, 'INR');

// Dates use the viewer's time zone. `format` and `formatDistance` of date-fns would bring its locale into the
// script that every page needs first.

/** MM/dd/yyyy hh:mm a. */
export const reviewDate = (iso: string): string => lightFormat(iso, 'MM/dd/yyyy hh:mm a');

/** YYYY-MM-DD. */
export const isoDay = (date: string | Date): string => lightFormat(date, 'yyyy-MM-dd');

/** The day of a date without a time, such as the start of a project: the same in every time zone. */
export const calendarDay = (iso: string): string => iso.slice(0, 10);

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const monthOf = (iso: string): string => MONTHS[new Date(iso).getMonth()] ?? '';

/** 3 Nov 2026. */
export const plainDate = (iso: string): string => `${lightFormat(iso, 'd')} ${monthAndYear(iso)}`;

/**
 * The day of a time in the shop's time zone, as midnight of the reader's: what was promised for a day is promised for the same
 * day everywhere, and in mails.
 */
export function shopDay(iso: string | Date): string {
  const timeZone = globalThis.document?.documentElement.dataset['timeZone'];
  const at = new Date(iso);
  if (!timeZone) return `${isoDay(at)}T00:00`;
  if (shopDays?.zone !== timeZone)
    shopDays = {
      zone: timeZone,
      format: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
    };
  return `${shopDays.format.format(at)}T00:00`;
}

let shopDays: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** A promised day: 3 Nov 2026. */
export const promisedDay = (iso: string): string => plainDate(shopDay(iso));

/** 28 Nov. */
export const dayAndMonth = (iso: string): string => `${lightFormat(iso, 'd')} ${monthOf(iso)}`;

/** 28 Nov, of a day without a time. */
export const shortDay = (day: string): string => dayAndMonth(`${day}T00:00`);

export const pluralize = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** The time between two days in days, weeks, months or years, whichever is short enough. */
export function duration(start: string, end: string): string {
  // Both are midnight in UTC, where every day has 24 hours.
  const time = Date.parse(calendarDay(end)) - Date.parse(calendarDay(start));
  const days = Math.max(1, time / 86_400_000);
  if (days < 14) return pluralize(days, 'day');
  if (days < 63) return pluralize(Math.round(days / 7), 'week');
  if (days < 700) return pluralize(Math.round(days / 30.44), 'month');
  return pluralize(Math.round(days / 365.25), 'year');
}

/** In minutes, longest first. */
const UNITS = { year: 365 * 24 * 60, month: 30 * 24 * 60, day: 24 * 60, hour: 60, minute: 1 };

/** '3 hours ago', 'in 2 days'. `Intl.RelativeTimeFormat` says the same and takes a phone 50 ms to load. */
export function timeAgo(iso: string, now: Date | number = Date.now()): string {
  const minutes = (Date.parse(iso) - Number(now)) / 60_000;
  for (const [unit, length] of Object.entries(UNITS)) {
    if (Math.abs(minutes) < length) continue;
    const count = pluralize(Math.round(Math.abs(minutes) / length), unit);
    return minutes < 0 ? `${count} ago` : `in ${count}`;
  }
  return 'just now';
}

/** dd/MM/yyyy. */
export const paymentDate = (iso: string): string => lightFormat(iso, 'dd/MM/yyyy');

/** 3 Nov 2026, 14:05. */
export const dateAndTime = (iso: string): string =>
  `${plainDate(iso)}, ${lightFormat(iso, 'HH:mm')}`;

/** 03 Nov 2026 14:05. */
export const loginTime = (iso: string): string =>
  `${lightFormat(iso, 'dd')} ${monthAndYear(iso)} ${lightFormat(iso, 'HH:mm')}`;

/** Nov 2026. */
export const monthAndYear = (iso: string): string => `${monthOf(iso)} ${lightFormat(iso, 'yyyy')}`;

/** '2026-11' → 'Nov 2026'. */
export const monthName = (month: string): string => monthAndYear(`${month}-01T00:00`);
