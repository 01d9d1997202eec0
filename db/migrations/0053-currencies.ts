import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { alterTable, columnTypes } from './columns.ts';

/**
 * The currency of an order and of every amount below it, and what the provider says a payment in another one is
 * worth in paise.
 */
export const currencies: Migration = {
  async up(db) {
    await alterTable(db, 'orders')
      .addColumn('currency', 'text', (column) =>
        column.notNull().defaultTo('INR').check(sql`currency in ('INR', 'USD')`),
      )
      .execute();
    await alterTable(db, 'disputes')
      .addColumn('currency', 'text', (column) => column.notNull().defaultTo('INR'))
      .execute();
    await alterTable(db, 'payments').addColumn('base_amount', columnTypes(db).money).execute();
  },
};
