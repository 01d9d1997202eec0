import type { Migration } from 'kysely/migration';
import { createTable, required } from './columns.ts';

/** The legal pages as they were published; a row for each text, so that an order can name the one it was made under. */
export const legalVersions: Migration = {
  async up(db) {
    await createTable(db, 'legal_versions')
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('sha256', 'text', (column) => column.notNull().unique())
      .addColumn('pages', 'text', required)
      .addColumn('published_at', 'text', required)
      .execute();
  },
};
