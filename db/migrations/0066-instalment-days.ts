import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex } from './columns.ts';

/** The parts that are to be paid by a day, for a month of the calendar. */
export const instalmentDays: Migration = {
  async up(db) {
    await createIndex(
      db,
      'instalments',
      'due',
      ['pay_by'],
      sql`payment_id is null and pay_by is not null`,
    );
  },
};
