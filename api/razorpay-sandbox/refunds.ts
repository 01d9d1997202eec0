import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { PaymentRow, RefundRow } from './database.ts';
import { isUndecided, leftOf } from './dispute-rules.ts';
import { SandboxError } from './errors.ts';
import { recordEvent } from './events.ts';
import { makeId } from './ids.ts';
import type { Body } from './parse-request.ts';
import {
  amountError,
  readAmount,
  readNotes,
  readText,
  rejectUnknownFields,
} from './parse-request.ts';
import { disputesOf, find, insert } from './queries.ts';

const KEY = /^[A-Za-z0-9_-]{10,}$/;

/** Refunds a captured payment fully or partly. Idempotent by the idempotency key. */
export function refundPayment(
  context: SandboxContext,
  paymentId: string,
  body: Body,
  key: string | null,
) {
  rejectUnknownFields(body, ['amount', 'speed', 'notes', 'receipt']);
  if (key !== null && !KEY.test(key)) {
    throw new SandboxError('The idempotency key needs 10 or more of A-Z a-z 0-9 _ -');
  }
  const request = JSON.stringify(body);
  return commit(context, () => {
    const payment = find(context, 'payments', paymentId);
    const earlier = key === null ? undefined : withKey(context, payment.id, key);
    if (earlier?.request === request) return earlier;
    if (earlier) {
      throw new SandboxError('Different request parameters for the same idempotency key', {
        status: 409,
      });
    }
    const amount = refundable(context, payment, body['amount']);
    return insertRefund(context, payment, {
      amount,
      speed: body['speed'] === 'optimum' ? 'optimum' : 'normal',
      receipt: readText(body, 'receipt', 40),
      notes: JSON.stringify(readNotes(body['notes'])),
      idempotency_key: key,
      request,
    });
  });
}

/**
 * Stores a refund. It is processed at once, as in the provider's test mode, unless a test sets
 * `faults.refunds`.
 */
export function insertRefund(
  context: SandboxContext,
  payment: PaymentRow,
  refund: Pick<RefundRow, 'amount' | 'speed' | 'receipt' | 'notes' | 'idempotency_key' | 'request'>,
): RefundRow {
  const id = makeId('rfnd');
  insert(context, 'refunds', {
    ...refund,
    id,
    payment_id: payment.id,
    currency: payment.currency,
    status: context.faults.refunds,
    created_at: seconds(context),
  });
  context.db
    .prepare(`UPDATE payments SET amount_refunded = amount_refunded + @amount,
        status = CASE WHEN amount_refunded + @amount = amount THEN 'refunded' ELSE status END
      WHERE id = @id`)
    .run({ amount: refund.amount, id: payment.id });
  const row = find(context, 'refunds', id);
  const subjects = { refund: row, payment: find(context, 'payments', payment.id) };
  recordEvent(context, 'refund.created', subjects);
  if (row.status === 'processed') recordEvent(context, 'refund.processed', subjects);
  return row;
}

/**
 * Ends a refund that waits, or sends one back that was made, which may be called `failed` or `reversed`. Then the payment
 * is not refunded any more.
 */
export function endRefund(
  context: SandboxContext,
  id: string,
  status: 'processed' | 'failed' | 'reversed',
) {
  commit(context, () => {
    const refund = find(context, 'refunds', id);
    const mayEnd =
      status === 'processed' ? ['created', 'pending'] : ['created', 'pending', 'processed'];
    if (!mayEnd.includes(refund.status)) throw new Error(`Refund ${id} is ${refund.status}.`);
    context.db.prepare('UPDATE refunds SET status = ? WHERE id = ?').run(status, id);
    if (status !== 'processed') {
      context.db
        .prepare(`UPDATE payments SET amount_refunded = amount_refunded - @amount,
            status = 'captured' WHERE id = @id`)
        .run({ amount: refund.amount, id: refund.payment_id });
    }
    recordEvent(context, status === 'processed' ? 'refund.processed' : 'refund.failed', {
      refund: find(context, 'refunds', id),
      payment: find(context, 'payments', refund.payment_id),
    });
  });
}

function refundable(context: SandboxContext, payment: PaymentRow, requested: unknown): number {
  if (payment.status === 'refunded') {
    throw new SandboxError('The payment has been fully refunded already');
  }
  if (payment.status !== 'captured') {
    throw new SandboxError('The payment must be captured before it can be refunded');
  }
  const disputes = disputesOf(context, payment.id);
  if (disputes.some((each) => isUndecided(each.status))) {
    throw new SandboxError('The payment is under dispute and cannot be refunded');
  }
  const left = leftOf(payment, disputes);
  const amount = requested === undefined || requested === null ? left : readAmount(requested);
  if (amount < 100) throw amountError('The amount must be at least INR 1.00');
  if (amount > left) {
    throw amountError('The total refund amount is greater than the refund payment amount');
  }
  return amount;
}

function withKey(context: SandboxContext, paymentId: string, key: string): RefundRow | undefined {
  return context.db
    .prepare<[string, string], RefundRow>(
      'SELECT * FROM refunds WHERE payment_id = ? AND idempotency_key = ?',
    )
    .get(paymentId, key);
}
