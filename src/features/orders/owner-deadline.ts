import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { dayAndMonth, pluralize, promisedDay, shopDay } from '../../lib/format.ts';

/** From this number of days on, the date is shown instead. */
const MANY_DAYS = 21;

/** 'in 5 days', 'today', '2 days late', or the day itself when it is three weeks away or more. */
export function deadlineText(iso: string, now: Date | number = Date.now()): string {
  const days = differenceInCalendarDays(shopDay(iso), shopDay(new Date(now)));
  if (Math.abs(days) >= MANY_DAYS)
    return days < 0 ? `late since ${promisedDay(iso)}` : promisedDay(iso);
  if (days < 0) return `${pluralize(-days, 'day')} late`;
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The deadline as a line of its own: 'Due in 5 days', 'Late since 1 Oct 2026'. */
export function deadlineSentence(iso: string, now: Date | number = Date.now()): string {
  const text = deadlineText(iso, now);
  return text.startsWith('late')
    ? `L${text.slice(1)}`
    : text.endsWith('late')
      ? text
      : `Due ${text}`;
}

/** From when the buyer of a late order may cancel for nothing. */
export const mayCancelText = (lateFrom: string, now: Date | number = Date.now()): string =>
  Date.parse(lateFrom) <= Number(now)
    ? 'may cancel free now'
    : `may cancel free from ${dayAndMonth(shopDay(lateFrom))}`;
