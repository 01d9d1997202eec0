import { expect, test } from 'vitest';
import { toPaise } from '../../api/platform/money/rules.ts';
import { splitEqually } from '../../src/features/quotes/owner-split-equally.ts';
import fc from '../support/fast-check.ts';

test.each([
  [500, 1, [500]],
  [100, 3, [34, 33, 33]],
  [60_000.55, 2, [30_000.55, 30_000]],
  [1.15, 1, [1.15]],
  [4.35, 2, [2.35, 2]],
])(
  'a price of %d in %i instalments has whole rupees in all but the first',
  (price, count, instalments) => {
    expect(splitEqually(price, count)).toEqual(instalments);
  },
);

test('the instalments of any price add up to the paisa', () => {
  const price = fc.integer({ min: 100, max: 10 ** 9 }).map((paise) => paise / 100);
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 12 }), (rupees, count) => {
      const instalments = splitEqually(rupees, count).map(toPaise);
      expect(instalments.reduce((sum, each) => sum + each, 0)).toBe(toPaise(rupees));
    }),
  );
});
