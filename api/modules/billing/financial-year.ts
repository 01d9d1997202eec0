import { TZDate } from '@date-fns/tz';
import { subMonths } from 'date-fns/subMonths';

/** The financial year in the seller's time zone: '2026-27' for 1 April 2026 to 31 March 2027. */
export function financialYear(at: string, timeZone = 'Asia/Kolkata'): string {
  const begins = subMonths(new TZDate(at, timeZone), 3).getFullYear();
  return `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`;
}
