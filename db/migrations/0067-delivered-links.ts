import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** A link beside the files of a delivery: its bytes are its address. */
export const deliveredLinks: Migration = {
  async up(db) {
    await alterTable(db, 'delivery_files').addColumn('is_link', 'integer').execute();
  },
};
