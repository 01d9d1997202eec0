import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import type { Order, Revision } from '../../../../db/schema.ts';
import { PREVIOUS_STATUS, type RevisionStatus } from './rules.ts';

/** Counts one more used revision of an order that the caller has locked. */
export const countRevision = (tx: Db, orderId: string, now: string): Promise<Order> =>
  tx
    .updateTable('orders')
    .set((eb) => ({ used_revisions: eb('used_revisions', '+', 1), updated_at: now }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The lowest unused revision number. Requests that became changes have negative numbers. */
export async function nextRevisionNumber(tx: Db, order: Order): Promise<number> {
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

export const insertRevision = (tx: Db, row: Insertable<Revision>) =>
  tx.insertInto('revisions').values(row).returningAll().executeTakeFirstOrThrow();

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
export const updateRevisionStatus = (
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
