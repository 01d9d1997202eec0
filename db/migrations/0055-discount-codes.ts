import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  alterTable,
  checked,
  columnTypes,
  createIndex,
  createTable,
  createUniqueIndex,
  mayReferTo,
  primaryKey,
  required,
} from './columns.ts';

/** Discount codes, and which one an order uses. */
export const discountCodes: Migration = {
  async up(db) {
    await createTable(db, 'discount_codes')
      .addColumn('id', 'text', primaryKey)
      .addColumn('code', 'text', required)
      .addColumn('gig_id', 'text', mayReferTo('gigs.id'))
      .addColumn('percent', 'integer')
      .addColumn('amount', columnTypes(db).money)
      .addColumn('currency', 'text')
      .addColumn('last_day', 'text')
      .addColumn('max_uses', 'integer')
      .addColumn('once_per_buyer', 'integer', checked(sql`once_per_buyer in (0, 1)`))
      .addColumn('disabled_at', 'text')
      .addColumn('created_at', 'text', required)
      .addCheckConstraint(
        'discount_codes_worth_check',
        sql`(percent is null) <> (amount is null) and (amount is null) = (currency is null)`,
      )
      .execute();
    await createUniqueIndex(db, 'discount_codes', 'code', ['code']);
    await alterTable(db, 'orders')
      .addColumn('discount_code_id', 'text', mayReferTo('discount_codes.id'))
      .execute();
    await createIndex(
      db,
      'orders',
      'discount_code',
      ['discount_code_id'],
      sql`discount_code_id is not null`,
    );
  },
};
