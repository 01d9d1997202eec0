import { DAY, HOUR, iso, later, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { handleEvents } from './handle-events.ts';
import { ProviderTrouble } from './provider.ts';
import { listWatchedInstalments, stampChecked } from './queries.ts';
import { finishRefunds } from './refunds.ts';
import { settle } from './settle.ts';

export interface Reconciler {
  /** Handles what has arrived and asks the provider about what is open. */
  run(): Promise<void>;
  /** Handles stored events soon; returns at once. */
  wake(): void;
  stop(): Promise<void>;
}

const EVERY = MINUTE;
// The provider polls a bank for three days; a late payment is looked for a little longer.
const LONGEST = 5 * DAY;

/** Makes the books agree with the provider's, without anybody's browser (decisions §3). */
export function createReconciler(deps: Deps): Reconciler {
  let busy: Promise<void> = Promise.resolve();
  let stopped = false;
  const queue = (work: () => Promise<void>): Promise<void> => {
    busy = busy
      .then(() => (stopped ? undefined : work()))
      .catch((error: unknown) => {
        deps.log.error('the reconciler stumbled', error);
      });
    return busy;
  };
  const run = () =>
    queue(async () => {
      await handleEvents(deps);
      await askAboutDues(deps);
      await finishRefunds(deps, later(deps.clock(), -HOUR));
    });
  const timer = setInterval(run, EVERY).unref();
  return {
    run,
    wake: () => void queue(() => handleEvents(deps)),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await busy;
    },
  };
}

async function askAboutDues(deps: Deps): Promise<void> {
  const { db } = deps.store;
  const now = deps.clock();
  const watched = await listWatchedInstalments(db, {
    youngerThan: later(now, -HOUR),
    checkedBefore: later(now, -HOUR),
    notBefore: later(now, -LONGEST),
  });
  for (const due of watched) {
    if (!due.provider_order_id) continue;
    try {
      for (const payment of await deps.provider.paymentsOf(due.provider_order_id)) {
        await settle(deps, payment);
      }
      await stampChecked(db, due.id, iso(now));
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error;
      deps.log.error('an open payment could not be checked', error);
      // Silent for one, silent for all: the next minute is soon enough.
      if (!error.isRefusal) return;
    }
  }
}
