import type { Db } from '../../../db/connect.ts';
import type { ReceiptData } from './issue-receipt.ts';

const listReceiptsOf = (db: Db, buyerId: string) =>
  db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.order_id')
    .select(['receipts.number', 'receipts.data'])
    .where('buyer_id', '=', buyerId)
    .orderBy('serial')
    .execute();

/** A person's receipts, to take along. */
export const exportReceipts = async (db: Db, buyerId: string): Promise<ReceiptData[]> =>
  (await listReceiptsOf(db, buyerId)).map((row) => JSON.parse(row.data) as ReceiptData);

/**
 * Takes a person out of their receipts; the numbers and amounts stay. A tax invoice must name its
 * buyer for as long as the law keeps it, so there only the e-mail address goes.
 */
export async function eraseBuyer(tx: Db, buyerId: string, name: string): Promise<void> {
  for (const { number, data } of await listReceiptsOf(tx, buyerId)) {
    const receipt = JSON.parse(data) as ReceiptData;
    const kept = { ...receipt.buyer, email: '' };
    const buyer = receipt.seller.gstin ? kept : { ...kept, name, lines: [], state: '' };
    await tx
      .updateTable('receipts')
      .set({ data: JSON.stringify({ ...receipt, buyer }), pdf: null })
      .where('number', '=', number)
      .execute();
  }
}
