import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** Who the buyer is for the tax office: their address, and the company they buy for. */
export const billingDetails: Migration = {
  async up(db) {
    await alterTable(db, 'users').addColumn('billing', 'text').execute();
  },
};
