import { expect, test } from 'vitest';
import { instalmentsOf } from '../../api/modules/orders/agreements/rules.ts';
import { canSplit, isHttpsLink, paymentStatusOf, totalOf } from '../../api/modules/orders/rules.ts';
import {
  isForwardTransition,
  PAYMENT_TRANSITIONS,
} from '../../api/modules/payments/status-transitions.ts';
import { MIN_PAISE, toPaise, toRupees } from '../../api/platform/money/rules.ts';
import fc from '../support/fast-check.ts';

const expectWhole = (total: number) => {
  for (const type of ['Full', 'Milestone'] as const) {
    if (type === 'Milestone' && !canSplit(total)) continue;
    const instalments = instalmentsOf(total, type);
    expect(instalments.reduce((sum, each) => sum + each, 0)).toBe(total);
    expect(instalments.every((each) => Number.isInteger(each) && each >= MIN_PAISE)).toBe(true);
    expect(toPaise(toRupees(total))).toBe(total);
    if (type === 'Milestone')
      expect((instalments[0] ?? 0) - (instalments[1] ?? 0)).toBeLessThanOrEqual(1);
  }
};

test('splits every total from 100 to 1,000 paise exactly and above the provider’s minimum', () => {
  for (let total = 100; total <= 1_000; total += 1) expectWhole(total);
});

test('splits 10,000 random carts into two parts that add up exactly', () => {
  const price = fc.integer({ min: 100, max: 20_000_000 });
  const extras = fc.array(fc.record({ price, quantity: fc.integer({ min: 1, max: 50 }) }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(price, extras, (plan, chosen) => expectWhole(totalOf({ price: plan }, chosen))),
    { numRuns: 10_000 },
  );
});

test('derives payment statuses that follow the transition table', () => {
  const history = fc.record({
    total: fc.integer({ min: 200, max: 1000 }),
    steps: fc.array(fc.constantFrom('first', 'second', 'failed' as const), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(history, ({ total, steps }) => {
      const [first = 0, second = 0] = instalmentsOf(total, 'Milestone');
      const order = { total, paid: 0, failed_at: null as string | null };
      for (const step of steps) {
        const before = paymentStatusOf(order);
        if (step === 'failed' && order.paid === 0) order.failed_at = 'now';
        if (step === 'first' && order.paid === 0)
          Object.assign(order, { paid: first, failed_at: null });
        if (step === 'second' && order.paid === first) order.paid += second;
        expect(isForwardTransition(before, paymentStatusOf(order))).toBe(true);
      }
    }),
  );
  expect(PAYMENT_TRANSITIONS.Paid).toEqual([]);
});

test('accepts only plain https links', () => {
  const good = ['https://example.com', 'https://docs.example.com/a?b#c'];
  const bad = [
    'http://example.com',
    'javascript:alert(1)',
    'https://localhost',
    'https://a:b@c.de',
  ];
  expect([...good, ...bad, 'example.com', ''].filter(isHttpsLink)).toEqual(good);
});
