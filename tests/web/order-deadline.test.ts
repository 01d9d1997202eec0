import { expect, test } from 'vitest';
import type { AdminOrderDto } from '../../api/modules/order-pages/admin-order-dto.ts';
import {
  deadlineSentence,
  deadlineText,
  headOf,
} from '../../src/features/orders/owner-deadline.ts';
import { cancelsOrder, refundEffects } from '../../src/features/orders/owner-refund-effects.ts';

const HEAD = {
  ...{ orderStatus: 'Accepted', steps: ['deliver'], buyer: { name: 'Grace Hopper' } },
  ...{ deliveryDate: '2026-11-08T15:00:00', isQuoted: false },
  next: { turn: 'owner', step: 'deliver', by: null, actions: ['deliver'] },
  lateness: { from: '2026-11-15T15:00:00', owed: 12_499.5 },
  paymentInfo: {
    ...{ paidAmount: 24_999, totalAmount: 24_999, refundedAmount: 0 },
    currency: 'INR',
  },
};
const NOW = new Date('2026-11-10T15:00:00');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

test('a deadline within three weeks is a number of days, a later one a date', () => {
  expect(deadlineText(inDays(0), NOW)).toBe('today');
  expect(deadlineText(inDays(1), NOW)).toBe('tomorrow');
  expect(deadlineText(inDays(20), NOW)).toBe('in 20 days');
  expect(deadlineText(inDays(21), NOW)).toBe('1 Dec 2026');
  expect(deadlineText(inDays(-1), NOW)).toBe('1 day late');
  expect(deadlineText(inDays(-40), NOW)).toBe('late since 1 Oct 2026');
});

test('a row of the queue says that an order is late or when it is due', () => {
  expect(deadlineSentence(inDays(2), NOW)).toBe('Due in 2 days');
  expect(deadlineSentence(inDays(-2), NOW)).toBe('2 days late');
  expect(deadlineSentence(inDays(-40), NOW)).toBe('Late since 1 Oct 2026');
});

test('a refund says what becomes of the order', () => {
  const payment = { standing: 'settled', amount: 500, refunded: 100, lost: 0 } as const;
  const order = { orderStatus: 'Accepted' as const, payments: [payment] };
  const first = (amount: number, more = {}) =>
    refundEffects({ ...order, ...more, payments: [payment] }, payment, amount)[0];
  expect(first(100)).toContain('The order goes on');
  expect(first(400, { orderStatus: 'Delivered' })).toContain('closes as Refunded');
  expect(cancelsOrder(order, payment, 400)).toBe(true);
  expect(cancelsOrder(order, payment, 399)).toBe(false);
  expect(first(400, { orderStatus: 'Completed' })).toBe('The order stays Completed.');
  const overpaid = { ...payment, standing: 'surplus' } as const;
  expect(refundEffects({ ...order, payments: [payment, overpaid] }, overpaid, 400)[0]).toContain(
    'not counted',
  );
});

test('the head of an order says whose turn it is, what is late, the money and what happens when', () => {
  const of = (more: object) =>
    headOf({ ...HEAD, ...more } as unknown as AdminOrderDto, NOW).join(' · ');
  expect(of({})).toBe(
    'Your turn: Deliver the work · 2 days late · ₹24,999 paid · from 15 Nov Grace may cancel, and you owe ₹12,499.50',
  );
  expect(of({ lateness: { from: inDays(-1), owed: 0 } })).toContain(
    'now Grace may cancel, and you refund all',
  );
  const next = { turn: 'buyer', step: 'acceptDelivery', by: inDays(3), actions: [] };
  expect(of({ orderStatus: 'Delivered', steps: [], next, lateness: null })).toBe(
    'Waiting for the delivery to be accepted · ₹24,999 paid · completes on 13 Nov',
  );
  const bank = { turn: 'owner', step: 'answerBank', by: inDays(1), actions: [] };
  expect(of({ orderStatus: 'Completed', steps: ['answerBank'], next: bank })).toContain(
    'Your turn: Reply to the bank · by 11 Nov',
  );
});
