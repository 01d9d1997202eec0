import type { Migration } from 'kysely/migration';
import {
  alterTable,
  createIndex,
  createTable,
  createUniqueIndex,
  primaryKey,
  required,
} from './columns.ts';

/** People who work for the owner, and the links that invite them. To an older program they are buyers. */
export const assistants: Migration = {
  async up(db) {
    await alterTable(db, 'users').addColumn('assistant_since', 'text').execute();
    await createTable(db, 'assistant_invitations')
      .addColumn('id', 'text', primaryKey)
      .addColumn('email', 'text', required)
      .addColumn('token_hash', 'text', required)
      .addColumn('created_at', 'text', required)
      .addColumn('expires_at', 'text', required)
      .execute();
    await createUniqueIndex(db, 'assistant_invitations', 'email', ['email']);
    await createUniqueIndex(db, 'assistant_invitations', 'token', ['token_hash']);
    await createIndex(db, 'assistant_invitations', 'expires', ['expires_at']);
  },
};
