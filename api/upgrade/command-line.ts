// Run with `npm run upgrade -- <folder of the new version>` in the folder of the current version, while the
// app runs.
import '../../db/require-node-version.mjs';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp, copySecrets, restore, restoreSecrets, stamp } from '../../db/backup.ts';
import { isPostgresUrl } from '../../db/database.ts';
import { inScratchFolder } from '../../db/encrypted-backup.ts';
import { ownerOf } from '../../db/folder-owner.ts';
import { makeBackup } from '../../db/make-backup.ts';
import { readConfig } from '../config.ts';
import { explainStartFailure } from '../explain-start-failure.ts';

process.umask(0o077);
const ROOT = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));
const USAGE = 'npm run upgrade -- <folder of the new version>';
const REHEARSAL = 'api/upgrade/rehearse.ts';
const REHEARSED_FILES = 'REHEARSED_FILES';
const MAX_REHEARSAL_MS = 10 * 60_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
  const folder = newVersion(process.argv[2]);
  const { databaseUrl, dataDir, files, ownerEmail, secretKey } = readConfig(process.env, ROOT);
  const key = process.env['BACKUP_KEY'];
  if (isPostgresUrl(databaseUrl))
    throw new Error('On PostgreSQL restore a dump beside it and start the new version on that.');

  say('1 Rehearsal on a copy …');
  await inScratchFolder(dataDir, async (scratch) => {
    const copy = join(scratch, 'copy.db');
    await backUp(databaseUrl, copy);
    copySecrets(dataDir, copy);
    restore(`sqlite:${join(scratch, 'app.db')}`, copy);
    restoreSecrets(scratch, copy);
    const env = {
      ...{ PATH: process.env['PATH'], DATA_DIR: scratch, PORT: '0', OWNER_EMAIL: ownerEmail },
      ...(secretKey ? { SECRET_KEY: secretKey } : {}),
      // They are only read: what the rehearsal writes goes beside the copy.
      [REHEARSED_FILES]: JSON.stringify(files),
    };
    const args = [join(folder, REHEARSAL)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: folder, env, encoding: 'utf8', timeout: MAX_REHEARSAL_MS },
      // As the app's user: what it makes is removed by the app when this process is killed.
      ...ownerOf(dataDir),
    });
    if (status !== 0) {
      const why = stderr || 'It did not end.';
      throw new Error(`The rehearsal failed; nothing was changed.\n${why}`);
    }
    say(stdout.trim());
  });

  say('2 Backup …');
  const backup = join(dataDir, 'backups', `shop-${stamp()}.db${key ? '.age' : ''}`);
  // An upgrade changes no file, so none is copied.
  await makeBackup(backup, { databaseUrl, dataDir, key: key ?? '' });
  if (!key) copySecrets(dataDir, backup);

  // Without them a new shell would restore into the default folder.
  const { DATABASE_URL } = process.env;
  const settings = `DATA_DIR=${dataDir}${DATABASE_URL ? ` DATABASE_URL=${databaseUrl}` : ''}`;

  say('3 Switch …');
  const link = linkTo(ROOT);
  if (link) switchTo(link, folder);
  say('4 Done.');
  say(link ? `${link} leads to ${folder}.` : `No link leads to ${ROOT}: start ${folder} yourself.`);
  say(`Now restart the app. ${ROOT} stays as it is. To go back: stop the app,`);
  say(
    `  ${link ? `ln -sfn ${ROOT} ${link} && ` : ''}cd ${ROOT} && ${settings} npm run restore ${backup}`,
  );
  if (key) say('It needs the key that belongs to the BACKUP_KEY of now.');
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}

function newVersion(given: string | undefined): string {
  if (!given) throw new Error(USAGE);
  const folder = resolve(given);
  if (!existsSync(join(folder, REHEARSAL)))
    throw new Error(`${folder} is no version of this program that can be rehearsed.`);
  if (realpathSync(folder) === ROOT) throw new Error(`${folder} is the current version.`);
  if (!existsSync(join(folder, 'node_modules', 'hono')))
    throw new Error(`Install the packages in ${folder} first, and compile its pages.`);
  return realpathSync(folder);
}

/** Finds the symbolic link to a version in its parent folder, such as /srv/app/current. */
function linkTo(folder: string): string | null {
  const links = readdirSync(dirname(folder), { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join(dirname(folder), entry.name));
  return links.find((link) => resolve(dirname(link), readlinkSync(link)) === folder) ?? null;
}

/** Switches the link atomically: readers see either the old or the new version. */
function switchTo(link: string, folder: string): void {
  const aside = `${link}.new`;
  rmSync(aside, { force: true });
  symlinkSync(folder, aside);
  renameSync(aside, link);
}
