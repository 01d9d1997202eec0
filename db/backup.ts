import './node-guard.ts';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';

/** What a backup holds, by table. */
export type Counts = Record<string, number>;

export interface Made {
  file: string;
  bytes: number;
  counts: Counts;
}

const SHOP_RUNS = 'The shop is running. Stop it first: a restore replaces its database.';
/** Rows of these only ever grow, so a copy made meanwhile lies between before and after. */
const GROWING = ['orders', 'payments', 'migrations'];

const fileOf = (url: string): string => url.replace(/^sqlite:/, '');

/** Copies the open database while it is written to, and proves the copy by reading it. */
export async function backUp(databaseUrl: string, to: string): Promise<Made> {
  mkdirSync(dirname(to), { recursive: true });
  const part = `${to}.part`;
  rmSync(part, { force: true });
  const source = new Database(fileOf(databaseUrl), { readonly: true, fileMustExist: true });
  try {
    const before = countAll(source);
    // One moment for the whole copy: otherwise every write of the shop would begin it anew.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM migrations').get();
    await source.backup(part);
    source.exec('COMMIT');
    const counts = verify(part);
    const after = countAll(source);
    for (const table of GROWING) {
      const rows = counts[table] ?? -1;
      if (rows < (before[table] ?? 0) || rows > (after[table] ?? 0)) {
        throw new Error(`The backup is not whole: ${rows} rows in ${table}.`);
      }
    }
    renameSync(part, to);
    return { file: to, bytes: statSync(to).size, counts };
  } finally {
    source.close();
    rmSync(part, { force: true });
  }
}

/** Opens a backup as a shop would; throws a sentence when it is not one, or is damaged. */
export function verify(file: string): Counts {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const sqlite = new Database(file);
  try {
    // One file, without a journal beside it.
    sqlite.pragma('journal_mode = DELETE');
    if (sqlite.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error('damaged');
    if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0) throw new Error('damaged');
    const counts = countAll(sqlite);
    if (!counts['migrations']) throw new Error('no shop');
    return counts;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is not a whole backup of a shop (${why}).`);
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

/** Puts a backup in the place of the database; the replaced file is kept beside it. */
export function restore(
  databaseUrl: string,
  from: string,
): { counts: Counts; kept: string | null } {
  const file = fileOf(databaseUrl);
  const fresh = `${file}.restoring`;
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(from)) throw new Error(`There is no file ${from}.`);
  copyFileSync(from, fresh);
  // A copy has the rights of its source, whatever they are.
  chmodSync(fresh, 0o600);
  try {
    const counts = verify(fresh);
    const kept = `${file}.before-${stamp()}`;
    const wasThere = existsSync(file);
    if (wasThere) setAside(file, kept);
    // A journal left beside a lost or damaged database would be played into the restored one.
    for (const journal of ['-wal', '-shm']) {
      if (existsSync(file + journal)) renameSync(file + journal, kept + journal);
    }
    renameSync(fresh, file);
    return { counts, kept: wasThere ? kept : null };
  } finally {
    rmSync(fresh, { force: true });
  }
}

const secretsOf = (dataDir: string): string => join(dataDir, 'secrets.json');
const secretsBeside = (backup: string): string => `${backup.replace(/\.db$/, '')}.secrets.json`;

/** Keeps the installation's secrets beside a backup: they open the mail that waits in it. */
function keepSecrets(dataDir: string, backup: string): string | null {
  if (!existsSync(secretsOf(dataDir))) return null;
  copyClosed(secretsOf(dataDir), secretsBeside(backup));
  return secretsBeside(backup);
}

/** Brings back the secrets that lie beside a backup; the replaced ones are kept. */
function bringSecrets(dataDir: string, backup: string): boolean {
  if (!existsSync(secretsBeside(backup))) return false;
  const file = secretsOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.before-${stamp()}`);
  copyClosed(secretsBeside(backup), file);
  return true;
}

function copyClosed(from: string, to: string): void {
  const part = `${to}.part`;
  copyFileSync(from, part);
  chmodSync(part, 0o600);
  renameSync(part, to);
}

const stamp = (): string => new Date().toISOString().replace(/\D/g, '').slice(0, 14);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Leaving WAL needs the database for itself: it fails while any other process has it open. */
function setAside(file: string, kept: string): void {
  const sqlite = new Database(file, { timeout: 0 });
  try {
    takeAlone(sqlite);
    renameSync(file, kept);
  } finally {
    sqlite.close();
  }
}

function takeAlone(sqlite: Database.Database): void {
  try {
    sqlite.pragma('journal_mode = DELETE');
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) throw new Error(SHOP_RUNS);
    // What is damaged is what a restore is for.
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) throw error;
  }
}

if (import.meta.main) {
  // What the shop keeps is for the eyes of its own user only.
  process.umask(0o077);
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const { DATA_DIR, DATABASE_URL } = process.env;
  const dataDir = resolve(root, DATA_DIR || 'var');
  const url = DATABASE_URL
    ? `sqlite:${resolve(root, fileOf(DATABASE_URL))}`
    : `sqlite:${join(dataDir, 'shop.db')}`;
  const [verb, file, flag, given] = process.argv.slice(2);
  try {
    if (verb === 'restore' && file) {
      const { counts, kept } = restore(url, resolve(file));
      console.log(`Restored ${counts['orders']} orders and ${counts['users']} people.`);
      if (kept) console.log(`What was there before is kept as ${kept}`);
      if (bringSecrets(dataDir, resolve(file))) console.log('Its secrets.json is back, too.');
    } else if (verb === 'backup') {
      const to = resolve(file ?? join(dataDir, 'backups', `shop-${stamp()}.db`));
      // The desk's backups stay in the folder that holds the secrets, and go out without them.
      const fromDashboard = flag === '--from' && given;
      const made = await backUp(fromDashboard || url, to);
      const secrets = fromDashboard ? null : keepSecrets(dataDir, to);
      const { orders, users } = made.counts;
      console.log(`${made.file}: whole, ${made.bytes} bytes, ${orders} orders, ${users} people.`);
      if (secrets) console.log(`${secrets}: its keys. Keep both where nobody else reads.`);
    } else {
      throw new Error('Use: npm run backup [file], or npm run restore <file>');
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
