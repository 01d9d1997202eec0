import type { Db } from '../../../../db/database.ts';
import type { Agreement } from '../../../../db/schema.ts';

/** Stores an agreement. Agreements are immutable, so there is no update. */
export const insertAgreement = (tx: Db, agreement: Agreement) =>
  tx.insertInto('agreements').values(agreement).execute();

/** Finds the agreement of an order; undefined for orders from before agreements existed. */
export const findAgreement = (db: Db, orderId: string) =>
  db.selectFrom('agreements').selectAll().where('order_id', '=', orderId).executeTakeFirst();
