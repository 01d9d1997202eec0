import { expect, test } from 'vitest';
import { AWAITING_PAYMENT, type ShownStatus } from '../../../api/modules/orders/rules.ts';
import {
  describeEffect,
  extendedDate,
  isChangeAmount,
  NOT_PAID,
  reasonNoChange,
} from '../../../api/modules/payments/order-changes/rules.ts';

test.each<[ShownStatus, string | null]>([
  ['In Progress', null],
  ['Accepted', null],
  ['Delivered', null],
  [AWAITING_PAYMENT, NOT_PAID],
  ['Completed', 'This order is completed and cannot be changed.'],
  ['Cancelled', 'This order is cancelled and cannot be changed.'],
])('an order that is %s takes a change, or says why not', (status, reason) => {
  expect(reasonNoChange(status)).toBe(reason);
});

test('a change costs nothing, or enough for the provider', () => {
  expect([0, 1, 99, 100, 101].filter(isChangeAmount)).toEqual([0, 100, 101]);
});

test.each([
  [500_00, 2, 'INR', '₹500.00 and 2 days'],
  [500_00, 1, 'USD', '$500.00 and 1 day'],
  [500_00, 0, 'INR', '₹500.00'],
  [0, 1, 'INR', '1 day, no charge'],
  [0, 0, 'INR', 'no charge'],
] as const)('a change of %i and %i days in %s reads: %s', (amount, days, currency, text) => {
  expect(describeEffect({ amount, days, currency })).toBe(text);
});

const DATE = '2026-11-10T12:00:00.000Z';
const BEFORE = '2026-11-09T12:00:00.000Z';
const AFTER = '2026-11-11T12:00:00.000Z';

test.each([
  ['from the delivery date on', DATE, false, 2, BEFORE, '2026-11-12T12:00:00.000Z'],
  ['also when that is past', DATE, false, 2, AFTER, '2026-11-12T12:00:00.000Z'],
  ['from now on after a late delivery', DATE, true, 2, AFTER, '2026-11-13T12:00:00.000Z'],
  ['from the date on after an early delivery', DATE, true, 2, BEFORE, '2026-11-12T12:00:00.000Z'],
  ['and none changes nothing', DATE, true, 0, AFTER, DATE],
  ['and nothing is late without a date', null, true, 2, AFTER, null],
])('extra days count %s', (_, deliveryDate, isDelivered, days, now, date) => {
  expect(extendedDate({ deliveryDate, isDelivered }, days, now)).toBe(date);
});
