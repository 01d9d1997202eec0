import { TZDate } from '@date-fns/tz';

const APRIL = 3;

/** The financial year after this one: '2026-27' → '2027-28'. */
export const yearAfter = (year: string): string => yearFrom(Number(year.slice(0, 4)) + 1);

const yearFrom = (begins: number): string =>
  `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;

/** The financial year in the seller's time zone: '2026-27' for 1 April 2026 to 31 March 2027. */
export function financialYear(at: string, timeZone = 'Asia/Kolkata'): string {
  const day = new TZDate(at, timeZone);
  return yearFrom(day.getFullYear() - (day.getMonth() < APRIL ? 1 : 0));
}
