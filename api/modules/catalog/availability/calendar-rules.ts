/** When orders start and end. Days are YYYY-MM-DD in the seller's time zone, so no clock change can move them. */

export interface Calendar {
  /** How many orders run at once; 0 while the calendar is not set up. */
  capacity: number;
  /** 0 is Sunday. */
  workingDays: number[];
  holidays: { day: string; name: string }[];
  /** First and last day. */
  timeOff: { from: string; to: string }[];
}

/** The first and the last day of an order. */
export interface Dates {
  startsOn: string;
  deliverBy: string;
}

const DAY = 24 * 60 * 60 * 1000;
/** Beyond this nothing is promised. */
const MAX_DAYS_AHEAD = 730;
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export const numberOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;
const dayOfNumber = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOfNumber(numberOfDay(day) + days);
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** '7 Dec 2026', the same in every time zone. */
export function readableDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** 'Mon 7 Dec'. */
export const weekdayAndDay = (day: string): string =>
  `${WEEKDAYS[weekdayOf(day)]} ${readableDay(day).replace(/ \d+$/, '')}`;

export const describeDates = ({ startsOn, deliverBy }: Dates): string =>
  `starts ${weekdayAndDay(startsOn)}, delivered by ${weekdayAndDay(deliverBy)}`;

export const isTimeOff = ({ timeOff }: Calendar, day: string): boolean =>
  timeOff.some(({ from, to }) => from <= day && day <= to);

export const isWorkingDay = (calendar: Calendar, day: string): boolean =>
  calendar.workingDays.includes(weekdayOf(day)) &&
  !calendar.holidays.some((holiday) => holiday.day === day) &&
  !isTimeOff(calendar, day);

/** The day of delivery: days of delivery are calendar days, time off does not count, and the last is a working day. */
export function deliveryDay(calendar: Calendar, startsOn: string, days: number): string {
  let day = startsOn;
  for (let left = days, tries = 0; left > 0 && tries < 2 * MAX_DAYS_AHEAD; tries += 1) {
    day = addDays(day, 1);
    if (!isTimeOff(calendar, day)) left -= 1;
  }
  return nextWorkingDay(calendar, day);
}

function nextWorkingDay(calendar: Calendar, from: string): string {
  let day = from;
  for (let tries = 0; tries < MAX_DAYS_AHEAD && !isWorkingDay(calendar, day); tries += 1)
    day = addDays(day, 1);
  return day;
}

/** The calendar of a shop without one. */
export const EVERY_DAY: Calendar = {
  capacity: 0,
  workingDays: [0, 1, 2, 3, 4, 5, 6],
  holidays: [],
  timeOff: [],
};

/** How many working days follow this day, up to `to`. */
export function countWorkingDays(calendar: Calendar, from: string, to: string): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (isWorkingDay(calendar, day)) count += 1;
  return count;
}

export function addWorkingDays(calendar: Calendar, from: string, days: number): string {
  let day = from;
  for (let left = days; left > 0; left -= 1) day = nextWorkingDay(calendar, addDays(day, 1));
  return day;
}

/** The next day in the seller's zone, or the latest day anywhere: a start is never in the buyer's yesterday. */
export const earliestStart = (today: string, latestToday: string): string =>
  [addDays(today, 1), latestToday].sort().at(-1) ?? today;

/**
 * The first dates for an order of so many days at which no day has more orders than the capacity; null without a
 * calendar, or if nothing is free for two years.
 */
export function nextDates(
  calendar: Calendar,
  { busy, from, days }: { busy: readonly Dates[]; from: string; days: number },
): Dates | null {
  if (calendar.capacity === 0) return null;
  const end = addDays(from, MAX_DAYS_AHEAD);
  let startsOn = nextWorkingDay(calendar, from);
  while (startsOn <= end) {
    const dates = { startsOn, deliverBy: deliveryDay(calendar, startsOn, days) };
    const full = lastFullDay(calendar.capacity, busy, dates);
    if (!full) return isWorkingDay(calendar, startsOn) ? dates : null;
    startsOn = nextWorkingDay(calendar, addDays(full, 1));
  }
  return null;
}

export const fits = (calendar: Calendar, busy: readonly Dates[], dates: Dates): boolean =>
  lastFullDay(calendar.capacity, busy, dates) === undefined;

/** The last of these days on which as many orders run as can. */
function lastFullDay(capacity: number, busy: readonly Dates[], dates: Dates): string | undefined {
  const overlapping = busy.filter((each) => overlap(each, dates));
  if (overlapping.length < capacity) return undefined;
  const days = numberOfDay(dates.deliverBy) - numberOfDay(dates.startsOn);
  for (let at = days; at >= 0; at -= 1) {
    const day = addDays(dates.startsOn, at);
    if (runningOn(overlapping, day).length >= capacity) return day;
  }
  return undefined;
}

/** Those that are in work on this day: each takes a place. */
export const runningOn = <T extends Dates>(busy: readonly T[], day: string): T[] =>
  busy.filter(({ startsOn, deliverBy }) => startsOn <= day && day <= deliverBy);

export const overlap = (a: Dates, b: Dates): boolean =>
  a.startsOn <= b.deliverBy && b.startsOn <= a.deliverBy;

/** The running orders whose work falls into time off that another calendar did not have. */
export function madeLate<T extends Dates>(before: Calendar, after: Calendar, running: T[]): T[] {
  const days = after.timeOff.flatMap((span) =>
    daysOf(span).filter((day) => !isTimeOff(before, day)),
  );
  return running.filter((dates) => days.some((day) => runningOn([dates], day).length > 0));
}

/** The days of a span; none of one that ends before it begins. */
export const daysOf = ({ from, to }: Calendar['timeOff'][number]): string[] =>
  Array.from({ length: Math.max(0, numberOfDay(to) - numberOfDay(from) + 1) }, (_, at) =>
    addDays(from, at),
  );

/** The first and the last day of a month, YYYY-MM. */
export function monthSpan(month: string): Calendar['timeOff'][number] {
  const from = `${month}-01`;
  return { from, to: addDays(`${monthAfter(month, 1)}-01`, -1) };
}

/** The month that is so many later; earlier with a number below 0. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = year * 12 + number - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** National holidays of India, and the fixed ones that most offices observe; the owner edits the list. */
export const INDIAN_HOLIDAYS = [
  ['01-26', 'Republic Day'],
  ['05-01', 'Labour Day'],
  ['08-15', 'Independence Day'],
  ['10-02', 'Gandhi Jayanti'],
  ['12-25', 'Christmas'],
] as const;

/** Holidays that move, where the calendars of python-holidays and calendardate.com agree on the day. */
const MOVING_HOLIDAYS = [
  { day: '2027-03-22', name: 'Holi' },
  { day: '2027-03-26', name: 'Good Friday' },
  { day: '2027-10-09', name: 'Dussehra' },
  { day: '2027-10-29', name: 'Diwali' },
];

/** Those of the next twelve months. */
export function upcomingHolidays(today: string): Calendar['holidays'] {
  const year = Number(today.slice(0, 4));
  const until = `${year + 1}${today.slice(4)}`;
  const fixed = [year, year + 1].flatMap((each) =>
    INDIAN_HOLIDAYS.map(([date, name]) => ({ day: `${each}-${date}`, name })),
  );
  return [...fixed, ...MOVING_HOLIDAYS]
    .filter(({ day }) => today <= day && day < until)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
