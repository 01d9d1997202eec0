import { expect, test } from 'vitest';
import {
  type CancellableOrder,
  cancellationStage,
  cancellationTable,
  mayCancel,
  promiseSentence,
  refundPromise,
  refundsByPayment,
} from '../../api/modules/orders/cancellation/rules.ts';
import { CANCELLATION_TERMS } from '../../api/modules/orders/rules.ts';
import { DAY } from '../../api/platform/clock.ts';
import fc, { randomRuns } from '../support/fast-check.ts';

// `RANDOM_RUNS=10` tries 20,000.
const numRuns = randomRuns(2_000);

const NOW = new Date('2026-11-22T10:00:00Z');
const orderWith = (changes: Partial<CancellableOrder> = {}): CancellableOrder => ({
  status: 'In Progress',
  isDelivered: false,
  deliveryDate: new Date(NOW.getTime() + 5 * DAY).toISOString(),
  terms: CANCELLATION_TERMS,
  payments: [{ id: 'pay_one', left: 10_001 }],
  ...changes,
});

test('everything goes back before the order is accepted', () => {
  expect(refundPromise(orderWith(), NOW)).toBe(10_001);
  expect(promiseSentence(orderWith(), NOW)).toBe(
    'If you cancel today you get ₹100.01 back: the order is not accepted yet.',
  );
});

test('half of what is paid goes back once it is accepted; half a paisa is the buyer’s', () => {
  expect(refundPromise(orderWith({ status: 'Accepted' }), NOW)).toBe(5_001);
});

test('everything goes back from seven days after the delivery date, to the millisecond', () => {
  const deliveryDate = new Date(NOW.getTime() - 7 * DAY).toISOString();
  const late = orderWith({ status: 'Accepted', deliveryDate });
  expect(refundPromise(late, NOW)).toBe(10_001);
  expect(refundPromise(late, new Date(NOW.getTime() - 1))).toBe(5_001);
});

test('nothing goes back by right after a delivery, also while a revision is under way', () => {
  for (const status of ['Accepted', 'Delivered', 'Completed'] as const) {
    const delivered = orderWith({ status, isDelivered: true });
    expect(refundPromise(delivered, NOW)).toBe(0);
    expect(mayCancel(delivered, NOW)).toBe(false);
  }
});

test('the table says what the function does', () => {
  expect(cancellationTable(CANCELLATION_TERMS)).toEqual([
    ['Before it is accepted', 'Everything'],
    ['Accepted, nothing delivered', 'Half of what is paid'],
    ['Nothing delivered 7 days after the date', 'Everything'],
    ['After a delivery', 'Nothing, unless agreed'],
  ]);
});

const payments = fc
  .uniqueArray(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 0, maxLength: 6 })
  .map((lefts) => lefts.map((left, at) => ({ id: `pay_${at}`, left })));
const percent = fc.integer({ min: 0, max: 100 });
const orders: fc.Arbitrary<CancellableOrder> = fc.record({
  status: fc.constantFrom('In Progress', 'Accepted', 'Delivered', 'Completed', 'Rejected'),
  isDelivered: fc.boolean(),
  deliveryDate: fc.option(
    fc
      .integer({ min: -30, max: 30 })
      .map((days) => new Date(NOW.getTime() + days * DAY).toISOString()),
  ),
  terms: fc.record({
    version: fc.constant(1),
    notAccepted: percent,
    accepted: percent,
    late: percent,
    delivered: percent,
    lateAfterDays: fc.integer({ min: 0, max: 30 }),
  }),
  payments,
});
const sum = (amounts: number[]): number => amounts.reduce((total, each) => total + each, 0);

test('what is refunded is what is promised and what the provider can refund', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const parts = refundsByPayment(order, NOW);
      const promise = refundPromise(order, NOW);
      expect(sum(parts.map(({ amount }) => amount))).toBe(promise);
      expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
      for (const { id, amount } of parts) {
        const left = order.payments.find((each) => each.id === id)?.left ?? 0;
        expect(amount).toBeGreaterThanOrEqual(100);
        expect(amount).toBeLessThanOrEqual(left);
        expect(Number.isInteger(amount)).toBe(true);
      }
      const held = sum(order.payments.map(({ left }) => left));
      const agreed = Math.ceil((held * order.terms[cancellationStage(order, NOW)]) / 100);
      expect(promise).toBeLessThanOrEqual(agreed);
      // Less than agreed only by what the provider cannot refund: payments and remainders under ₹1.
      const unusable = sum(order.payments.filter(({ left }) => left < 100).map(({ left }) => left));
      expect(agreed - promise).toBeLessThan(100 + unusable);
    }),
    { numRuns },
  );
});
