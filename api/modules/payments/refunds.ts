import type { Payment, Refund } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { MIN_PAISE } from '../../platform/money/rules.ts';
import {
  ProviderError,
  type ProviderPayment,
  type ProviderRefund,
} from '../../platform/payment-provider.ts';
import type { Services } from '../../platform/services.ts';
import { findOrder } from '../orders/queries.ts';
import { findUndecidedDisputeOf } from './disputes/queries.ts';
import { REFUND_DISPUTED } from './disputes/texts.ts';
import { refundAccepted, refundFailed, unmatchedRefundFailed } from './events.ts';
import { findPayment } from './queries.ts';
import {
  findRefund,
  findRefundByProvider,
  insertRefund,
  listOpenRefunds,
  lockPayment,
  markRefundChecked,
  recalculateRefunded,
  updateRefundStatus,
} from './refund-queries.ts';
import { runSequentially } from './run-sequentially.ts';
import { REFUND_TOO_MUCH, REFUND_TOO_SMALL, REFUND_USED, UNKNOWN_PAYMENT } from './texts.ts';

interface RefundInput {
  /** Made by the client: the same request twice is one refund. */
  refundId: string;
  paymentId: string;
  /** Paise; everything that is left when absent. */
  amount?: number | undefined;
  reason: string;
}

/** Stores the owner's request, then asks the provider; what got no answer is asked again. */
export async function requestRefund(services: Services, input: RefundInput): Promise<Refund> {
  const { db } = services.store;
  const payment = await findPayment(db, input.paymentId);
  if (!payment) throw new ApiError(404, UNKNOWN_PAYMENT);
  const known = await findRefund(db, input.refundId);
  const amount = input.amount ?? known?.amount ?? payment.amount - payment.refunded - payment.lost;
  if (known && (known.payment_id !== payment.id || known.amount !== amount)) {
    throw new ApiError(409, REFUND_USED);
  }
  if (!known) {
    if (await findUndecidedDisputeOf(db, payment.id)) throw new ApiError(409, REFUND_DISPUTED);
    if (amount < MIN_PAISE) throw new ApiError(400, REFUND_TOO_SMALL, { field: 'amount' });
    await store(services, payment, { ...input, amount });
  }
  const stored = known ?? (await findRefund(db, input.refundId));
  if (!stored) throw await reasonNotStored(services, payment);
  await sendRefund(services, stored.id);
  return (await findRefund(db, input.refundId)) ?? stored;
}

/** Asks the provider for a stored refund that it may not know yet. */
export async function sendRefund(services: Services, id: string): Promise<void> {
  const refund = await findRefund(services.store.db, id);
  if (refund?.status !== 'asked') return;
  await ask(services, refund).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    services.log.error(`refund ${id} could not be made yet`, error);
  });
}

async function reasonNotStored({ store }: Services, payment: Payment): Promise<ApiError> {
  return (await findUndecidedDisputeOf(store.db, payment.id))
    ? new ApiError(409, REFUND_DISPUTED)
    : new ApiError(409, REFUND_TOO_MUCH, { field: 'amount' });
}

async function store(
  services: Services,
  payment: Payment,
  input: RefundInput & { amount: number },
) {
  const now = iso(services.clock());
  await transaction(services, async (tx) => {
    await lockPayment(tx, payment.id);
    const created = await insertRefund(tx, {
      id: input.refundId,
      payment_id: payment.id,
      provider_id: null,
      amount: input.amount,
      status: 'asked',
      reason: input.reason,
      created_at: now,
      updated_at: now,
    });
    if (created) await recalculateRefunded(tx, payment.id);
  });
}

/** Asks the provider for a stored refund; a plain no ends it, silence is thrown: asked again later. */
async function ask(services: Services, refund: Refund): Promise<void> {
  const { id, payment_id: paymentId, amount } = refund;
  try {
    await apply(services, await services.provider.refund({ id, paymentId, amount }));
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.isRejection) throw error;
    services.log.error(`refund ${id} could not be made`, error);
    const made = await refundsMade(services, paymentId);
    const isMade = made.some((each) => each.receipt === id);
    if (!isMade) await move(services, refund, { status: 'failed', id: null });
    // Made at the provider meanwhile: beside our request there was no room for it.
    for (const each of made) await apply(services, each);
  }
}

async function refundsMade({ provider }: Services, paymentId: string): Promise<ProviderRefund[]> {
  try {
    return await provider.refundsOf(paymentId);
  } catch (error) {
    if (error instanceof ProviderError && error.isRejection) return [];
    throw error;
  }
}

/** Makes our refunds of a payment those of the provider, when its figure differs or `always`. */
export async function syncRefunds(
  services: Services,
  payment: Pick<ProviderPayment, 'id' | 'amount_refunded'>,
  always = false,
) {
  const known = await findPayment(services.store.db, payment.id);
  if (!known) return;
  if (!always && known.refunded === (payment.amount_refunded ?? 0)) return;
  for (const refund of await services.provider.refundsOf(payment.id)) await apply(services, refund);
}

/** Asks again for what was never answered, and after what is still on its way. */
export async function retryRefunds(services: Services, checkedBefore: string, stop: AbortSignal) {
  const { db } = services.store;
  await runSequentially(services, await listOpenRefunds(db, checkedBefore), {
    logMessage: 'a refund could not be followed',
    stop,
    async work(refund) {
      await transaction(services, (tx) => markRefundChecked(tx, refund.id, iso(services.clock())));
      if (refund.status === 'asked') return ask(services, refund);
      for (const each of await services.provider.refundsOf(refund.payment_id))
        await apply(services, each);
    },
  });
}

async function apply(services: Services, said: ProviderRefund): Promise<void> {
  const { db } = services.store;
  const known =
    (await findRefundByProvider(db, said.id)) ??
    (said.receipt ? await findRefund(db, said.receipt) : undefined);
  if (known && known.payment_id === said.payment_id) return move(services, known, said);
  const now = iso(services.clock());
  const refund: Refund = {
    id: newId(),
    payment_id: said.payment_id,
    provider_id: said.id,
    amount: said.amount,
    status: said.status,
    reason: 'Made at the payment provider',
    created_at: now,
    updated_at: now,
  };
  await transaction(services, async (tx) => {
    await lockPayment(tx, refund.payment_id);
    if (!(await insertRefund(tx, refund))) return;
    await recalculateRefunded(tx, refund.payment_id);
    await emitRefund(tx, services, refund);
  });
}

async function move(
  services: Services,
  refund: Refund,
  to: { status: ProviderRefund['status']; id: string | null },
): Promise<void> {
  const moved: Refund = {
    ...refund,
    status: to.status,
    provider_id: to.id ?? refund.provider_id,
    updated_at: iso(services.clock()),
  };
  await transaction(services, async (tx) => {
    const { status, provider_id, updated_at } = moved;
    await lockPayment(tx, refund.payment_id);
    if (!(await updateRefundStatus(tx, refund.id, { status, provider_id, updated_at }))) return;
    await recalculateRefunded(tx, refund.payment_id);
    await emitRefund(tx, services, moved);
  });
}

async function emitRefund(tx: Tx, services: Services, refund: Refund): Promise<void> {
  const payment = await findPayment(tx, refund.payment_id);
  const order = payment?.order_id ? await findOrder(tx, payment.order_id) : undefined;
  const failed = refund.status === 'failed';
  if (order) await emit(tx, services, failed ? refundFailed : refundAccepted, { order, refund });
  else if (failed) await emit(tx, services, unmatchedRefundFailed, { refund });
}
