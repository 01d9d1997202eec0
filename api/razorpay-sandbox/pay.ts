import type { SandboxContext } from './context.ts';
import { commit } from './context.ts';
import { readCard, readVpa, SUCCESS_CARD } from './instruments.ts';
import type { Buyer } from './payments.ts';
import { authorise, failPayment, resultOf, startPayment, succeed, take } from './payments.ts';
import { find } from './queries.ts';
import type { CheckoutResult, Method } from './types.ts';

export interface PayOptions extends Buyer {
  method: Method;
  outcome: 'captured' | 'authorized' | 'failed';
  /** Why it fails; a reason of failures.ts. */
  reason?: string;
}

/**
 * What a buyer does in the dialog, without a browser. A failed payment too comes back with a
 * valid signature, which the dialog would never hand out: good for testing who believes it.
 */
export function pay(desk: SandboxContext, orderId: string, options: PayOptions): CheckoutResult {
  const { method, outcome, reason = 'payment_cancelled', ...buyer } = options;
  const card = { number: SUCCESS_CARD, expiry: '12/49', cvv: '123' };
  const choice = method === 'card' ? readCard(card, desk.now()) : readVpa('success@razorpay');
  const payment = startPayment(desk, orderId, choice, buyer);
  if (outcome === 'failed') failPayment(desk, payment.id, reason);
  else if (outcome === 'authorized') authorise(desk, payment.id);
  else succeed(desk, payment.id);
  return resultOf(desk, payment);
}

/**
 * The bank confirms a failed payment after all. It is captured where that is automatic and the
 * order is unpaid; `force` takes the money even on a paid order: the double payment to be found.
 */
export function lateAuthorise(desk: SandboxContext, paymentId: string, force = false): void {
  commit(desk, () => {
    const payment = find(desk, 'payments', paymentId);
    if (payment.status !== 'failed') throw new Error(`Payment ${paymentId} has not failed.`);
    const order = find(desk, 'orders', payment.order_id);
    authorise(desk, paymentId);
    const automatic = desk.faults.capture === 'automatic' && order.capture !== 'manual';
    if (force || (automatic && order.status !== 'paid')) take(desk, paymentId);
  });
}
