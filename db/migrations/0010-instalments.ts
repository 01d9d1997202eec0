import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  checked,
  columnTypes,
  createIndex,
  createTable,
  primaryKey,
  refersTo,
  required,
} from './columns.ts';
import { rebuildTable } from './rebuild-table.ts';

const TRIGGER = sql`due in ('accepting', 'date', 'delivery', 'completion')`;
const NUMBER = sql`number >= 1`;

/** Any number of instalments, each with what makes it due; and which reminders were sent. */
export const instalments: Migration = {
  async up(db) {
    await rebuildTable(db, 'instalments', {
      create: () => create(db),
      alter: () => alter(db),
    });
    // The second of two was always called due on delivery.
    await sql`update instalments set due = 'delivery' where number = 2`.execute(db);
    await sql`update instalments set title = 'Milestone ' || number where order_id in
      (select id from orders where payment_type = 'Milestone')`.execute(db);
    await sql`update instalments set title = 'Full payment' where title = ''`.execute(db);

    await createTable(db, 'instalment_reminders')
      .addColumn('instalment_id', 'text', refersTo('instalments.id'))
      .addColumn('pay_by', 'text', required)
      .addColumn('stage', 'text', checked(sql`stage in ('soon', 'today', 'overdue')`))
      .addColumn('sent_at', 'text', required)
      .addPrimaryKeyConstraint('instalment_reminders_key', ['instalment_id', 'pay_by', 'stage'])
      .execute();
  },
};

async function create(db: Kysely<unknown>): Promise<void> {
  const { money } = columnTypes(db);
  await createTable(db, 'instalments')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('number', 'integer', checked(NUMBER))
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('amount', money, checked(sql`amount >= 100`))
    .addColumn('due', 'text', (column) => column.notNull().defaultTo('accepting').check(TRIGGER))
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
}

async function alter(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instalments
    drop constraint instalments_number_check,
    add constraint instalments_number_check check (${NUMBER}),
    add column title text collate "C" not null default '',
    add column due text collate "C" not null default 'accepting' check (${TRIGGER}),
    add column pay_by text collate "C",
    add column waived_at text collate "C"`.execute(db);
}
