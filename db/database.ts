import type { Kysely } from 'kysely';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { openSqlite, type SqliteDatabase } from './sqlite.ts';

export { isBusy, isStorageTrouble, isUniqueViolation } from './errors.ts';

export type Db = Kysely<Tables>;

/** An open database of either engine. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** Kysely, for reading only. Every write uses `transaction`, which retries if the database is busy. */
  db: Db;
  /** The number of transactions that this process has committed; caches are valid for one count. */
  commits: number;
  /** Whether a transaction was committed; null if unknown. PostgreSQL only. */
  findCommitOutcome?(transactionId: string): Promise<boolean | null>;
  /**
   * Empties SQLite's write-ahead log, which may contain erased data. Returns false if other readers prevent
   * it.
   */
  checkpoint(): Promise<boolean>;
  /** Reads a pragma, for checks. SQLite only. */
  pragma?(name: string): unknown;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The maximum number of connections of this process to PostgreSQL. */
  poolSize?: number | undefined;
}

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

/** Opens a database by its URL: `sqlite:<path>` or `postgres://…`. */
export function openDatabase(url: `sqlite:${string}`): SqliteDatabase;
export function openDatabase(url: string, options?: DatabaseOptions): Database;
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  if (isPostgresUrl(url)) return openPostgres(url, options);
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length));
  throw new Error(
    `${url.split(':')[0]} is no address of a database: write sqlite:<file> or postgres://…`,
  );
}
