import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { alterTable, columnTypes } from './columns.ts';

/** What pages and queries say of an order follows from its amounts and its status, in the database itself. */
export const orderBalance: Migration = {
  async up(db) {
    const { money } = columnTypes(db);
    // SQLite can add only columns that are calculated when they are read, PostgreSQL 14 only stored ones.
    const isSqlite = money === 'integer';
    const balance = sql`(paid - refunded - lost)`;
    const shown = sql`(case
      when cancelled_at is not null then 'Cancelled'
      when status = 'In Progress' and paid = 0 then 'Awaiting payment'
      when status in ('In Progress', 'Accepted', 'Delivered') and paid > 0
        and paid - refunded - lost <= 0 then 'Refunded'
      else status end)`;
    await alterTable(db, 'orders')
      .addColumn('balance', money, (column) => {
        const generated = column.generatedAlwaysAs(balance);
        return isSqlite ? generated : generated.stored();
      })
      .execute();
    await alterTable(db, 'orders')
      .addColumn('shown_status', 'text', (column) => {
        const generated = column.generatedAlwaysAs(shown);
        return isSqlite ? generated : generated.stored();
      })
      .execute();
  },
};
