import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../engine.ts';
import { createIndex, createTable, required } from './columns.ts';

/** Who did what, from where: rows that nobody changes or deletes, each with the hash of the one before. */
export const auditLog: Migration = {
  async up(db) {
    await createTable(db, 'audit_log')
      .addColumn('seq', 'integer', (column) => column.primaryKey().notNull())
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
    await forbidChanges(db);
  },
};

/** Deleting begins at the oldest row, and only after its hash was stored in `settings`. */
const isStoredElsewhere = {
  sqlite: sql`old.seq > coalesce((select cast(substr(value, 1, instr(value, ' ')) as integer) from settings where key = 'audit log begins after'), 0)`,
  postgres: sql`old.seq > coalesce((select split_part(value, ' ', 1)::bigint from settings where key = 'audit log begins after'), 0)`,
};

async function forbidChanges(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`
      create function audit_log_is_append_only() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' or ${isStoredElsewhere.postgres} then
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
    create trigger audit_log_no_delete before delete on audit_log when ${isStoredElsewhere.sqlite}
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
}
