import { sql } from 'kysely';
import { isPostgres } from '../../engine.ts';
import {
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
  unique,
} from '../columns.ts';

/** What belongs to no module: settings, leases, limits, mail that waits, pictures, the audit log. */
export async function createPlatform(db: SchemaEditor): Promise<void> {
  const { bytes, money } = columnTypes(db);
  await createLeases(db);
  await createTable(db, 'settings')
    .addColumn('key', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .execute();

  await createTable(db, 'limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('used', 'integer', required)
    .addColumn('ends_at', 'text', required)
    .execute();
  await createIndex(db, 'limits', 'ends', ['ends_at']);

  await createTable(db, 'outbox')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('dedupe_key', 'text', unique)
    .addColumn('recipient', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('encrypted', bytes)
    .addColumn('created_at', 'text', required)
    .addColumn('next_try_at', 'text', required)
    .addColumn('tries', 'integer', count)
    .addColumn('sent_at', 'text')
    .execute();
  await createIndex(db, 'outbox', 'waiting', ['next_try_at'], sql`sent_at is null`);

  await createTable(db, 'files')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('size', money, required)
    .addColumn('crc32', money, required)
    .addColumn('stored_at', 'text', required)
    .addColumn('unnamed_since', 'text')
    .addColumn('deleting_at', 'text')
    .addColumn('checked_at', 'text', (column) => column.notNull().defaultTo('0'))
    .addColumn('fault', 'text')
    .execute();
  await createIndex(db, 'files', 'checked', ['checked_at']);

  await createTable(db, 'media')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('mime', 'text', required)
    .addColumn('file_hash', 'text', refersTo('files.hash'))
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'media', 'file', ['file_hash']);

  await createTable(db, 'pictures')
    .addColumn('id', 'text', primaryKey)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('variants', 'text', required)
    .execute();

  await createReleases(db);
  await createAuditLog(db);
  if (isPostgres(db)) await createForSeveralMachines(db);
}

/** Also made in the database that holds leases alone. */
export async function createLeases(db: SchemaEditor): Promise<void> {
  await createTable(db, 'leases')
    .ifNotExists()
    .addColumn('name', 'text', primaryKey)
    .addColumn('holder', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute();
}

/** Who did what, from where: rows that nobody changes or deletes, each with the hash of the one before. */
async function createAuditLog(db: SchemaEditor): Promise<void> {
  await createTable(db, 'audit_log')
    .addColumn('seq', 'integer', primaryKey)
    .addColumn('at', 'text', required)
    .addColumn('actor_id', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('changes', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('request_id', 'text', required)
    .addColumn('hash', 'text', required)
    .execute();
  await createIndex(db, 'audit_log', 'actor', ['actor_id']);

  // Deleting begins at the oldest row, and only after its hash was stored in `settings`.
  if (isPostgres(db)) {
    await sql`
      create function audit_log_is_append_only() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' or old.seq > coalesce((select split_part(value, ' ', 1)::bigint
          from settings where key = 'audit log begins after'), 0)
        then
          raise exception 'audit_log is append-only';
        end if;
        return old;
      end $$`.execute(db);
    await sql`
      create trigger audit_log_append_only before update or delete on audit_log
      for each row execute function audit_log_is_append_only()`.execute(db);
    return;
  }
  await sql`
    create trigger audit_log_no_update before update on audit_log
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
  await sql`
    create trigger audit_log_no_delete before delete on audit_log
    when old.seq > coalesce((select cast(substr(value, 1, instr(value, ' ')) as integer)
      from settings where key = 'audit log begins after'), 0)
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
}

/** The published contents of the site. */
async function createReleases(db: SchemaEditor): Promise<void> {
  await createTable(db, 'releases')
    .addColumn('name', 'text', primaryKey)
    .addColumn('published_at', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('changes', 'integer', required)
    .addColumn('erasures', 'integer', required)
    .addColumn('is_current', 'integer', required)
    .execute();
  await createUniqueIndex(db, 'releases', 'current', ['is_current'], sql`is_current = 1`);
}

/** Scripts and styles of pages that a process with a disk of its own has made, and long pushes between processes. */
async function createForSeveralMachines(db: SchemaEditor): Promise<void> {
  await createTable(db, 'compiled_files')
    .addColumn('path', 'text', primaryKey)
    .addColumn('bytes', columnTypes(db).bytes, required)
    .addColumn('kept_until', 'text', required)
    .execute();

  // For what is too long for a NOTIFY, as @socket.io/postgres-adapter describes it. Rows live for half a minute: unlogged.
  await sql`
    create unlogged table socket_io_attachments (
      id bigserial primary key,
      created_at timestamptz not null default now(),
      payload bytea not null
    )`.execute(db);
}
