import { TZDate } from '@date-fns/tz';
import { formatISO } from 'date-fns/formatISO';

/** The moment at which a month of this time zone begins; `month` counts from 0 and may pass the year's end. */
const beginOf = (year: number, month: number, timeZone: string): string =>
  new Date(new TZDate(year, month, 1, timeZone).getTime()).toISOString();

export const yearOf = (at: string | Date, timeZone: string): number =>
  new TZDate(at instanceof Date ? at : new Date(at), timeZone).getFullYear();

/** The thirteen moments around the months of a year. */
export const monthBounds = (year: number, timeZone: string): string[] =>
  Array.from({ length: 13 }, (_, month) => beginOf(year, month, timeZone));

/** '2026-11' or '2026' → when that month or year begins and when the next one does. */
export function periodSpan(period: string, timeZone: string): { from: string; until: string } {
  const [year = 0, month] = period.split('-').map(Number);
  const [first, next] = month ? [month - 1, month] : [0, 12];
  return { from: beginOf(year, first, timeZone), until: beginOf(year, next, timeZone) };
}

/** '2026-11-03 14:05' in this time zone: what a spreadsheet reads as a time. */
export const sheetTime = (at: string, timeZone: string): string =>
  formatISO(new TZDate(at, timeZone), { format: 'extended' }).slice(0, 16).replace('T', ' ');
