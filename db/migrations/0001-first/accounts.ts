import { sql } from 'kysely';
import {
  checked,
  count,
  createIndex,
  createTable,
  mayReferTo,
  ownedBy,
  primaryKey,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** People, their sessions and what proves who they are. */
export async function createAccounts(db: SchemaEditor): Promise<void> {
  await createTable(db, 'users')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('role', 'text', checked(sql`role in ('buyer', 'owner')`))
    .addColumn('avatar_hash', 'text', mayReferTo('media.hash'))
    .addColumn('is_verified', 'integer', checked(sql`is_verified in (0, 1)`))
    .addColumn('last_login_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'users', 'role', ['role']);

  await createTable(db, 'sessions')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('created_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('user_agent', 'text', required)
    .execute();
  await createIndex(db, 'sessions', 'user', ['user_id']);
  await createIndex(db, 'sessions', 'expires', ['expires_at']);

  await createTable(db, 'email_codes')
    .addColumn('user_id', 'text', (column) => ownedBy('users.id')(column.primaryKey()))
    .addColumn('salt', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('tries', 'integer', count)
    .addColumn('sends', 'integer', required)
    .addColumn('sent_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute();

  await createTable(db, 'email_changes')
    .addColumn('user_id', 'text', (column) => ownedBy('users.id')(column.primaryKey()))
    .addColumn('email', 'text', required)
    .addColumn('salt', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('tries', 'integer', count)
    .addColumn('expires_at', 'text', required)
    .execute();

  await createTable(db, 'password_links')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('source', 'text', checked(sql`source in ('mail', 'console')`, 'mail'))
    .addColumn('expires_at', 'text', required)
    .addUniqueConstraint('password_links_user_id_source', ['user_id', 'source'])
    .execute();

  await createTable(db, 'devices')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', ownedBy('users.id'))
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'devices', 'user', ['user_id']);
}
