import type { Db } from '../../db/connect.ts';
import type { Order } from '../../db/schema.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { DAY, HOUR, iso, later } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { orderChanged } from '../lib/live.ts';
import { tellOrderStatus } from '../notifications/order-news.ts';
import { noteOnOrder } from '../orders/events.ts';
import { findOrder, findOrderOf } from '../orders/queries.ts';
import { type OrderStatus, shownStatus, UNKNOWN_ORDER } from '../orders/rules.ts';
import { completeApproved } from '../revisions/queries.ts';
import { attachFiles, insertDelivery, listUnanswered, moveOrder } from './queries.ts';
import { DAYS_TO_ANSWER, GONE_BACK, NO_SUCH_MOVE, NOT_PAID, sourcesOf } from './rules.ts';

interface Step {
  to: OrderStatus;
  by: 'owner' | 'buyer' | 'time';
  buyerId?: string;
  /** Told in the timeline. */
  reason?: string;
  also?: (tx: Tx, order: Order, now: string) => Promise<void>;
}

/** Moves an order and notes it in the timeline; tells the buyer. All or nothing. */
export function takeStep(deps: Deps, id: string, step: Step): Promise<Order> {
  return transaction(deps, async (tx) => {
    const order = await stepIn(tx, deps, id, step);
    if (!order) throw await refusal(tx, id, step);
    orderChanged(tx, deps.live, order);
    return order;
  });
}

/** The same inside a transaction of the caller's; nothing where the order does not stand right for it. */
export async function stepIn(
  tx: Tx,
  deps: Deps,
  id: string,
  step: Step,
): Promise<Order | undefined> {
  const { to, by, buyerId, reason, also } = step;
  const now = iso(deps.clock());
  const from = sourcesOf(to, by);
  const order = await moveOrder(tx, id, {
    ...{ from, to, now, atRest: by === 'time' },
    ...(buyerId ? { buyerId } : {}),
  });
  if (!order) return undefined;
  await also?.(tx, order, now);
  const data = { status: to, ...(reason ? { reason } : {}) };
  await noteOnOrder(tx, id, { key: `status:${newId()}`, kind: 'status', data, at: now });
  await tellOrderStatus(tx, deps, order, { own: by === 'buyer' });
  return order;
}

async function refusal(tx: Db, id: string, { buyerId }: Step): Promise<UserError> {
  const order = buyerId ? await findOrderOf(tx, buyerId, id) : await findOrder(tx, id);
  if (!order) return new UserError(404, UNKNOWN_ORDER);
  if (order.paid === 0) return new UserError(409, NOT_PAID);
  return new UserError(409, shownStatus(order) === 'Refunded' ? GONE_BACK : NO_SUCH_MOVE);
}

/** Hands over a message and the files that wait, as the order's next version; completes the revisions it answers. */
export const deliver = (deps: Deps, id: string, message: string): Promise<Order> =>
  takeStep(deps, id, {
    to: 'Delivered',
    by: 'owner',
    async also(tx, order, now) {
      const row = { id: newId(), order_id: order.id, message, created_at: now };
      const delivery = await insertDelivery(tx, row);
      await attachFiles(tx, order.id, delivery.id);
      for (const { id: revision, number } of await completeApproved(tx, order.id, now)) {
        await noteOnOrder(tx, order.id, {
          key: `revision:${revision}:Completed`,
          kind: 'revision decided',
          data: { number, status: 'Completed' },
          at: now,
        });
      }
    },
  });

/** Completes what was delivered long ago without an answer. */
export async function completeUnanswered(deps: Deps): Promise<void> {
  const before = later(deps.clock(), -DAYS_TO_ANSWER * DAY);
  for (const { id } of await listUnanswered(deps.store.db, before)) {
    await takeStep(deps, id, { to: 'Completed', by: 'time' }).catch((error) => {
      // Answered or reopened between the list and the step: nothing to complete.
      if (!(error instanceof UserError)) throw error;
    });
  }
}

/** Looks now and then; returns what stops it. */
export function startCompleting(deps: Deps): () => void {
  const look = () => deps.background.run(() => completeUnanswered(deps));
  look();
  const timer = setInterval(look, HOUR).unref();
  return () => clearInterval(timer);
}
