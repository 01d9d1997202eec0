import { sql } from 'kysely';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  onePer,
  ownedBy,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** Instalments, the payments for them, and what goes back. */
export async function createPayments(db: SchemaEditor): Promise<void> {
  const { money } = columnTypes(db);
  await createTable(db, 'instalments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', checked(sql`number >= 1`))
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('amount', money, checked(sql`amount >= 100`))
    .addColumn('tax_rule', 'text')
    .addColumn('tax_deducted', money, count)
    .addColumn('tax_certificate', 'text')
    .addColumn('change_id', 'text', mayReferTo('order_changes.id'))
    .addColumn(
      'due',
      'text',
      checked(sql`due in ('accepting', 'date', 'delivery', 'completion')`, 'accepting'),
    )
    .addColumn('pay_by', 'text')
    .addColumn('waived_at', 'text')
    .addColumn('provider_order_id', 'text', (column) => column.unique())
    .addColumn('payment_id', 'text', (column) => column.unique())
    .addColumn('created_at', 'text', required)
    .addColumn('checked_at', 'text')
    .addColumn('opened_at', 'text')
    .addUniqueConstraint('instalments_order_id_number', ['order_id', 'number'])
    .execute();
  await createIndex(db, 'instalments', 'open', ['created_at'], sql`payment_id is null`);
  await createIndex(db, 'instalments', 'opened', ['opened_at'], sql`opened_at is not null`);
  await createIndex(
    db,
    'instalments',
    'due',
    ['pay_by'],
    sql`payment_id is null and pay_by is not null`,
  );

  await createTable(db, 'instalment_reminders')
    .addColumn('instalment_id', 'text', refersTo('instalments.id'))
    .addColumn('pay_by', 'text', required)
    .addColumn('stage', 'text', checked(sql`stage in ('soon', 'today', 'overdue')`))
    .addColumn('sent_at', 'text', required)
    .addPrimaryKeyConstraint('instalment_reminders_key', ['instalment_id', 'pay_by', 'stage'])
    .execute();

  await createTable(db, 'payment_links')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('instalment_id', 'text', (column) => ownedBy('instalments.id')(column).unique())
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('revoked_at', 'text')
    .execute();

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
    .addColumn('lost', money, checked(sql`lost >= 0`, 0))
    .addColumn('fee', money)
    .addColumn('fee_tax', money)
    .addColumn('base_amount', money)
    .execute();
  await createIndex(db, 'payments', 'order', ['order_id']);
  await createIndex(db, 'payments', 'captured', ['captured_at', 'id']);
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
  await createIndex(db, 'refunds', 'created', ['created_at', 'id']);
  await createIndex(db, 'refunds', 'open', ['created_at'], sql`status in ('asked', 'pending')`);

  await createTable(db, 'compensations')
    .addColumn('order_id', 'text', (column) => primaryKey(column).references('orders.id'))
    .addColumn('amount', money, checked(sql`amount > 0`))
    .addColumn('cause', 'text', checked(sql`cause in ('late', 'cancelled')`))
    .addColumn('owed_at', 'text', required)
    .addColumn('settled_at', 'text')
    .addColumn('reference', 'text')
    .execute();

  await createDisputes(db);
  await createPapers(db);
}

/** Disputes of payments, with the evidence that answers them. */
async function createDisputes(db: SchemaEditor): Promise<void> {
  const { bytes, money } = columnTypes(db);
  await createTable(db, 'disputes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('payment_id', 'text', refersTo('payments.id'))
    .addColumn('order_id', 'text', mayReferTo('orders.id'))
    .addColumn('amount', money, checked(sql`amount > 0`))
    .addColumn('currency', 'text', (column) => column.notNull().defaultTo('INR'))
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
  const undecided = sql`status in ('open', 'under_review')`;
  await createIndex(db, 'disputes', 'undecided', ['respond_by'], undecided);

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
}

/** Receipts of payments; invoices, refund vouchers and credit notes; and who else gets copies. */
async function createPapers(db: SchemaEditor): Promise<void> {
  const { bytes, money } = columnTypes(db);
  await createTable(db, 'receipts')
    .addColumn('number', 'text', primaryKey)
    .addColumn('year', 'text', required)
    .addColumn('serial', 'integer', checked(sql`serial > 0`))
    .addColumn('payment_id', 'text', (column) => refersTo('payments.id')(column).unique())
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('data', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('pdf', bytes)
    .addUniqueConstraint('receipts_year_serial', ['year', 'serial'])
    .execute();
  await createIndex(db, 'receipts', 'order', ['order_id']);
  await createIndex(db, 'receipts', 'created', ['created_at', 'number']);

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
  await createIndex(db, 'billing_documents', 'created', ['created_at', 'number']);
  await createUniqueIndex(db, 'billing_documents', 'invoice', ['order_id'], sql`kind = 'invoice'`);

  await createTable(db, 'paper_copies')
    .addColumn('user_id', 'text', onePer('users.id'))
    .addColumn('email', 'text', required)
    .addColumn('confirmed_at', 'text', required)
    .execute();
}
