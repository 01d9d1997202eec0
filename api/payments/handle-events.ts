import type { PaymentEvent } from '../../db/schema.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { listOpenEvents, markHandled, postponeEvent } from './event-queries.ts';
import { isPaymentId, ProviderTrouble } from './provider.ts';
import { syncRefunds } from './refunds.ts';
import { settle } from './settle.ts';

/** Handles what the provider has reported. An event is a hint; the truth is fetched. */
export async function handleEvents(deps: Deps): Promise<void> {
  for (const event of await listOpenEvents(deps.store.db)) {
    if (!(await handle(deps, event))) return;
  }
}

/** False when the provider does not answer: the others need not try. */
async function handle(deps: Deps, event: PaymentEvent): Promise<boolean> {
  const { db } = deps.store;
  const done = (outcome: string) => markHandled(db, event.id, { now: iso(deps.clock()), outcome });
  try {
    const paymentId = paymentIn(event.body);
    if (paymentId === null) {
      await done('ignored');
      return true;
    }
    const payment = await deps.provider.fetchPayment(paymentId);
    const outcome = await settle(deps, payment);
    if (event.type.startsWith('refund.')) await syncRefunds(deps, payment, true);
    await done(outcome);
    return true;
  } catch (error) {
    deps.log.error(`event ${event.type} could not be handled`, error);
    if (error instanceof ProviderTrouble && error.isRefusal) {
      await done('unknown');
      return true;
    }
    await postponeEvent(db, event.id);
    return !(error instanceof ProviderTrouble);
  }
}

function paymentIn(body: string): string | null {
  let event: { payload?: { payment?: { entity?: { id?: unknown } } } } | null;
  try {
    event = JSON.parse(body) as typeof event;
  } catch {
    return null;
  }
  const id = event?.payload?.payment?.entity?.id;
  return typeof id === 'string' && isPaymentId(id) ? id : null;
}
