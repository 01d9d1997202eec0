import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../engine.ts';
import { createTable, primaryKey, required } from './columns.ts';

/** Releases of the site, for processes with disks of their own; only PostgreSQL has several machines. */
export const releases: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    await createTable(db, 'release_files')
      .addColumn('sha256', 'text', primaryKey)
      .addColumn('bytes', 'bytea', required)
      .execute();
    await createTable(db, 'releases')
      .addColumn('name', 'text', primaryKey)
      .addColumn('description', 'text', required)
      .addColumn('manifest', 'text', (column) =>
        column.notNull().references('release_files.sha256'),
      )
      .addColumn('is_current', 'integer', required)
      .execute();
    await db.schema
      .createIndex('releases_current')
      .on('releases')
      .column('is_current')
      .unique()
      .where(sql<boolean>`is_current = 1`)
      .execute();
  },
};
