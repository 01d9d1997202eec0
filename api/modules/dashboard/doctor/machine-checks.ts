import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../../../../db/errors.ts';
import { scheduledBackups } from '../../../platform/backups/scheduled-backups.ts';
import { SECOND } from '../../../platform/clock.ts';
import { longMoment } from '../../../platform/dates.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import { type Check, CheckFailed, CheckSkipped, reasonOf, requireStore } from './check.ts';

const ENV_FILE = `${PROJECT_ROOT}.env`;
const GIGABYTE = 1_000_000_000;
const MIN_FREE_BYTES = GIGABYTE;
/** Written and deleted again, because free space alone does not show quotas and read-only disks. */
const WRITE_TEST = { name: '.write-test-of-the-doctor', bytes: 1_000_000 };
const CLOCK_TOLERANCE = 30 * SECOND;
const OTHER_USERS = 0o077;

export const configuration: Check = {
  part: 'Configuration',
  async run({ config }) {
    const files = [config.dataDir, join(config.dataDir, 'secrets.json'), ENV_FILE];
    for (const file of files.filter(existsSync)) {
      if ((statSync(file).mode & OTHER_USERS) === 0) continue;
      throw new CheckFailed(
        'Other users of the machine can read files of the shop.',
        `chmod go-rwx ${file}`,
      );
    }
    return config.production ? 'Production settings.' : 'Development settings, valid.';
  },
};

export const disk: Check = {
  part: 'Disk',
  async run({ config }, { freeBytes }) {
    const test = join(config.dataDir, WRITE_TEST.name);
    try {
      await writeFile(test, Buffer.alloc(WRITE_TEST.bytes), { flush: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!isDiskFull(error))
        throw new CheckFailed(
          'The shop cannot write its files.',
          `Check the owner of ${config.dataDir} (${code}).`,
        );
      throw new CheckFailed(
        'The disk of the shop is full, or fails: make room.',
        `It holds ${config.dataDir} (${code}).`,
      );
    } finally {
      await rm(test, { force: true });
    }
    const free = await freeBytes(config.dataDir);
    const text = `${(free / GIGABYTE).toFixed(1)} GB free`;
    if (free < MIN_FREE_BYTES)
      throw new CheckFailed(
        `Only ${text}: make room.`,
        `Or move the data: DATA_DIR is ${config.dataDir}.`,
      );
    return `${text}.`;
  },
};

/** The next backup is only made tomorrow. */
async function requireWritable(backupDir: string): Promise<void> {
  const test = join(backupDir, WRITE_TEST.name);
  try {
    await writeFile(test, '');
    await rm(test);
  } catch (error) {
    throw new CheckFailed(
      'The next one cannot be written to its folder.',
      `Check owner and disk of BACKUP_DIR (${reasonOf(error)}).`,
    );
  }
}

/** Compares the clock with the one of the payment provider. */
export const clock: Check = {
  part: 'Clock',
  async run({ clock, provider }) {
    const signal = AbortSignal.timeout(8 * SECOND);
    const answer = await fetch(provider.apiUrl, { signal }).catch(() => {
      throw new CheckSkipped('The payment provider does not answer, so nothing is compared.');
    });
    const theirs = Date.parse(answer.headers.get('Date') ?? '');
    if (Number.isNaN(theirs))
      throw new CheckFailed('The provider’s answer has no time to compare.');
    const off = Math.round((clock().getTime() - theirs) / SECOND);
    if (Math.abs(off) * SECOND > CLOCK_TOLERANCE)
      throw new CheckFailed(`The clock is ${off} s off.`, 'timedatectl set-ntp true');
    return 'The clock agrees with the payment provider’s.';
  },
};

export const backup: Check = {
  part: 'Backup',
  async run(services) {
    const { config, clock } = services;
    const store = requireStore(services);
    const scheduled = await scheduledBackups({ config, clock, store });
    if (!scheduled) throw new CheckSkipped('PostgreSQL is backed up with pg_dump: db/README.md.');
    const { lastGoodAt, failure, short, lacking, isLate, isThere, isElsewhere } = scheduled;
    const made = lastGoodAt && longMoment(lastGoodAt, config.timeZone);
    if (failure !== null)
      throw new CheckFailed(
        made
          ? `The last attempt failed. The last good one was made ${made}.`
          : 'The first attempt failed.',
        failure,
      );
    if (lastGoodAt === null && !isElsewhere)
      throw new CheckSkipped('The first one is made within an hour of the start.');
    if (lastGoodAt === null)
      throw new CheckFailed('None was made yet: wait an hour.', 'Then read the log.');
    if (isLate) throw new CheckFailed(`The last one was made ${made}.`, 'Read the log.');
    if (!isThere)
      throw new CheckFailed(
        'The last one is gone from its folder.',
        config.backup?.dir
          ? 'Is the disk of BACKUP_DIR mounted?'
          : 'Somebody has removed it from the data folder.',
      );
    if (short)
      throw new CheckFailed(
        `Only the last ${short.kept} of ${short.wanted} daily backups are kept, because the disk has no room for more.`,
        'Make room, or name another disk as BACKUP_DIR.',
      );
    if (lacking)
      throw new CheckFailed(
        `The last one lacks ${lacking.count} files, ${lacking.isNoRoom ? 'because the disk has no room for them' : 'which are missing or damaged'}.`,
        lacking.isNoRoom
          ? 'Make room, or name another disk as BACKUP_DIR.'
          : 'See Files; the next backup takes what is brought back.',
      );
    if (config.backup?.dir) await requireWritable(config.backup.dir);
    return `The last one was made ${made} and was opened to check it.`;
  },
};
