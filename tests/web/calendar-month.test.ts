import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { daysOf, monthSpan } from '../../api/modules/catalog/availability/calendar-rules.ts';
import {
  withHoliday,
  withTimeOff,
  withWorkOn,
} from '../../api/modules/catalog/availability/days-off-rules.ts';
import type { CalendarMonth } from '../../api/modules/order-pages/calendar-month.ts';
import { MonthTable } from '../../src/admin/calendar/MonthTable.tsx';
import {
  dayAfterKey,
  describeDay,
  linesOf,
  marksOf,
  weeksOf,
} from '../../src/admin/calendar/month-marks.ts';

const order = (buyer: string, work: [string, string] | null, dueOn: string) => ({
  ...{ orderId: `order-${buyer}`, number: 'AAAAAA', buyer, title: 'A website', dueOn },
  ...{ status: 'Accepted' as const, isOpen: true },
  work: work && { from: work[0], to: work[1] },
});

const MONTH: CalendarMonth = {
  ...{ month: '2026-12', today: '2026-12-09', capacity: 2 },
  days: daysOf(monthSpan('2026-12')).map((day, at) => ({
    ...{ day, taken: day < '2026-12-09' ? null : 1, isTimeOff: day === '2026-12-24' },
    isWorking: ![4, 5].includes(at % 7),
    holiday: day === '2026-12-25' ? 'Christmas' : null,
  })),
  orders: [
    order('Asha', ['2026-11-20', '2026-12-11'], '2026-12-11'),
    order('Bela', ['2026-12-12', '2026-12-20'], '2026-12-20'),
    order('Chitra', ['2026-12-02', '2026-12-09'], '2026-12-08'),
  ],
  parts: [
    {
      ...{
        id: 'part',
        orderId: 'order-AAAAAA',
        number: 'AAAAAA',
        buyer: 'Asha',
        name: 'part 2 of 2',
      },
      ...{ amount: 5000, currency: 'INR', dueOn: '2026-12-15' },
    },
  ],
};
const dayOf = (day: string) => MONTH.days.find((each) => each.day === day) ?? expect.fail(day);

const html = renderToStaticMarkup(
  createElement(MonthTable, {
    ...{ month: MONTH, chosen: '2026-12-09', labelledBy: 'month' },
    ...{ choose: () => {}, turn: () => {} },
  }),
);

test('the month is a table with a button for each day, of which one takes the focus', () => {
  expect(html.match(/<th scope="col"/g)).toHaveLength(7);
  expect(html.match(/<button/g)).toHaveLength(31);
  expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
  expect(html.match(/aria-current="date"/g)).toHaveLength(1);
  // 1 December 2026 is a Tuesday.
  expect(weeksOf(MONTH.days).map((week) => week.map((day) => day?.day.slice(8) ?? ''))).toEqual([
    ['', '01', '02', '03', '04', '05', '06'],
    ['07', '08', '09', '10', '11', '12', '13'],
    ['14', '15', '16', '17', '18', '19', '20'],
    ['21', '22', '23', '24', '25', '26', '27'],
    ['28', '29', '30', '31', '', '', ''],
  ]);
});

test('a day says in words what it shows, with names', () => {
  expect(describeDay(MONTH, dayOf('2026-12-11'))).toBe(
    'Friday 11 December. 1 of 2 places taken. Asha due',
  );
  expect(describeDay(MONTH, dayOf('2026-12-15'))).toBe(
    'Tuesday 15 December. 1 of 2 places taken. 1 payment. 1 in work',
  );
  expect(describeDay(MONTH, dayOf('2026-12-24'))).toContain('Time off');
  expect(describeDay(MONTH, dayOf('2026-12-25'))).toContain('Christmas');
  expect(describeDay(MONTH, dayOf('2026-12-02')), 'what has been is not counted').not.toContain(
    'taken',
  );
});

test('work is drawn in as few lines as it needs, and late work is red', () => {
  const marks = marksOf(MONTH);
  expect(marks.find(({ text }) => text === 'Chitra')?.tone).toBe('red');
  const lines = linesOf(marks, weeksOf(MONTH.days)[1] ?? []);
  expect(lines.map((line) => line.map(({ text }) => text))).toEqual([['Asha', 'Bela'], ['Chitra']]);
});

test('arrow keys lead from day to day, also over the end of a month', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'];
  expect(keys.map((key) => dayAfterKey('2026-12-31', key))).toEqual([
    ...['2027-01-01', '2026-12-30', '2026-12-24', '2027-01-07', '2026-12-28', '2027-01-03'],
    undefined,
  ]);
});

test('days are set free and taken back, and what touches is one span', () => {
  const [none, today] = [{ holidays: [], timeOff: [] }, '2026-12-01'];
  const off = (from: string, to = from) => ({ from, to });
  const week = withTimeOff(none, off('2026-12-07', '2026-12-11'), today);
  const longer = withTimeOff(week, off('2026-12-12'), today);
  expect(longer.timeOff).toEqual([off('2026-12-07', '2026-12-12')]);
  const cut = withWorkOn(longer, off('2026-12-09'), today);
  expect(cut.timeOff).toEqual([off('2026-12-07', '2026-12-08'), off('2026-12-10', '2026-12-12')]);
  const holiday = withHoliday(cut, { day: '2026-12-25', name: 'Christmas' }, today);
  expect(withWorkOn(holiday, off('2026-12-25'), today)).toEqual(cut);
  const old = { ...none, timeOff: [off('1999-01-01', '1999-01-05')] };
  expect(withTimeOff(old, off('2026-12-07'), today).timeOff).toEqual([off('2026-12-07')]);
});

afterEach(() => void vi.unstubAllGlobals());

test('months turned while the calendar is read again for an order lead on from each other', async () => {
  const waiting: { month: string; answer: () => void }[] = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', (address: string) => {
    const month = new URL(address, 'http://shop.example').searchParams.get('month') ?? '2026-12';
    return new Promise<Response>((resolve) => {
      waiting.push({ month, answer: () => resolve(Response.json({ ...MONTH, month })) });
    });
  });
  const { $month, turnMonth } = await import('../../src/admin/calendar/calendar-store.ts');
  const answer = () => waiting.shift()?.answer();
  const opened = $month.load();
  answer();
  await opened;

  const turned = turnMonth(1);
  const changed = $month.load();
  answer();
  await vi.waitFor(() => expect(waiting.map(({ month }) => month)).toEqual(['2027-01']));
  answer();
  await Promise.all([turned, changed]);
  const again = turnMonth(1);
  answer();
  await again;
  expect($month.get()).toMatchObject({ state: 'loaded', value: { month: '2027-02' } });
});
