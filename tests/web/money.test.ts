import { expect, test } from 'vitest';
import { instalmentsOf } from '../../api/modules/orders/agreements/rules.ts';
import { canSplit, paymentStatusOf, totalOf } from '../../api/modules/orders/rules.ts';
import { VERIFICATION_FAILED } from '../../api/modules/payments/texts.ts';
import { MIN_PAISE, toPaise, toRupees } from '../../api/platform/money/rules.ts';
import { textAfterPayment, withNextStep } from '../../src/features/checkout/messages.ts';
import { ApiError } from '../../src/lib/api.ts';
import fc from '../support/fast-check.ts';

test('no error after a payment asks the payer to try again', () => {
  for (const error of [
    new ApiError(503, 'This could not be saved just now. Please try again.'),
    new ApiError(500, 'Something went wrong on our side. Please try again.'),
    new ApiError(0, 'No connection. Check your network and try again.'),
    new TypeError('anything else'),
  ]) {
    expect(textAfterPayment(error)).toMatch(/^We are checking .*do not pay again/);
    expect(textAfterPayment(error)).not.toMatch(/try again/);
  }
  expect(textAfterPayment(new ApiError(401, 'Please sign in first.'))).toMatch(
    /^Please sign in first\. We are checking/,
  );
  expect(withNextStep(VERIFICATION_FAILED)).toMatch(
    /^Payment verification failed\. .*not pay again/,
  );
});

const right = (total: number): boolean => {
  const [first = 0, second = 0] = instalmentsOf(total, 'Milestone');
  return (
    first + second === total &&
    first >= second &&
    first - second <= 1 &&
    second >= MIN_PAISE &&
    Number.isInteger(first)
  );
};

test('two instalments add up and neither is below one rupee, for every small total', () => {
  for (let total = 200; total <= 2_000; total++) expect(right(total), String(total)).toBe(true);
});

test('two instalments add up, for any total', () => {
  fc.assert(fc.property(fc.integer({ min: 200, max: 2 ** 40 }), right), { numRuns: 10_000 });
});

test('an amount that cannot be split is paid at once', () => {
  expect(canSplit(199)).toBe(false);
  expect(canSplit(200)).toBe(true);
  expect(instalmentsOf(199, 'Full')).toEqual([199]);
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

test('a total is whole paise when its prices are', () => {
  const price = fc.integer({ min: 100, max: 10 ** 8 });
  const extras = fc.array(fc.record({ price, quantity: fc.integer({ min: 1, max: 50 }) }));
  fc.assert(
    fc.property(fc.record({ price }), extras, (plan, chosen) =>
      Number.isSafeInteger(totalOf(plan, chosen)),
    ),
  );
});

test('the status of a payment depends only on its sums', () => {
  const sums = fc.integer({ min: 200, max: 10 ** 8 }).chain((total) =>
    fc.record({
      total: fc.constant(total),
      paid: fc.integer({ min: 0, max: total }),
      failed_at: fc.constantFrom(null, '2026-01-01T00:00:00.000Z'),
    }),
  );
  fc.assert(
    fc.property(sums, (order) => {
      const status = paymentStatusOf(order);
      if (order.paid === order.total) return status === 'Paid';
      if (order.paid > 0) return status === 'Partially Paid';
      return status === (order.failed_at ? 'Failed' : 'Pending');
    }),
  );
});
