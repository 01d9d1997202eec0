import type { Migration } from 'kysely/migration';
import { columnTypes } from './columns.ts';

/** What the provider keeps of a payment, and the order in which the ledger is read. */
export const ledger: Migration = {
  async up(db) {
    const { money } = columnTypes(db);
    await db.schema.alterTable('payments').addColumn('fee', money).execute();
    await db.schema.alterTable('payments').addColumn('fee_tax', money).execute();
    await db.schema
      .createIndex('payments_captured')
      .on('payments')
      .columns(['captured_at', 'id'])
      .execute();
    await db.schema
      .createIndex('refunds_created')
      .on('refunds')
      .columns(['created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('receipts_created')
      .on('receipts')
      .columns(['created_at', 'number'])
      .execute();
  },
};
