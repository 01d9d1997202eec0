import type { Order, OrderChange } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later } from '../../../platform/clock.ts';
import { emit, type Subscriber } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { orderReopened, type StatusChange } from '../../orders/events.ts';
import { lockOrder } from '../../orders/queries.ts';
import { reopenDelivered } from '../../orders/revisions/revisions.ts';
import { insertInstalments } from '../checkout.ts';
import { changeTitle, DAYS_TO_PAY } from '../instalment-rules.ts';
import { listInstalments } from '../queries.ts';
import { changeDecided, changeWithdrawnAutomatically } from './events.ts';
import { findOrderFor, type Proposer } from './propose-change.ts';
import { extendOrder, findChange, updateChangeStatus, withdrawOpen } from './queries.ts';
import {
  type ChangeStatus,
  extendedDate,
  NOT_YOUR_ANSWER,
  NOT_YOUR_PROPOSAL,
  reasonNoChange,
  UNKNOWN_CHANGE,
  whyDecided,
} from './rules.ts';

interface Decision {
  id: string;
  to: Exclude<ChangeStatus, 'Proposed'>;
}

/**
 * Accepts, declines or withdraws a proposed change. Accepting adds the instalment and the days in the same
 * transaction. Idempotent: the same decision again changes nothing.
 */
export async function decideChange(
  services: Services,
  who: Proposer,
  { id, to }: Decision,
): Promise<void> {
  const at = iso(services.clock());
  await transaction(services, async (tx) => {
    const found = await findChange(tx, id);
    if (found) await lockOrder(tx, found.order_id);
    const order = found && (await findOrderFor(tx, who, found.order_id));
    // Read again under the lock: a request may have become the owner's proposal meanwhile.
    const known = order && (await findChange(tx, id));
    if (!known) throw new ApiError(404, UNKNOWN_CHANGE);
    const isOwn = known.proposed_by === who.side;
    if (isOwn !== (to === 'Withdrawn'))
      throw new ApiError(409, isOwn ? NOT_YOUR_ANSWER : NOT_YOUR_PROPOSAL);
    const reason = to === 'Accepted' && reasonNoChange(order.shown_status);
    const change = reason ? undefined : await updateChangeStatus(tx, id, to, at);
    if (!change) return requireDecided(tx, { id, to }, reason);
    const changed = to === 'Accepted' ? await extend(tx, services, { order, change, at }) : order;
    await emit(tx, services, changeDecided, { order: changed, change, at });
  });
}

/**
 * Checks why the update did nothing. Reads the row again under the lock: returns if it already has this
 * status, otherwise throws the reason.
 */
async function requireDecided(
  tx: Tx,
  { id, to }: Decision,
  reason: string | false | null,
): Promise<void> {
  const now = await findChange(tx, id);
  if (!now) throw new ApiError(404, UNKNOWN_CHANGE);
  if (now.status === to) return;
  if (now.status !== 'Proposed') throw new ApiError(409, whyDecided('change', now.status));
  throw new ApiError(409, reason || UNKNOWN_CHANGE);
}

async function extend(
  tx: Tx,
  services: Services,
  { order, change, at }: { order: Order; change: OrderChange; at: string },
): Promise<Order> {
  const { amount, extra_days: days } = change;
  const isDelivered = order.delivered_at !== null;
  const deliveryDate = extendedDate({ deliveryDate: order.delivery_date, isDelivered }, days, at);
  const extended = await extendOrder(tx, order.id, { amount, days, deliveryDate, now: at });
  if (!extended) throw new Error('an open order takes no change');
  if (amount > 0) await addInstalment(tx, change, at);
  const reopened = await reopenDelivered(tx, order.id, at);
  if (!reopened) return extended;
  await emit(tx, services, orderReopened, { order: reopened, at });
  return reopened;
}

async function addInstalment(tx: Tx, change: OrderChange, at: string): Promise<void> {
  const instalments = await listInstalments(tx, change.order_id);
  const payBy = later(new Date(at), DAYS_TO_PAY * DAY);
  await insertInstalments(
    tx,
    [{ title: changeTitle(change.number), amount: change.amount, due: 'accepting', payBy }],
    {
      ...{ orderId: change.order_id, at },
      change: { id: change.id, after: instalments.at(-1)?.number ?? 0 },
    },
  );
}

/** Withdraws the open proposals of an order that was closed. */
export const closeChanges: Subscriber<StatusChange> = async (tx, services, { order, at }) => {
  if (order.status !== 'Rejected' && order.status !== 'Completed') return;
  for (const change of await withdrawOpen(tx, order.id, at)) {
    await emit(tx, services, changeWithdrawnAutomatically, { order, change, at });
  }
};
