import type { PaymentEvent } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { isPaymentId, ProviderError } from '../../platform/payment-provider/client.ts';
import { isDisputeId } from '../../platform/payment-provider/disputes.ts';
import type { Services } from '../../platform/services.ts';
import { applyDisputeState } from './disputes/apply-dispute-state.ts';
import { syncRefunds } from './refunds.ts';
import { runSequentially } from './run-sequentially.ts';
import { settlePayment } from './settle-payment.ts';
import { listOpenEvents, markHandled, postponeEvent } from './webhook-event-queries.ts';

/** Handles stored webhook events. An event is only a hint: the current state is fetched from the provider. */
export async function handleEvents(services: Services, stop: AbortSignal): Promise<void> {
  await runSequentially(services, await listOpenEvents(services.store.db), {
    logMessage: 'a report could not be handled',
    stop,
    work: (event) => handle(services, event),
  });
}

async function handle(services: Services, event: PaymentEvent): Promise<void> {
  const done = (outcome: string) =>
    transaction(services, (tx) =>
      markHandled(tx, event.id, { now: iso(services.clock()), outcome }),
    );
  try {
    if (event.type.startsWith('payment.dispute.')) {
      const disputeId = idIn(event.body, 'dispute');
      const isKnown = disputeId !== null && isDisputeId(disputeId);
      return void (await done(isKnown ? await applyDisputeState(services, disputeId) : 'ignored'));
    }
    const paymentId = paymentIn(event.body);
    if (paymentId === null) return void (await done('ignored'));
    const payment = await services.provider.fetchPayment(paymentId);
    const outcome = await settlePayment(services, payment);
    if (event.type.startsWith('refund.')) await syncRefunds(services, payment, true);
    await done(outcome);
  } catch (error) {
    const isRejection = error instanceof ProviderError && error.isRejection;
    await (isRejection
      ? done('unknown')
      : transaction(services, (tx) => postponeEvent(tx, event.id)));
    throw error;
  }
}

function paymentIn(body: string): string | null {
  const id = idIn(body, 'payment');
  return id !== null && isPaymentId(id) ? id : null;
}

function idIn(body: string, entity: 'payment' | 'dispute'): string | null {
  let event: { payload?: Record<string, { entity?: { id?: unknown } }> } | null;
  try {
    event = JSON.parse(body) as typeof event;
  } catch {
    return null;
  }
  const id = event?.payload?.[entity]?.entity?.id;
  return typeof id === 'string' ? id : null;
}
