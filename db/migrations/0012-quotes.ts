import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  checked,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';

/** The owner's quotes; of each conversation at most one is open to be accepted. */
export const quotes: Migration = {
  async up(db) {
    await createTable(db, 'quotes')
      .addColumn('id', 'text', primaryKey)
      .addColumn('conversation_id', 'text', refersTo('conversations.id'))
      .addColumn('version', 'integer')
      .addColumn(
        'status',
        'text',
        checked(sql`status in ('Draft', 'Sent', 'Accepted', 'Declined', 'Withdrawn', 'Expired')`),
      )
      .addColumn('draft', 'text', required)
      .addColumn('json', 'text')
      .addColumn('sha256', 'text')
      .addColumn('valid_until', 'text')
      .addColumn('order_id', 'text', (column) => mayReferTo('orders.id')(column).unique())
      .addColumn('created_at', 'text', required)
      .addColumn('updated_at', 'text', required)
      .addColumn('sent_at', 'text')
      .addColumn('decided_at', 'text')
      .execute();
    await createIndex(db, 'quotes', 'conversation', ['conversation_id', 'created_at']);
    await createUniqueIndex(db, 'quotes', 'open', ['conversation_id'], sql`status = 'Sent'`);
    await createIndex(db, 'quotes', 'status', ['status', 'valid_until']);
  },
};
