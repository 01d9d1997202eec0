import { transaction } from '../../../db/transaction.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import type { Services } from '../../platform/services.ts';
import { reconcileDisputes } from './disputes/reconcile-disputes.ts';
import { handleEvents } from './handle-webhook-events.ts';
import { listWatchedInstalments, markInstalmentChecked } from './queries.ts';
import { reconcilePaymentList } from './reconcile-payment-list.ts';
import { retryRefunds } from './refunds.ts';
import { runSequentially } from './run-sequentially.ts';
import { settlePayment } from './settle-payment.ts';

export const RECONCILE_EVERY = MINUTE;
// With the minute's rhythm a capture that nobody reported is known within five minutes.
const WALK_EVERY = 3 * MINUTE;
// Days are left to answer a dispute.
const DISPUTES_EVERY = 15 * MINUTE;
// The provider polls a bank for three days; a late payment is looked for a little longer.
const LONGEST = 5 * DAY;
// An hourly question that failed need not wait another hour.
const SOON_AGAIN = 5 * MINUTE;

/** Makes the books agree with the provider's, without anybody's browser. */
export function createReconciler(services: Services) {
  const stopping = new AbortController();
  const stop = stopping.signal;
  /** Work of one kind, one after another. */
  const line = () => {
    let busy: Promise<void> = Promise.resolve();
    return (work: () => Promise<void>): Promise<void> => {
      busy = busy
        .then(() => (stop.aborted ? undefined : work()))
        .catch((error: unknown) => {
          services.log.error('reconciling failed', error);
        });
      return busy;
    };
  };
  // Reports have a line of their own: they never wait for a round of questions.
  const [reports, rounds, walks] = [line(), line(), line()];
  const report = () => reports(() => handleEvents(services, stop));
  const walk = every(WALK_EVERY, () => reconcilePaymentList(services, stop));
  const askAboutDisputes = every(DISPUTES_EVERY, () => reconcileDisputes(services, stop));
  /** Does the work unless it was done so short a time ago; a clock rollback does not stop it. */
  function every(interval: number, work: () => Promise<void>) {
    let done = Number.NEGATIVE_INFINITY;
    return async () => {
      const now = services.clock().getTime();
      if (now >= done && now < done + interval) return;
      await work();
      done = now;
    };
  }
  const run = async () => {
    await report();
    // The walk has a line of its own too: a long round of questions does not keep it back.
    const walking = walks(walk);
    await rounds(() => reconcileInstalments(services, stop));
    await rounds(() => retryRefunds(services, later(services.clock(), -HOUR), stop));
    await rounds(askAboutDisputes);
    await walking;
  };
  return {
    /** Handles what has arrived and asks the provider about what is open. */
    run,
    /** Handles stored events soon; returns at once. */
    flush: () => void report(),
    /** Ends after the question under way. */
    async stop() {
      stopping.abort();
      await Promise.all([reports, rounds, walks].map((each) => each(async () => {})));
    },
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
    notBefore: later(now, -LONGEST),
  });
  await runSequentially(services, watched, {
    trouble: 'an open payment could not be checked',
    stop,
    async work(instalment) {
      // Asked first, answered or not: what fails stands behind the others next time.
      const isYoung = instalment.opened_at !== null && instalment.opened_at > hourAgo;
      const askedAt = isYoung ? iso(now) : later(now, SOON_AGAIN - HOUR);
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, askedAt));
      for (const payment of await services.provider.paymentsOf(
        instalment.provider_order_id ?? '',
      )) {
        await settlePayment(services, payment);
      }
      await transaction(services, (tx) => markInstalmentChecked(tx, instalment.id, iso(now)));
    },
  });
}
