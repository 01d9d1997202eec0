import type { PaymentEvent } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { listOpenEvents, markHandled, postponeEvent } from './event-queries.ts';
import { oneByOne } from './one-by-one.ts';
import { isPaymentId, ProviderTrouble } from './provider.ts';
import { syncRefunds } from './refunds.ts';
import { settle } from './settle.ts';

/** Handles what the provider has reported. An event is a hint; the truth is fetched. */
export async function handleEvents(deps: Deps, stop: AbortSignal): Promise<void> {
  await oneByOne(deps, await listOpenEvents(deps.store.db), {
    trouble: 'a report could not be handled',
    stop,
    work: (event) => handle(deps, event),
  });
}

async function handle(deps: Deps, event: PaymentEvent): Promise<void> {
  const done = (outcome: string) =>
    transaction(deps, (tx) => markHandled(tx, event.id, { now: iso(deps.clock()), outcome }));
  try {
    const paymentId = paymentIn(event.body);
    if (paymentId === null) return void (await done('ignored'));
    const payment = await deps.provider.fetchPayment(paymentId);
    const outcome = await settle(deps, payment);
    if (event.type.startsWith('refund.')) await syncRefunds(deps, payment, true);
    await done(outcome);
  } catch (error) {
    const isRefusal = error instanceof ProviderTrouble && error.isRefusal;
    await (isRefusal ? done('unknown') : transaction(deps, (tx) => postponeEvent(tx, event.id)));
    throw error;
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
