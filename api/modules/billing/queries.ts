<<<<<<< HEAD:api/modules/billing/queries.ts
=======
import { type Insertable, sql } from 'kysely';
>>>>>>> 7b3a8a8 (refactor: routes, exports and rows without what repeats or is null):api/modules/receipts/queries.ts
import type { Db } from '../../../db/database.ts';
import type { BillingDocument, Receipt } from '../../../db/schema.ts';
import { isReceiptNumber } from './document-number-rules.ts';

<<<<<<< HEAD:api/modules/billing/queries.ts
export const insertReceipt = (tx: Db, receipt: Receipt) =>
=======
/**
 * The next receipt number of a year. Call it only in the transaction that uses the number, so that there are
 * no gaps.
 */
export async function nextSerial(tx: Db, year: string): Promise<number> {
  await lockName(tx, `receipts of ${year}`);
  const { next } = await tx
    .selectFrom('receipts')
    .select(sql<number>`coalesce(max(serial), 0) + 1`.as('next'))
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return next;
}

/** The next number of a kind of document in a year. Call it only in the transaction that uses the number. */
export async function nextDocumentSerial(
  tx: Db,
  kind: BillingDocument['kind'],
  year: string,
): Promise<number> {
  await lockName(tx, `${kind} documents of ${year}`);
  const { next } = await tx
    .selectFrom('billing_documents')
    .select(sql<number>`coalesce(max(serial), 0) + 1`.as('next'))
    .where('kind', '=', kind)
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return next;
}

export const insertReceipt = (tx: Db, receipt: Insertable<Receipt>) =>
>>>>>>> 7b3a8a8 (refactor: routes, exports and rows without what repeats or is null):api/modules/receipts/queries.ts
  tx.insertInto('receipts').values(receipt).execute();

export const insertDocument = (tx: Db, document: Insertable<BillingDocument>) =>
  tx.insertInto('billing_documents').values(document).execute();

export type DrawableDocument = Pick<Receipt, 'number' | 'order_id' | 'data' | 'pdf'>;

const tableOf = (number: string) =>
  isReceiptNumber(number) ? ('receipts' as const) : ('billing_documents' as const);

export const findDocument = (db: Db, number: string): Promise<DrawableDocument | undefined> =>
  db
    .selectFrom(tableOf(number))
    .select(['number', 'order_id', 'data', 'pdf'])
    .where('number', '=', number)
    .executeTakeFirst();

export async function findDocumentOf(
  db: Db,
  orderId: string,
  number: string,
): Promise<DrawableDocument | undefined> {
  const found = await findDocument(db, number);
  return found?.order_id === orderId ? found : undefined;
}

/** Stores the rendered PDF, unless the document's data have changed. */
export const storePdf = (tx: Db, { number, data }: DrawableDocument, pdf: Buffer) =>
  tx
    .updateTable(tableOf(number))
    .set({ pdf })
    .where('number', '=', number)
    .where('data', '=', data)
    .execute();

export const listReceipts = (db: Db, orderId: string) =>
  db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['receipts.number', 'receipts.data', 'receipts.created_at', 'receipts.payment_id'])
    .select('payments.amount')
    .where('receipts.order_id', '=', orderId)
    .orderBy('receipts.created_at')
    .orderBy('receipts.number')
    .execute();

/** Lists invoices, refund vouchers and credit notes of an order, in order of issue. */
export const listDocuments = (db: Db, orderId: string) =>
  db
    .selectFrom('billing_documents')
    .select(['number', 'kind', 'amount', 'data', 'refund_id', 'instalment_id', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('number')
    .execute();

export const findInvoice = (db: Db, orderId: string) =>
  db
    .selectFrom('billing_documents')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
