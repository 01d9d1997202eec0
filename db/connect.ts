import './node-guard.ts';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from './schema.ts';
import { SharedCommit } from './shared-commit.ts';

export type Db = Kysely<Tables>;

/** An open database: the query builder, and what only the engine can tell. */
export interface Store {
  db: Db;
  /** Grows with every write to one of these tables, by this program or (seen soon) another. */
  version(tables: readonly string[]): number;
  /** The value of a pragma, for checks. */
  pragma(name: string): unknown;
  /** Empties the log of writes, which holds what was erased; false where others stay in the way. */
  checkpoint(): Promise<boolean>;
  close(): Promise<void>;
}

const LOCK_PATIENCE_MS = 5_000;
const STATEMENT_CACHE = 500;

/**
 * Opens the database behind a URL (`sqlite:<path>`); the only file that knows the engine.
 * FULL is set after WAL because better-sqlite3 falls back to NORMAL by itself in WAL mode.
 */
export function connect(url: string): Store {
  const file = sqliteFile(url);
  mkdirSync(dirname(file), { recursive: true });
  // Another process may be opening the same new file: at the start there is time to wait.
  const sqlite = new Database(file, { timeout: LOCK_PATIENCE_MS });
  becomeWal(sqlite);
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // What is deleted is overwritten: whoever leaves leaves nothing in the file.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('cache_size = -16000');
  // From here on waiting for a lock is the driver's affair: the engine's own would freeze the process.
  sqlite.pragma('busy_timeout = 0');
  const writes = new Writes(sqlite);
  const db = new Kysely<Tables>({ dialect: new PatientDialect(sqlite, writes) });
  return {
    db,
    version: (tables) => writes.version(tables),
    pragma: (name) => sqlite.pragma(name, { simple: true }),
    checkpoint: () => checkpoint(sqlite),
    close: async () => {
      await db.destroy();
      if (sqlite.open) sqlite.close();
    },
  };
}

/** The engine does not wait by itself while another process makes this change to a new file. */
function becomeWal(sqlite: Database.Database): void {
  const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > patienceEnds) throw error;
      Atomics.wait(clock, 0, 0, 20);
    }
  }
}

/** Waits for our own transaction and for other processes that read. */
async function checkpoint(sqlite: Database.Database): Promise<boolean> {
  const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    if (!sqlite.open) return false;
    if (!sqlite.inTransaction) {
      const busy = sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true });
      if (busy === 0) return true;
    }
    if (Date.now() > patienceEnds) return false;
    await pause(20);
  }
}

function sqliteFile(url: string): string {
  if (!url.startsWith('sqlite:')) throw new Error(`Unknown database: ${url.split(':')[0]}`);
  return url.slice('sqlite:'.length);
}

const WRITE = /^(?:insert into|update|delete from) "(\w+)"/;
const OTHERS_EVERY_MS = 50;

/** Counts writes by table: our own as they happen, other processes' by looking now and then. */
class Writes {
  readonly #counts = new Map<string, number>();
  readonly #others: Database.Statement<[], number>;
  #othersSeen = 0;
  #looked = 0;

  constructor(sqlite: Database.Database) {
    this.#others = sqlite.prepare<[], number>('PRAGMA data_version').pluck() as Database.Statement<
      [],
      number
    >;
  }

  note(sql: string): void {
    const table = WRITE.exec(sql)?.[1];
    if (table) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  // While another process repairs or closes the file, what was seen last has to do.
  #look(): number {
    try {
      return this.#others.get() ?? 0;
    } catch (error) {
      if (isBusy(error)) return this.#othersSeen;
      throw error;
    }
  }

  version(tables: readonly string[]): number {
    const now = performance.now();
    if (now - this.#looked > OTHERS_EVERY_MS) {
      this.#looked = now;
      this.#othersSeen = this.#look();
    }
    let sum = this.#othersSeen * 1e9;
    for (const table of tables) sum += this.#counts.get(table) ?? 0;
    return sum;
  }
}

class PatientDialect extends SqliteDialect {
  readonly #sqlite: Database.Database;
  readonly #writes: Writes;

  constructor(sqlite: Database.Database, writes: Writes) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
    this.#writes = writes;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#sqlite, this.#writes);
  }

  override createAdapter() {
    return new PatientAdapter();
  }
}

/** The driver keeps its own order: Kysely's would make readers queue behind whoever waits for a lock. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Reuses statements; writers share commits, and wait for the lock without holding up readers. */
class PatientDriver extends SqliteDriver {
  readonly #turns: SharedCommit;
  readonly #writes: Writes;

  constructor(sqlite: Database.Database, writes: Writes) {
    const statements = new Map<string, SqliteStatement>();
    const prepare = (sql: string) => {
      const known = statements.get(sql);
      if (known) return known;
      const fresh = sqlite.prepare(sql) as unknown as SqliteStatement;
      if (statements.size >= STATEMENT_CACHE) statements.clear();
      statements.set(sql, fresh);
      return fresh;
    };
    super({ database: { close: () => sqlite.close(), prepare } });
    this.#writes = writes;
    this.#turns = new SharedCommit(
      { run: (sql) => void prepare(sql).run([]), isOpen: () => sqlite.inTransaction, isBusy },
      LOCK_PATIENCE_MS,
    );
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#writes, this.#turns);
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#turns.enter(connection);
  }

  override commitTransaction(): Promise<void> {
    return this.#turns.leave();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#turns.holds(connection)) this.#turns.undo((connection as PatientConnection).failure);
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #writes: Writes;
  readonly #turns: SharedCommit;
  /** What the engine said last when it refused. */
  failure: unknown;

  constructor(inner: DatabaseConnection, writes: Writes, turns: SharedCommit) {
    this.#inner = inner;
    this.#writes = writes;
    this.#turns = turns;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#turns.holds(this)) return this.#run(query);
    return WRITE.test(query.sql) ? this.#write(query) : this.#patiently(query);
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await this.#inner.executeQuery<R>(query);
      this.#writes.note(query.sql);
      return result;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  /** A single statement takes its turn like a transaction. */
  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#turns.enter(this);
    let result: QueryResult<R>;
    try {
      result = await this.#run<R>(query);
    } catch (error) {
      this.#turns.undo(error);
      throw error;
    }
    await this.#turns.leave();
    return result;
  }

  // Between the gate and the statement nothing may come: no await.
  async #patiently<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
    for (;;) {
      while (this.#turns.isShutFor(this)) await this.#turns.reopened;
      try {
        return await this.#run<R>(query);
      } catch (error) {
        if (!isBusy(error) || Date.now() > patienceEnds) throw error;
        await pause(20);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunk: number) {
    return this.#inner.streamQuery<R>(query, chunk);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const isBusy = (error: unknown) => codeOf(error) === 'SQLITE_BUSY';

/** A write refused because such a row exists already. */
export const isUniqueViolation = (error: unknown) =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error));

/** The storage cannot take the write now: full, locked, read-only or broken. */
export const isStorageTrouble = (error: unknown) =>
  /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|LOCKED|NOMEM)/.test(codeOf(error));
