import { sql } from 'kysely';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  onePer,
  ownedBy,
  primaryKey,
  required,
  type SchemaEditor,
  unique,
} from '../columns.ts';

/** People, their sessions and what proves who they are. */
export async function createAccounts(db: SchemaEditor): Promise<void> {
  await createTable(db, 'users')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', unique)
    .addColumn('password_hash', 'text')
    .addColumn('password_set_at', 'text')
    .addColumn('role', 'text', checked(sql`role in ('buyer', 'owner')`))
    .addColumn('avatar_hash', 'text', mayReferTo('media.hash'))
    .addColumn('is_verified', 'integer', checked(sql`is_verified in (0, 1)`))
    .addColumn('last_login_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('assistant_since', 'text')
    .addColumn('billing', 'text')
    .addColumn('codes_blocked_at', 'text')
    .addColumn('next_path', 'text')
    .execute();
  await createIndex(db, 'users', 'role', ['role']);

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

  await createTable(db, 'client_notes')
    .addColumn('user_id', 'text', onePer('users.id'))
    .addColumn('text', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .execute();

  await createSignIn(db);
  await createSecondFactors(db);
}

/** Sessions, and the codes and links that are mailed. */
async function createSignIn(db: SchemaEditor): Promise<void> {
  await createTable(db, 'sessions')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('created_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('user_agent', 'text', required)
    .addColumn('confirmed_at', 'text')
    .addColumn('proof_at', 'text')
    .execute();
  await createIndex(db, 'sessions', 'user', ['user_id']);
  await createIndex(db, 'sessions', 'expires', ['expires_at']);

  await createTable(db, 'devices')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('created_at', 'text', required)
    .addColumn('network', 'text')
    .execute();
  await createIndex(db, 'devices', 'user', ['user_id']);

  await createTable(db, 'mailed_codes')
    .addColumn('key', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', required)
    .addColumn('tries', 'integer', count)
    .addColumn('expires_at', 'text', required)
    .addPrimaryKeyConstraint('mailed_codes_pkey', ['key', 'code_hash'])
    .execute();
  await createIndex(db, 'mailed_codes', 'user', ['user_id']);
  await createIndex(db, 'mailed_codes', 'email', ['email']);

  await createTable(db, 'password_links')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('source', 'text', checked(sql`source in ('mail', 'console')`, 'mail'))
    .addColumn('expires_at', 'text', required)
    .addUniqueConstraint('password_links_user_id_source', ['user_id', 'source'])
    .execute();
}

/** Authenticator apps, recovery codes and passkeys. */
async function createSecondFactors(db: SchemaEditor): Promise<void> {
  const { bytes } = columnTypes(db);
  await createTable(db, 'totp_secrets')
    .addColumn('user_id', 'text', onePer('users.id'))
    .addColumn('encrypted', bytes, required)
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'integer', count)
    .execute();

  await createTable(db, 'recovery_codes')
    .addColumn('code_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('created_at', 'text', required)
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
    .addColumn('second_factor', 'integer', checked(sql`second_factor in (0, 1)`, 1))
    .execute();
  await createIndex(db, 'passkeys', 'user', ['user_id']);

  await createTable(db, 'suspended_keys')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn(
      'kind',
      'text',
      checked(sql`kind in ('passkeys', 'totp_secrets', 'recovery_codes', 'paper_copies')`),
    )
    .addColumn('rows', 'text', required)
    .addColumn('added_at', 'text', required)
    .execute();
  await createIndex(db, 'suspended_keys', 'user', ['user_id']);

  await createTable(db, 'challenges')
    .addColumn('key', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('challenge', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute();
  await createIndex(db, 'challenges', 'expires', ['expires_at']);
}
