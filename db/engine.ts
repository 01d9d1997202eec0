import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';

type Executor = Pick<Kysely<unknown>, 'getExecutor'>;

export const isPostgres = (db: Executor): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Locks the selected rows until the transaction ends. SQLite has one writer, so nothing is needed there. */
export const forUpdate =
  (tx: Executor) =>
  <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) =>
    isPostgres(tx) ? query.forUpdate() : query;

/**
 * Lets one transaction at a time past this point, for what has no row to lock: a series of numbers, an
 * account that must not be made twice. Later statements see what the one before has committed.
 */
export async function lockName(tx: Executor, name: string): Promise<void> {
  if (!isPostgres(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
