import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { lightFormat } from 'date-fns/lightFormat';

/** Today, Yesterday, a weekday, or the date. */
export function dayLabel(iso: string, now: number): string {
  const days = differenceInCalendarDays(now, iso);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const day = new Date(iso);
  if (days > 1 && days < 6) return day.toLocaleDateString('en-GB', { weekday: 'long' });
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** hh:mm am/pm */
export const clockTime = (iso: string): string => lightFormat(iso, 'hh:mm aaa');
