import { addDays, weekdayOf } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { CalendarMonth } from '../../../api/modules/order-pages/calendar-month.ts';
import { pluralize, price } from '../../lib/format.ts';

/** What is drawn across the days that it lasts. */
export interface Mark {
  key: string;
  from: string;
  to: string;
  /** The day of a delivery or a payment. */
  dueOn: string | null;
  text: string;
  tone: 'accent' | 'red' | 'amber' | 'green';
}

type Order = CalendarMonth['orders'][number];
export type Day = CalendarMonth['days'][number];

/** Open work that is due before today. */
export const isLate = ({ isOpen, dueOn }: Order, today: string): boolean =>
  isOpen && dueOn !== null && dueOn < today;

export function marksOf({ orders, parts, today }: CalendarMonth): Mark[] {
  const ofOrders = orders.flatMap((order): Mark[] => {
    const { orderId: key, work, dueOn, isOpen, buyer } = order;
    const [from, to] = [work?.from ?? dueOn, work?.to ?? dueOn];
    if (!from || !to) return [];
    const tone = isLate(order, today) ? 'red' : isOpen || work ? 'accent' : 'green';
    return [{ key, from, to, dueOn, tone, text: buyer }];
  });
  const ofParts = parts.map(({ id: key, dueOn, amount, currency, buyer }): Mark => {
    const tone = dueOn < today ? 'red' : 'amber';
    return {
      key,
      from: dueOn,
      to: dueOn,
      dueOn: null,
      tone,
      text: `${price(amount, currency)} ${buyer}`,
    };
  });
  return [...ofOrders, ...ofParts];
}

/** Weeks from Monday to Sunday; null before the first and after the last day of the month. */
export function weeksOf(days: readonly Day[]): (Day | null)[][] {
  const before = (weekdayOf(days[0]?.day ?? '') + 6) % 7;
  const cells = [...Array<null>(before).fill(null), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => cells[week * 7 + at] ?? null),
  );
}

/** The marks of a week in as few lines as they need: those of a line never share a day. */
export function linesOf(marks: readonly Mark[], week: readonly (Day | null)[]): Mark[][] {
  const days = week.flatMap((each) => each?.day ?? []);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const shown = marks
    .filter(({ from, to }) => from <= last && first <= to)
    .sort((a, b) => startIn(a, first).localeCompare(startIn(b, first)) || (a.to < b.to ? 1 : -1));
  const lines: Mark[][] = [];
  for (const mark of shown) {
    const line = lines.find((each) => (each.at(-1)?.to ?? '') < startIn(mark, first));
    if (line) line.push(mark);
    else lines.push([mark]);
  }
  return lines;
}

const startIn = ({ from }: Mark, first: string): string => (from < first ? first : from);

/** What is on a day: deliveries and payments first. */
export function contentOf({ orders, parts }: CalendarMonth, day: string) {
  const isIn = ({ work }: Order) => work !== null && work.from <= day && day <= work.to;
  return {
    due: orders.filter(({ dueOn }) => dueOn === day),
    parts: parts.filter(({ dueOn }) => dueOn === day),
    work: orders.filter((order) => isIn(order) && order.dueOn !== day),
  };
}

/** Why nothing starts on a day; '' on a working day. */
export const reasonOf = ({ holiday, isTimeOff, isWorking }: Day): string =>
  holiday ?? (isTimeOff ? 'Time off' : isWorking ? '' : 'Not a working day');

export const placesOf = ({ taken }: Day, capacity: number): string =>
  capacity > 0 && taken !== null ? `${taken} of ${pluralize(capacity, 'place')} taken` : '';

const named = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (day: string): string => {
    format ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
    return format.format(new Date(`${day}T00:00Z`));
  };
};

/** 'Monday, 7 December'. */
export const dayName = named({ weekday: 'long', day: 'numeric', month: 'long' });
export const longMonth = (month: string): string => monthAndYear(`${month}-01`);
const monthAndYear = named({ month: 'long', year: 'numeric' });

/** All that a day shows, in words. */
export function describeDay(month: CalendarMonth, day: Day): string {
  const { due, parts, work } = contentOf(month, day.day);
  return [
    dayName(day.day),
    reasonOf(day),
    placesOf(day, month.capacity),
    due.length > 0 && `${due.map(({ buyer }) => buyer).join(', ')} due`,
    parts.length > 0 && pluralize(parts.length, 'payment'),
    work.length > 0 && `${work.length} in work`,
  ]
    .filter(Boolean)
    .join('. ');
}

const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -((weekdayOf(day) + 6) % 7)),
  End: (day) => addDays(day, (7 - weekdayOf(day)) % 7),
};

/** The day that a key leads to; undefined for other keys. */
export const dayAfterKey = (day: string, key: string): string | undefined => STEPS[key]?.(day);
