import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  alterTable,
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

/** Changes of a running order that one side proposes and the other accepts, and the instalments they add. */
export const orderChanges: Migration = {
  async up(db) {
    const { money } = columnTypes(db);
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
    await alterTable(db, 'instalments')
      .addColumn('change_id', 'text', mayReferTo('order_changes.id'))
      .execute();
  },
};
