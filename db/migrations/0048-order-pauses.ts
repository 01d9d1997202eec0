import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  ownedBy,
  primaryKey,
  required,
} from './columns.ts';

/** The times in which the delivery time of an order stood still, because the seller waited for the buyer. */
export const orderPauses: Migration = {
  async up(db) {
    await createTable(db, 'order_pauses')
      .addColumn('id', 'text', primaryKey)
      .addColumn('order_id', 'text', ownedBy('orders.id'))
      .addColumn('reason', 'text')
      .addColumn('started_at', 'text', required)
      .addColumn('ended_at', 'text')
      .addColumn('counted_to', 'text', required)
      .addColumn('days', 'integer', count)
      .execute();
    await createIndex(db, 'order_pauses', 'of_order', ['order_id', 'started_at']);
    await createUniqueIndex(db, 'order_pauses', 'open', ['order_id'], sql`ended_at is null`);
  },
};
