import { afterEach, expect, test, vi } from 'vitest';
import { daysLater, longDate } from '../../api/platform/dates.ts';
import { deadlineText } from '../../src/features/orders/owner-deadline.ts';
import { clockTime, dayLabel } from '../../src/lib/day-label.ts';
import {
  calendarDay,
  dateAndTime,
  dayAndMonth,
  duration,
  isoDay,
  loginTime,
  paymentDate,
  plainDate,
  promisedDay,
  reviewDate,
  timeAgo,
} from '../../src/lib/format.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

// Late in the evening in New York, the next morning in India.
const AT = '2026-11-04T03:30:00.000Z';

test.each([
  ['Asia/Kolkata', '11/04/2026 09:00 AM', '4 Nov 2026', '04/11/2026', '09:00'],
  ['America/New_York', '11/03/2026 10:30 PM', '3 Nov 2026', '03/11/2026', '22:30'],
  ['UTC', '11/04/2026 03:30 AM', '4 Nov 2026', '04/11/2026', '03:30'],
])(
  'every date on a screen is in the viewer’s time zone: %s',
  (timeZone, review, day, paid, time) => {
    process.env['TZ'] = timeZone;
    expect(reviewDate(AT)).toBe(review);
    expect(plainDate(AT)).toBe(day);
    expect(paymentDate(AT)).toBe(paid);
    expect(dayAndMonth(AT)).toBe(day.slice(0, -' 2026'.length));
    expect(dateAndTime(AT)).toBe(`${day}, ${time}`);
    expect(loginTime(AT)).toBe(`0${day} ${time}`);
    expect(isoDay(AT)).toBe(paid.split('/').reverse().join('-'));
    expect(dayLabel(AT, Date.parse(AT))).toBe('Today');
    expect(clockTime(AT)).toBe(review.slice(11).toLowerCase());
  },
);

test('a promised day reads the same in Auckland and Los Angeles, and as mails say it', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { timeZone: 'Asia/Kolkata' } } });
  // Half past midnight in India.
  const at = '2026-12-03T19:00:00.000Z';
  for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata']) {
    process.env['TZ'] = timeZone;
    expect(promisedDay(at), timeZone).toBe('4 Dec 2026');
    expect(longDate(at, 'Asia/Kolkata')).toBe('4 December 2026');
    const days = (now: string) => deadlineText(at, new Date(now));
    expect(days('2026-12-02T20:00:00.000Z'), timeZone).toBe('tomorrow');
    expect(days('2026-12-04T10:00:00.000Z'), timeZone).toBe('today');
    expect(days('2026-12-04T20:00:00.000Z'), timeZone).toBe('1 day late');
  }
  // Days on both sides of a change of clocks in the shop.
  vi.stubGlobal('document', { documentElement: { dataset: { timeZone: 'Europe/Berlin' } } });
  expect(deadlineText('2027-03-29T07:00:00.000Z', new Date('2027-03-26T22:30:00.000Z'))).toBe(
    'in 3 days',
  );
  vi.unstubAllGlobals();
});

test('counted days end on their day, also where the clocks change between', () => {
  // Half past midnight in Berlin, two days before winter time.
  const paid = '2026-10-23T22:30:00.000Z';
  expect(longDate(paid, 'Europe/Berlin')).toBe('24 October 2026');
  expect(longDate(daysLater(paid, 2, 'Europe/Berlin'), 'Europe/Berlin')).toBe('26 October 2026');
  expect(daysLater(paid, 2, 'Asia/Kolkata')).toBe('2026-10-25T22:30:00.000Z');
});

test('a calendar date is the same in every time zone, and so is the difference of two', () => {
  for (const timeZone of ['Pacific/Honolulu', 'Atlantic/Azores', 'Asia/Kolkata']) {
    process.env['TZ'] = timeZone;
    expect(calendarDay('2026-03-01T00:00:00.000Z')).toBe('2026-03-01');
    expect(duration('2026-03-25T00:00:00.000Z', '2026-04-02T00:00:00.000Z')).toBe('8 days');
  }
});

test('elapsed time is given in one unit', () => {
  const now = Date.parse(AT);
  expect(timeAgo(AT, now + 20_000)).toBe('just now');
  expect(timeAgo(AT, now + 3 * 3_600_000)).toBe('3 hours ago');
  expect(timeAgo(AT, now - 2 * 86_400_000)).toBe('in 2 days');
  expect(timeAgo(AT, now + 59.6 * 60_000)).toBe('60 minutes ago');
  expect(timeAgo(AT, now + 50 * 86_400_000)).toBe('2 months ago');
  expect(timeAgo(AT, now + 364 * 86_400_000)).toBe('12 months ago');
  expect(timeAgo(AT, now + 800 * 86_400_000)).toBe('2 years ago');
});

test('e-mails and receipts use the seller’s time zone, wherever the server runs', () => {
  process.env['TZ'] = 'America/New_York';
  expect(longDate('2026-11-03T20:00:00.000Z', 'Asia/Kolkata')).toBe('4 November 2026');
  expect(longDate('2026-11-03T20:00:00.000Z', 'Europe/Berlin')).toBe('3 November 2026');
});
