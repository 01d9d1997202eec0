import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { BillingDocument, Receipt } from '../../../db/schema.ts';
import { kindOf } from './document-number-rules.ts';

export const insertReceipt = (tx: Db, receipt: Insertable<Receipt>) =>
  tx.insertInto('receipts').values(receipt).execute();

export const insertDocument = (tx: Db, document: Insertable<BillingDocument>) =>
  tx.insertInto('billing_documents').values(document).execute();

export type DrawableDocument = Pick<Receipt, 'number' | 'order_id' | 'data' | 'pdf'>;

const tableOf = (number: string) =>
  kindOf(number) === 'receipt' ? ('receipts' as const) : ('billing_documents' as const);

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
    .select(['payments.currency', 'payments.base_amount'])
    .leftJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .select((eb) => [
      'payments.amount as received',
      eb.fn.coalesce('instalments.tax_deducted', eb.val(0)).as('deducted'),
    ])
    .select(sql<number>`payments.amount + coalesce(instalments.tax_deducted, 0)`.as('amount'))
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
