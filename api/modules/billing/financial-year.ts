import { TZDate } from '@date-fns/tz';

const APRIL = 3;

/** The financial year in the seller's time zone: '2026-27' for 1 April 2026 to 31 March 2027. */
export function financialYear(at: string, timeZone = 'Asia/Kolkata'): string {
  const day = new TZDate(at, timeZone);
  const begins = day.getFullYear() - (day.getMonth() < APRIL ? 1 : 0);
  return `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
}
