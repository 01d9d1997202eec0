import type { Migration } from 'kysely/migration';
import { count, createTable, ownedBy, required } from './columns.ts';

/** One more address of a buyer, which gets copies of the papers. */
export const paperCopies: Migration = {
  async up(db) {
    await createTable(db, 'paper_copies')
      .addColumn('user_id', 'text', (column) => ownedBy('users.id')(column.primaryKey()))
      .addColumn('email', 'text', required)
      .addColumn('salt', 'text', required)
      .addColumn('code_hash', 'text', required)
      .addColumn('tries', 'integer', count)
      .addColumn('expires_at', 'text', required)
      .addColumn('confirmed_at', 'text')
      .execute();
  },
};
