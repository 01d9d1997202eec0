import type { Migration } from 'kysely/migration';
import { createTable, primaryKey, refersTo, required } from './columns.ts';

/** What was agreed for an order when it was placed; rows are never changed. */
export const agreements: Migration = {
  async up(db) {
    await createTable(db, 'agreements')
      .addColumn('id', 'text', primaryKey)
      .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
      .addColumn('json', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('texts', 'text', required)
      .addColumn('accepted_by', 'text', refersTo('users.id'))
      .addColumn('accepted_at', 'text', required)
      .execute();
  },
};
