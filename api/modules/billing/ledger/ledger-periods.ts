import { TZDate } from '@date-fns/tz';
import { z } from 'zod';

/** A year or a month: '2026' or '2026-11'. */
export const periodQuery = z
  .string()
  .regex(/^2\d{3}(-(0[1-9]|1[0-2]))?$/)
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

/** The start and the end of a month ('2026-11') or a year ('2026'). */
export function periodSpan(period: string, timeZone: string): { from: string; until: string } {
  const [year = 0, month] = period.split('-').map(Number);
  const [first, next] = month ? [month - 1, month] : [0, 12];
  return { from: beginOf(year, first, timeZone), until: beginOf(year, next, timeZone) };
}
