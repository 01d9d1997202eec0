import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  alterTable,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';
import { rebuildTable } from './rebuild-table.ts';

/** Conversations without an order: a question about a gig, or about nothing in particular. */
export const questions: Migration = {
  async up(db) {
    await rebuildTable(db, 'conversations', {
      create: () => create(db),
      alter: () => alter(db),
    });
    await createIndex(
      db,
      'conversations',
      'questions',
      ['buyer_id', 'last_message_seq'],
      sql`order_id is null`,
    );
    await alterTable(db, 'notifications').addColumn('conversation_id', 'text').execute();
    await createUniqueIndex(
      db,
      'notifications',
      'question',
      ['user_id', 'conversation_id'],
      sql`type = 'new_message' and read_at is null`,
    );
  },
};

async function create(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'conversations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', (column) => column.unique().references('orders.id'))
    .addColumn('gig_id', 'text', mayReferTo('gigs.id'))
    .addColumn('buyer_id', 'text', refersTo('users.id'))
    .addColumn('last_message_id', 'text')
    .addColumn('last_message_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('last_message_seq', 'integer', count)
    .execute();
  await createIndex(db, 'conversations', 'latest', ['last_message_seq']);
}

async function alter(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations
    alter column order_id drop not null,
    add column gig_id text collate "C" references gigs (id)`.execute(db);
}
