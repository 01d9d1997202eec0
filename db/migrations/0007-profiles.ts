import type { Migration } from 'kysely/migration';
import { createTable, required } from './columns.ts';

/** What the public pages say about the seller; a row for each save, the newest is shown. */
export const profiles: Migration = {
  async up(db) {
    await createTable(db, 'profiles')
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('body', 'text', required)
      .addColumn('saved_at', 'text', required)
      .execute();
  },
};
