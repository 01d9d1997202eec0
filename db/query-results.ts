import type { InsertResult, UpdateResult } from 'kysely';

interface Query<R> {
  executeTakeFirst(): Promise<R>;
}

/** Whether a query finds a row, or a statement with `returning` changes one. */
export const hasRow = async (query: Query<object | undefined>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** Whether an UPDATE changes its row. */
export const updatesRow = async (update: Query<UpdateResult>): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows === 1n;

/** Whether an INSERT stores its row, and no conflict prevents it. */
export const insertsRow = async (insert: Query<InsertResult>): Promise<boolean> =>
  (await insert.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
