import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** Whether an order was placed with keys that move no real money; null for orders from before this was known. */
export const testOrders: Migration = {
  async up(db) {
    await alterTable(db, 'orders').addColumn('is_test', 'integer').execute();
  },
};
