import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isUsable } from '../../../../db/migrate.ts';
import { scheduledBackups } from '../../../platform/backups/scheduled-backups.ts';
import { SECOND } from '../../../platform/clock.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import { type Check, CheckFailed, CheckSkipped, orFail } from './check.ts';

const ENV_FILE = `${PROJECT_ROOT}.env`;
const GIGABYTE = 1_000_000_000;
const MIN_FREE_BYTES = GIGABYTE;
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
    const hasTestKeys = config.razorpay?.keyId.startsWith('rzp_test_') ?? false;
    if (config.production && hasTestKeys)
      throw new CheckFailed(
        'Test keys: nobody really pays. Set the live RAZORPAY_* keys when you open.',
      );
    return config.production ? 'Production settings.' : 'Development settings, valid.';
  },
};

export const disk: Check = {
  part: 'Disk',
  async run({ config }, { freeBytes }) {
    const free = await freeBytes(config.dataDir);
    const text = `${(free / GIGABYTE).toFixed(1)} GB free in ${config.dataDir}`;
    if (free < MIN_FREE_BYTES) throw new CheckFailed(`Only ${text}: make room, or move DATA_DIR.`);
    return `${text}.`;
  },
};

/** Compares the clock with the one of the payment provider. */
export const clock: Check = {
  part: 'Clock',
  async run({ clock, provider }) {
    const answer = await orFail('The clock could not be compared: no answer', () =>
      fetch(provider.apiUrl, { signal: AbortSignal.timeout(8 * SECOND) }),
    );
    const theirs = Date.parse(answer.headers.get('Date') ?? '');
    if (Number.isNaN(theirs))
      throw new CheckFailed('The provider’s answer has no time to compare.');
    const off = Math.round((clock().getTime() - theirs) / SECOND);
    if (Math.abs(off) * SECOND > CLOCK_TOLERANCE)
      throw new CheckFailed(`The clock is ${off} s off: timedatectl set-ntp true`);
    return 'The clock agrees with the payment provider’s.';
  },
};

export const database: Check = {
  part: 'Database',
  async run({ store }) {
    if (!(await isUsable(store.db)))
      throw new CheckFailed('The database is newer than this program: install the newer one.');
    const checked = store.pragma?.('quick_check') ?? 'ok';
    if (checked !== 'ok')
      throw new CheckFailed('The database is damaged: npm run restore <backup>');
    const { rows } = await sql<{ id: string }>`
      select id from orders where paid <> (
        select coalesce(sum(amount), 0) from payments
        where payments.order_id = orders.id and payments.status = 'settled'
      ) limit 1`.execute(store.db);
    if (rows[0])
      throw new CheckFailed(
        `Order ${rows[0].id} has another paid amount than its payments: report it.`,
      );
    return 'The database is whole, and every order agrees with its payments.';
  },
};

export const backup: Check = {
  part: 'Backup',
  async run(services) {
    const { config, store } = services;
    if (store.engine === 'postgres')
      throw new CheckSkipped('PostgreSQL is backed up with pg_dump: db/README.md.');
    const scheduled = await scheduledBackups(services);
    if (!scheduled) {
      if (config.production) throw new CheckFailed('None are made: set BACKUP_DIR and BACKUP_KEY.');
      throw new CheckSkipped('None are scheduled: BACKUP_DIR is not set.');
    }
    const { lastGoodAt, failure, isLate, isThere } = scheduled;
    if (failure !== null) throw new CheckFailed(`The last attempt failed: ${failure}`);
    if (lastGoodAt === null)
      throw new CheckFailed('None was made yet: wait an hour, then read the log.');
    if (isLate) throw new CheckFailed(`The last one was made ${lastGoodAt}: read the log.`);
    if (!isThere)
      throw new CheckFailed('The last one is gone from BACKUP_DIR: is its disk mounted?');
    return `The last one was made ${lastGoodAt} and was restored to check it.`;
  },
};
