import { expect, test } from 'vitest';
import { unpaidWarning } from '../../../api/modules/deliveries/rules.ts';

test('the owner is warned before delivering an order that is not fully paid', () => {
  const text = 'The buyer has still to pay ₹50.10 of this order.';
  expect(unpaidWarning({ currency: 'INR', totalAmount: 101.2, paidAmount: 51.1 })).toBe(text);
});

test('nothing is said about an order that is paid, or paid too much', () => {
  expect(unpaidWarning({ currency: 'INR', totalAmount: 101.2, paidAmount: 101.2 })).toBeNull();
  expect(unpaidWarning({ currency: 'INR', totalAmount: 101.2, paidAmount: 120 })).toBeNull();
});
