import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { alterTable, columnTypes } from './columns.ts';

interface Item {
  selectedPlan: { price: number };
  extraFeatures?: { price: number }[];
}

/** How many orders are read at once. */
const PAGE = 500;

/** The prices of ordered items become paise, like all stored amounts. */
async function itemsToPaise(db: Kysely<unknown>): Promise<void> {
  const toPaise = (priced: { price: number }) => {
    priced.price = Math.round(priced.price * 100);
  };
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; items: string }>`
      select id, items from orders where id > ${after} order by id limit ${PAGE}`.execute(db);
    for (const { id, items } of rows) {
      const parsed = JSON.parse(items) as Item[];
      for (const { selectedPlan, extraFeatures = [] } of parsed) {
        toPaise(selectedPlan);
        extraFeatures.forEach(toPaise);
      }
      await sql`update orders set items = ${JSON.stringify(parsed)} where id = ${id}`.execute(db);
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/**
 * The currency of an order and of every amount below it, and what the provider says a payment in another one is
 * worth in paise.
 */
export const currencies: Migration = {
  async up(db) {
    await alterTable(db, 'orders')
      .addColumn('currency', 'text', (column) =>
        column.notNull().defaultTo('INR').check(sql`currency in ('INR', 'USD')`),
      )
      .execute();
    await alterTable(db, 'disputes')
      .addColumn('currency', 'text', (column) => column.notNull().defaultTo('INR'))
      .execute();
    await itemsToPaise(db);
    await alterTable(db, 'payments').addColumn('base_amount', columnTypes(db).money).execute();
  },
};
