import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** Where a new person was going: the code may be typed in another browser than the one they signed up in. */
export const pathAfterSignUp: Migration = {
  async up(db) {
    await alterTable(db, 'email_codes').addColumn('next_path', 'text').execute();
  },
};
