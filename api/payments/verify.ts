import { isStorageTrouble } from '../../db/connect.ts';
import type { Instalment, Order } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { findOrder } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { isOrderId, isPaymentId, type ProviderPayment, ProviderTrouble } from './provider.ts';
import { findInstalmentOf, findPayment, insertRefusal } from './queries.ts';
import {
  NOTHING_LEFT,
  PAID_BEYOND,
  PAID_DECLINED,
  PAYMENT_ARRIVED,
  PAYMENT_SUCCESSFUL,
  STILL_CHECKING,
  STILL_CONFIRMING,
  VERIFICATION_FAILED,
  whyNothingToPay,
} from './rules.ts';
import { isFor, NotRecorded, type Outcome, settle } from './settle.ts';

export interface ProviderResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** What the payer is told; `order` once the payment is in the books. */
export interface Verified {
  order: Order | null;
  message: string;
}

// A row for each false word, up to this many of one person.
const MOST_REFUSALS = 100;

/**
 * Checks the browser's word with the provider. Returns the order once its money is in the books, and
 * what the buyer is told; throws 404 for another's order, 400 for a false word, 409 where the order
 * takes no money any more, 503 when nobody could look: the reconciler does it later.
 */
export async function verifyPayment(
  deps: Deps,
  buyerId: string,
  result: ProviderResult,
): Promise<Verified> {
  try {
    return await check(deps, buyerId, result);
  } catch (error) {
    if (error instanceof UserError) throw error;
    deps.log.error('a payment could not be checked', error);
    throw new UserError(503, STILL_CHECKING, { retryAfter: 5 });
  }
}

const WAITING: Verified = { order: null, message: STILL_CONFIRMING };
const UNKNOWN: Verified = { order: null, message: STILL_CHECKING };
const ARRIVED: Verified = { order: null, message: PAYMENT_ARRIVED };

async function check(deps: Deps, buyerId: string, result: ProviderResult): Promise<Verified> {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = result;
  const refuse = (reason: string, due?: Instalment) =>
    refused(deps, { buyerId, result, reason, due });
  if (!isOrderId(orderId) || !isPaymentId(paymentId)) throw await refuse('ids of another shape');
  const due = await findInstalmentOf(deps.store.db, buyerId, orderId);
  if (!due) {
    await refuse('an order of nobody or of somebody else');
    throw new UserError(404, UNKNOWN_ORDER);
  }
  const signed = { orderId, paymentId, signature: result.razorpay_signature };
  if (!deps.provider.isSigned(signed)) throw await refuse('a wrong signature', due);
  // Told before and recorded: the books answer, the provider need not.
  const known = await findPayment(deps.store.db, paymentId);
  if (known?.instalment_id === due.id) return verified(deps, due, known.standing);
  const payment = await fetchOnce(deps, paymentId);
  if (payment === 'silence') return UNKNOWN;
  if (payment === 'unknown') throw await refuse('a payment the provider does not know', due);
  if (payment.order_id !== orderId || !isFor(payment, due)) {
    throw await refuse('a payment of another amount, currency or order', due);
  }
  const outcome = await settleNow(deps, payment);
  if (outcome === 'waiting') return WAITING;
  if (outcome === 'not recorded') return ARRIVED;
  if (outcome === 'failed') throw await refuse('a payment that has failed', due);
  return verified(deps, due, outcome);
}

async function verified(deps: Deps, due: Instalment, outcome: Outcome): Promise<Verified> {
  const order = await findOrder(deps.store.db, due.order_id);
  if (!order) return WAITING;
  if (outcome === 'closed') throw new UserError(409, whyNothingToPay(order) ?? NOTHING_LEFT);
  if (outcome === 'surplus') return { order, message: PAID_BEYOND };
  return { order, message: order.status === 'Rejected' ? PAID_DECLINED : PAYMENT_SUCCESSFUL };
}

// A provider that is silent now will be asked again by the reconciler: not a failure.
async function settleNow(deps: Deps, payment: ProviderPayment): Promise<Outcome | 'not recorded'> {
  try {
    return await settle(deps, payment);
  } catch (error) {
    const isRecorded = !(error instanceof NotRecorded);
    if (isRecorded && !(error instanceof ProviderTrouble)) throw error;
    deps.log.error('a payment could not be settled yet', error);
    return isRecorded ? 'waiting' : 'not recorded';
  }
}

type Fetched = ProviderPayment | 'silence' | 'unknown';

const asking = new Map<string, Promise<Fetched>>();

/** One question to the provider, however many ask it at once. */
function fetchOnce(deps: Deps, paymentId: string): Promise<Fetched> {
  const open = asking.get(paymentId);
  if (open) return open;
  const asked = fetch(deps, paymentId).finally(() => asking.delete(paymentId));
  asking.set(paymentId, asked);
  return asked;
}

async function fetch(deps: Deps, paymentId: string): Promise<Fetched> {
  try {
    return await deps.provider.fetchPayment(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    if (error.isRefusal) return 'unknown';
    deps.log.error('a payment could not be checked yet', error);
    return 'silence';
  }
}

/** Keeps the attempt for the owner and makes the answer; ids only, never the signature. */
async function refused(
  deps: Deps,
  attempt: {
    buyerId: string;
    result: ProviderResult;
    reason: string;
    due?: Instalment | undefined;
  },
): Promise<UserError> {
  const { buyerId, result, reason, due } = attempt;
  const refusal = {
    id: newId(),
    order_id: due?.order_id ?? null,
    user_id: buyerId,
    provider_order_id: result.razorpay_order_id,
    payment_id: result.razorpay_payment_id,
    reason,
    created_at: iso(deps.clock()),
  };
  await transaction(deps, (tx) => insertRefusal(tx, refusal, MOST_REFUSALS)).catch(
    (error: unknown) => {
      if (!isStorageTrouble(error)) throw error;
    },
  );
  deps.log.error(`a payment result was refused: ${reason}`);
  return new UserError(400, VERIFICATION_FAILED);
}
