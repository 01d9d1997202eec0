import type { Db } from '../../../../db/connect.ts';
import { type TransactionServices, transaction } from '../../../../db/transaction.ts';

const ordersOf = (db: Db, buyerId: string) =>
  db.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);

/** What was handed over to a person, each with its files and where they are, to take along. */
export async function exportDeliveries(db: Db, buyerId: string) {
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
export const eraseDeliveries = (tx: Db, buyerId: string) =>
  tx
    .updateTable('deliveries')
    .set({ message: GONE })
    .where('order_id', 'in', ordersOf(tx, buyerId))
    .execute();

/** Files that came since `dropFilesOf`. */
export const eraseFiles = (tx: Db, buyerId: string) =>
  tx.deleteFrom('delivery_files').where('order_id', 'in', ordersOf(tx, buyerId)).execute();

/** Delivered or still waiting to be; one by one, since each is overwritten when it goes. */
export async function deleteFilesOf(services: TransactionServices, buyerId: string): Promise<void> {
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
