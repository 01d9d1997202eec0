import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../engine.ts';

/** Where processes leave pushes for each other that are too long for a NOTIFY; only PostgreSQL has several machines. */
export const socketAttachments: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    // As @socket.io/postgres-adapter describes it. Rows live for half a minute: unlogged.
    await sql`
      create unlogged table socket_io_attachments (
        id bigserial primary key,
        created_at timestamptz not null default now(),
        payload bytea not null
      )`.execute(db);
  },
};
