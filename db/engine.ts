import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

type Executor = Pick<Kysely<unknown>, 'getExecutor'>;

export const isPostgres = (db: Executor): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Locks the selected rows until the transaction ends. SQLite needs no lock, because it has one writer. Uses
 * FOR NO KEY UPDATE: rows that refer to the locked one can still be inserted, which prevents deadlocks.
 */
export const forUpdate =
  (tx: Executor) =>
  <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) =>
    isPostgres(tx) ? query.forNoKeyUpdate() : query;

/** Locks one row. Read its content afterwards, not before. */
export async function lockRow(tx: Db, table: 'orders' | 'payments', id: string): Promise<void> {
  if (!isPostgres(tx)) return;
  await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/**
 * An advisory lock by name until the transaction ends, if there is no row to lock: a number series, an
 * account that must not be created twice. Later statements see what the previous holder has committed.
 */
export async function lockName(tx: Executor, name: string): Promise<void> {
  if (!isPostgres(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
