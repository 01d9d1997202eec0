import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { giveToOwnerOfFolder, makeFolder } from './folder-owner.ts';
import { COPIED_AT } from './settings.ts';

/** Row counts by table. */
export type Counts = Record<string, number>;

export interface Made {
  file: string;
  bytes: number;
  counts: Counts;
}

export interface Restored {
  counts: Counts;
  /** The replaced file. */
  previous: string | null;
}

const APP_IS_RUNNING = 'The app is running. Stop it first: a restore replaces its database.';

export const fileOf = (url: string): string => url.replace(/^sqlite:/, '');

/**
 * Copies the database during operation, and verifies the copy by reading it. `withFiles` is called with the copy before
 * the backup counts.
 */
export async function backUp(
  databaseUrl: string,
  to: string,
  now = new Date(),
  withFiles?: (copy: string) => Promise<void>,
): Promise<Made> {
  const from = requireDatabase(databaseUrl);
  makeFolder(dirname(to));
  const part = `${to}.part`;
  rmSync(part, { force: true });
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    // One read transaction for the whole copy: otherwise every write would restart it. It counts what it copies.
    source.exec('BEGIN');
    const copied = countAll(source);
    await source.backup(part);
    source.exec('COMMIT');
    copied['settings'] = (copied['settings'] ?? 0) + markAsCopy(part, now.toISOString());
    const counts = verify(part);
    for (const [table, rows] of Object.entries(copied)) {
      if (counts[table] === rows) continue;
      throw new Error(`The backup is not whole: ${counts[table]} of ${rows} rows in ${table}.`);
    }
    source.close();
    await withFiles?.(part);
    giveToOwnerOfFolder(part);
    renameSync(part, to);
    return { file: to, bytes: statSync(to).size, counts };
  } finally {
    source.close();
    rmSync(part, { force: true });
  }
}

export function requireDatabase(databaseUrl: string): string {
  const file = fileOf(databaseUrl);
  if (!existsSync(file))
    throw new Error(`There is no database ${file}: set DATA_DIR or DATABASE_URL as for the app.`);
  requireFile(file);
  return file;
}

function requireFile(path: string): void {
  if (statSync(path).isDirectory())
    throw new Error(`${path} is a folder, where the file of a database should be.`);
}

/**
 * Opens a backup and counts its rows. Throws if it is damaged or not a backup; the error calls it by `name`.
 */
export function verify(file: string, name = file): Counts {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const sqlite = new Database(file);
  try {
    // Makes it a single file, without a journal beside it.
    sqlite.pragma('journal_mode = DELETE');
    if (sqlite.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error('damaged');
    if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0) throw new Error('damaged');
    const counts = countAll(sqlite);
    if (!counts['migrations']) throw new Error('no tables');
    return counts;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} is not a whole backup (${why}).`);
  } finally {
    sqlite.close();
  }
}

/**
 * Marks a database as a copy, unless it is one: the next start begins new series of papers. Returns how many rows it
 * has added.
 */
function markAsCopy(file: string, at: string): number {
  const sqlite = new Database(file);
  try {
    return sqlite
      .prepare('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(COPIED_AT, at).changes;
  } finally {
    sqlite.close();
  }
}

function countAll(sqlite: Database.Database): Counts {
  const names = sqlite
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    names
      .filter((name) => !name.startsWith('sqlite_'))
      .map((name) => [name, sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()]),
  ) as Counts;
}

/** Replaces the database with a backup. The replaced file is stored beside it. */
export function restore(databaseUrl: string, from: string): Restored {
  const file = fileOf(databaseUrl);
  const incoming = `${file}.restoring`;
  makeFolder(dirname(file));
  if (!existsSync(from)) throw new Error(`There is no file ${from}.`);
  requireFile(from);
  copyFileSync(from, incoming);
  // A copy has the permissions of its source.
  chmodSync(incoming, 0o600);
  giveToOwnerOfFolder(incoming);
  try {
    verify(incoming, from);
    // Copies of other programs and of earlier versions have no mark.
    markAsCopy(incoming, '');
    const counts = verify(incoming, from);
    const previous = `${file}.before-${stamp()}`;
    const wasThere = existsSync(file);
    if (wasThere) moveAway(file, previous);
    // A journal of a lost or damaged database would be applied to the restored one.
    for (const journal of ['-wal', '-shm']) {
      if (existsSync(file + journal)) renameSync(file + journal, previous + journal);
    }
    renameSync(incoming, file);
    return { counts, previous: wasThere ? previous : null };
  } finally {
    rmSync(incoming, { force: true });
  }
}

const secretsOf = (dataDir: string): string => join(dataDir, 'secrets.json');
/**
 * The path of the secrets beside a backup: `x.secrets.json` for `x.db`, `x.secrets.json.age` for `x.db.age`.
 */
export const secretsBeside = (backup: string): string => {
  const [, name, age = ''] = /^(.*?)(?:\.db)?(\.age)?$/s.exec(backup) ?? [];
  return `${name}.secrets.json${age}`;
};

/** Copies the secrets beside a backup: they decrypt the waiting mail in it. */
export function copySecrets(dataDir: string, backup: string): string | null {
  if (!existsSync(secretsOf(dataDir))) return null;
  copyPrivate(secretsOf(dataDir), secretsBeside(backup));
  return secretsBeside(backup);
}

/** Whether a database holds what only its own secrets can read: waiting mail, or authenticator apps. */
export function needsSecrets(databaseUrl: string): boolean {
  const sqlite = new Database(fileOf(databaseUrl), { readonly: true });
  try {
    const has = (table: string, where = '1') =>
      sqlite.prepare(`SELECT 1 FROM ${table} WHERE ${where}`).get() !== undefined;
    const hasApps = countAll(sqlite)['totp_secrets'] !== undefined && has('totp_secrets');
    return hasApps || has('outbox', 'sent_at IS NULL');
  } finally {
    sqlite.close();
  }
}

/** Restores the secrets beside a backup. The replaced ones are not deleted. */
export function restoreSecrets(dataDir: string, backup: string): boolean {
  if (!existsSync(secretsBeside(backup))) return false;
  const file = secretsOf(dataDir);
  makeFolder(dataDir);
  if (existsSync(file)) renameSync(file, `${file}.before-${stamp()}`);
  copyPrivate(secretsBeside(backup), file);
  return true;
}

function copyPrivate(from: string, to: string): void {
  const part = `${to}.part`;
  copyFileSync(from, part);
  chmodSync(part, 0o600);
  giveToOwnerOfFolder(part);
  renameSync(part, to);
}

export const stamp = (): string => new Date().toISOString().replace(/\D/g, '').slice(0, 14);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Moves the database away. Throws if any other process has it open: leaving WAL mode fails then. */
function moveAway(file: string, previous: string): void {
  const sqlite = new Database(file, { timeout: 0 });
  try {
    lockExclusively(sqlite);
    renameSync(file, previous);
  } finally {
    sqlite.close();
  }
}

/** Throws an error with this sentence if any process has the file open. */
export const assertClosed = (file: string, sentence: string): void =>
  void holdClosed(file, sentence).close();

/** Keeps every other process from opening the file, until it is closed or this process ends. */
export function holdClosed(file: string, sentence?: string): Database.Database {
  const sqlite = new Database(file, { timeout: 0 });
  try {
    lockExclusively(sqlite, sentence);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function lockExclusively(sqlite: Database.Database, sentence = APP_IS_RUNNING): void {
  try {
    sqlite.pragma('journal_mode = DELETE');
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) throw new Error(sentence);
    // A damaged database is a reason to restore, so it must not stop the restore.
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) throw error;
  }
}
