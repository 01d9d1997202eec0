import type { Migration } from 'kysely/migration';
import { createTable, ownedBy, primaryKey, required } from './columns.ts';

/** A link with which somebody without an account pays an instalment. A new one replaces the last. */
export const paymentLinks: Migration = {
  async up(db) {
    await createTable(db, 'payment_links')
      .addColumn('token_hash', 'text', primaryKey)
      .addColumn('instalment_id', 'text', (column) => ownedBy('instalments.id')(column).unique())
      .addColumn('created_at', 'text', required)
      .addColumn('expires_at', 'text', required)
      .addColumn('revoked_at', 'text')
      .execute();
  },
};
