import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { PaymentRow } from './database.ts';
import { failPayment } from './payments.ts';
import { payBack } from './refunds.ts';

const ANSWER_WITHIN = 10 * 60;
const CAPTURE_WITHIN = 3 * 24 * 60 * 60;

/** No answer for ten minutes is a failure; money not captured for three days goes back. */
export function applyTimeLimits(desk: SandboxContext): void {
  for (const payment of older(desk, 'created', ANSWER_WITHIN)) {
    failPayment(desk, payment.id, 'payment_timed_out');
  }
  for (const payment of older(desk, 'authorized', CAPTURE_WITHIN)) {
    commit(desk, () =>
      payBack(desk, payment, {
        amount: payment.amount,
        speed: 'normal',
        receipt: null,
        notes: '{}',
        idempotency_key: null,
        request: null,
      }),
    );
  }
}

function older(desk: SandboxContext, status: string, age: number): PaymentRow[] {
  return desk.db
    .prepare<[string, number], PaymentRow>(
      'SELECT * FROM payments WHERE status = ? AND created_at < ?',
    )
    .all(status, seconds(desk) - age);
}
