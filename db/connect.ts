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
  const sqlite = new Database(file, { timeout: 50 });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('cache_size = -16000');
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
}

/** Reuses statements, takes the write lock at BEGIN, and waits for it without freezing the process. */
class PatientDriver extends SqliteDriver {
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
    return new PatientConnection(await super.acquireConnection(), this.#writes);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #writes: Writes;

  constructor(inner: DatabaseConnection, writes: Writes) {
    this.#inner = inner;
    this.#writes = writes;
  }

  async executeQuery<R>(query: CompiledQuery) {
    const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
    for (;;) {
      try {
        const result = await this.#inner.executeQuery<R>(query);
        this.#writes.note(query.sql);
        return result;
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
