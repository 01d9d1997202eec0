import type { Expression } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { orderStatusChanged, type StatusChange } from './events.ts';
import { findOrder, findOrderOf, lockOrder } from './queries.ts';
import { type OrderStatus, sourcesOfTransition } from './rules.ts';
import {
  FILES_CLOSED,
  FULLY_REFUNDED,
  NOT_PAID,
  TRANSITION_NOT_ALLOWED,
  UNKNOWN_ORDER,
} from './texts.ts';

export interface Step {
  to: OrderStatus;
  by: 'owner' | 'buyer' | 'system';
  buyerId?: string;
  /** The reason that the timeline shows. */
  reason?: string;
  /** What else happens with it; returns what else is told of the change. */
  also?: (
    tx: Tx,
    order: Order,
    now: string,
  ) => Promise<Pick<StatusChange, 'isPreview' | 'delivered'>>;
  /** Selects the ids of orders that must not change, in the statement that changes the status. */
  except?: (db: Db) => Expression<string>;
}

/**
 * Changes the status of an order with all effects, in one transaction. Throws if the transition is not
 * possible.
 */
export function transitionOrder(services: Services, id: string, step: Step): Promise<Order> {
  return transaction(services, (tx) => requireTransition(tx, services, id, step));
}

/** The same in the caller's transaction. */
export async function requireTransition(
  tx: Tx,
  services: Services,
  id: string,
  step: Step,
): Promise<Order> {
  const order = await transitionOrderIn(tx, services, id, step);
  if (!order) throw await rejection(tx, id, step);
  return order;
}

/**
 * Like `transitionOrder`, but in the caller's transaction. Returns undefined if the transition is not
 * possible.
 */
export async function transitionOrderIn(
  tx: Tx,
  services: Services,
  id: string,
  step: Step,
): Promise<Order | undefined> {
  const { to, by, buyerId, reason, also, except } = step;
  const now = iso(services.clock());
  const from = sourcesOfTransition(to, by);
  await lockOrder(tx, id);
  const order = await updateOrderStatus(tx, id, {
    ...{ from, to, now },
    ...(buyerId ? { buyerId } : {}),
    ...(except ? { except: except(tx) } : {}),
  });
  if (!order) return undefined;
  const more = await also?.(tx, order, now);
  await emit(tx, services, orderStatusChanged, { order, by, reason, at: now, ...more });
  return order;
}

interface StatusUpdate {
  from: readonly OrderStatus[];
  to: OrderStatus;
  now: string;
  /** The buyer, if the buyer makes the transition: updates only this buyer's order. */
  buyerId?: string;
  /** The ids of orders that are not updated. */
  except?: Expression<string>;
}

/**
 * Changes the status if the order still has one of the `from` statuses and is not fully refunded, and nothing is
 * completed whose files are closed. Returns undefined otherwise.
 */
const updateOrderStatus = (tx: Db, id: string, { from, to, now, buyerId, except }: StatusUpdate) =>
  tx
    .updateTable('orders')
    .set({ status: to, updated_at: now, ...(to === 'Delivered' ? { delivered_at: now } : {}) })
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('balance', '>', 0)
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(to === 'Completed', (query) => query.where('files_closed', '=', 0))
    .$call((query) => (except ? query.where('id', 'not in', except) : query))
    .returningAll()
    .executeTakeFirst() as Promise<Order | undefined>;

/** Why a transition is not possible. */
export async function rejection(
  tx: Db,
  id: string,
  { to, buyerId }: Pick<Step, 'to' | 'buyerId'>,
): Promise<ApiError> {
  const order = buyerId ? await findOrderOf(tx, buyerId, id) : await findOrder(tx, id);
  if (!order) return new ApiError(404, UNKNOWN_ORDER);
  if (order.paid === 0) return new ApiError(409, NOT_PAID);
  const isClosed = to === 'Completed' && order.status === 'Delivered';
  if (isClosed && order.balance > 0 && order.files_closed) return new ApiError(409, FILES_CLOSED);
  return new ApiError(
    409,
    order.shown_status === 'Refunded' ? FULLY_REFUNDED : TRANSITION_NOT_ALLOWED,
  );
}
