import { sql } from 'kysely';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  derived,
  mayReferTo,
  ownedBy,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** Orders, and what happens to them but for money. */
export async function createOrders(db: SchemaEditor): Promise<void> {
  const { money } = columnTypes(db);
  const balance = sql`(paid - refunded - lost)`;
  const shownStatus = sql`(case
      when cancelled_at is not null then 'Cancelled'
      when status = 'In Progress' and paid = 0 then 'Awaiting payment'
      when status in ('In Progress', 'Accepted', 'Delivered') and paid > 0
        and paid - refunded - lost <= 0 then 'Refunded'
      else status end)`;
  const filesClosed = sql`(case when previewed_at is not null and files_opened_at is null then 1 else 0 end)`;
  await createTable(db, 'orders')
    .addColumn('id', 'text', primaryKey)
    .addColumn('buyer_id', 'text', refersTo('users.id'))
    .addColumn('checkout_id', 'text', required)
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('In Progress', 'Accepted', 'Rejected', 'Delivered', 'Completed')`),
    )
    .addColumn('shown_status', 'text', derived(db, shownStatus))
    .addColumn('payment_type', 'text', checked(sql`payment_type in ('Full', 'Milestone')`))
    .addColumn('currency', 'text', checked(sql`currency in ('INR', 'USD')`, 'INR'))
    .addColumn('total', money, checked(sql`total >= 100`))
    .addColumn('paid', money, checked(sql`paid >= 0 and paid <= total`, 0))
    .addColumn('refunded', money, checked(sql`refunded >= 0 and refunded <= paid`, 0))
    .addColumn('lost', money, checked(sql`lost >= 0`, 0))
    .addColumn('balance', money, derived(db, balance))
    .addColumn('promised', money)
    .addColumn('tax_deducted', money, count)
    .addColumn('discount_code_id', 'text', mayReferTo('discount_codes.id'))
    .addColumn('items', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('buyer_name', 'text', required)
    .addColumn('buyer_email', 'text', required)
    .addColumn('is_export', 'integer')
    .addColumn('is_test', 'integer', checked(sql`is_test in (0, 1)`))
    .addColumn('max_revisions', 'integer', required)
    .addColumn(
      'used_revisions',
      'integer',
      checked(sql`used_revisions >= 0 and used_revisions <= max_revisions`, 0),
    )
    .addColumn('delivery_days', 'integer', required)
    .addColumn('delivery_date', 'text')
    .addColumn('delivered_at', 'text')
    .addColumn('previewed_at', 'text')
    .addColumn('files_opened_at', 'text')
    .addColumn('files_closed', 'integer', derived(db, filesClosed))
    .addColumn('starts_on', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('held_until', 'text')
    .addColumn('free_until', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('paid_at', 'text')
    .addColumn('cancelled_at', 'text')
    .addColumn('act', 'text')
    .addColumn('act_at', 'text')
    .addColumn('act_due', 'text')
    .addColumn('act_body', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addUniqueConstraint('orders_buyer_id_checkout_id', ['buyer_id', 'checkout_id'])
    .execute();
  await createIndex(db, 'orders', 'buyer', ['buyer_id', 'created_at']);
  await createIndex(db, 'orders', 'paid_by', ['buyer_id', 'created_at'], sql`paid > 0`);
  await createIndex(db, 'orders', 'status', ['status', 'delivery_date']);
  await createIndex(db, 'orders', 'held', ['held_until']);
  await createIndex(db, 'orders', 'cancelled', ['cancelled_at'], sql`cancelled_at is not null`);
  await createIndex(db, 'orders', 'act', ['act_due'], sql`act is not null`);
  await createIndex(
    db,
    'orders',
    'discount_code',
    ['discount_code_id'],
    sql`discount_code_id is not null`,
  );

  await createTable(db, 'agreements')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', (column) => refersTo('orders.id')(column).unique())
    .addColumn('json', 'text', required)
    .addColumn('sha256', 'text', required)
    .addColumn('texts', 'text', required)
    .addColumn('accepted_by', 'text', refersTo('users.id'))
    .addColumn('accepted_at', 'text', required)
    .execute();

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
    .addColumn('order_id', 'text', (column) => primaryKey(column).references('orders.id'))
    .addColumn('text', 'text', required)
    .addColumn('links', 'text', required)
    .addColumn('answers', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute();

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

  await createTable(db, 'order_changes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', required)
    .addColumn('proposed_by', 'text', checked(sql`proposed_by in ('buyer', 'owner')`))
    .addColumn('revision_id', 'text', (column) => mayReferTo('revisions.id')(column).unique())
    .addColumn('description', 'text', required)
    .addColumn('amount', money, checked(sql`amount = 0 or amount >= 100`))
    .addColumn('extra_days', 'integer', count)
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('Proposed', 'Accepted', 'Declined', 'Withdrawn')`),
    )
    .addColumn('proposed_at', 'text', required)
    .addColumn('decided_at', 'text')
    .addUniqueConstraint('order_changes_order_id_number', ['order_id', 'number'])
    .execute();
  await createIndex(db, 'order_changes', 'open', ['order_id'], sql`status = 'Proposed'`);
}

/** What is delivered, and what is said about it. */
export async function createDeliveries(db: SchemaEditor): Promise<void> {
  await createTable(db, 'deliveries')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', required)
    .addColumn('message', 'text', required)
    .addColumn('corrects', 'integer')
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('deliveries_order_id_number', ['order_id', 'number'])
    .execute();

  await createTable(db, 'delivery_files')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('delivery_id', 'text', mayReferTo('deliveries.id'))
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('file_hash', 'text', mayReferTo('files.hash'))
    .addColumn('address', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'text', required)
    .addCheckConstraint(
      'delivery_files_content_check',
      sql`(file_hash is null) <> (address is null)`,
    )
    .execute();
  await createIndex(db, 'delivery_files', 'file', ['file_hash']);
  await createIndex(db, 'delivery_files', 'delivery', ['delivery_id']);
  await createIndex(db, 'delivery_files', 'loose', ['order_id'], sql`delivery_id is null`);

  await createTable(db, 'uploads')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('modified', 'text', required)
    .addColumn('received', 'integer', checked(sql`received between 0 and size`))
    .addColumn('file_id', 'text', (column) =>
      column.references('delivery_files.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', required)
    .execute();
  for (const column of ['order_id', 'file_id']) await createIndex(db, 'uploads', column, [column]);

  await createTable(db, 'upload_pieces')
    .addColumn('upload_id', 'text', ownedBy('uploads.id'))
    .addColumn('at', 'integer', required)
    .addColumn('file_hash', 'text', refersTo('files.hash'))
    .addPrimaryKeyConstraint('upload_pieces_pkey', ['upload_id', 'at'])
    .execute();
  await createIndex(db, 'upload_pieces', 'file', ['file_hash']);

  await createTable(db, 'delivery_pictures')
    .addColumn('file_id', 'text', ownedBy('delivery_files.id'))
    .addColumn('kind', 'text', checked(sql`kind in ('whole', 'preview')`))
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('file_hash', 'text', refersTo('files.hash'))
    .addPrimaryKeyConstraint('delivery_pictures_pkey', ['file_id', 'kind'])
    .execute();
  await createIndex(db, 'delivery_pictures', 'file', ['file_hash']);

  const side = sql`side in ('buyer', 'owner')`;
  await createTable(db, 'delivery_pins')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('delivery_id', 'text', refersTo('deliveries.id'))
    .addColumn('file_id', 'text', ownedBy('delivery_files.id'))
    .addColumn('number', 'integer', required)
    .addColumn('page', 'integer', checked(sql`page > 0`))
    .addColumn('x', 'integer', checked(sql`x between 0 and 1000`))
    .addColumn('y', 'integer', checked(sql`y between 0 and 1000`))
    .addColumn('side', 'text', checked(side))
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('resolved_at', 'text')
    .addColumn('resolved_by', 'text', (column) =>
      column.check(sql`resolved_by in ('buyer', 'owner')`),
    )
    .addColumn('revision_id', 'text', mayReferTo('revisions.id'))
    .addColumn('answered_in', 'text', mayReferTo('deliveries.id'))
    .addUniqueConstraint('delivery_pins_number_key', ['delivery_id', 'number'])
    .addCheckConstraint(
      'delivery_pins_resolved_check',
      sql`(resolved_at is null) = (resolved_by is null)`,
    )
    .execute();
  for (const column of ['order_id', 'file_id', 'revision_id', 'answered_in'])
    await createIndex(db, 'delivery_pins', column, [column]);

  await createTable(db, 'pin_replies')
    .addColumn('id', 'text', primaryKey)
    .addColumn('pin_id', 'text', ownedBy('delivery_pins.id'))
    .addColumn('side', 'text', checked(side))
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex(db, 'pin_replies', 'pin_id', ['pin_id']);
}
