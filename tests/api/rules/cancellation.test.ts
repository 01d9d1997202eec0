import { expect, test } from 'vitest';
import {
  CANCEL_TOO_LATE,
  CANCELLATION_TERMS,
  type CancellableOrder,
  cancellationStage,
  cancellationTable,
  describeCancellation,
  describeCancellationRefund,
  mayCancel,
  owedOnTop,
  refundIfCancelledNow,
  refundsByPayment,
} from '../../../api/modules/orders/cancellation/rules.ts';
import type { OrderStatus } from '../../../api/modules/orders/rules.ts';
import { DAY } from '../../../api/platform/clock.ts';
import fc, { randomRuns } from '../../support/fast-check.ts';

// `RANDOM_RUNS=10` tries 20,000.
const numRuns = randomRuns(2_000);

const NOW = new Date('2026-11-22T10:00:00Z');
const orderWith = (changes: Partial<CancellableOrder> = {}): CancellableOrder => ({
  currency: 'INR',
  status: 'In Progress',
  isDelivered: false,
  deliveryDate: new Date(NOW.getTime() + 5 * DAY).toISOString(),
  terms: CANCELLATION_TERMS,
  payments: [{ id: 'pay_one', left: 10_001 }],
  paid: 10_001,
  ...changes,
});

test('everything is refunded before the order is accepted', () => {
  expect(refundIfCancelledNow(orderWith(), NOW)).toBe(10_001);
  expect(describeCancellationRefund(orderWith(), NOW)).toBe(
    'If you cancel today you get ₹100.01 back: the order is not accepted yet.',
  );
});

test('half of what is paid is refunded once it is accepted; half a paisa is the buyer’s', () => {
  expect(refundIfCancelledNow(orderWith({ status: 'Accepted' }), NOW)).toBe(5_001);
});

test('everything is refunded from seven days after the delivery date, to the millisecond', () => {
  const deliveryDate = new Date(NOW.getTime() - 7 * DAY).toISOString();
  const late = orderWith({ status: 'Accepted', deliveryDate });
  expect(refundIfCancelledNow(late, NOW)).toBe(10_001);
  expect(refundIfCancelledNow(late, new Date(NOW.getTime() - 1))).toBe(5_001);
});

test('nobody becomes late while waiting for the buyer, and a wait undoes no lateness', () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
  const refundOf = (waits: CancellableOrder['waits']) =>
    refundIfCancelledNow(orderWith({ status: 'Accepted', deliveryDate: daysAgo(8), waits }), NOW);
  expect(refundOf(undefined)).toBe(10_001);
  expect(refundOf({ from: daysAgo(2), due: daysAgo(8) })).toBe(5_001);
  expect(refundOf({ from: daysAgo(2), due: daysAgo(9) })).toBe(10_001);
});

test('nothing is late without a delivery date', () => {
  const order = orderWith({ status: 'Accepted', deliveryDate: null });
  expect(describeCancellationRefund(order, NOW)).toBe(
    'If you cancel today you get ₹50.01 back: the order is accepted and nothing is delivered.',
  );
});

test.each<[OrderStatus, boolean]>([
  ['In Progress', true],
  ['Accepted', true],
  ['Delivered', true],
  ['Completed', true],
  ['Delivered', false],
  ['Completed', false],
  ['Rejected', false],
])('an order that is %s cannot be cancelled after a delivery or its end', (status, isDelivered) => {
  const order = orderWith({ status, isDelivered });
  expect(refundIfCancelledNow(order, NOW)).toBe(0);
  expect(mayCancel(order, NOW)).toBe(false);
  expect(describeCancellationRefund(order, NOW)).toBe(CANCEL_TOO_LATE);
});

test('an order is cancelled while something of its money is left', () => {
  expect(mayCancel(orderWith(), NOW)).toBe(true);
  const none = { id: 'pay_none', left: 0 };
  expect(mayCancel(orderWith({ payments: [none, { id: 'pay_one', left: 1 }] }), NOW)).toBe(true);
  expect(mayCancel(orderWith({ payments: [none] }), NOW)).toBe(false);
  expect(mayCancel(orderWith({ payments: [] }), NOW)).toBe(false);
});

test('the table and the sentence say what the function does', () => {
  const terms = { ...CANCELLATION_TERMS, accepted: 25, lateAfterDays: 1, late: 0 };
  expect(cancellationTable(terms).slice(1, 3)).toEqual([
    ['Accepted, nothing delivered', '25 % of what is paid', 'Everything, and 50 % on top'],
    ['Nothing delivered 1 day after the date', 'Nothing, unless agreed', 'Nothing, unless agreed'],
  ]);
  expect(describeCancellation(CANCELLATION_TERMS)).toBe(
    'If you cancel: everything before it is accepted, then half of what is paid, nothing after a delivery.',
  );
  expect(describeCancellation({ ...CANCELLATION_TERMS, accepted: 100, delivered: 25 })).toBe(
    'If you cancel: everything before it is accepted, 25 % of what is paid after a delivery.',
  );
  expect(cancellationTable({ ...terms, lateAfterDays: 0 })[2]?.[0]).toBe(
    'Nothing delivered by the date',
  );
  const none = { ...terms, sellerShare: 0 };
  const late = orderWith({ status: 'Accepted', deliveryDate: '2026-11-01T00:00:00Z', terms: none });
  expect(describeCancellationRefund(late, NOW)).toBe(
    'If you cancel today nothing is refunded: the delivery is late.',
  );
});

test('the terms say what the seller owes on top, and when', () => {
  expect(cancellationTable(CANCELLATION_TERMS)).toEqual([
    ['Before it is accepted', 'Everything', 'Everything'],
    ['Accepted, nothing delivered', 'Half of what is paid', 'Everything, and 50 % on top'],
    [
      'Nothing delivered 7 days after the date',
      'Everything, and 50 % on top',
      'Everything, and 50 % on top',
    ],
    ['After a delivery', 'Nothing, unless agreed', 'Not possible'],
  ]);
  const accepted = orderWith({ status: 'Accepted' });
  const late = orderWith({ status: 'Accepted', deliveryDate: '2026-11-01T00:00:00Z' });
  const owed = (order: CancellableOrder) =>
    (['buyer', 'seller'] as const).map((by) => owedOnTop(order, NOW, by));
  expect(owed(orderWith())).toEqual([0, 0]);
  expect(owed(accepted)).toEqual([0, 5_001]);
  expect(owed(late)).toEqual([5_001, 5_001]);
  expect(owed({ ...late, isDelivered: true })).toEqual([0, 0]);
  expect(describeCancellationRefund(late, NOW)).toBe(
    'If you cancel today you get ₹100.01 back, and the seller owes you ₹50.01 on top: the delivery is late.',
  );
});

/** The paise left of each payment, the percent to refund, and the paise refunded of each. */
test.each<[string, number[], number, (number | undefined)[]]>([
  ['the largest is refunded first', [5_000, 20_000], 50, [undefined, 12_500]],
  ['of equal ones the first', [5_000, 5_000], 50, [5_000]],
  ['what one cannot return another does', [20_000, 5_000], 100, [20_000, 5_000]],
  ['a remainder below one rupee is filled up to it', [10_000, 5_000], 67, [9_950, 100]],
  ['also where one rupee is left of the larger', [150, 100], 80, [100, 100]],
  ['and is not promised where less would be left', [140, 130], 73, [140]],
  ['one rupee is refunded', [200], 50, [100]],
  ['less than one rupee is not', [198], 50, []],
  ['nor of a payment of which less is left', [10_000, 99], 100, [10_000]],
  ['and one rupee of a payment is', [10_000, 100], 100, [10_000, 100]],
])('%s: %j at %i %%', (_, lefts, notAccepted, refunded) => {
  const payments = lefts.map((left, at) => ({ id: `pay_${at}`, left }));
  const order = orderWith({ terms: { ...CANCELLATION_TERMS, notAccepted }, payments });
  for (const given of [payments, payments.toReversed()]) {
    const parts = refundsByPayment({ ...order, payments: given }, NOW);
    const amounts = payments.map(({ id }) => parts.find((part) => part.id === id)?.amount);
    expect(amounts.slice(0, refunded.length)).toEqual(refunded);
    expect(parts).toHaveLength(refunded.filter(Boolean).length);
  }
});

const payments = fc
  .uniqueArray(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 0, maxLength: 6 })
  .map((lefts) => lefts.map((left, at) => ({ id: `pay_${at}`, left })));
const percent = fc.integer({ min: 0, max: 100 });
const orders: fc.Arbitrary<CancellableOrder> = fc.record({
  currency: fc.constantFrom('INR', 'USD'),
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
    sellerShare: percent,
    lateAfterDays: fc.integer({ min: 0, max: 30 }),
  }),
  payments,
  paid: fc.constant(0),
});
const sum = (amounts: number[]): number => amounts.reduce((total, each) => total + each, 0);

test('what is refunded is what is promised and what the provider can refund', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const parts = refundsByPayment(order, NOW);
      const promise = refundIfCancelledNow(order, NOW);
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
      // The refund is lower than agreed only by amounts that the provider cannot refund: those under ₹1.
      const unusable = sum(order.payments.filter(({ left }) => left < 100).map(({ left }) => left));
      expect(agreed - promise).toBeLessThan(100 + unusable);
    }),
    { numRuns },
  );
});
