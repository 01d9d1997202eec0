import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Receipt } from '../../../db/schema.ts';

/** The next number of a year. Only inside the transaction that uses it, so that none is lost. */
export async function nextSerial(tx: Db, year: string): Promise<number> {
  await lockName(tx, `receipts of ${year}`);
  const { next } = await tx
    .selectFrom('receipts')
    .select(sql<number>`coalesce(max(serial), 0) + 1`.as('next'))
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return next;
}

export const insertReceipt = (tx: Db, receipt: Receipt) =>
  tx.insertInto('receipts').values(receipt).execute();

export const findReceipt = (db: Db, number: string) =>
  db.selectFrom('receipts').selectAll().where('number', '=', number).executeTakeFirst();

/** Keeps what was drawn, unless the receipt says something else by now. */
export const keepPdf = (tx: Db, { number, data }: Receipt, pdf: Buffer) =>
  tx
    .updateTable('receipts')
    .set({ pdf })
    .where('number', '=', number)
    .where('data', '=', data)
    .execute();

export const findReceiptOf = (db: Db, orderId: string, number: string) =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('number', '=', number)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
