import {
  addWorkingDays,
  type Calendar,
  countWorkingDays,
  EVERY_DAY,
} from '../../catalog/availability/calendar-rules.ts';

/** The day of delivery, and the last day that has moved it, both in the seller's zone. */
export interface Counted {
  due: string;
  countedTo: string;
}

/**
 * Moves a day of delivery by the working days that began while the seller waited; without a calendar, by every day. The
 * days before the work starts are not counted. Counting each day or once a week gives the same.
 */
export function moveByWaiting(
  { due, countedTo }: Counted,
  { today, startsOn, calendar }: { today: string; startsOn: string | null; calendar: Calendar },
): Counted & { days: number } {
  const by = calendar.capacity > 0 ? calendar : EVERY_DAY;
  const to = later(countedTo, today);
  const days = countWorkingDays(by, later(countedTo, startsOn ?? ''), to);
  return { days, countedTo: to, due: addWorkingDays(by, due, days) };
}

const later = (one: string, other: string): string => (one > other ? one : other);
