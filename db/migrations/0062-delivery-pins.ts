import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  checked,
  createIndex,
  createTable,
  mayReferTo,
  ownedBy,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';

const side = sql`side in ('buyer', 'owner')`;

/** What is pointed at in a delivery, and what is said about it. */
export const deliveryPins: Migration = {
  async up(db) {
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
    await createTable(db, 'pin_replies')
      .addColumn('id', 'text', primaryKey)
      .addColumn('pin_id', 'text', ownedBy('delivery_pins.id'))
      .addColumn('side', 'text', checked(side))
      .addColumn('text', 'text', required)
      .addColumn('created_at', 'text', required)
      .execute();
    for (const column of ['order_id', 'file_id', 'revision_id', 'answered_in'])
      await createIndex(db, 'delivery_pins', column, [column]);
    await createIndex(db, 'pin_replies', 'pin_id', ['pin_id']);
  },
};
