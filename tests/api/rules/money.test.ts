import { expect, test } from 'vitest';
import {
  formatExact,
  MIN_PAISE,
  price,
  toPaise,
  toRupees,
} from '../../../api/platform/money/rules.ts';
import fc from '../../support/fast-check.ts';

test('the smallest payment is one rupee', () => {
  expect(toRupees(MIN_PAISE)).toBe(1);
});

test('converting between rupees and paise loses nothing', () => {
  expect([1.15, 4.35, 19.99, 1.1, 0.29].map(toPaise)).toEqual([115, 435, 1999, 110, 29]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 40 }),
      (paise) => toPaise(toRupees(paise)) === paise,
    ),
    { numRuns: 10_000 },
  );
});

test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [12_499_50, '₹12,499.50'],
  [24_999_00, '₹24,999.00'],
  [1_23_45_678_90, '₹1,23,45,678.90'],
])('%i paise are written with lakhs and both decimals: %s', (paise, text) => {
  expect(formatExact(paise, 'INR')).toBe(text);
});

test.each([
  [24_999, '₹24,999'],
  [12_499.5, '₹12,499.50'],
  [1_23_45_678, '₹1,23,45,678'],
])('a price of %d rupees shows paise only when it has some: %s', (amount, text) => {
  expect(price(amount, 'INR')).toBe(text);
});
