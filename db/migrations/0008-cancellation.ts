import type { Migration } from 'kysely/migration';
import { alterTable, columnTypes } from './columns.ts';

/** When a buyer cancelled an order, and how much of its money must be refunded since. */
export const cancellation: Migration = {
  async up(db) {
    const { money } = columnTypes(db);
    await alterTable(db, 'orders').addColumn('cancelled_at', 'text').execute();
    await db.schema.alterTable('orders').addColumn('promised', money).execute();
  },
};
