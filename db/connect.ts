import './node-guard.ts';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** An open database: the query builder, and what only the engine can tell. */
export interface Store {
  db: Db;
  /** Grows with every write to one of these tables, by this program or (seen soon) another. */
  version(tables: readonly string[]): number;
  /** The value of a pragma, for checks. */
  pragma(name: string): unknown;
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
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('cache_size = -16000');
  sqlite.pragma('busy_timeout = 50');
  const writes = new Writes(sqlite);
  const db = new Kysely<Tables>({ dialect: new PatientDialect(sqlite, writes) });
  return {
    db,
    version: (tables) => writes.version(tables),
    pragma: (name) => sqlite.pragma(name, { simple: true }),
    close: async () => {
      await db.destroy();
      if (sqlite.open) sqlite.close();
    },
  };
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

  version(tables: readonly string[]): number {
    const now = performance.now();
    if (now - this.#looked > OTHERS_EVERY_MS) {
      this.#looked = now;
      this.#othersSeen = this.#others.get() ?? 0;
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

/** Reuses statements, takes the write lock at BEGIN, and waits for it without holding up anybody else. */
class PatientDriver extends SqliteDriver {
  readonly #gate = new Gate();
  readonly #writes: Writes;

  constructor(sqlite: Database.Database, writes: Writes) {
    const statements = new Map<string, SqliteStatement>();
    super({
      database: {
        close: () => sqlite.close(),
        prepare: (sql) => {
          const known = statements.get(sql);
          if (known) return known;
          const fresh = sqlite.prepare(sql) as unknown as SqliteStatement;
          if (statements.size >= STATEMENT_CACHE) statements.clear();
          statements.set(sql, fresh);
          return fresh;
        },
      },
    });
    this.#writes = writes;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#writes, this.#gate);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PatientConnection).begin();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#gate.open(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).finally(() => this.#gate.open(connection));
  }
}

/** Shut while a transaction is open: statements of others must not slip into it. */
class Gate {
  #holder: DatabaseConnection | null = null;
  #opens = () => {};
  opened = Promise.resolve();

  isShutFor(connection: DatabaseConnection): boolean {
    return this.#holder !== null && this.#holder !== connection;
  }

  shut(connection: DatabaseConnection): void {
    this.#holder = connection;
    this.opened = new Promise((opens) => {
      this.#opens = opens;
    });
  }

  open(connection: DatabaseConnection): void {
    if (this.#holder !== connection) return;
    this.#holder = null;
    this.#opens();
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #writes: Writes;
  readonly #gate: Gate;

  constructor(inner: DatabaseConnection, writes: Writes, gate: Gate) {
    this.#inner = inner;
    this.#writes = writes;
    this.#gate = gate;
  }

  begin(): Promise<unknown> {
    return this.#patiently(() => {
      this.#gate.shut(this);
      return this.#inner.executeQuery(CompiledQuery.raw('begin immediate')).catch((error) => {
        this.#gate.open(this);
        throw error;
      });
    });
  }

  executeQuery<R>(query: CompiledQuery) {
    return this.#patiently(async () => {
      const result = await this.#inner.executeQuery<R>(query);
      this.#writes.note(query.sql);
      return result;
    });
  }

  // Between the gate and the statement nothing may come: no await.
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
    for (;;) {
      while (this.#gate.isShutFor(this)) await this.#gate.opened;
      try {
        return await work();
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
