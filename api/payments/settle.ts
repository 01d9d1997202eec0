import type { Db } from '../../db/connect.ts';
import type { Instalment, Order } from '../../db/schema.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { tellPayment } from '../notifications/order-news.ts';
import { confirmationLetter } from '../orders/letters.ts';
import { addPayment, findOrder, markFailed } from '../orders/queries.ts';
import type { ProviderPayment } from './provider.ts';
import { findInstalment, findPayment, insertPayment, takeInstalment } from './queries.ts';

/** What became of a payment. `waiting`: the bank has not decided. */
export type Outcome = 'settled' | 'surplus' | 'unmatched' | 'waiting' | 'failed';

/**
 * Settles one payment, whoever reports it: verify call, webhook or reconciler (decisions §3).
 * `payment` must come from the provider itself. Repeating it changes nothing.
 */
export async function settle(deps: Deps, payment: ProviderPayment): Promise<Outcome> {
  const known = await findPayment(deps.store.db, payment.id);
  if (known) return known.standing;
  if (payment.status === 'created') return 'waiting';
  if (payment.status === 'failed') return fail(deps, payment);
  if (payment.status === 'refunded') return 'failed';
  const captured =
    payment.status === 'authorized' ? await captureOrRefetch(deps, payment) : payment;
  if (captured.status !== 'captured') return 'waiting';
  const outcome = await deps.store.db.transaction().execute((tx) => record(tx, deps, captured));
  deps.outbox.wake();
  deps.live.wake();
  return outcome;
}

// Two reporters may both try to capture; the slower one reads what the faster one did.
async function captureOrRefetch(deps: Deps, payment: ProviderPayment): Promise<ProviderPayment> {
  const due = await findInstalment(deps.store.db, payment.order_id);
  if (!due || !isFor(payment, due)) return payment;
  try {
    return await deps.provider.capture(payment);
  } catch {
    return deps.provider.fetchPayment(payment.id);
  }
}

async function record(tx: Db, deps: Deps, payment: ProviderPayment): Promise<Outcome> {
  const now = iso(deps.clock());
  const due = await findInstalment(tx, payment.order_id);
  const fits = due !== undefined && isFor(payment, due);
  const standing = !due ? 'unmatched' : fits && due.payment_id === null ? 'settled' : 'surplus';
  const fresh = await insertPayment(tx, {
    id: payment.id,
    provider_order_id: payment.order_id ?? '',
    instalment_id: due?.id ?? null,
    order_id: due?.order_id ?? null,
    amount: payment.amount,
    currency: payment.currency,
    method: payment.method,
    standing,
    captured_at: now,
  });
  if (!fresh) return (await findPayment(tx, payment.id))?.standing ?? standing;
  if (!due || standing !== 'settled') return standing;
  if (!(await takeInstalment(tx, due.id, payment.id))) throw new Error('a due was settled twice');
  const order = await addPayment(tx, due.order_id, { amount: payment.amount, now });
  await confirm(tx, deps, order, due);
  return standing;
}

async function confirm(tx: Db, deps: Deps, order: Order, due: Instalment): Promise<void> {
  const mail = await confirmationLetter(deps.config, order, due);
  const dedupeKey = `payment:${due.id}`;
  await deps.outbox.enqueue(tx, { kind: 'payment received', dedupeKey, ...mail });
  await tellPayment(tx, deps, order, due);
}

async function fail(deps: Deps, payment: ProviderPayment): Promise<Outcome> {
  const due = await findInstalment(deps.store.db, payment.order_id);
  if (due) await markFailed(deps.store.db, due.order_id, iso(deps.clock()));
  return 'failed';
}

export const isFor = (payment: ProviderPayment, due: Instalment): boolean =>
  payment.order_id === due.provider_order_id &&
  payment.amount === due.amount &&
  payment.currency === 'INR';

/** The order a provider's order belongs to. */
export async function orderBehind(db: Db, providerOrderId: string): Promise<Order | undefined> {
  const due = await findInstalment(db, providerOrderId);
  return due && findOrder(db, due.order_id);
}
