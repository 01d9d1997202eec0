import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { addDays } from '../../api/modules/catalog/availability/calendar-rules.ts';
import { drawOrder, forecast } from '../../api/modules/orders/drawing-rules.ts';
import { OrderDrawing } from '../../src/features/orders/OrderDrawing.tsx';
import fc from '../support/fast-check.ts';

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
  const delivered = { status: 'Delivered', deliveredOn: '2026-12-18' } as const;
  expect(sentenceOf({ ...delivered, yoursOn: '2026-12-25' })).toBe(
    'Delivered 18 Dec · yours 25 Dec',
  );
  expect(sentenceOf(delivered)).toBe('Delivered 18 Dec');
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

test('a quote is drawn as if it were accepted today', () => {
  const dates = { today: '2026-11-28', startsOn: '2026-11-30', deliverBy: '2026-12-19' };
  const drawn = forecast(dates, [part]);
  expect(drawn?.marks.map(({ text }) => text)).toEqual([
    ...['today', 'start 30 Nov', 'part 2, ₹20,000', 'delivery 19 Dec', 'yours 26 Dec'],
  ]);
  expect(drawn?.sentence).toBe('If you accept today: starts Mon 30 Nov, delivered by Sat 19 Dec');
});

const day = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => addDays(PAID.today, days));
const histories = fc.record({
  status: fc.constantFrom('In Progress' as const, 'Accepted' as const, 'Delivered' as const),
  today: day(0, 40),
  paidOn: day(-20, 0),
  startsOn: fc.option(day(-20, 10)),
  dueOn: day(1, 30),
  deliveredOn: fc.option(day(0, 0)),
  yoursOn: fc.option(day(7, 7)),
  versions: fc
    .array(day(-9, 0), { maxLength: 3 })
    .map((days) => days.toSorted().map((on, at) => ({ number: at + 1, on }))),
  parts: fc
    .array(fc.option(day(-9, 30)), { maxLength: 3 })
    .map((days) =>
      days.map((on, at) => ({ number: at + 2, amount: `₹${at + 1},000`, on, due: 'delivery' })),
    ),
  pauses: fc
    .array(fc.record({ from: day(-9, -5), to: fc.option(day(-4, 0)), days: fc.nat(4) }))
    .map((all) => all.slice(0, 2)),
});

test('the line, its sentence and what is ahead agree over 200 random histories', () => {
  fc.assert(
    fc.property(histories, (facts) => {
      const drawing = drawOrder(facts);
      if (!drawing) throw new Error('an open order is drawn');
      const { marks, spans, ahead, sentence } = drawing;
      const textOf = (kind: string) => marks.find((mark) => mark.kind === kind)?.text ?? '';
      expect(marks.map(({ on }) => on)).toEqual(marks.map(({ on }) => on).toSorted());
      expect(sentence.toLowerCase()).toContain(textOf('today').toLowerCase());
      const isLate = spans.some(({ kind }) => kind === 'late');
      expect(/\d days? late/.test(sentence)).toBe(isLate);
      if (!sentence.startsWith('Delivered')) expect(sentence).toContain(textOf('due'));
      const coming = marks.filter(({ on, kind }) => on > facts.today && kind !== 'today');
      for (const { text } of coming)
        expect(ahead.some((each) => each.toLowerCase().startsWith(text.toLowerCase()))).toBe(true);

      const html = renderToStaticMarkup(createElement(OrderDrawing, { drawing }));
      const ticks = [...html.matchAll(/<(?:b|em)[^>]*inset-inline-start:([\d.]+)%/g)].map(
        ([, share]) => Number(share),
      );
      expect(ticks).toHaveLength(marks.length);
      expect(ticks).toEqual(ticks.toSorted((one, other) => one - other));
      const labels = [...html.matchAll(/<span[^>]*>([^<]*)</g)].map(([, label]) => label);
      const known = [...marks, ...spans].map(({ text }) => text);
      expect(known).toEqual(expect.arrayContaining(labels));
      expect(labels).toEqual(expect.arrayContaining([textOf('today'), textOf('due')]));
      expect(html).toContain(`<figcaption class="visually-hidden">${sentence}</figcaption>`);
    }),
    { numRuns: 200 },
  );
});
