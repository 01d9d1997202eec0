import { TZDate } from '@date-fns/tz';
import { formatISO } from 'date-fns/formatISO';
import { subMonths } from 'date-fns/subMonths';

/** The financial year in the seller's time zone: '2026-27' for 1 April 2026 to 31 March 2027. */
export function financialYear(at: string, timeZone = 'Asia/Kolkata'): string {
  const begins = subMonths(new TZDate(at, timeZone), 3).getFullYear();
  return `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
}

/** The day in the seller's time zone: '2026-11-30'. */
export const localDay = (at: string, timeZone: string): string =>
  formatISO(new TZDate(at, timeZone), { representation: 'date' });
