import { sql } from 'kysely';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
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
    .addColumn('number', 'integer', checked(sql`number in (1, 2)`))
    .addColumn('amount', money, checked(sql`amount >= 100`))
    .addColumn('provider_order_id', 'text', (column) => column.unique())
    .addColumn('payment_id', 'text', (column) => column.unique())
    .addColumn('created_at', 'text', required)
    .addColumn('checked_at', 'text')
    .addColumn('opened_at', 'text')
    .addUniqueConstraint('instalments_order_id_number', ['order_id', 'number'])
    .execute();
  await createIndex(db, 'instalments', 'open', ['created_at'], sql`payment_id is null`);
  await createIndex(db, 'instalments', 'opened', ['opened_at'], sql`opened_at is not null`);

  await createTable(db, 'payments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('provider_order_id', 'text', required)
    .addColumn('instalment_id', 'text', mayReferTo('instalments.id'))
    .addColumn('order_id', 'text', mayReferTo('orders.id'))
    .addColumn('amount', money, required)
    .addColumn('currency', 'text', required)
    .addColumn('method', 'text', required)
    .addColumn('status', 'text', checked(sql`status in ('settled', 'surplus', 'unmatched')`))
    .addColumn('captured_at', 'text', required)
    .addColumn('refunded', money, checked(sql`refunded >= 0 and refunded <= amount`, 0))
    .execute();
  await createIndex(db, 'payments', 'order', ['order_id']);
  await createUniqueIndex(db, 'payments', 'settled', ['instalment_id'], sql`status = 'settled'`);
  await createIndex(db, 'payments', 'owed', ['status'], sql`status <> 'settled'`);

  await createTable(db, 'payment_events')
    .addColumn('id', 'text', primaryKey)
    .addColumn('type', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('received_at', 'text', required)
    .addColumn('handled_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('tries', 'integer', count)
    .execute();
  await createIndex(db, 'payment_events', 'open', ['received_at'], sql`handled_at is null`);

  await createTable(db, 'rejected_payments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', mayReferTo('orders.id'))
    .addColumn('user_id', 'text', refersTo('users.id'))
    .addColumn('provider_order_id', 'text', required)
    .addColumn('payment_id', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'rejected_payments', 'user', ['user_id', 'created_at']);

  await createTable(db, 'refunds')
    .addColumn('id', 'text', primaryKey)
    .addColumn('payment_id', 'text', refersTo('payments.id'))
    .addColumn('provider_id', 'text', (column) => column.unique())
    .addColumn('amount', money, checked(sql`amount >= 100`))
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('asked', 'pending', 'processed', 'failed')`),
    )
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute();
  await createIndex(db, 'refunds', 'payment', ['payment_id']);
  await createIndex(db, 'refunds', 'open', ['created_at'], sql`status in ('asked', 'pending')`);

  await createTable(db, 'receipts')
    .addColumn('number', 'text', primaryKey)
    .addColumn('year', 'text', required)
    .addColumn('serial', 'integer', checked(sql`serial > 0`))
    .addColumn('payment_id', 'text', (column) =>
      column.notNull().unique().references('payments.id'),
    )
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('data', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('pdf', bytes)
    .addUniqueConstraint('receipts_year_serial', ['year', 'serial'])
    .execute();
  await createIndex(db, 'receipts', 'order', ['order_id']);
}
