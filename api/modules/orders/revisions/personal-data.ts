import type { Db } from '../../../../db/database.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';

export const personalData: PersonalData = {
  tables: ['revisions'],
  export: async (db, user) => ({ revisions: await exportRevisions(db, user.id) }),
  erase: (tx, user) => eraseRevisions(tx, user.id),
};

const ordersOf = (db: Db, buyerId: string) =>
  db.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);

const exportRevisions = (db: Db, buyerId: string) =>
  db
    .selectFrom('revisions')
    .select(['order_id as orderId', 'number', 'description', 'status'])
    .select(['requested_at as requestedAt', 'completed_at as completedAt'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('requested_at')
    .execute();

const GONE = 'This request left with its account.';

const eraseRevisions = (tx: Db, buyerId: string) =>
  tx
    .updateTable('revisions')
    .set({ description: GONE })
    .where('order_id', 'in', ordersOf(tx, buyerId))
    .execute();
