import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { checked, columnTypes, createTable, ownedBy, primaryKey, required } from './columns.ts';

/** When the files of a delivery open that were agreed to open with a payment, and what is seen of files. */
export const handOvers: Migration = {
  async up(db) {
    await createTable(db, 'hand_overs')
      .addColumn('order_id', 'text', (column) => primaryKey(column).references('orders.id'))
      .addColumn('previewed_at', 'text', required)
      .addColumn('opened_at', 'text')
      .addColumn('version', 'integer')
      .addCheckConstraint('hand_overs_version_check', sql`(opened_at is null) = (version is null)`)
      .execute();
    await createTable(db, 'delivery_pictures')
      .addColumn('file_id', 'text', ownedBy('delivery_files.id'))
      .addColumn('kind', 'text', checked(sql`kind in ('whole', 'preview')`))
      .addColumn('width', 'integer', required)
      .addColumn('height', 'integer', required)
      .addColumn('bytes', columnTypes(db).bytes, required)
      .addPrimaryKeyConstraint('delivery_pictures_pkey', ['file_id', 'kind'])
      .execute();
  },
};
