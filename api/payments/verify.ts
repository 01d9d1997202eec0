import type { Order } from '../../db/schema.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { isOrderId, isPaymentId, type ProviderPayment, ProviderTrouble } from './provider.ts';
import { findInstalmentOf } from './queries.ts';
import { VERIFICATION_FAILED } from './rules.ts';
import { isFor, orderBehind, settle } from './settle.ts';

export interface ProviderResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/**
 * Checks the browser's word with the provider. Returns the order once money has been captured,
 * null while the bank still decides; throws 404 for another's order, 400 for a false word.
 */
export async function verifyPayment(
  deps: Deps,
  buyerId: string,
  result: ProviderResult,
): Promise<Order | null> {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = result;
  if (!isOrderId(orderId) || !isPaymentId(paymentId)) throw refused();
  const due = await findInstalmentOf(deps.store.db, buyerId, orderId);
  if (!due) throw new UserError(404, UNKNOWN_ORDER);
  const signed = { orderId, paymentId, signature: result.razorpay_signature };
  if (!deps.provider.isSigned(signed)) {
    deps.log.error(`a payment result for ${orderId} was not signed by the provider`);
    throw refused();
  }
  const payment = await fetch(deps, paymentId);
  if (!payment) return null;
  if (!isFor(payment, due)) {
    deps.log.error(`payment ${paymentId} does not fit ${orderId}`);
    throw refused();
  }
  const outcome = await settle(deps, payment);
  if (outcome === 'waiting') return null;
  if (outcome === 'failed') throw refused();
  return (await orderBehind(deps.store.db, orderId)) ?? null;
}

// A provider that is silent now will be asked again by the reconciler: not a failure.
async function fetch(deps: Deps, paymentId: string): Promise<ProviderPayment | null> {
  try {
    return await deps.provider.fetchPayment(paymentId);
  } catch (error) {
    if (error instanceof ProviderTrouble && error.status !== 400 && error.status !== 404) {
      deps.log.error('a payment could not be checked yet', error);
      return null;
    }
    throw error instanceof ProviderTrouble ? refused() : error;
  }
}

const refused = () => new UserError(400, VERIFICATION_FAILED);
