import type { Db } from '../../../../db/database.ts';
import { type TransactionServices, transaction } from '../../../../db/transaction.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';

export const personalData: PersonalData = {
  tables: ['deliveries', 'delivery_files'],
  export: async (db, user) => ({ deliveries: await exportDeliveries(db, user.id) }),
  async erase(tx, user) {
    await eraseDeliveries(tx, user.id);
    await eraseNewFiles(tx, user.id);
  },
  eraseFiles: (services, user) => eraseFiles(services, user.id),
};

const ordersOf = (db: Db, buyerId: string) =>
  db.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);

/** What was delivered to a person, each with its files and where they are. */
async function exportDeliveries(db: Db, buyerId: string) {
  const [rows, files] = await Promise.all([
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('order_id', 'in', ordersOf(db, buyerId))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('delivery_files')
      .select(['id', 'delivery_id', 'name', 'size'])
      .where('order_id', 'in', ordersOf(db, buyerId))
      .where('delivery_id', 'is not', null)
      .orderBy('created_at')
      .execute(),
  ]);
  return rows.map((row) => ({
    orderId: row.order_id,
    number: row.number,
    message: row.message,
    createdAt: row.created_at,
    files: files
      .filter((file) => file.delivery_id === row.id)
      .map(({ id, name, size }) => ({ name, size, path: `/api/v1/gig/delivery/file/${id}` })),
  }));
}

const GONE = 'What was delivered left with its account.';

/** That and when something was delivered stays for the books; what was said with it goes. */
const eraseDeliveries = (tx: Db, buyerId: string) =>
  tx
    .updateTable('deliveries')
    .set({ message: GONE })
    .where('order_id', 'in', ordersOf(tx, buyerId))
    .execute();

/** Files that were uploaded since `eraseFiles`. */
const eraseNewFiles = (tx: Db, buyerId: string) =>
  tx.deleteFrom('delivery_files').where('order_id', 'in', ordersOf(tx, buyerId)).execute();

/** Delivered or still waiting to be; one by one, since each is overwritten when it goes. */
async function eraseFiles(services: TransactionServices, buyerId: string): Promise<void> {
  const { db } = services.store;
  const files = await db
    .selectFrom('delivery_files')
    .select('id')
    .where('order_id', 'in', ordersOf(db, buyerId))
    .execute();
  for (const { id } of files) {
    await transaction(services, (tx) =>
      tx.deleteFrom('delivery_files').where('id', '=', id).execute(),
    );
  }
}
