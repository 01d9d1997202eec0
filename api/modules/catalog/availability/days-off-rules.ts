import { addDays, type Calendar, numberOfDay } from './calendar-rules.ts';

type DaysOff = Pick<Calendar, 'holidays' | 'timeOff'>;
type Span = Calendar['timeOff'][number];

/** Days off that ended longer ago are dropped with the next change, and none is set further ahead. */
const DAYS_KEPT = 366;
const DAYS_AHEAD = 730;

export const TOO_LONG = 'Time off lasts at most a year. Please check the days.';
export const TOO_FAR = 'Please choose a day from the last twelve months to two years ahead.';

const isNear = (day: string, today: string): boolean =>
  addDays(today, -DAYS_KEPT) <= day && day <= addDays(today, DAYS_AHEAD);

/** What is wrong with days off that were not there before, and its field; null if nothing is. */
export function refuseDaysOff(
  before: DaysOff,
  after: DaysOff,
  today: string,
): { field: string; text: string } | null {
  const isFar = (day: string) => !isNear(day, today);
  const isNew = (day: string) => !before.holidays.some((each) => each.day === day);
  if (after.holidays.some(({ day }) => isFar(day) && isNew(day)))
    return { field: 'day', text: TOO_FAR };
  for (const { from, to } of after.timeOff) {
    if (before.timeOff.some((each) => each.from === from && each.to === to)) continue;
    if (to > addDays(from, DAYS_KEPT)) return { field: 'to', text: TOO_LONG };
    if (isFar(from) || isFar(to)) return { field: isFar(from) ? 'from' : 'to', text: TOO_FAR };
  }
  return null;
}

const onlyKept = <C extends DaysOff>(calendar: C, today: string): C => ({
  ...calendar,
  holidays: calendar.holidays.filter(({ day }) => isNear(day, today)),
  timeOff: calendar.timeOff.filter(({ to }) => isNear(to, today)),
});

const byDay = (a: string, b: string): number => (a < b ? -1 : 1);

/** Adds time off; what it overlaps or touches becomes one span with it. One that ends before it begins stays alone. */
export function withTimeOff<C extends DaysOff>(calendar: C, { from, to }: Span, today: string): C {
  const kept = onlyKept(calendar, today);
  const isJoined = (each: Span) =>
    from <= to && each.from <= addDays(to, 1) && addDays(each.to, 1) >= from;
  const joined = kept.timeOff.filter(isJoined);
  const span = {
    from: [from, ...joined.map((each) => each.from)].sort(byDay)[0] ?? from,
    to: [to, ...joined.map((each) => each.to)].sort(byDay).at(-1) ?? to,
  };
  const others = kept.timeOff.filter((each) => !isJoined(each));
  return { ...kept, timeOff: [...others, span].sort((a, b) => byDay(a.from, b.from)) };
}

/** Names a holiday, or gives the one of this day another name. */
export function withHoliday<C extends DaysOff>(
  calendar: C,
  holiday: Calendar['holidays'][number],
  today: string,
): C {
  const kept = onlyKept(calendar, today);
  const others = kept.holidays.filter(({ day }) => day !== holiday.day);
  return { ...kept, holidays: [...others, holiday].sort((a, b) => byDay(a.day, b.day)) };
}

/** Takes these days back: no holiday is among them, and time off around them ends before and begins after. */
export function withWorkOn<C extends DaysOff>(calendar: C, { from, to }: Span, today: string): C {
  const kept = onlyKept(calendar, today);
  return {
    ...kept,
    holidays: kept.holidays.filter(({ day }) => day < from || to < day),
    timeOff: kept.timeOff.flatMap((off) => {
      const isCut = off.from <= to && from <= off.to;
      if (!isCut) return [off];
      const parts = [
        { from: off.from, to: addDays(from, -1) },
        { from: addDays(to, 1), to: off.to },
      ];
      return parts.filter((part) => numberOfDay(part.from) <= numberOfDay(part.to));
    }),
  };
}
