import type { Migration } from 'kysely/migration';
import {
  alterTable,
  columnTypes,
  count,
  createIndex,
  createTable,
  ownedBy,
  primaryKey,
  required,
} from './columns.ts';

/** Authenticator apps, passkeys, recovery codes, and when a session last proved who uses it. */
export const secondFactors: Migration = {
  async up(db) {
    const { bytes } = columnTypes(db);
    await alterTable(db, 'sessions').addColumn('confirmed_at', 'text').execute();

    await createTable(db, 'totp_secrets')
      .addColumn('user_id', 'text', (column) => ownedBy('users.id')(column.primaryKey()))
      .addColumn('encrypted', bytes, required)
      .addColumn('confirmed_at', 'text')
      .addColumn('last_step', 'integer', count)
      .execute();

    await createTable(db, 'recovery_codes')
      .addColumn('code_hash', 'text', primaryKey)
      .addColumn('user_id', 'text', ownedBy('users.id'))
      .execute();
    await createIndex(db, 'recovery_codes', 'user', ['user_id']);

    await createTable(db, 'passkeys')
      .addColumn('id', 'text', primaryKey)
      .addColumn('user_id', 'text', ownedBy('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('public_key', bytes, required)
      .addColumn('counter', 'integer', count)
      .addColumn('transports', 'text', required)
      .addColumn('created_at', 'text', required)
      .addColumn('used_at', 'text')
      .execute();
    await createIndex(db, 'passkeys', 'user', ['user_id']);

    await createTable(db, 'challenges')
      .addColumn('key', 'text', primaryKey)
      .addColumn('user_id', 'text', ownedBy('users.id'))
      .addColumn('challenge', 'text', required)
      .addColumn('expires_at', 'text', required)
      .execute();
    await createIndex(db, 'challenges', 'expires', ['expires_at']);
  },
};
