import { createReadStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { z } from 'zod';
import { deleteBackup } from '../../../db/backup-files.ts';
import { takeLease } from '../../../db/leases.ts';
import { summaryOf } from '../../../db/make-backup.ts';
import type { Config } from '../../config.ts';
import { audited } from '../../platform/audit/audited.ts';
import { readBackupKey } from '../../platform/backups/backup-key.ts';
import {
  dailyFolder,
  runBackup,
  scheduledBackups,
} from '../../platform/backups/scheduled-backups.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { version } from '../../platform/saving/versions.ts';
import type { Services } from '../../platform/services.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { makeBackupKey } from './backup-key.ts';

const UNKNOWN_BACKUP = 'There is no such backup.';
const BACKUP_RUNNING = 'A backup is being made already. It is in the list in a moment.';
const BACKUP_FAILED = 'The backup could not be made or was not whole. Is the disk full?';
/** The number of manual backups that are stored; older ones are deleted. */
const MAX_BACKUPS = 5;
const NAME = /^shop-\d{17}\.db$/;

/** Routes for manual backups. A separate process makes and verifies each. */
export const backups = new Hono<Env>()
  .get('/', async (c) => c.json({ success: true as const, ...(await readAll(c.var.services)) }))
  .post('/', audited('Made a backup'), confirmedOwnersOnly, async (c) => {
    const message = await makeBackup(c.var.services);
    return c.json({ success: true as const, message, ...(await readAll(c.var.services)) }, 201);
  })
  .post(
    '/key',
    audited('Made a key for backups'),
    validate(z.object({ version })),
    confirmedOwnersOnly,
    async (c) => {
      const key = await makeBackupKey(c.var.services, c.req.valid('json').version);
      c.header('Cache-Control', 'no-store');
      return c.json({ success: true as const, key }, 201);
    },
  )
  .get('/:name', audited('Downloaded a backup'), confirmedOwnersOnly, (c) => {
    const name = c.req.param('name');
    const file = foldersOf(c.var.services.config)
      .map((folder) => join(folder, name))
      .find(existsSync);
    if (!NAME.test(name) || !file) throw new ApiError(404, UNKNOWN_BACKUP);
    return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Length': String(statSync(file).size),
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });

/** Makes a backup and then deletes those that are too many. One at a time, at all processes. */
async function makeBackup({ config, store, clock, log }: Services): Promise<string> {
  const lease = await takeLease({ store, clock, log }, 'manual backup');
  if (!lease) throw new ApiError(409, BACKUP_RUNNING);
  try {
    const folder = folderOf(config);
    mkdirSync(folder, { recursive: true });
    const name = `shop-${iso(clock()).replace(/\D/g, '')}.db`;
    // The files stay where they are: this one is made to be downloaded, within the time of an answer.
    const message = summaryOf(await runBackup(config, join(folder, name), {}));
    for (const old of list(folder).slice(MAX_BACKUPS)) deleteBackup(join(folder, old.name));
    return message;
  } catch (error) {
    log.error('a backup was not made', error);
    throw new ApiError(503, BACKUP_FAILED);
  } finally {
    await lease.release();
  }
}

const readAll = async (services: Services) => ({
  backups: foldersOf(services.config)
    .flatMap(list)
    .sort((a, b) => (a.name < b.name ? 1 : -1)),
  scheduled: await scheduledBackups(services),
  key: {
    ...(await readBackupKey(services.store.db)),
    isSetOnServer: Boolean(services.config.backup?.key),
  },
});

const folderOf = ({ dataDir }: Config): string => join(dataDir, 'backups');

const foldersOf = (config: Config): string[] => [folderOf(config), dailyFolder(config.dataDir)];

function list(folder: string): { name: string; bytes: number; madeAt: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .flatMap((name) => {
      // It may have been deleted since the folder was read.
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found ? [{ name, bytes: found.size, madeAt: iso(found.mtime) }] : [];
    });
}
