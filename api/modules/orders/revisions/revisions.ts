import type { Db } from '../../../../db/database.ts';
import type { Order, Revision } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { orderReopened, revisionDecided } from '../events.ts';
import { findOrder, lockOrder } from '../queries.ts';
import { isOpen } from '../rules.ts';
import {
  orderIsClosed,
  PREVIOUS_STATUS,
  REVISION_TRANSITION_NOT_ALLOWED,
  type RevisionStatus,
  reasonNoRevision,
  UNKNOWN_REVISION,
} from './rules.ts';

/**
 * Uses up a revision and stores the request, of an order that the caller has locked. How many there are:
 * `reasonNoRevision` in rules.ts.
 */
export async function storeRequest(
  tx: Db,
  order: Order,
  { id, description, at }: { id: string; description: string; at: string },
): Promise<{ order: Order; revision: Revision }> {
  const reason = reasonNoRevision({
    orderStatus: order.shown_status,
    paidAmount: order.balance,
    usedRevisions: order.used_revisions,
    maxRevisions: order.max_revisions,
  });
  if (reason) throw new ApiError(409, reason);
  const after = await countRevision(tx, order.id, at);
  const number = await nextRevisionNumber(tx, order);
  const revision = await tx
    .insertInto('revisions')
    .values({ id, order_id: order.id, number, description, status: 'Pending', requested_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { order: after, revision };
}

interface Decision {
  status: Exclude<RevisionStatus, 'Pending'>;
  /** Why it is rejected. */
  reason?: string | undefined;
}

/**
 * Stores the owner's decision on a revision. Approving it reopens a delivered order; the buyer gets one
 * notification. One that is out of scope becomes a change instead: `proposeChange` of payments.
 */
export const decideRevision = (services: Services, id: string, decision: Decision) =>
  transaction(services, (tx) => decideRevisionIn(tx, services, id, decision));

/** The same in the caller's transaction. */
export async function decideRevisionIn(
  tx: Tx,
  services: Services,
  id: string,
  { status, reason }: Decision,
): Promise<Revision> {
  const now = iso(services.clock());
  const asked = await findRevision(tx, id);
  if (asked) await lockOrder(tx, asked.order_id);
  const revision = await updateRevisionStatus(tx, id, status, now);
  if (!revision) {
    throw asked
      ? new ApiError(409, REVISION_TRANSITION_NOT_ALLOWED)
      : new ApiError(404, UNKNOWN_REVISION);
  }
  const reopened =
    status === 'Approved' ? await reopenDelivered(tx, revision.order_id, now) : undefined;
  const order = await findOrder(tx, revision.order_id);
  if (!order) throw new Error('a revision without its order');
  // A closed order can still reject or complete a request, so that none is open forever.
  const reached = order.shown_status;
  if (status === 'Approved' && !isOpen(reached)) {
    throw new ApiError(409, orderIsClosed(reached));
  }
  await emit(tx, services, revisionDecided, { order, revision, status, reason, at: now });
  if (reopened) await emit(tx, services, orderReopened, { order, at: now });
  return revision;
}

/** Counts one more used revision of an order that the caller has locked. */
const countRevision = (tx: Db, orderId: string, now: string): Promise<Order> =>
  tx
    .updateTable('orders')
    .set((eb) => ({ used_revisions: eb('used_revisions', '+', 1), updated_at: now }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The lowest unused revision number. Requests that became changes have negative numbers. */
async function nextRevisionNumber(tx: Db, order: Order): Promise<number> {
  const rows = await tx
    .selectFrom('revisions')
    .select('number')
    .where('order_id', '=', order.id)
    .execute();
  const taken = new Set(rows.map(({ number }) => number));
  let number = 1;
  while (taken.has(number)) number += 1;
  if (number > order.max_revisions) throw new Error('more revisions are stored than are used');
  return number;
}

/**
 * Turns a request into a change: rejects it, gives it the negative number of the change and does not count it
 * as used. Returns false if it was already decided.
 */
export async function convertRevisionToChange(
  tx: Db,
  { id, order_id }: Pick<Revision, 'id' | 'order_id'>,
  change: { number: number; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('revisions')
    .set({ status: 'Rejected', decided_at: change.now, number: -change.number })
    .where('id', '=', id)
    .where('status', '=', 'Pending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('orders')
    .set((eb) => ({ used_revisions: eb('used_revisions', '-', 1), updated_at: change.now }))
    .where('id', '=', order_id)
    .execute();
  return true;
}

export const listRevisions = (db: Db, orderId: string) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at', 'desc')
    .orderBy('number', 'desc')
    .execute();

export const findRevision = (db: Db, id: string) =>
  db.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirst();

/** Changes the status by one step. Returns undefined if the request does not have the status before it. */
const updateRevisionStatus = (
  tx: Db,
  id: string,
  status: Exclude<RevisionStatus, 'Pending'>,
  now: string,
) =>
  tx
    .updateTable('revisions')
    .set(status === 'Completed' ? { status, completed_at: now } : { status, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', PREVIOUS_STATUS[status])
    .returningAll()
    .executeTakeFirst();

export const completeApproved = (tx: Db, orderId: string, now: string) =>
  tx
    .updateTable('revisions')
    .set({ status: 'Completed', completed_at: now })
    .where('order_id', '=', orderId)
    .where('status', '=', 'Approved')
    .returning(['id', 'number'])
    .execute();

/** Moves a delivered order to Accepted again. */
export const reopenDelivered = (tx: Db, orderId: string, now: string) =>
  tx
    .updateTable('orders')
    .set({ status: 'Accepted', updated_at: now })
    .where('id', '=', orderId)
    .where('status', '=', 'Delivered')
    .where('orders.balance', '>', 0)
    .returningAll()
    .executeTakeFirst();
