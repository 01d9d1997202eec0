import { expect, test } from 'vitest';
import type { DisputeRow, PaymentRow } from '../../../api/razorpay-sandbox/database.ts';
import { isUndecided, leftOf } from '../../../api/razorpay-sandbox/dispute-rules.ts';

test('the bank has to decide open disputes and those under review', () => {
  const statuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
  expect(statuses.filter(isUndecided)).toEqual(['open', 'under_review']);
});

test('the merchant has what was neither refunded nor taken back by the bank', () => {
  const payment = { amount: 1_000, amount_refunded: 300 } as PaymentRow;
  const disputes = [{ amount_deducted: 200 }, { amount_deducted: 50 }] as DisputeRow[];
  expect(leftOf(payment, [])).toBe(700);
  expect(leftOf(payment, disputes)).toBe(450);
});
