import { sql } from 'kysely';

/**
 * The highest number plus one. Select it in the statement that stores the row, after a lock on the series
 * (`lockOrder`, `lockName`), so that no two rows get the same number.
 */
export const nextNumber = (column: string) =>
  sql<number>`coalesce(max(${sql.ref(column)}), 0) + 1`.as('next');
