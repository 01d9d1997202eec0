import { expect, test } from 'vitest';
import { numbersOf } from '../../../api/modules/site/build/measured-numbers.ts';

const INDIA = { replyMinutes: 61, timeZone: 'Asia/Kolkata' };
const promise = (dueAt: string, deliveredAt: string | null, isExtended = false) => ({
  ...{ dueAt, deliveredAt, isExtended },
});

test('a delivery until midnight of the promised day is on time, and later days that were agreed say nothing', () => {
  const due = '2026-12-04T12:30:00.000Z';
  const promises = [
    promise(due, '2026-12-01T08:00:00.000Z'),
    promise(due, '2026-12-04T18:29:59.000Z'),
    promise(due, '2026-12-04T18:30:00.000Z'),
    promise(due, '2026-12-02T08:00:00.000Z', true),
    promise(due, null),
  ];
  expect(numbersOf(promises, INDIA)).toEqual({
    ...{ replyHours: 2, lastDelivery: '2026-12-05', onTime: { orders: 2, of: 4 } },
  });
  expect(numbersOf(promises.slice(1), INDIA), 'too few orders').toBeNull();
});
