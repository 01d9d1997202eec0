import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../../../../db/errors.ts';
import { scheduledBackups } from '../../../platform/backups/scheduled-backups.ts';
import { SECOND } from '../../../platform/clock.ts';
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
      throw new CheckFailed(`Other users of this machine can read ${file}: chmod go-rwx ${file}`);
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
        throw new CheckFailed(`${config.dataDir} cannot be written (${code}): check its owner.`);
      throw new CheckFailed(
        `The disk of ${config.dataDir} is full, or fails (${code}): make room.`,
      );
    } finally {
      await rm(test, { force: true });
    }
    const free = await freeBytes(config.dataDir);
    const text = `${(free / GIGABYTE).toFixed(1)} GB free in ${config.dataDir}`;
    if (free < MIN_FREE_BYTES) throw new CheckFailed(`Only ${text}: make room, or move DATA_DIR.`);
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
      `BACKUP_DIR cannot be written, so the next one will not be made: check its owner and its disk (${reasonOf(error)})`,
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
      throw new CheckFailed(`The clock is ${off} s off: timedatectl set-ntp true`);
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
    const { lastGoodAt, failure, short, isLate, isThere, isElsewhere } = scheduled;
    if (failure !== null) throw new CheckFailed(`The last attempt failed: ${failure}`);
    if (lastGoodAt === null && !isElsewhere)
      throw new CheckSkipped('The first one is made within an hour of the start.');
    if (lastGoodAt === null)
      throw new CheckFailed('None was made yet: wait an hour, then read the log.');
    if (isLate) throw new CheckFailed(`The last one was made ${lastGoodAt}: read the log.`);
    if (!isThere)
      throw new CheckFailed(
        config.backup?.dir
          ? 'The last one is gone from BACKUP_DIR: is its disk mounted?'
          : 'The last one is gone from the data folder: somebody has removed it.',
      );
    if (short)
      throw new CheckFailed(
        `Only the last ${short.kept} of ${short.wanted} daily backups are kept, because the disk has no room for more: make room, or name another disk as BACKUP_DIR.`,
      );
    if (config.backup?.dir) await requireWritable(config.backup.dir);
    return `The last one was made ${lastGoodAt} and was opened to check it.`;
  },
};
