import { DAY, HOUR, iso, later, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { isPaymentId, ProviderTrouble } from './provider.ts';
import { listOpenEvents, listOpenInstalments, markHandled, stampChecked } from './queries.ts';
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

async function handleEvents(deps: Deps): Promise<void> {
  const { db } = deps.store;
  for (const event of await listOpenEvents(db)) {
    const paymentId = paymentIn(event.body);
    try {
      // The event is a hint; the truth is fetched.
      if (paymentId) await settle(deps, await deps.provider.fetchPayment(paymentId));
      await markHandled(db, event.id, iso(deps.clock()));
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error;
      const hopeless = error.status === 400 || error.status === 404;
      if (hopeless) await markHandled(db, event.id, iso(deps.clock()));
      deps.log.error(`event ${event.type} could not be checked`, error);
    }
  }
}

async function askAboutDues(deps: Deps): Promise<void> {
  const { db } = deps.store;
  const now = deps.clock();
  const open = await listOpenInstalments(db, {
    youngerThan: later(now, -HOUR),
    checkedBefore: later(now, -HOUR),
    notBefore: later(now, -LONGEST),
  });
  for (const due of open) {
    if (!due.provider_order_id) continue;
    try {
      for (const payment of await deps.provider.paymentsOf(due.provider_order_id)) {
        await settle(deps, payment);
      }
      await stampChecked(db, due.id, iso(now));
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error;
      deps.log.error('an open payment could not be checked', error);
    }
  }
}

function paymentIn(body: string): string | null {
  const event = JSON.parse(body) as { payload?: { payment?: { entity?: { id?: unknown } } } };
  const id = event.payload?.payment?.entity?.id;
  return typeof id === 'string' && isPaymentId(id) ? id : null;
}
