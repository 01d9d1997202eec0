import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { checked, columnTypes, createTable } from './columns.ts';

/** What a seller owes a buyer beyond the refund of an order, and how it was paid. */
export const compensations: Migration = {
  async up(db) {
    const { money } = columnTypes(db);
    await createTable(db, 'compensations')
      .addColumn('order_id', 'text', (column) =>
        column.primaryKey().notNull().references('orders.id'),
      )
      .addColumn('amount', money, checked(sql`amount > 0`))
      .addColumn('cause', 'text', checked(sql`cause in ('late', 'cancelled')`))
      .addColumn('owed_at', 'text', (column) => column.notNull())
      .addColumn('settled_at', 'text')
      .addColumn('reference', 'text')
      .execute();
  },
};
