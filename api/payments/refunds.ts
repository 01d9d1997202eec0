import type { Payment, Refund } from '../../db/schema.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { ownerEmail } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { orderChanged } from '../lib/live.ts';
import { noteOnOrder } from '../orders/events.ts';
import { findOrder } from '../orders/queries.ts';
import { refundFailedLetter, refundLetter } from './letters.ts';
import { oneByOne } from './one-by-one.ts';
import { type ProviderPayment, type ProviderRefund, ProviderTrouble } from './provider.ts';
import { findPayment } from './queries.ts';
import {
  findRefund,
  findRefundByProvider,
  insertRefund,
  listOpenRefunds,
  moveRefund,
  recountRefunds,
  stampRefund,
} from './refund-queries.ts';
import {
  LEAST_PAISE,
  REFUND_TOO_MUCH,
  REFUND_TOO_SMALL,
  REFUND_USED,
  UNKNOWN_PAYMENT,
} from './rules.ts';

interface Wish {
  /** Made by the asker: the same wish twice is one refund. */
  refundId: string;
  paymentId: string;
  /** Paise; everything that is left when absent. */
  amount?: number | undefined;
  reason: string;
}

/** Stores the owner's wish, then asks the provider; what it does not hear is asked again. */
export async function giveBack(deps: Deps, wish: Wish): Promise<Refund> {
  const { db } = deps.store;
  const payment = await findPayment(db, wish.paymentId);
  if (!payment) throw new UserError(404, UNKNOWN_PAYMENT);
  const known = await findRefund(db, wish.refundId);
  const amount = wish.amount ?? known?.amount ?? payment.amount - payment.refunded;
  if (known && (known.payment_id !== payment.id || known.amount !== amount)) {
    throw new UserError(409, REFUND_USED);
  }
  if (!known) {
    if (amount < LEAST_PAISE) throw new UserError(400, REFUND_TOO_SMALL, { field: 'amount' });
    await store(deps, payment, { ...wish, amount });
  }
  const stored = known ?? (await findRefund(db, wish.refundId));
  if (!stored) throw new UserError(409, REFUND_TOO_MUCH, { field: 'amount' });
  if (stored.status === 'asked') {
    await ask(deps, stored).catch((error: unknown) => {
      if (!(error instanceof ProviderTrouble)) throw error;
      deps.log.error(`refund ${stored.id} could not be made yet`, error);
    });
  }
  return (await findRefund(db, wish.refundId)) ?? stored;
}

async function store(deps: Deps, payment: Payment, wish: Wish & { amount: number }) {
  const now = iso(deps.clock());
  await transaction(deps, async (tx) => {
    const fresh = await insertRefund(tx, {
      id: wish.refundId,
      payment_id: payment.id,
      provider_id: null,
      amount: wish.amount,
      status: 'asked',
      reason: wish.reason,
      created_at: now,
      updated_at: now,
    });
    if (fresh) await recountRefunds(tx, payment.id);
  });
}

/** Asks the provider for a stored refund; a plain no ends it, silence is thrown: asked again later. */
async function ask(deps: Deps, refund: Refund): Promise<void> {
  const { id, payment_id: paymentId, amount } = refund;
  try {
    await apply(deps, await deps.provider.refund({ id, paymentId, amount }));
  } catch (error) {
    if (!(error instanceof ProviderTrouble) || !error.isRefusal) throw error;
    deps.log.error(`refund ${id} could not be made`, error);
    const made = await refundsMade(deps, paymentId);
    const isMade = made.some((each) => each.receipt === id);
    if (!isMade) await move(deps, refund, { status: 'failed', id: null });
    // Made at the provider meanwhile: beside our wish there was no room for it.
    for (const each of made) await apply(deps, each);
  }
}

async function refundsMade({ provider }: Deps, paymentId: string): Promise<ProviderRefund[]> {
  try {
    return await provider.refundsOf(paymentId);
  } catch (error) {
    if (error instanceof ProviderTrouble && error.isRefusal) return [];
    throw error;
  }
}

/** Makes our refunds of a payment those of the provider, when its figure differs or `always`. */
export async function syncRefunds(
  deps: Deps,
  payment: ProviderPayment,
  always = false,
): Promise<void> {
  const known = await findPayment(deps.store.db, payment.id);
  if (!known) return;
  if (!always && known.refunded === (payment.amount_refunded ?? 0)) return;
  for (const refund of await deps.provider.refundsOf(payment.id)) await apply(deps, refund);
}

/** Asks again for what was never answered, and after what is still on its way. */
export async function finishRefunds(
  deps: Deps,
  checkedBefore: string,
  stop: AbortSignal,
): Promise<void> {
  const { db } = deps.store;
  await oneByOne(deps, await listOpenRefunds(db, checkedBefore), {
    trouble: 'a refund could not be followed',
    stop,
    async work(refund) {
      await transaction(deps, (tx) => stampRefund(tx, refund.id, iso(deps.clock())));
      if (refund.status === 'asked') return ask(deps, refund);
      for (const each of await deps.provider.refundsOf(refund.payment_id)) await apply(deps, each);
    },
  });
}

async function apply(deps: Deps, said: ProviderRefund): Promise<void> {
  const { db } = deps.store;
  const known =
    (await findRefundByProvider(db, said.id)) ??
    (said.receipt ? await findRefund(db, said.receipt) : undefined);
  if (known && known.payment_id === said.payment_id) return move(deps, known, said);
  const now = iso(deps.clock());
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
  await transaction(deps, async (tx) => {
    if (!(await insertRefund(tx, refund))) return;
    await recountRefunds(tx, refund.payment_id);
    await tell(tx, deps, refund);
  });
}

async function move(
  deps: Deps,
  refund: Refund,
  to: { status: ProviderRefund['status']; id: string | null },
): Promise<void> {
  const moved: Refund = {
    ...refund,
    status: to.status,
    provider_id: to.id ?? refund.provider_id,
    updated_at: iso(deps.clock()),
  };
  await transaction(deps, async (tx) => {
    const { status, provider_id, updated_at } = moved;
    if (!(await moveRefund(tx, refund.id, { status, provider_id, updated_at }))) return;
    await recountRefunds(tx, refund.payment_id);
    await tell(tx, deps, moved);
  });
}

/** Timeline and mail; each once, whatever comes first. */
async function tell(tx: Tx, deps: Deps, refund: Refund): Promise<void> {
  const payment = await findPayment(tx, refund.payment_id);
  const order = payment?.order_id ? await findOrder(tx, payment.order_id) : undefined;
  const failed = refund.status === 'failed';
  if (failed) await deps.outbox.enqueue(tx, await refundFailedLetter(await ownerEmail(tx), refund));
  if (!order) return;
  orderChanged(tx, deps.live, order);
  await noteOnOrder(tx, order.id, {
    key: failed ? `refund failed:${refund.id}` : `refund:${refund.id}`,
    kind: failed ? 'refund failed' : 'refunded',
    data: { amount: refund.amount },
    at: refund.updated_at,
  });
  if (!failed) await deps.outbox.enqueue(tx, await refundLetter(deps.config, order, refund));
}
