import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';

/** What clients were asked to let others see of their orders, and what they answered. */
export const caseStudies: Migration = {
  async up(db) {
    await createTable(db, 'case_study_requests')
      .addColumn('id', 'text', primaryKey)
      .addColumn('order_id', 'text', refersTo('orders.id'))
      .addColumn('item_id', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('asked_at', 'text', required)
      .addColumn('answered_at', 'text')
      .addColumn('agreed', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('words', 'text')
      .addColumn('withdrawn', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await createIndex(db, 'case_study_requests', 'order', ['order_id']);
    const isOpen = sql`answered_at is null`;
    await createUniqueIndex(db, 'case_study_requests', 'open', ['order_id'], isOpen);
  },
};
