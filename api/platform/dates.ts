import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

/** The seller's time zone unless SELLER_TIME_ZONE names another. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

/** '3 November 2026' in this time zone: for mails and receipts, whose reader's zone is unknown. */
export const longDate = (iso: string, timeZone: string): string =>
  format(new TZDate(iso, timeZone), 'd MMMM yyyy');

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
