import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  checked,
  columnTypes,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';

/** Invoices, refund vouchers and credit notes; receipts of payments have their own table. */
export const billingDocuments: Migration = {
  async up(db) {
    const { bytes, money } = columnTypes(db);
    await createTable(db, 'billing_documents')
      .addColumn('number', 'text', primaryKey)
      .addColumn('kind', 'text', checked(sql`kind in ('invoice', 'refund', 'credit')`))
      .addColumn('year', 'text', required)
      .addColumn('serial', 'integer', checked(sql`serial > 0`))
      .addColumn('order_id', 'text', refersTo('orders.id'))
      .addColumn('refund_id', 'text', (column) => mayReferTo('refunds.id')(column).unique())
      .addColumn('instalment_id', 'text', (column) => mayReferTo('instalments.id')(column).unique())
      .addColumn('amount', money, checked(sql`amount > 0`))
      .addColumn('data', 'text', required)
      .addColumn('pdf', bytes)
      .addColumn('created_at', 'text', required)
      .addUniqueConstraint('billing_documents_serial', ['kind', 'year', 'serial'])
      .execute();
    await createIndex(db, 'billing_documents', 'order', ['order_id']);
    await createUniqueIndex(
      db,
      'billing_documents',
      'invoice',
      ['order_id'],
      sql`kind = 'invoice'`,
    );
  },
};
