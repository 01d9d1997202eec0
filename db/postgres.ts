import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database, DatabaseOptions, Db } from './database.ts';
import { ConnectionError, isStorageTrouble } from './errors.ts';
import { DialectWithTransactionIds } from './postgres-driver.ts';
import type { Tables } from './schema.ts';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long a statement waits for a locked row before `transaction` gives up. */
const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Ends the transaction of a process that hangs, because it would keep rows locked. */
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;

/** Parses sums and counts as numbers; all of ours are small enough to be exact. */
const typesOf = ({ builtins, getTypeParser }: typeof pg.types): pg.CustomTypesConfig => ({
  getTypeParser: (type, format) =>
    [builtins.INT8, builtins.NUMERIC].includes(type) ? Number : getTypeParser(type, format),
});

/** Imported with the first statement, so that it takes no memory with SQLite. */
async function openPool(url: string, poolSize: number) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    types: typesOf(pg.types),
    max: poolSize,
    // Shows `npm run move` that this process is running.
    min: 1,
    application_name: 'studio-app',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  });
  // A lost idle connection is replaced at the next use. Without a listener the event would end the process.
  pool.on('error', () => {});
  // For a connection lost between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return withClearErrors(pool);
}

export function openPostgres(url: string, { poolSize = POOL_SIZE }: DatabaseOptions): Database {
  const db = new Kysely<Tables>({
    dialect: new DialectWithTransactionIds({ pool: () => openPool(url, poolSize) }),
  });
  return {
    engine: 'postgres',
    db,
    commits: 0,
    findCommitOutcome: (id) => findCommitOutcome(db, id),
    // The server removes deleted rows from its files itself (VACUUM).
    checkpoint: async () => true,
    close: () => db.destroy(),
  };
}

/** Error classes of the server: who connects (28), and to which database (3D). */
const REJECTED = /^(28|3D)/;

function reasonOf(cause: unknown): string {
  const { message, code = '' } = cause as { message?: string; code?: string };
  const problem = REJECTED.test(code) ? 'rejects the connection' : 'cannot be reached';
  return `The database server ${problem}: ${message || code}`;
}

/** Wraps the pool, so that a failed connection always throws a ConnectionError. */
function withClearErrors(pool: pg.Pool) {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      try {
        return await pool.connect();
      } catch (cause) {
        throw new ConnectionError(reasonOf(cause), { cause });
      }
    },
  };
}

const RETRY_TIMEOUT_MS = 5_000;
const ASK_AGAIN_MS = 100;

/**
 * Whether a transaction was committed; null if the server is unreachable or the transaction is still running.
 */
async function findCommitOutcome(db: Db, transactionId: string): Promise<boolean | null> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const status = await askStatus(db, transactionId).catch((error: unknown) => {
      if (!isStorageTrouble(error)) throw error;
      return 'in progress';
    });
    if (status !== 'in progress') return status === null ? null : status === 'committed';
    if (performance.now() > deadline) return null;
    await pause(ASK_AGAIN_MS);
  }
}

async function askStatus(db: Db, transactionId: string): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`
    select pg_xact_status(${transactionId}::xid8) as status`.execute(db);
  return rows[0]?.status ?? null;
}
