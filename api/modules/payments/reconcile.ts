import pLimit from 'p-limit';
import { transaction } from '../../../db/transaction.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import type { Services } from '../../platform/services.ts';
import { reconcileDisputes } from './disputes/reconcile-disputes.ts';
import { handleEvents } from './handle-webhook-events.ts';
import { listWatchedInstalments, markInstalmentChecked } from './instalment-queries.ts';
import { reconcilePaymentList } from './reconcile-payment-list.ts';
import { reconcileRefundList } from './reconcile-refund-list.ts';
import { retryRefunds } from './refunds.ts';
import { runSequentially } from './run-sequentially.ts';
import { settlePayment } from './settle-payment.ts';

export const RECONCILE_EVERY = MINUTE;
// With a run every minute, an unreported capture is found within five minutes.
const PAYMENT_LIST_EVERY = 3 * MINUTE;
// Disputes can be answered for days, so this is often enough.
const DISPUTES_EVERY = 15 * MINUTE;
// The provider polls a bank for three days; late payments are checked a little longer.
const MAX_INSTALMENT_AGE = 5 * DAY;
// A failed hourly check is retried earlier than after an hour.
const RETRY_AFTER = 5 * MINUTE;

/** Keeps our records consistent with the provider's, even if no browser reports a result. */
export function createReconciler(services: Services) {
  const stopping = new AbortController();
  const stop = stopping.signal;
  const createQueue = () => {
    const limit = pLimit(1);
    return <T>(work: () => Promise<T>): Promise<T | undefined> =>
      limit(async () => (stop.aborted ? undefined : await work())).catch((error: unknown) => {
        services.log.error('reconciling failed', error);
        return undefined;
      });
  };
  // Separate queues, so that events and the payment list never wait for many single checks.
  const [events, paymentList, polls] = [createQueue(), createQueue(), createQueue()];
  const handleStoredEvents = () => events(() => handleEvents(services, stop));
  const settlePaymentList = atMostEvery(services, PAYMENT_LIST_EVERY, async () => {
    await reconcilePaymentList(services, stop);
    // After the payments, because a refund needs its payment.
    await reconcileRefundList(services, stop);
  });
  const pollDisputes = atMostEvery(services, DISPUTES_EVERY, () =>
    reconcileDisputes(services, stop),
  );
  return {
    /**
     * Handles stored events and checks all open payments, refunds and disputes at the provider. Returns the
     * time, a few minutes ago at most, up to which all payments are known; undefined if the provider did not
     * list them.
     */
    async run(): Promise<Date | undefined> {
      await handleStoredEvents();
      const settled = paymentList(settlePaymentList);
      await polls(() => reconcileInstalments(services, stop));
      await polls(() => retryRefunds(services, later(services.clock(), -HOUR), stop));
      await polls(pollDisputes);
      return settled;
    },
    /** Handles stored events in the background; returns at once. */
    flush: () => void handleStoredEvents(),
    /** Stops after the current request. */
    async stop() {
      stopping.abort();
      await Promise.all([events, paymentList, polls].map((queue) => queue(async () => {})));
    },
  };
}

/**
 * Throttles work to once per interval, and returns when it last began. Still works after a clock rollback.
 */
function atMostEvery(
  { clock }: Services,
  interval: number,
  work: () => Promise<void>,
): () => Promise<Date> {
  let last: Date | undefined;
  return async () => {
    const now = clock();
    if (last && now >= last && now.getTime() < last.getTime() + interval) return last;
    await work();
    last = now;
    return now;
  };
}

export type Reconciler = ReturnType<typeof createReconciler>;

async function reconcileInstalments(services: Services, stop: AbortSignal): Promise<void> {
  const { db } = services.store;
  const now = services.clock();
  const hourAgo = later(now, -HOUR);
  const watched = await listWatchedInstalments(db, {
    youngerThan: hourAgo,
    checkedBefore: hourAgo,
    notBefore: later(now, -MAX_INSTALMENT_AGE),
  });
  await runSequentially(services, watched, {
    logMessage: 'an open payment could not be checked',
    stop,
    async work(instalment) {
      // Marked before the request: if it fails, the others come first next time.
      const isYoung = instalment.opened_at !== null && instalment.opened_at > hourAgo;
      const askedAt = isYoung ? iso(now) : later(now, RETRY_AFTER - HOUR);
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, askedAt));
      const payments = await services.provider.paymentsOf(instalment.provider_order_id ?? '');
      for (const payment of payments) await settlePayment(services, payment);
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, iso(now)));
    },
  });
}
