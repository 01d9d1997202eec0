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

/** Orders, and what happens to them but for money. */
export async function createOrders(db: SchemaEditor): Promise<void> {
  const { bytes, money } = columnTypes(db);
  await createTable(db, 'orders')
    .addColumn('id', 'text', primaryKey)
    .addColumn('buyer_id', 'text', refersTo('users.id'))
    .addColumn('checkout_id', 'text', required)
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('In Progress', 'Accepted', 'Rejected', 'Delivered', 'Completed')`),
    )
    .addColumn('payment_type', 'text', checked(sql`payment_type in ('Full', 'Milestone')`))
    .addColumn('total', money, checked(sql`total >= 100`))
    .addColumn('paid', money, checked(sql`paid >= 0 and paid <= total`, 0))
    .addColumn('failed_at', 'text')
    .addColumn('items', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('buyer_name', 'text', required)
    .addColumn('buyer_email', 'text', required)
    .addColumn('delivery_days', 'integer', required)
    .addColumn('max_revisions', 'integer', required)
    .addColumn(
      'used_revisions',
      'integer',
      checked(sql`used_revisions >= 0 and used_revisions <= max_revisions`, 0),
    )
    .addColumn('delivery_date', 'text')
    .addColumn('paid_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('refunded', money, checked(sql`refunded >= 0 and refunded <= paid`, 0))
    .addUniqueConstraint('orders_buyer_id_checkout_id', ['buyer_id', 'checkout_id'])
    .execute();
  await createIndex(db, 'orders', 'buyer', ['buyer_id', 'created_at']);
  await createIndex(db, 'orders', 'status', ['status', 'delivery_date']);

  await createTable(db, 'order_events')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('key', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('at', 'text', required)
    .addColumn('seq', 'integer', count)
    .addUniqueConstraint('order_events_order_id_key', ['order_id', 'key'])
    .execute();
  await createUniqueIndex(db, 'order_events', 'order', ['order_id', 'seq']);

  await createTable(db, 'order_requirements')
    .addColumn('order_id', 'text', (column) =>
      column.primaryKey().notNull().references('orders.id'),
    )
    .addColumn('text', 'text', required)
    .addColumn('links', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute();

  await createTable(db, 'revisions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', required)
    .addColumn('description', 'text', required)
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('Pending', 'Approved', 'Rejected', 'Completed')`),
    )
    .addColumn('requested_at', 'text', required)
    .addColumn('decided_at', 'text')
    .addColumn('completed_at', 'text')
    .addUniqueConstraint('revisions_order_id_number', ['order_id', 'number'])
    .execute();

  await createTable(db, 'deliveries')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', required)
    .addColumn('message', 'text', required)
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('deliveries_order_id_number', ['order_id', 'number'])
    .execute();

  await createTable(db, 'delivery_files')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('delivery_id', 'text', mayReferTo('deliveries.id'))
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('bytes', bytes, required)
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'delivery_files', 'delivery', ['delivery_id']);
  await createIndex(db, 'delivery_files', 'loose', ['order_id'], sql`delivery_id is null`);
}
