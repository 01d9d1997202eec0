import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, ownedBy, required } from './columns.ts';

/** The owner's notes about clients, and the order in which clients were last in touch. */
export const clientNotes: Migration = {
  async up(db) {
    await createTable(db, 'client_notes')
      .addColumn('user_id', 'text', (column) => ownedBy('users.id')(column.primaryKey()))
      .addColumn('text', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('updated_at', 'text', required)
      .execute();
    await createIndex(db, 'orders', 'paid_by', ['buyer_id', 'created_at'], sql`paid > 0`);
    await createIndex(db, 'conversations', 'buyer', ['buyer_id', 'last_message_at']);
  },
};
