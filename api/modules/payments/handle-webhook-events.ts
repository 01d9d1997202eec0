import type { PaymentEvent } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import {
  isPaymentId,
  ProviderError,
  type ProviderPayment,
} from '../../platform/payment-provider/client.ts';
import { isDisputeId } from '../../platform/payment-provider/disputes.ts';
import type { Services } from '../../platform/services.ts';
import { applyDisputeState } from './disputes/apply-dispute-state.ts';
import { syncRefunds } from './refunds.ts';
import { runSequentially } from './run-sequentially.ts';
import { settlePayment } from './settle-payment.ts';
import { isPassing, isReturned } from './unsettled-payments.ts';
import { entityIn } from './webhook-event-body.ts';
import { listOpenEvents, markHandled, postponeEvent, UNSETTLED } from './webhook-event-queries.ts';

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
  let payment: ProviderPayment | undefined;
  try {
    if (event.type.startsWith('payment.dispute.')) {
      const disputeId = entityIn(event.body, 'dispute')?.['id'];
      const isKnown = typeof disputeId === 'string' && isDisputeId(disputeId);
      return void (await done(isKnown ? await applyDisputeState(services, disputeId) : 'ignored'));
    }
    const paymentId = paymentIn(event.body);
    if (paymentId === null) return void (await done('ignored'));
    payment = await services.provider.fetchPayment(paymentId);
    const outcome = await settlePayment(services, payment);
    if (event.type.startsWith('refund.')) await syncRefunds(services, payment, true);
    await done(outcome);
  } catch (error) {
    // The provider does not know what the event is about.
    const isUnknown = !payment && error instanceof ProviderError && error.isRejection;
    const failing = isPassing(error) ? undefined : payment;
    if (isUnknown) await done('unknown');
    else if (failing && (await isReturned(services.store.db, failing))) await done('refunded');
    else {
      const outcome = failing ? UNSETTLED : null;
      await transaction(services, (tx) => postponeEvent(tx, event.id, outcome));
    }
    throw error;
  }
}

function paymentIn(body: string): string | null {
  const id = entityIn(body, 'payment')?.['id'];
  return typeof id === 'string' && isPaymentId(id) ? id : null;
}
