import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { secretsBeside } from '../../../db/backup.ts';
import { backupsToStore, countThatFit } from '../../../db/backup-retention.ts';
import type { Db } from '../../../db/database.ts';
import { inScratchFolder } from '../../../db/encrypted-backup.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, DAY, HOUR, iso } from '../clock.ts';
import { freeBytes } from '../disk.ts';
import { OutsideError } from '../log.ts';
import type { Services } from '../services.ts';
import { type Bucket, copyToBucket, deleteFromBucket, listBucket } from './backup-bucket.ts';
import { readBackupKey } from './backup-key.ts';

/** The result of the last attempt; `at` is the time of the last valid backup. */
interface State {
  at: string | null;
  bytes: number;
  failure: string | null;
  /** How many are kept beside the data in place of how many, if the disk has no room for all. */
  short?: { kept: number; wanted: number };
}

/** Each place has its own state: a backup of one is not there in the other. */
const keyOf = ({ backup }: Pick<Config, 'backup'>): string =>
  backup?.dir ? 'scheduled backup' : 'daily backup';
const NEVER: State = { at: null, bytes: 0, failure: null };
const NAME = /^shop-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\.db(?:\.age)?$/;
/** Two attempts may fail before a backup counts as late. */
const LATE = DAY + 3 * HOUR;

const NO_KEY = 'There is no key to encrypt it with: make one under Backups.';
const NO_ROOM =
  'The disk has no room for it: backups beside the data take less than a quarter of what is free.';

const NOT_COPIED = 'It is in its folder, but was not copied to the bucket: ';

type Free = (folder: string) => Promise<number>;

/** Where the daily backups without a folder of their own are. */
export const dailyFolder = (dataDir: string): string => join(dataDir, 'backups', 'daily');

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
  const file = fileAt(config, dir, at);
  if (config.backup?.dir) {
    if (!key) throw new Error(NO_KEY);
    await runBackup(config, file, key);
    deleteBackups(dir, expiredIn(readdirSync(dir)));
    const failure = bucket ? await copyAway(services, bucket, file) : null;
    return { bytes: statSync(file).size, failure };
  }
  const size = statSync(config.databaseUrl.replace(/^sqlite:/, '')).size;
  if (countThatFit([size], await roomIn(dir, free)) === 0) throw new Error(NO_ROOM);
  await runBackup(config, file);
  deleteBackups(dir, expiredIn(readdirSync(dir)));
  const wanted = backupsIn(dir);
  const fitting = countThatFit(
    wanted.map(({ bytes }) => bytes),
    await roomIn(dir, free),
  );
  // The one that was just made stays, whatever it leaves.
  const kept = Math.max(1, fitting);
  deleteBackups(
    dir,
    wanted.slice(kept).map(({ name }) => name),
  );
  return {
    bytes: statSync(file).size,
    failure: bucket ? await copyEncrypted(services, bucket, { key, at }) : null,
    ...(kept < wanted.length ? { short: { kept, wanted: wanted.length } } : {}),
  };
}

/** What would be free without any backup in this folder. */
const roomIn = async (dir: string, free: Free): Promise<number> =>
  backupsIn(dir).reduce((sum, { bytes }) => sum + bytes, await free(dir));

/** Newest first. */
const backupsIn = (dir: string): { name: string; bytes: number }[] =>
  readdirSync(dir)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => ({ name, bytes: statSync(join(dir, name)).size }));

/** The copy in the bucket of a shop whose backups beside the data are not encrypted. */
async function copyEncrypted(
  services: Services,
  bucket: Bucket,
  { key, at }: { key: string; at: string },
): Promise<string | null> {
  if (!key) return NOT_COPIED + NO_KEY;
  const { dataDir } = services.config;
  return inScratchFolder(dataDir, async (folder) => {
    const file = join(folder, nameAt(at, '.db.age'));
    await runBackup(services.config, file, key);
    return copyAway(services, bucket, file);
  });
}

/** Copies a backup to the bucket and deletes expired ones there. Returns the failure, or null. */
async function copyAway(
  { log }: Pick<Services, 'log'>,
  bucket: Bucket,
  file: string,
): Promise<string | null> {
  try {
    const files = [file, secretsBeside(file)].filter((each) => existsSync(each));
    await copyToBucket(bucket, files);
    const names = await listBucket(bucket);
    const expired = expiredIn(names).flatMap((name) => [name, secretsBeside(name)]);
    await deleteFromBucket(
      bucket,
      names.filter((name) => expired.includes(name)),
    );
    return null;
  } catch (error) {
    log.error('the encrypted backup of the day was not copied to the bucket', error);
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
  const { at, bytes, failure, short = null } = await readState(store.db, config);
  const isThere = at !== null && existsSync(fileAt(config, dir, at));
  const isElsewhere = config.backup !== null;
  const isLate = ageOf(at, clock) > LATE;
  return { lastGoodAt: at, bytes, failure, short, isThere, isLate, isElsewhere };
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

function deleteBackups(dir: string, names: string[]): void {
  for (const name of names) {
    const file = join(dir, name);
    for (const each of [file, secretsBeside(file)]) if (existsSync(each)) rmSync(each);
  }
}

/** Returns the names of the backups that are no longer needed. */
function expiredIn(names: string[]): string[] {
  const backups = names.flatMap((name) => {
    const [, year, month, day, ...time] = NAME.exec(name) ?? [];
    const [hour, minute, second, ms] = time;
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
    return year ? [{ name, at }] : [];
  });
  const stored = backupsToStore(backups);
  return backups.filter((backup) => !stored.has(backup)).map(({ name }) => name);
}

const readState = async (db: Db, config: Config): Promise<State> =>
  (await readDocument<State>(db, keyOf(config))) ?? NEVER;

const writeState = (services: Services, state: State) =>
  transaction(services, (tx) => storeDocument(tx, keyOf(services.config), state));

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../../db/backup-command-line.ts', import.meta.url));

/** Makes and verifies a backup in a child process; one whose name ends in .age is encrypted for the key. Returns its output, or throws it as an error. */
export async function runBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  key = '',
): Promise<string> {
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_KEY: key };
  const args = [PROGRAM, 'backup', file, '--from', databaseUrl];
  const { stdout } = await run(process.execPath, args, { env }).catch(
    (error: Error & { stderr?: string }) => {
      throw new OutsideError(error.stderr?.trim() || error.message);
    },
  );
  return stdout.slice(stdout.indexOf(': ') + 2).trim();
}
