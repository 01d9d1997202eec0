import type { SandboxContext } from './context.ts';
import { commit } from './context.ts';
import type { Buyer } from './payments.ts';
import {
  authorise,
  failPayment,
  markCaptured,
  resultOf,
  startPayment,
  succeed,
} from './payments.ts';
import { find } from './queries.ts';
import { readCard, readVpa, SUCCESS_CARD } from './test-instruments.ts';
import type { CheckoutResult, Method } from './types.ts';

export interface PayOptions extends Buyer {
  method: Method;
  /** `created`: the bank has not decided, until `sandbox.decide`. */
  outcome: 'captured' | 'authorized' | 'failed' | 'created';
  /** The reason of a failure; see payment-failures.ts. */
  reason?: string;
}

/**
 * Pays as a buyer does in the dialog, without a browser. Unlike in the dialog, a failed payment also gets a
 * valid signature: tests check that nobody trusts it.
 */
export function pay(context: SandboxContext, orderId: string, options: PayOptions): CheckoutResult {
  const { method, outcome, reason = 'payment_cancelled', ...buyer } = options;
  const card = { number: SUCCESS_CARD, expiry: '12/49', cvv: '123' };
  const choice = method === 'card' ? readCard(card, context.now()) : readVpa('success@razorpay');
  const payment = startPayment(context, orderId, choice, buyer);
  if (outcome === 'failed') failPayment(context, payment.id, reason);
  else if (outcome === 'authorized') authorise(context, payment.id);
  else if (outcome === 'captured') succeed(context, payment.id);
  return resultOf(context, payment);
}

/** Simulates the decision of the bank, or of the buyer in a UPI app; `reason` is that of a failure. */
export function decide(context: SandboxContext, paymentId: string, reason?: string): void {
  if (reason === undefined) succeed(context, paymentId);
  else failPayment(context, paymentId, reason);
}

/**
 * Simulates a bank that confirms a failed payment late. It is captured if capture is automatic and the order
 * is unpaid; `force` captures it even for a paid order (a duplicate payment).
 */
export function lateAuthorise(context: SandboxContext, paymentId: string, force = false): void {
  commit(context, () => {
    const payment = find(context, 'payments', paymentId);
    if (payment.status !== 'failed') throw new Error(`Payment ${paymentId} has not failed.`);
    const order = find(context, 'orders', payment.order_id);
    authorise(context, paymentId);
    const automatic = context.faults.capture === 'automatic' && order.capture !== 'manual';
    if (force || (automatic && order.status !== 'paid')) markCaptured(context, paymentId);
  });
}
