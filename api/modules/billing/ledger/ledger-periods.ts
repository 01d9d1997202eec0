import { TZDate } from '@date-fns/tz';
import { z } from 'zod';

/** A year, a month, a quarter of the calendar or a financial year: '2026', '2026-11', '2026-Q2' or '2026-27'. */
export const periodQuery = z
  .string()
  .max(7)
  .regex(/^2\d{3}(-(0[1-9]|1[0-2]|Q[1-4]|[2-9]\d))?$/)
  .optional()
  .catch(undefined);

/** The start of a month in this time zone. `month` counts from 0 and may exceed 11. */
const beginOf = (year: number, month: number, timeZone: string): string =>
  new Date(new TZDate(year, month, 1, timeZone).getTime()).toISOString();

export const yearOf = (at: string | Date, timeZone: string): number =>
  new TZDate(at instanceof Date ? at : new Date(at), timeZone).getFullYear();

/** The starts of the twelve months of a year and of the next year: thirteen times. */
export const monthBounds = (year: number, timeZone: string): string[] =>
  Array.from({ length: 13 }, (_, month) => beginOf(year, month, timeZone));

/** The start and the end of a period. */
export function periodSpan(period: string, timeZone: string): { from: string; until: string } {
  const [year, part = ''] = period.split('-');
  const [first, count] = monthsOf(part);
  const begin = (month: number) => beginOf(Number(year), month, timeZone);
  return { from: begin(first), until: begin(first + count) };
}

/** The first month of a part of a year and how many it has; a financial year begins in April. */
function monthsOf(part: string): [first: number, count: number] {
  if (!part) return [0, 12];
  if (part.startsWith('Q')) return [3 * (Number(part.slice(1)) - 1), 3];
  return Number(part) > 12 ? [3, 12] : [Number(part) - 1, 1];
}
