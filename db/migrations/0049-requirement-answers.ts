import type { Migration } from 'kysely/migration';
import { alterTable } from './columns.ts';

/** The answers to the questions of a package; null where the requirements are one text. */
export const requirementAnswers: Migration = {
  async up(db) {
    await alterTable(db, 'order_requirements').addColumn('answers', 'text').execute();
  },
};
