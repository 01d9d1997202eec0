import { expect, test } from 'vitest';
import {
  addDays,
  type Calendar,
  type Dates,
  earliestStart,
  fits,
  isWorkingDay,
  nextDates,
  numberOfDay,
  readableDay,
  upcomingHolidays,
  weekdayAndDay,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import { moveByWaiting } from '../../../api/modules/orders/clock/rules.ts';
import { dayIn, hourOf, onDay } from '../../../api/platform/dates.ts';
import fc, { randomRuns } from '../../support/fast-check.ts';

const WEEK: Calendar = { capacity: 1, workingDays: [1, 2, 3, 4, 5], holidays: [], timeOff: [] };

test('a start is the next working day, and delivery days are calendar days', () => {
  // 4 December 2026 is a Friday.
  expect(nextDates(WEEK, { busy: [], from: '2026-12-05', days: 21 })).toEqual({
    startsOn: '2026-12-07',
    deliverBy: '2026-12-28',
  });
  expect(weekdayAndDay('2026-12-07')).toBe('Mon 7 Dec');
  expect(readableDay('2026-12-07')).toBe('7 Dec 2026');
  expect(earliestStart('2026-12-31', '2026-12-31')).toBe('2027-01-01');
});

test('holidays and time off are no working days, and time off does not count for delivery', () => {
  const calendar = {
    ...WEEK,
    holidays: [{ day: '2026-12-28', name: 'A day' }],
    timeOff: [{ from: '2026-12-14', to: '2026-12-20' }],
  };
  expect(nextDates(calendar, { busy: [], from: '2026-12-07', days: 14 })).toEqual({
    startsOn: '2026-12-07',
    deliverBy: '2026-12-29',
  });
});

test('the list of holidays begins today and covers a year', () => {
  const fixed = ['2026-12-25', '2027-01-26', '2027-05-01', '2027-08-15', '2027-10-02'];
  const moving = ['2027-03-22', '2027-03-26', '2027-10-09', '2027-10-29'];
  const days = upcomingHolidays('2026-11-23').map(({ day }) => day);
  expect(days).toEqual([...fixed, ...moving].sort());
  expect(upcomingHolidays('2027-12-25')).toHaveLength(5);
});

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-11-23', days));
const range = fc
  .tuple(day, fc.nat(30))
  .map(([from, length]) => ({ from, to: addDays(from, length) }));
const calendars = fc.record({
  capacity: fc.integer({ min: 1, max: 3 }),
  workingDays: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }),
  holidays: fc.array(fc.record({ day, name: fc.constant('Holiday') }), { maxLength: 5 }),
  timeOff: fc.array(range, { maxLength: 2 }),
});

test('however orders come and go, no day has more than the capacity, and each starts on a free working day', () => {
  fc.assert(
    fc.property(
      calendars,
      fc.array(fc.record({ days: fc.integer({ min: 1, max: 40 }), gone: fc.boolean() }), {
        maxLength: 8,
      }),
      (calendar, orders) => {
        const from = '2026-11-24';
        let busy: Dates[] = [];
        for (const { days, gone } of orders) {
          if (gone) busy = busy.slice(1);
          const dates = nextDates(calendar, { busy, from, days });
          if (!dates) continue;
          expect(dates.startsOn >= from).toBe(true);
          expect(isWorkingDay(calendar, dates.startsOn)).toBe(true);
          expect(isWorkingDay(calendar, dates.deliverBy)).toBe(true);
          expect(numberOfDay(dates.deliverBy) - numberOfDay(dates.startsOn)).toBeGreaterThanOrEqual(
            days,
          );
          // No earlier working day has room.
          const rest = { busy, from, days };
          expect(nextDates(calendar, rest)).toEqual(dates);
          expect(fits(calendar, busy, dates)).toBe(true);
          busy = [...busy, dates];
          for (const { startsOn } of busy) {
            const running = busy.filter(
              (each) => each.startsOn <= startsOn && startsOn <= each.deliverBy,
            );
            expect(running.length).toBeLessThanOrEqual(calendar.capacity);
          }
        }
      },
    ),
    { numRuns: randomRuns(60) },
  );
});

test('in every zone a day begins and ends on itself, also when clocks change, and a start is in nobody’s past', () => {
  const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
  const moment = fc
    .integer({ min: 0, max: 400 * 24 * 4 })
    .map((quarters) => new Date(Date.UTC(2026, 9, 1) + quarters * 900_000));
  fc.assert(
    fc.property(
      moment,
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      (now, seller, buyer) => {
        const today = dayIn(now, seller);
        for (const hour of [9, 18]) expect(dayIn(hourOf(today, hour, seller), seller)).toBe(today);
        expect(numberOfDay(addDays(today, 1))).toBe(numberOfDay(today) + 1);
        const from = earliestStart(today, dayIn(now, 'Pacific/Kiritimati'));
        expect(from > today).toBe(true);
        expect(from >= dayIn(now, buyer)).toBe(true);
      },
    ),
    { numRuns: randomRuns(200) },
  );
});

const zones = fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'UTC');
const hours = fc.integer({ min: 0, max: 400 * 24 });
const atHour = (hour: number) => new Date(Date.parse('2026-11-23T00:30:00Z') + hour * 3_600_000);

test('the clock moves a date by the working days that began during a wait, however often it counts', () => {
  fc.assert(
    fc.property(
      calendars.chain((calendar) => fc.constantFrom(calendar, { ...calendar, capacity: 0 })),
      fc.tuple(zones, day, fc.option(day, { nil: null })),
      fc.array(hours, { minLength: 2, maxLength: 6 }).map((all) => all.toSorted((a, b) => a - b)),
      (calendar, [timeZone, due, startsOn], [first = 0, ...moments]) => {
        const counted = { due, countedTo: dayIn(atHour(first), timeZone) };
        const at = (hour: number) => ({ today: dayIn(atHour(hour), timeZone), startsOn, calendar });
        const once = moveByWaiting(counted, at(moments.at(-1) ?? first));
        let often = { ...counted, days: 0 };
        for (const moment of moments) {
          const next = moveByWaiting(often, at(moment));
          expect(next.due >= often.due).toBe(true);
          often = { ...next, days: often.days + next.days };
        }
        expect(often).toEqual(once);
        // The hour of delivery stays, across changes of the clocks.
        const moved = onDay(hourOf(due, 18, timeZone), once.due, timeZone);
        expect(moved).toBe(hourOf(once.due, 18, timeZone));
        // No day counts that has not begun, and none before the work starts.
        const waited = numberOfDay(once.countedTo) - numberOfDay(counted.countedTo);
        expect(once.days).toBeLessThanOrEqual(waited);
        if (startsOn && startsOn >= once.countedTo) expect(once.days).toBe(0);
        if (once.days > 0 && calendar.capacity > 0)
          expect(isWorkingDay(calendar, once.due)).toBe(true);
        // Without a calendar every day counts.
        if (calendar.capacity === 0 && !startsOn) expect(once.days).toBe(waited);
      },
    ),
    { numRuns: randomRuns(100) },
  );
});
