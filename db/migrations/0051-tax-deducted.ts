import type { Migration } from 'kysely/migration';
import { alterTable, columnTypes, count } from './columns.ts';

/** Tax that companies deduct from what they pay (TDS): of which part, under which rule, and its certificate. */
export const taxDeducted: Migration = {
  async up(db) {
    const { money } = columnTypes(db);
    await alterTable(db, 'orders').addColumn('tax_deducted', money, count).execute();
    await alterTable(db, 'instalments').addColumn('tax_rule', 'text').execute();
    await alterTable(db, 'instalments').addColumn('tax_deducted', money, count).execute();
    await alterTable(db, 'instalments').addColumn('tax_certificate', 'text').execute();
  },
};
