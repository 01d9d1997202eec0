import { sql } from 'kysely';
import {
  columnTypes,
  count,
  createTable,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** Instalments, the payments for them, refunds and receipts. */
export async function createPayments(db: SchemaEditor): Promise<void> {
  const { bytes, money } = columnTypes(db);
  await createTable(db, 'instalments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', (column) => column.notNull().check(sql`number in (1, 2)`))
    .addColumn('amount', money, (column) => column.notNull().check(sql`amount >= 100`))
    .addColumn('provider_order_id', 'text', (column) => column.unique())
    .addColumn('payment_id', 'text', (column) => column.unique())
    .addColumn('created_at', 'text', required)
    .addColumn('checked_at', 'text')
    .addColumn('opened_at', 'text')
    .addUniqueConstraint('instalments_order_id_number', ['order_id', 'number'])
    .execute();
  await db.schema
    .createIndex('instalments_open')
    .on('instalments')
    .column('created_at')
    .where(sql<boolean>`payment_id is null`)
    .execute();
  await db.schema
    .createIndex('instalments_opened')
    .on('instalments')
    .column('opened_at')
    .where(sql<boolean>`opened_at is not null`)
    .execute();

  await createTable(db, 'payments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('provider_order_id', 'text', required)
    .addColumn('instalment_id', 'text', (column) => column.references('instalments.id'))
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('amount', money, required)
    .addColumn('currency', 'text', required)
    .addColumn('method', 'text', required)
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('settled', 'surplus', 'unmatched')`),
    )
    .addColumn('captured_at', 'text', required)
    .addColumn('refunded', money, (column) =>
      column.notNull().defaultTo(0).check(sql`refunded >= 0 and refunded <= amount`),
    )
    .execute();
  await db.schema.createIndex('payments_order').on('payments').column('order_id').execute();
  await db.schema
    .createIndex('payments_settled')
    .on('payments')
    .column('instalment_id')
    .unique()
    .where(sql<boolean>`status = 'settled'`)
    .execute();
  await db.schema
    .createIndex('payments_owed')
    .on('payments')
    .column('status')
    .where(sql<boolean>`status <> 'settled'`)
    .execute();

  await createTable(db, 'payment_events')
    .addColumn('id', 'text', primaryKey)
    .addColumn('type', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('received_at', 'text', required)
    .addColumn('handled_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('tries', 'integer', count)
    .execute();
  await db.schema
    .createIndex('payment_events_open')
    .on('payment_events')
    .column('received_at')
    .where(sql<boolean>`handled_at is null`)
    .execute();

  await createTable(db, 'rejected_payments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('user_id', 'text', refersTo('users.id'))
    .addColumn('provider_order_id', 'text', required)
    .addColumn('payment_id', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await db.schema
    .createIndex('rejected_payments_user')
    .on('rejected_payments')
    .columns(['user_id', 'created_at'])
    .execute();

  await createTable(db, 'refunds')
    .addColumn('id', 'text', primaryKey)
    .addColumn('payment_id', 'text', refersTo('payments.id'))
    .addColumn('provider_id', 'text', (column) => column.unique())
    .addColumn('amount', money, (column) => column.notNull().check(sql`amount >= 100`))
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('asked', 'pending', 'processed', 'failed')`),
    )
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute();
  await db.schema.createIndex('refunds_payment').on('refunds').column('payment_id').execute();
  await db.schema
    .createIndex('refunds_open')
    .on('refunds')
    .column('created_at')
    .where(sql<boolean>`status in ('asked', 'pending')`)
    .execute();

  await createTable(db, 'receipts')
    .addColumn('number', 'text', primaryKey)
    .addColumn('year', 'text', required)
    .addColumn('serial', 'integer', (column) => column.notNull().check(sql`serial > 0`))
    .addColumn('payment_id', 'text', (column) =>
      column.notNull().unique().references('payments.id'),
    )
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('data', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('pdf', bytes)
    .addUniqueConstraint('receipts_year_serial', ['year', 'serial'])
    .execute();
  await db.schema.createIndex('receipts_order').on('receipts').column('order_id').execute();
}
