import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { secretsBeside } from '../../../db/backup.ts';
import { backupsToStore } from '../../../db/backup-retention.ts';
import type { Db } from '../../../db/database.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { type Clock, DAY, HOUR, iso } from '../clock.ts';
import type { Services } from '../services.ts';
import { type Bucket, copyToBucket, deleteFromBucket, listBucket } from './backup-bucket.ts';
import { runBackup } from './run-backup.ts';

/** The result of the last attempt; `at` is the time of the last valid backup. */
interface State {
  at: string | null;
  bytes: number;
  failure: string | null;
}

const KEY = 'scheduled backup';
const NEVER: State = { at: null, bytes: 0, failure: null };
const NAME = /^shop-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\.db\.age$/;
/** Two attempts may fail before a backup counts as late. */
const LATE = DAY + 3 * HOUR;

/** Makes the daily encrypted backup if it is due, and deletes expired ones. Returns false if that failed. */
export async function makeScheduledBackup(services: Services): Promise<boolean> {
  const { config, clock, store, log } = services;
  if (!config.backup || !isTime(await readState(store.db), clock)) return true;
  const { dir, bucket } = config.backup;
  const now = clock();
  const file = fileAt(dir, iso(now));
  try {
    await mkdir(dir, { recursive: true });
    await runBackup(config, file);
    deleteExpired(dir);
    const failure = bucket ? await copyAway(services, bucket, file) : null;
    await writeState(services, { at: iso(now), bytes: statSync(file).size, failure });
    log.info('The encrypted backup of the day is made and was restored to check it.');
    return failure === null;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const before = await readState(store.db);
    await writeState(services, { ...before, failure });
    log.error('the encrypted backup of the day was not made', error);
    return false;
  }
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
    const why = error instanceof Error ? error.message : String(error);
    return `It is in its folder, but was not copied to the bucket: ${why}`;
  }
}

/** The state of scheduled backups for the dashboard; null if none are scheduled. */
export async function scheduledBackups({
  config,
  store,
  clock,
}: Pick<Services, 'config' | 'store' | 'clock'>) {
  if (!config.backup) return null;
  const { at, bytes, failure } = await readState(store.db);
  const isThere = at !== null && existsSync(fileAt(config.backup.dir, at));
  return { lastGoodAt: at, bytes, failure, isThere, isLate: ageOf(at, clock) > LATE };
}

const fileAt = (dir: string, at: string): string =>
  join(dir, `shop-${at.replace(/\D/g, '')}.db.age`);

const ageOf = (at: string | null, clock: Clock): number =>
  at === null ? Number.POSITIVE_INFINITY : clock().getTime() - Date.parse(at);

/** Whether a backup is due. A time in the future comes from before a clock rollback, so it counts as due. */
function isTime({ at }: State, clock: Clock): boolean {
  const age = ageOf(at, clock);
  return age >= DAY || age < 0;
}

function deleteExpired(dir: string): void {
  for (const name of expiredIn(readdirSync(dir))) {
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

async function readState(db: Db): Promise<State> {
  const value = await readSetting(db, KEY);
  return value ? (JSON.parse(value) as State) : NEVER;
}

const writeState = (services: Services, state: State) =>
  transaction(services, (tx) => storeSetting(tx, KEY, JSON.stringify(state)));
