import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { checked, createTable, required } from './columns.ts';

/** How often pages were opened, by day. */
export const visits: Migration = {
  async up(db) {
    await createTable(db, 'visits')
      .addColumn('day', 'text', required)
      .addColumn('kind', 'text', checked(sql`kind in ('page', 'source', 'order')`))
      .addColumn('name', 'text', required)
      .addColumn('count', 'integer', required)
      .addPrimaryKeyConstraint('visits_pkey', ['day', 'kind', 'name'])
      .execute();
  },
};
