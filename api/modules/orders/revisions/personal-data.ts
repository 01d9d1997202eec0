import type { Db } from '../../../../db/connect.ts';

const ordersOf = (db: Db, buyerId: string) =>
  db.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);

/** What a person wanted changed, to take along. */
export const exportRevisions = (db: Db, buyerId: string) =>
  db
    .selectFrom('revisions')
    .select(['order_id as orderId', 'number', 'description', 'status'])
    .select(['requested_at as requestedAt', 'completed_at as completedAt'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('requested_at')
    .execute();

const GONE = 'This request left with its account.';

export const eraseRevisions = (tx: Db, buyerId: string) =>
  tx
    .updateTable('revisions')
    .set({ description: GONE })
    .where('order_id', 'in', ordersOf(tx, buyerId))
    .execute();
