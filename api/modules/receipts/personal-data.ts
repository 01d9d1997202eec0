import type { Db } from '../../../db/database.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { FORMER_CLIENT } from '../accounts/rules.ts';
import type { ReceiptData } from './issue-receipt.ts';

export const personalData: PersonalData = {
  tables: ['receipts'],
  export: async (db, user) => ({ receipts: await exportReceipts(db, user.id) }),
  erase: (tx, user) => eraseBuyer(tx, user.id),
};

const listReceiptsOf = (db: Db, buyerId: string) =>
  db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.order_id')
    .select(['receipts.number', 'receipts.data'])
    .where('buyer_id', '=', buyerId)
    .orderBy('serial')
    .execute();

const exportReceipts = async (db: Db, buyerId: string): Promise<ReceiptData[]> =>
  (await listReceiptsOf(db, buyerId)).map((row) => JSON.parse(row.data) as ReceiptData);

/**
 * Takes a person out of their receipts; the numbers and amounts stay. A tax invoice must name its
 * buyer for as long as the law keeps it, so there only the e-mail address goes.
 */
async function eraseBuyer(tx: Db, buyerId: string): Promise<void> {
  for (const { number, data } of await listReceiptsOf(tx, buyerId)) {
    const receipt = JSON.parse(data) as ReceiptData;
    const withoutEmail = { ...receipt.buyer, email: '' };
    const buyer = receipt.seller.gstin
      ? withoutEmail
      : { ...withoutEmail, name: FORMER_CLIENT, lines: [], state: '' };
    await tx
      .updateTable('receipts')
      .set({ data: JSON.stringify({ ...receipt, buyer }), pdf: null })
      .where('number', '=', number)
      .execute();
  }
}
