import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

type Executor = Pick<Kysely<unknown>, 'getExecutor'>;

export const isPostgres = (db: Executor): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Locks the selected rows until the transaction ends. SQLite has one writer, so nothing is needed there.
 * Rows that refer to the locked one can still be inserted: two transactions that have done so would
 * otherwise wait for each other.
 */
export const forUpdate =
  (tx: Executor) =>
  <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) =>
    isPostgres(tx) ? query.forNoKeyUpdate() : query;

/** Locks one row whose content the caller reads afterwards, if at all. */
export async function lockRow(tx: Db, table: 'orders' | 'payments', id: string): Promise<void> {
  if (!isPostgres(tx)) return;
  await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/**
 * Lets one transaction at a time past this point, for what has no row to lock: a series of numbers, an
 * account that must not be made twice. Later statements see what the one before has committed.
 */
export async function lockName(tx: Executor, name: string): Promise<void> {
  if (!isPostgres(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
