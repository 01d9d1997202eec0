import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** Whether an order counts as an export, where the owner has decided it. */
export const exportDecision: Migration = {
  async up(db) {
    await alterTable(db, 'orders').addColumn('is_export', 'integer').execute();
  },
};
