import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  alterTable,
  checked,
  count,
  createIndex,
  createTable,
  primaryKey,
  required,
} from './columns.ts';

/** Codes by mail that sign in or confirm, the networks of known devices, and passkeys that are no second factor. */
export const codesByMail: Migration = {
  async up(db) {
    await createTable(db, 'mailed_codes')
      .addColumn('key', 'text', primaryKey)
      .addColumn('email', 'text', required)
      .addColumn('salt', 'text', required)
      .addColumn('code_hash', 'text', required)
      .addColumn('tries', 'integer', count)
      .addColumn('expires_at', 'text', required)
      .execute();
    await createIndex(db, 'mailed_codes', 'email', ['email']);
    await alterTable(db, 'devices').addColumn('network', 'text').execute();
    await alterTable(db, 'users').addColumn('codes_blocked_at', 'text').execute();
    await alterTable(db, 'passkeys')
      .addColumn('second_factor', 'integer', checked(sql`second_factor in (0, 1)`, 1))
      .execute();
  },
};
