import type { Kysely } from 'kysely';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { openSqlite, type SqliteDatabase } from './sqlite.ts';

export { isBusy, isStorageTrouble, isUniqueViolation } from './errors.ts';

export type Db = Kysely<Tables>;

/** An open database, on either engine. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** For reading. Every write goes through `transaction`, which retries while another process is in the way. */
  db: Db;
  /** How many transactions this process has committed; caches are valid for one count. */
  commits: number;
  /** Whether a transaction was committed; null while that is not known. PostgreSQL only. */
  findCommitOutcome?(transactionId: string): Promise<boolean | null>;
  /** Empties SQLite's write-ahead log, which holds erased data; false while other readers prevent it. */
  checkpoint(): Promise<boolean>;
  /** The value of a pragma, for checks; SQLite only. */
  pragma?(name: string): unknown;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** How many connections to PostgreSQL this process opens at most. */
  poolSize?: number | undefined;
}

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

/** Opens the database behind a URL: `sqlite:<path>` or `postgres://…`. */
export function openDatabase(url: `sqlite:${string}`): SqliteDatabase;
export function openDatabase(url: string, options?: DatabaseOptions): Database;
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  if (isPostgresUrl(url)) return openPostgres(url, options);
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length));
  throw new Error(`Unknown database: ${url.split(':')[0]}`);
}
