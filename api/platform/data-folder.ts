import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { isPostgresUrl } from '../../db/database.ts';
import { removeAbandonedFolders } from '../../db/encrypted-backup.ts';
import { lockName } from '../../db/engine.ts';
import { FOLDER_MARK } from '../../db/files/folder-place.ts';
import { giveToOwnerOfFolder, makeFolder } from '../../db/folder-owner.ts';
import { openStore } from '../../db/open-store.ts';
import { readSetting, storeSetting } from '../../db/settings.ts';
import { transaction } from '../../db/transaction.ts';
import type { Config } from '../config.ts';
import { newId } from './ids.ts';
import { findSecrets } from './secrets.ts';

type Folder = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databasePoolSize' | 'backup' | 'files'>>;

/** A data folder that must not be used. The message explains to the owner what to do. */
class DataFolderError extends Error {}

/** The time in the name has seconds when a command made it, and thousandths when the app did. */
const BACKUP = /^shop-(\d{14}|\d{17})\.db(?:\.age)?$/;
const WAIT_TIMEOUT_MS = 5_000;
const FILES_FOLDER = 'files folder';
const PROBE = 'The app writes this at its start, to see that it can.';

/**
 * Opens the database of a data folder, new or existing. Throws if the folder is read-only, its database is
 * missing, or the database is damaged: each is easier to repair before the first order. Processes of the app
 * pass `program`, so that others on the same database can see their version.
 */
export async function openDataFolder(folder: Folder, program?: string): Promise<Database> {
  const store = await openDatabaseOf(folder, program);
  try {
    if (folder.files && !folder.files.bucket) await claimFiles(store, folder.files.dir);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * A folder of files belongs to the database that knows its mark: another one's would be deleted as files without a row. On
 * PostgreSQL the mark must be there, because each process with a folder of its own would lack what others store.
 */
async function claimFiles(store: Database, dir: string): Promise<void> {
  const file = join(dir, FOLDER_MARK);
  const readMark = () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
  const writeMark = (id: string) => {
    makeFolder(dir);
    writeFileSync(file, `${id}\n`);
    giveToOwnerOfFolder(file);
  };
  const id = await transaction({ store }, async (tx) => {
    await lockName(tx, FILES_FOLDER);
    const known = await readSetting(tx, FILES_FOLDER);
    if (known || readMark()) return known;
    const made = newId();
    await storeSetting(tx, FILES_FOLDER, made);
    tx.onCommit(() => writeMark(made));
    return made;
  });
  let mark = readMark();
  // Another process may have begun just now.
  for (let tries = 0; mark === null && store.engine === 'postgres' && tries < 20; tries += 1) {
    await pause(50);
    mark = readMark();
  }
  if (mark === id) return;
  if (mark !== null)
    throw new DataFolderError(
      `${dir} has the files of another database. Set FILES_DIR to another folder.`,
    );
  if (id && store.engine === 'sqlite') return writeMark(id);
  throw new DataFolderError(
    `${dir} is not the folder of the files that this database names. Set FILES_DIR to the one that all processes share, or FILES_S3_URL. If it is this one, as after a restore, write ${id} into ${file}.`,
  );
}

async function openDatabaseOf(folder: Folder, program?: string): Promise<Database> {
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
