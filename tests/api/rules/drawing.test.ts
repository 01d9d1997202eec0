import { expect, test } from 'vitest';
import { drawOrder } from '../../../api/modules/orders/drawing-rules.ts';

type Drawn = Parameters<typeof drawOrder>[0];
const PAID: Drawn = {
  ...{ status: 'Accepted', today: '2026-12-08', paidOn: '2026-11-28', startsOn: '2026-11-30' },
  ...{ dueOn: '2026-12-19', deliveredOn: null, yoursOn: null },
};
const part = { number: 2, amount: '₹20,000', on: '2026-12-03', due: 'day' };
const sentenceOf = (facts: Partial<Drawn> = {}) => drawOrder({ ...PAID, ...facts })?.sentence;

test('one line says the day of the work, the delivery and the next part', () => {
  expect(sentenceOf({ parts: [part] })).toBe(
    'Day 9 of 20 · delivery 19 Dec · part 2, ₹20,000, due 3 Dec',
  );
  expect(sentenceOf({ parts: [{ ...part, on: null, due: 'delivery' }] })).toContain(
    'part 2, ₹20,000, due on delivery',
  );
  expect(sentenceOf({ today: '2026-11-28' })).toBe('Starts 30 Nov · delivery 19 Dec');
  expect(sentenceOf({ today: '2026-12-20' })).toBe('1 day late · delivery 19 Dec');
  const versions = [{ number: 1, on: '2026-12-18' }];
  const delivered = { status: 'Delivered', deliveredOn: '2026-12-18', versions } as const;
  expect(sentenceOf({ ...delivered, yoursOn: '2026-12-25' })).toBe(
    'V1 delivered 18 Dec · yours 25 Dec',
  );
  expect(sentenceOf(delivered)).toBe('V1 delivered 18 Dec');
});

test('the marks stand in the order of their days, and what is late is drawn past the promised day', () => {
  const late = drawOrder({ ...PAID, today: '2026-12-21' });
  expect(late?.marks.map(({ text }) => text)).toEqual([
    ...['paid 28 Nov', 'start 30 Nov', 'delivery 19 Dec', '2 days late', 'yours 28 Dec'],
  ]);
  expect(late?.spans).toEqual([
    { kind: 'late', from: '2026-12-19', to: '2026-12-21', text: '2 days late' },
  ]);
  expect(late?.ahead).toEqual(['Yours 28 Dec']);
  const pauses = [{ from: '2026-12-01', to: '2026-12-02', days: 1 }];
  expect(drawOrder({ ...PAID, pauses, parts: [{ ...part, on: '2026-12-10' }] })).toMatchObject({
    spans: [{ kind: 'pause', text: 'waited 1 day' }],
    ahead: ['Part 2, ₹20,000, 10 Dec', 'Delivery 19 Dec', 'Yours 26 Dec'],
  });
});

test('an order that is not paid, closed or without a date is not drawn', () => {
  expect(drawOrder({ ...PAID, paidOn: null })).toBeNull();
  expect(drawOrder({ ...PAID, dueOn: null })).toBeNull();
  for (const status of ['Completed', 'Cancelled', 'Refunded', 'Lapsed'] as const)
    expect(drawOrder({ ...PAID, status })).toBeNull();
});
