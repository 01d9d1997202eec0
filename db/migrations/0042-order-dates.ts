import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** When the work of an order starts and ends, until when a checkout holds these days, and a free cancellation. */
export const orderDates: Migration = {
  async up(db) {
    for (const column of ['starts_on', 'ends_on', 'held_until', 'free_until'])
      await alterTable(db, 'orders').addColumn(column, 'text').execute();
    await db.schema.createIndex('orders_held').on('orders').column('held_until').execute();
  },
};
