import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DAILY, deleteBackup, filesFolderOf, readNames } from '../../../db/backup-files.ts';
import { countThatFit, expiredIn, isBackup, mostBytes } from '../../../db/backup-retention.ts';
import type { Bucket } from '../../../db/bucket.ts';
import type { Db } from '../../../db/database.ts';
import { inScratchFolder } from '../../../db/encrypted-backup.ts';
import type { MadeBackup, Making } from '../../../db/make-backup.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, DAY, HOUR, iso } from '../clock.ts';
import { freeBytes } from '../disk.ts';
import { OutsideError } from '../log.ts';
import type { Services } from '../services.ts';
import { readBackupKey } from './backup-key.ts';

/** The result of the last attempt; `at` is the time of the last valid backup. */
interface State {
  at: string | null;
  bytes: number;
  failure: string | null;
  /** How many are kept beside the data in place of how many, if the disk has no room for all. */
  short?: { kept: number; wanted: number };
  /** How many files it lacks. */
  lacking?: { count: number; isNoRoom: boolean } | null;
}

/** Each place has its own state: a backup of one is not there in the other. */
const keyOf = ({ backup }: Pick<Config, 'backup'>): string =>
  backup?.dir ? 'scheduled backup' : 'daily backup';
const NEVER: State = { at: null, bytes: 0, failure: null };
/** Two attempts may fail before a backup counts as late. */
const LATE = DAY + 3 * HOUR;

const NO_KEY = 'There is no key to encrypt it with: make one under Backups.';
const NO_ROOM =
  'The disk has no room for it: backups beside the data take less than a quarter of what is free.';

const NOT_COPIED = 'It is in its folder, but was not copied to the bucket: ';

type Free = (folder: string) => Promise<number>;

/** Where the daily backups without a folder of their own are. */
export const dailyFolder = (dataDir: string): string => join(dataDir, 'backups', DAILY);

/** The folder of the daily backups; null with PostgreSQL, which has its own. */
const folderOf = ({ config, store }: Pick<Services, 'config' | 'store'>): string | null =>
  config.backup?.dir ?? (store.engine === 'sqlite' ? dailyFolder(config.dataDir) : null);

/**
 * Makes the daily backup if it is due, and deletes expired ones: encrypted in its folder, or beside the data as it is; in
 * the bucket always encrypted. Returns false if that failed.
 */
export async function makeScheduledBackup(services: Services, free: Free = freeBytes) {
  const { config, clock, store, log } = services;
  const dir = folderOf(services);
  if (!dir || !isTime(await readState(store.db, config), clock)) return true;
  const now = clock();
  try {
    await mkdir(dir, { recursive: true });
    const made = await makeIn(services, dir, iso(now), free);
    await writeState(services, { at: iso(now), ...made });
    if (made.failure !== null) log.error('the backup of the day has no copy', made.failure);
    log.info('The backup of the day is made and was opened to check it.');
    return made.failure === null;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const before = await readState(store.db, config);
    await writeState(services, { ...before, failure });
    log.error('the backup of the day was not made', error);
    return false;
  }
}

async function makeIn(services: Services, dir: string, at: string, free: Free) {
  const { config, store } = services;
  const bucket = config.backup?.bucket ?? null;
  const key = config.backup?.key || (await readBackupKey(store.db)).publicHalf;
  const to = fileAt(config, dir, at);
  if (config.backup?.dir) {
    if (!key) throw new Error(NO_KEY);
    const made = await runBackup(config, to, { files: config.files, key, bucket });
    deleteFrom(dir, expiredIn(readdirSync(dir)));
    return { bytes: statSync(to).size, ...stateOf(made) };
  }
  const room = await roomIn(dir, free);
  const size = statSync(config.databaseUrl.replace(/^sqlite:/, '')).size;
  if (countThatFit([size], room) === 0) throw new Error(NO_ROOM);
  const made = await runBackup(config, to, {
    ...{ files: config.files, room: mostBytes(await free(dir)) },
  });
  deleteFrom(dir, expiredIn(readdirSync(dir)));
  const wanted = backupsIn(dir);
  const fitting = countThatFit(
    wanted.map(({ bytes }) => bytes),
    await roomIn(dir, free),
  );
  // The one that was just made stays, whatever it leaves.
  const kept = Math.max(1, fitting);
  deleteFrom(
    dir,
    wanted.slice(kept).map(({ name }) => name),
  );
  return {
    bytes: statSync(to).size,
    ...stateOf(made),
    failure: bucket ? await copyEncrypted(services, bucket, { key, at }) : null,
    ...(kept < wanted.length ? { short: { kept, wanted: wanted.length } } : {}),
  };
}

const stateOf = ({ notCopied, lacking, isNoRoom }: MadeBackup) => ({
  failure: notCopied === null ? null : NOT_COPIED + notCopied,
  lacking: lacking > 0 ? { count: lacking, isNoRoom } : null,
});

/** What would be free without any backup in this folder, except for the files of the newest. */
const roomIn = async (dir: string, free: Free): Promise<number> =>
  backupsIn(dir).reduce((sum, { bytes }) => sum + bytes, await free(dir));

/** Newest first, each with the bytes that go with it when all older ones are gone; the files of the newest stay. */
function backupsIn(dir: string): { name: string; bytes: number }[] {
  const newestFirst = readdirSync(dir).filter(isBackup).sort().reverse();
  const seen = new Set<string>();
  return newestFirst.map((name, position) => {
    const file = join(dir, name);
    const names = (readNames(file) ?? []).filter((each) => !seen.has(each));
    for (const each of names) seen.add(each);
    const files = position === 0 ? [] : names.map((each) => join(filesFolderOf(file), each));
    return { name, bytes: [file, ...files].reduce((sum, path) => sum + sizeOf(path), 0) };
  });
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The copy in the bucket of a shop whose backups beside the data are not encrypted. Returns the failure, or null. */
async function copyEncrypted(
  { config }: Pick<Services, 'config'>,
  bucket: Bucket,
  { key, at }: { key: string; at: string },
): Promise<string | null> {
  if (!key) return NOT_COPIED + NO_KEY;
  try {
    return await inScratchFolder(config.dataDir, async (folder) => {
      const to = join(folder, nameAt(at, '.db.age'));
      const made = await runBackup(config, to, {
        ...{ files: config.files, key, bucket, isBucketOnly: true },
      });
      return stateOf(made).failure;
    });
  } catch (error) {
    return NOT_COPIED + (error instanceof Error ? error.message : String(error));
  }
}

/** The state of the daily backups for the dashboard; null with PostgreSQL. */
export async function scheduledBackups({
  config,
  store,
  clock,
}: Pick<Services, 'config' | 'store' | 'clock'>) {
  const dir = folderOf({ config, store });
  if (!dir) return null;
  const { at, bytes, failure, short = null, lacking = null } = await readState(store.db, config);
  const isThere = at !== null && existsSync(fileAt(config, dir, at));
  const isElsewhere = config.backup !== null;
  const isLate = ageOf(at, clock) > LATE;
  return { lastGoodAt: at, bytes, failure, short, lacking, isThere, isLate, isElsewhere };
}

const nameAt = (at: string, ending: string): string => `shop-${at.replace(/\D/g, '')}${ending}`;

const fileAt = ({ backup }: Pick<Config, 'backup'>, dir: string, at: string): string =>
  join(dir, nameAt(at, backup?.dir ? '.db.age' : '.db'));

const ageOf = (at: string | null, clock: Clock): number =>
  at === null ? Number.POSITIVE_INFINITY : clock().getTime() - Date.parse(at);

/** Whether a backup is due. A time in the future comes from before a clock rollback, so it counts as due. */
function isTime({ at }: State, clock: Clock): boolean {
  const age = ageOf(at, clock);
  return age >= DAY || age < 0;
}

/** The next backup deletes the files that they alone name. */
function deleteFrom(dir: string, names: string[]): void {
  for (const name of names) deleteBackup(join(dir, name));
}

const readState = async (db: Db, config: Config): Promise<State> =>
  (await readDocument<State>(db, keyOf(config))) ?? NEVER;

const writeState = (services: Services, state: State) =>
  transaction(services, (tx) => storeDocument(tx, keyOf(services.config), state));

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../../db/backup-command-line.ts', import.meta.url));

/** Makes and verifies a backup in a child process; one whose name ends in .age is encrypted for the key. Throws what it says as an error. */
export async function runBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  to: string,
  more: Partial<Making>,
): Promise<MadeBackup> {
  const making: Making = { databaseUrl, dataDir, ...more };
  // Not as an argument, which other users of the machine can read.
  const env = { BACKUP_ASKED: JSON.stringify(making) };
  const { stdout } = await run(process.execPath, [PROGRAM, 'backup', to], { env }).catch(
    (error: Error & { stderr?: string }) => {
      throw new OutsideError(error.stderr?.trim() || error.message);
    },
  );
  return JSON.parse(stdout) as MadeBackup;
}
