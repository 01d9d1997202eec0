import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  mayReferTo,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';

/** Disputes of payments, with the evidence that answers them, and the money that lost ones took. */
export const disputes: Migration = {
  async up(db) {
    const { bytes, money } = columnTypes(db);
    await createTable(db, 'disputes')
      .addColumn('id', 'text', primaryKey)
      .addColumn('payment_id', 'text', refersTo('payments.id'))
      .addColumn('order_id', 'text', mayReferTo('orders.id'))
      .addColumn('amount', money, checked(sql`amount > 0`))
      .addColumn('deducted', money, checked(sql`deducted >= 0`, 0))
      .addColumn('phase', 'text', required)
      .addColumn(
        'status',
        'text',
        checked(sql`status in ('open', 'under_review', 'won', 'lost', 'closed')`),
      )
      .addColumn('reason', 'text', required)
      .addColumn('respond_by', 'text', required)
      .addColumn('summary', 'text', required)
      .addColumn('prepared_at', 'text')
      .addColumn('submitted_at', 'text')
      .addColumn('reminded_days', 'integer')
      .addColumn('version', 'integer', count)
      .addColumn('created_at', 'text', required)
      .addColumn('updated_at', 'text', required)
      .addColumn('checked_at', 'text', required)
      .execute();
    await createIndex(db, 'disputes', 'payment', ['payment_id']);
    await createIndex(db, 'disputes', 'order', ['order_id']);
    await createTable(db, 'dispute_documents')
      .addColumn('id', 'text', primaryKey)
      .addColumn('dispute_id', 'text', refersTo('disputes.id'))
      .addColumn('position', 'integer', required)
      .addColumn('kind', 'text', required)
      .addColumn('title', 'text', required)
      .addColumn('provider_id', 'text')
      .addColumn('pdf', bytes, required)
      .addColumn('created_at', 'text', required)
      .execute();
    await createIndex(db, 'dispute_documents', 'dispute', ['dispute_id']);
    const undecided = sql`status in ('open', 'under_review')`;
    await createIndex(db, 'disputes', 'undecided', ['respond_by'], undecided);
    for (const table of ['payments', 'orders']) {
      await db.schema
        .alterTable(table)
        .addColumn('lost', money, checked(sql`lost >= 0`, 0))
        .execute();
    }
  },
};
