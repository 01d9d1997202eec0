import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { BillingDocument, Receipt } from '../../../db/schema.ts';
import type { RefundData } from './document-data.ts';
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

/** The papers of an order's refunds, in order of issue, without those of refunds that the bank has sent back. */
export const listRefundPapers = (db: Db, orderId: string) =>
  db
    .selectFrom('billing_documents as paper')
    .innerJoin('refunds', 'refunds.id', 'paper.refund_id')
    .select(['paper.number', 'paper.kind', 'paper.amount', 'paper.data', 'paper.created_at'])
    .select(['refunds.payment_id', 'refunds.amount as returned'])
    .where('paper.order_id', '=', orderId)
    .where('refunds.status', '=', 'processed')
    .orderBy('paper.created_at')
    .orderBy('paper.number')
    .execute();

/** A paper that takes one of a refund back refers to nothing but that paper. */
export const isReversal = ({
  kind,
  refund_id,
  instalment_id,
}: Pick<BillingDocument, 'kind' | 'refund_id' | 'instalment_id'>): boolean =>
  kind !== 'invoice' && refund_id === null && instalment_id === null;

/** The papers that take those of refunds back, each with the payment and the time of the one that it takes back. */
export async function listReversals(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('billing_documents as paper')
    .leftJoin('refunds', 'refunds.id', 'paper.refund_id')
    .select(['number', 'kind', 'paper.amount', 'data', 'paper.created_at', 'refunds.payment_id'])
    .select(['refund_id', 'instalment_id'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.filter(isReversal).map(({ number, kind, amount, data, created_at }) => {
    const { reverses } = JSON.parse(data) as RefundData;
    const taken = rows.find((row) => row.number === reverses?.number);
    return {
      ...{ number, kind, amount, created_at },
      ...{ payment_id: taken?.payment_id ?? null, reversed_at: taken?.created_at ?? created_at },
    };
  });
}

export const findInvoice = (db: Db, orderId: string) =>
  db
    .selectFrom('billing_documents')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();

/** Lists all captured payments of an order with their receipts, in order of capture. */
export const listPaymentsOf = (db: Db, orderId: string) =>
  db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .selectAll('payments')
    .select(['receipts.number as receipt', 'instalments.number as instalment_number'])
    .where('payments.order_id', '=', orderId)
    .orderBy('captured_at')
    .orderBy('payments.id')
    .execute();
