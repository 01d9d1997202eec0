import './require-node-version.mjs';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './database.ts';
import { isBusy } from './errors.ts';
import type { Tables } from './schema.ts';

export interface SqliteDatabase extends Database {
  engine: 'sqlite';
  pragma(name: string): unknown;
}

const OPENING_PATIENCE_MS = 5_000;
const CHECKPOINT_PATIENCE_MS = 5_000;
// For reads, which only wait during recovery of the file by a different process.
const BUSY_TIMEOUT_MS = 1_000;
/**
 * The maximum number of cached statements. Each length of a value list in a query is a separate statement.
 */
const MAX_STATEMENTS = 500;

/** Opens a SQLite file; creates it if it is missing. */
export function openSqlite(file: string): SqliteDatabase {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new SqliteFile(file, { timeout: OPENING_PATIENCE_MS });
  switchToWriteAheadLog(sqlite);
  // After WAL, because better-sqlite3 falls back to NORMAL in that mode unless set otherwise.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // Overwrites deleted data, so that no data of a deleted account remain in the file.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('cache_size = -16000');
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(sqlite) });
  return {
    engine: 'sqlite',
    db,
    commits: 0,
    pragma: (name) => sqlite.pragma(name, { simple: true }),
    checkpoint: () => checkpoint(sqlite),
    close: async () => {
      await db.destroy();
      if (sqlite.open) sqlite.close();
    },
  };
}

/**
 * Switches to WAL with retries: SQLite's busy timeout does not cover this pragma if a different process opens
 * the same new file.
 */
function switchToWriteAheadLog(sqlite: SqliteFile.Database): void {
  const deadline = Date.now() + OPENING_PATIENCE_MS;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(sleeper, 0, 0, 20);
    }
  }
}

/** Waits for our own transaction and for readers in other processes, without blocking this process. */
async function checkpoint(sqlite: SqliteFile.Database): Promise<boolean> {
  const deadline = Date.now() + CHECKPOINT_PATIENCE_MS;
  for (;;) {
    if (!sqlite.open) return false;
    if (!sqlite.inTransaction) {
      sqlite.pragma('busy_timeout = 0');
      const busy = sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true });
      sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      if (busy === 0) return true;
    }
    if (Date.now() > deadline) return false;
    await pause(20);
  }
}

/** Kysely's dialect with BEGIN IMMEDIATE: a transaction takes the write lock at its start. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #sqlite: SqliteFile.Database;

  constructor(sqlite: SqliteFile.Database) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
  }

  // SQLite supports transactional DDL. Kysely's adapter does not use it, and would run migrations outside a
  // transaction.
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new StablePlanCompiler();
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#sqlite);
  }
}

/** Wraps the database for Kysely with a cache of compiled statements. */
function withStatementCache(sqlite: SqliteFile.Database) {
  const statements = new Map<string, SqliteFile.Statement>();
  return {
    prepare(text: string): SqliteFile.Statement {
      const known = statements.get(text);
      if (known) return known;
      const statement = sqlite.prepare(text);
      const [oldest] = statements.keys();
      if (statements.size === MAX_STATEMENTS && oldest !== undefined) statements.delete(oldest);
      statements.set(text, statement);
      return statement;
    },
    close: () => void sqlite.close(),
  };
}

/**
 * Writes parameters as `+?`, which has the same value. SQLite plans `column = ?` by the bound value, and so prepares
 * most statements again each time they run; it does not look behind a sign.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteFile.Database;
  readonly #doNotWait: SqliteFile.Statement;
  readonly #wait: SqliteFile.Statement;

  constructor(sqlite: SqliteFile.Database) {
    super({ database: withStatementCache(sqlite) });
    this.#sqlite = sqlite;
    this.#doNotWait = sqlite.prepare('pragma busy_timeout = 0');
    this.#wait = sqlite.prepare(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Without this pause, many writers in a row would block incoming requests.
    await setImmediate();
    // SQLite would wait inside the call and block the whole process; `transaction` waits instead.
    this.#doNotWait.get();
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } finally {
      this.#wait.get();
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors, such as a full disk, have already ended the transaction.
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}
