import { sql } from 'kysely';

/**
 * One more than the highest number so far. Select it in the statement that stores the row, after a lock
 * on the series (`lockOrder`, `lockName`): then no two rows get the same number.
 */
export const nextNumber = (column: string) =>
  sql<number>`coalesce(max(${sql.ref(column)}), 0) + 1`.as('next');
