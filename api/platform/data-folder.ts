import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { isPostgresUrl } from '../../db/database.ts';
import { removeAbandonedFolders } from '../../db/encrypted-backup.ts';
import { openStore } from '../../db/open-store.ts';
import type { Config } from '../config.ts';
import { findSecrets } from './secrets.ts';

type Folder = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databasePoolSize' | 'backup'>>;

/** A data folder that must not be used. The message explains to the owner what to do. */
class DataFolderError extends Error {}

/** The time in the name has seconds when a command made it, and thousandths when the app did. */
const BACKUP = /^shop-(\d{14}|\d{17})\.db(?:\.age)?$/;
const WAIT_TIMEOUT_MS = 5_000;
const PROBE = 'The app writes this at its start, to see that it can.';

/**
 * Opens the database of a data folder, new or existing. Throws if the folder is read-only, its database is
 * missing, or the database is damaged: each is easier to repair before the first order. Processes of the app
 * pass `program`, so that others on the same database can see their version.
 */
export async function openDataFolder(folder: Folder, program?: string): Promise<Database> {
  const { databaseUrl, databasePoolSize: poolSize } = folder;
  if (isPostgresUrl(databaseUrl)) {
    refuseReadOnly(folder.dataDir);
    removeAbandonedFolders(folder.dataDir);
    return openStore(databaseUrl, { poolSize, program });
  }
  const file = folder.databaseUrl.replace(/^sqlite:/, '');
  refuseReadOnly(folder.dataDir, file);
  removeAbandonedFolders(folder.dataDir);
  // Checked before the database: a different process may be creating both, the database first.
  const isKnown = findSecrets(folder.dataDir) !== null || hasSite(folder.dataDir);
  if (isKnown && sizeOf(file) === 0) {
    throw new DataFolderError(
      `The database ${file} is ${existsSync(file) ? 'empty' : 'missing'}, though ${folder.dataDir} has held a database before. ${whatToRestore(folder)}\nFor a new shop set DATA_DIR to a new folder.`,
    );
  }
  // A clean exit removes this file.
  const wasKilled = sizeOf(`${file}-wal`) > 0;
  try {
    return await openStore(databaseUrl, {
      check: (store) => {
        const check = wasKilled ? 'integrity_check(1)' : 'quick_check(1)';
        // A different process may be starting on the same database.
        store.pragma?.(`busy_timeout = ${WAIT_TIMEOUT_MS}`);
        const found = store.pragma?.(check);
        store.pragma?.('busy_timeout = 1000');
        if (found !== 'ok') throw damaged(folder, file);
      },
    });
  } catch (error) {
    throw isDamage(error) ? damaged(folder, file) : error;
  }
}

/** Tests by writing a file, because permissions do not show a read-only or full disk. */
function refuseReadOnly(dataDir: string, file?: string): void {
  mkdirSync(dataDir, { recursive: true });
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    writeFileSync(probe, PROBE);
  } finally {
    rmSync(probe, { force: true });
  }
  if (file && existsSync(file)) closeSync(openSync(file, 'r+'));
}

const hasSite = (dataDir: string) => existsSync(join(dataDir, 'site', 'current', 'index.html'));

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));

const damaged = (folder: Folder, file: string) =>
  new DataFolderError(`The database ${file} is damaged. ${whatToRestore(folder)}`);

/** Names the newest backup of those beside the data and those of every day, which may be encrypted. */
export function whatToRestore({ dataDir, backup }: Pick<Folder, 'dataDir' | 'backup'>): string {
  const folders = [join(dataDir, 'backups'), backup?.dir ?? join(dataDir, 'backups', 'daily')];
  const [newest] = folders
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .map((file) => ({ file, madeAt: BACKUP.exec(basename(file))?.[1]?.padEnd(17, '0') ?? '' }))
    .filter(({ madeAt }) => madeAt !== '')
    .sort((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
  return newest
    ? `Restore the newest backup: npm run restore ${newest.file}`
    : `No backup lies in ${folders.join(' or ')}: bring one and run npm run restore <file>`;
}

/** Empty for a folder that is missing or cannot be read, such as a disk that is not mounted. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
