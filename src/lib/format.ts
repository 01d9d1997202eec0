export { rupees } from '../../api/payments/rules.ts';

const DAY = 86_400_000;

/** Made at the first use: a formatter costs a phone some 20 ms, and most pages never ask for one. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** MM/dd/yyyy hh:mm a (spec §9), in UTC. */
export function reviewDate(iso: string): string {
  const date = new Date(iso);
  const hour = date.getUTCHours();
  const day = `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
  return `${day} ${two(hour % 12 || 12)}:${two(date.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** YYYY-MM-DD. */
export const isoDay = (iso: string): string => new Date(iso).toISOString().slice(0, 10);

const plain = atFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** 3 Nov 2026. */
export const plainDate = (iso: string): string => plain().format(new Date(iso));

export const counted = (amount: number, noun: string): string =>
  `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** End minus start, in the largest unit that says it well. */
export function duration(start: string, end: string): string {
  const days = Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / DAY));
  if (days < 14) return counted(days, 'day');
  if (days < 63) return counted(Math.round(days / 7), 'week');
  if (days < 700) return counted(Math.round(days / 30.44), 'month');
  return counted(Math.round(days / 365.25), 'year');
}

const UNITS = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', DAY / 24],
  ['minute', DAY / 1440],
] as const;

const relative = atFirstUse(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

/** '3 hours ago', 'yesterday'. */
export function ago(iso: string, now = Date.now()): string {
  const passed = Date.parse(iso) - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(passed) >= length) return relative().format(Math.round(passed / length), unit);
  }
  return 'just now';
}

/** dd/mm/yyyy (spec §9). */
export const paymentDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { timeZone: 'UTC' });

/** 3 Nov 2026, 14:05, on the reader's own clock. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
