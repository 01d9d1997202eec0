import { type Db, isStorageTrouble } from '../../db/connect.ts';
import type { Instalment } from '../../db/schema.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { ownerEmail } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { orderChanged } from '../lib/live.ts';
import { tellPayment } from '../notifications/order-news.ts';
import { noteOnOrder } from '../orders/events.ts';
import { confirmationLetter } from '../orders/letters.ts';
import { addPayment, findOrder, markFailed } from '../orders/queries.ts';
import { issueReceipt } from '../receipts/issue.ts';
import { rejectedLetters, surplusLetters, unmatchedLetter } from './letters.ts';
import { type ProviderPayment, ProviderTrouble } from './provider.ts';
import {
  findInstalment,
  findInstalmentById,
  findPayment,
  insertPayment,
  takeInstalment,
} from './queries.ts';
import { syncRefunds } from './refunds.ts';
import { isWhollyRefunded, paymentStatusOf, whyNothingToPay } from './rules.ts';
import { mayMove, REPORTS } from './states.ts';

/**
 * What became of a payment. `waiting`: the bank has not decided; `closed`: authorized, and left alone
 * because its order takes no money any more.
 */
export type Outcome = 'settled' | 'surplus' | 'unmatched' | 'waiting' | 'failed' | 'closed';

/** The provider has captured a payment, and the books could not be written. */
export class NotRecorded extends Error {}

/**
 * Settles one payment, whoever reports it: verify call, webhook or reconciler (decisions §3).
 * `payment` must come from the provider itself. Repeating it changes nothing.
 */
export async function settle(deps: Deps, payment: ProviderPayment): Promise<Outcome> {
  const known = await findPayment(deps.store.db, payment.id);
  if (known) {
    await syncRefunds(deps, payment);
    return known.standing;
  }
  const report = REPORTS[payment.status];
  if (report === 'wait') return 'waiting';
  const due = await dueBehind(deps, payment);
  if (report === 'note failure') return fail(deps, payment, due);
  // Money that went back before it was ever taken was never ours.
  if (payment.status === 'refunded' && !payment.captured) return fail(deps, payment, due);
  if (report === 'capture' && due && (await isClosed(deps.store.db, due))) return 'closed';
  const captured = report === 'capture' ? await captureOrRefetch(deps, payment, due) : payment;
  if (REPORTS[captured.status] !== 'record') return 'waiting';
  const outcome = await transaction(deps, (tx) => record(tx, deps, captured, due?.id)).catch(
    (error: unknown) => {
      if (!isStorageTrouble(error)) throw error;
      throw new NotRecorded('a captured payment could not be recorded yet', { cause: error });
    },
  );
  await syncRefunds(deps, captured);
  return outcome;
}

/** Our due for a payment: by its provider's order, or by that order's receipt if we never kept it. */
async function dueBehind(deps: Deps, payment: ProviderPayment): Promise<Instalment | undefined> {
  const { db } = deps.store;
  if (!payment.order_id) return undefined;
  const due = await findInstalment(db, payment.order_id);
  if (due) return due;
  try {
    const receipt = await deps.provider.receiptOf(payment.order_id);
    return receipt ? await findInstalmentById(db, receipt) : undefined;
  } catch (error) {
    if (error instanceof ProviderTrouble && error.isRefusal) return undefined;
    throw error;
  }
}

async function isClosed(db: Db, due: Instalment): Promise<boolean> {
  const order = await findOrder(db, due.order_id);
  return order !== undefined && whyNothingToPay(order) !== null;
}

// Two reporters may both try to capture; the slower one reads what the faster one did.
async function captureOrRefetch(
  deps: Deps,
  payment: ProviderPayment,
  due: Instalment | undefined,
): Promise<ProviderPayment> {
  // Never taken: what does not fit, and what is already paid. The provider gives those back itself.
  if (!due || !isFor(payment, due) || due.payment_id) return payment;
  try {
    return await deps.provider.capture(payment);
  } catch (error) {
    if (!(error instanceof ProviderTrouble) || !error.isRefusal) return payment;
    return deps.provider.fetchPayment(payment.id);
  }
}

async function record(
  tx: Tx,
  deps: Deps,
  payment: ProviderPayment,
  dueId: string | undefined,
): Promise<Outcome> {
  const now = iso(deps.clock());
  const due = dueId === undefined ? undefined : await findInstalmentById(tx, dueId);
  const standing = due ? await standingOf(tx, payment, due) : 'unmatched';
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
    refunded: 0,
  });
  if (!fresh) return (await findPayment(tx, payment.id))?.standing ?? standing;
  if (!due) {
    await deps.outbox.enqueue(tx, await unmatchedLetter(await ownerEmail(tx), payment));
    return standing;
  }
  await announce(tx, deps, due);
  if (standing === 'surplus') await owe(tx, deps, payment, due.order_id);
  else await credit(tx, deps, payment, due);
  return standing;
}

/** What was wholly given back is paid for no more; what is declined is credited and goes back (README). */
async function standingOf(tx: Db, payment: ProviderPayment, due: Instalment) {
  if (due.payment_id !== null || !isFor(payment, due)) return 'surplus';
  const order = await findOrder(tx, due.order_id);
  return order && isWhollyRefunded(order) ? 'surplus' : 'settled';
}

/** The due is paid: credit, receipt, timeline and mail, all or nothing. */
async function credit(tx: Tx, deps: Deps, payment: ProviderPayment, due: Instalment) {
  const now = iso(deps.clock());
  if (!(await takeInstalment(tx, due.id, payment.id))) throw new Error('a due was settled twice');
  const before = await findOrder(tx, due.order_id);
  const order = await addPayment(tx, due.order_id, { amount: payment.amount, now });
  if (!before || !mayMove(paymentStatusOf(before), paymentStatusOf(order))) {
    throw new Error(`order ${order.id} would go backwards`);
  }
  const receipt = await issueReceipt(tx, deps, { order, due, payment, now });
  await noteOnOrder(tx, order.id, {
    key: `payment:${payment.id}`,
    kind: 'payment received',
    data: { amount: payment.amount, part: due.number, of: order.payment_type },
    at: now,
  });
  if (order.status === 'Rejected') {
    const about = { config: deps.config, owner: await ownerEmail(tx), order, payment };
    for (const mail of await rejectedLetters(about)) {
      await deps.outbox.enqueue(tx, mail);
    }
    return;
  }
  const mail = await confirmationLetter(deps.config, order, due);
  await deps.outbox.enqueue(tx, {
    kind: 'payment received',
    dedupeKey: `payment:${due.id}`,
    ...mail,
    attachments: [receipt],
  });
  await tellPayment(tx, deps, order, due);
}

/** Captured a second time, or of a wrong amount: kept, told, and to be given back. */
async function owe(tx: Tx, deps: Deps, payment: ProviderPayment, orderId: string) {
  const order = await findOrder(tx, orderId);
  if (!order) throw new Error('a due without its order');
  await noteOnOrder(tx, orderId, {
    key: `payment:${payment.id}`,
    kind: 'surplus',
    data: { amount: payment.amount },
    at: iso(deps.clock()),
  });
  const about = { config: deps.config, owner: await ownerEmail(tx), order, payment };
  for (const mail of await surplusLetters(about)) {
    await deps.outbox.enqueue(tx, mail);
  }
}

async function fail(
  deps: Deps,
  payment: ProviderPayment,
  due: Instalment | undefined,
): Promise<Outcome> {
  if (!due || due.payment_id) return 'failed';
  const at = iso(deps.clock());
  await transaction(deps, async (tx) => {
    await markFailed(tx, due.order_id, at);
    const data = { amount: payment.amount };
    await noteOnOrder(tx, due.order_id, {
      key: `failed:${payment.id}`,
      kind: 'payment failed',
      data,
      at,
    });
    await announce(tx, deps, due);
  });
  return 'failed';
}

async function announce(tx: Tx, deps: Deps, due: Instalment): Promise<void> {
  const order = await findOrder(tx, due.order_id);
  if (order) orderChanged(tx, deps.live, order);
}

/** Whether it pays this due: the amount to the paisa, in rupees. */
export const isFor = (payment: ProviderPayment, due: Instalment): boolean =>
  payment.amount === due.amount && payment.currency === 'INR';
