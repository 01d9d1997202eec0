import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { PaymentRow } from './database.ts';
import { failPayment } from './payments.ts';
import { insertRefund } from './refunds.ts';

const ANSWER_WITHIN = 10 * 60;
const CAPTURE_WITHIN = 3 * 24 * 60 * 60;

/** Fails payments without an answer after ten minutes. Refunds those not captured after three days. */
export function applyTimeLimits(context: SandboxContext): void {
  for (const payment of older(context, 'created', ANSWER_WITHIN)) {
    failPayment(context, payment.id, 'payment_timed_out');
  }
  for (const payment of older(context, 'authorized', CAPTURE_WITHIN)) {
    commit(context, () =>
      insertRefund(context, payment, {
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

function older(context: SandboxContext, status: string, age: number): PaymentRow[] {
  return context.db
    .prepare<[string, number], PaymentRow>(
      'SELECT * FROM payments WHERE status = ? AND created_at < ?',
    )
    .all(status, seconds(context) - age);
}
