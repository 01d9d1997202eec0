import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import {
  attachFiles,
  insertDelivery,
  listUnansweredDeliveries,
  updateOrderStatus,
} from './deliveries/queries.ts';
import {
  DAYS_TO_ANSWER,
  FULLY_REFUNDED,
  NOT_PAID,
  sourcesOfTransition,
  TRANSITION_NOT_ALLOWED,
} from './deliveries/rules.ts';
import { orderStatusChanged, revisionDelivered } from './events.ts';
import { findOrder, findOrderOf, lockOrder } from './queries.ts';
import { completeApproved } from './revisions/queries.ts';
import { type OrderStatus, shownStatus, UNKNOWN_ORDER } from './rules.ts';

interface Step {
  to: OrderStatus;
  by: 'owner' | 'buyer' | 'time';
  buyerId?: string;
  /** Shown in the timeline. */
  reason?: string;
  also?: (tx: Tx, order: Order, now: string) => Promise<void>;
}

/** Moves an order to its next status, with what follows from that, all or nothing. */
export function transitionOrder(services: Services, id: string, step: Step): Promise<Order> {
  return transaction(services, async (tx) => {
    const order = await transitionOrderIn(tx, services, id, step);
    if (!order) throw await rejection(tx, id, step);
    return order;
  });
}

/** The same inside a transaction of the caller's; nothing where the order does not stand right for it. */
export async function transitionOrderIn(
  tx: Tx,
  services: Services,
  id: string,
  step: Step,
): Promise<Order | undefined> {
  const { to, by, buyerId, reason, also } = step;
  const now = iso(services.clock());
  const from = sourcesOfTransition(to, by);
  await lockOrder(tx, id);
  const order = await updateOrderStatus(tx, id, {
    ...{ from, to, now, atRest: by === 'time' },
    ...(buyerId ? { buyerId } : {}),
  });
  if (!order) return undefined;
  await also?.(tx, order, now);
  await emit(tx, services, orderStatusChanged, { order, by, reason, at: now });
  return order;
}

async function rejection(tx: Db, id: string, { buyerId }: Step): Promise<ApiError> {
  const order = buyerId ? await findOrderOf(tx, buyerId, id) : await findOrder(tx, id);
  if (!order) return new ApiError(404, UNKNOWN_ORDER);
  if (order.paid === 0) return new ApiError(409, NOT_PAID);
  return new ApiError(
    409,
    shownStatus(order) === 'Refunded' ? FULLY_REFUNDED : TRANSITION_NOT_ALLOWED,
  );
}

/** Hands over a message and the files that wait, as the order's next version; completes the revisions it answers. */
export const deliver = (services: Services, id: string, message: string): Promise<Order> =>
  transitionOrder(services, id, {
    to: 'Delivered',
    by: 'owner',
    async also(tx, order, now) {
      const row = { id: newId(), order_id: order.id, message, created_at: now };
      const delivery = await insertDelivery(tx, row);
      await attachFiles(tx, order.id, delivery.id);
      for (const revision of await completeApproved(tx, order.id, now)) {
        const decision = { order, revision, status: 'Completed' as const, at: now };
        await emit(tx, services, revisionDelivered, decision);
      }
    },
  });

/** Completes what was delivered long ago without an answer. */
export async function completeUnansweredOrders(services: Services): Promise<void> {
  const before = later(services.clock(), -DAYS_TO_ANSWER * DAY);
  for (const { id } of await listUnansweredDeliveries(services.store.db, before)) {
    await transitionOrder(services, id, { to: 'Completed', by: 'time' }).catch((error) => {
      // Answered or reopened between the list and the step: nothing to complete.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
