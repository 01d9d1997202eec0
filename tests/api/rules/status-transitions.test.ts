import { expect, test } from 'vitest';
import { instalmentAmounts } from '../../../api/modules/orders/agreements/rules.ts';
import { type PaymentStatus, paymentStatusOf } from '../../../api/modules/orders/rules.ts';
import { refundStatusesBefore } from '../../../api/modules/payments/refunds.ts';
import { isForwardTransition } from '../../../api/modules/payments/settle-payment.ts';
import fc from '../../support/fast-check.ts';

const STATUSES: PaymentStatus[] = ['Pending', 'Failed', 'Partially Paid', 'Paid'];

test.each<[PaymentStatus, PaymentStatus[]]>([
  ['Pending', ['Pending', 'Failed', 'Partially Paid', 'Paid']],
  ['Failed', ['Failed', 'Partially Paid', 'Paid']],
  ['Partially Paid', ['Partially Paid', 'Paid']],
  ['Paid', ['Paid']],
])('from %s a payment status only goes forward', (from, to) => {
  expect(STATUSES.filter((each) => isForwardTransition(from, each))).toEqual(to);
});

test('the status that follows from payments only goes forward', () => {
  const history = fc.record({
    total: fc.integer({ min: 200, max: 1000 }),
    steps: fc.array(fc.constantFrom('first', 'second', 'failed' as const), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(history, ({ total, steps }) => {
      const [first = 0, second = 0] = instalmentAmounts(total, 'Milestone');
      const order = { total, paid: 0, tax_deducted: 0, failed_at: null as string | null };
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
});

test('a bank may send back a refund that was processed, and one that was refused may turn out to be made', () => {
  expect(refundStatusesBefore('asked')).toEqual([]);
  expect(refundStatusesBefore('pending')).toEqual(['asked']);
  expect(refundStatusesBefore('failed')).toEqual(['asked', 'pending', 'processed']);
  expect(refundStatusesBefore('processed')).toEqual(['asked', 'pending', 'failed']);
});
