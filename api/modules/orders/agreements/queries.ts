import type { Db } from '../../../../db/database.ts';
import type { Agreement } from '../../../../db/schema.ts';

/** There is no update: an agreement stays as it was accepted. */
export const insertAgreement = (tx: Db, agreement: Agreement) =>
  tx.insertInto('agreements').values(agreement).execute();

/** Absent for an order that is older than agreements. */
export const findAgreement = (db: Db, orderId: string) =>
  db.selectFrom('agreements').selectAll().where('order_id', '=', orderId).executeTakeFirst();
