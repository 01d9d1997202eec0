import './require-node-version.mjs';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  backUp,
  copySecrets,
  fileOf,
  needsSecrets,
  type Restored,
  restore,
  restoreSecrets,
  secretsBeside,
  stamp,
} from './backup.ts';
import { backUpEncrypted, isEncrypted, newKey, restoreEncrypted } from './encrypted-backup.ts';
import { isDiskFull } from './errors.ts';

const USAGE = `npm run backup [file]       copies the database; encrypted where the name ends in .age
npm run restore <file>      brings a backup back; the app must be stopped
npm run backup -- --key     makes a key for BACKUP_KEY`;

const KEY_TO_BACK_UP = 'Set BACKUP_KEY: npm run backup -- --key makes one.';
const KEY_TO_RESTORE =
  'Set the BACKUP_KEY that was set when this backup was made. Nothing else opens it.';

// Backups must not be readable by other users of the machine.
process.umask(0o077);
const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const { DATA_DIR, DATABASE_URL, BACKUP_KEY, SECRET_KEY } = process.env;
const dataDir = resolve(root, DATA_DIR || 'var');
const databaseUrl = DATABASE_URL
  ? `sqlite:${resolve(root, fileOf(DATABASE_URL))}`
  : `sqlite:${join(dataDir, 'app.db')}`;

try {
  if (/^postgres/.test(DATABASE_URL ?? ''))
    throw new Error('PostgreSQL is backed up with pg_dump: see db/README.md.');
  const [command, file, flag, given] = process.argv.slice(2);
  if (file?.startsWith('-') && file !== '--key') throw new Error(USAGE);
  if (command === 'backup' && file === '--key') console.log(await newKey());
  else if (command === 'restore' && file) await restoreFrom(resolve(file));
  else if (command === 'backup') {
    const to = resolve(file ?? join(dataDir, 'backups', `shop-${stamp()}.db`));
    // Backups of the dashboard have no secrets beside them: they are in the same data folder and are
    // downloaded without them.
    await backUpTo(to, flag === '--from' ? given : undefined);
  } else throw new Error(USAGE);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  const full =
    'The disk is full, or fails: make room. Earlier backups and the database are as they were';
  console.error(isDiskFull(error) ? `${full} (${reason}).` : reason);
  process.exitCode = 1;
}

async function backUpTo(to: string, from?: string): Promise<void> {
  const made = isEncrypted(to)
    ? await backUpEncrypted(installation(KEY_TO_BACK_UP, from), to)
    : await backUp(from ?? databaseUrl, to);
  const { orders, users } = made.counts;
  console.log(`${made.file}: whole, ${made.bytes} bytes; orders: ${orders}, people: ${users}.`);
  if (from || isEncrypted(to)) return;
  const secrets = copySecrets(dataDir, to);
  if (secrets) console.log(`${secrets}: its keys. Keep both where nobody else reads.`);
}

async function restoreFrom(file: string): Promise<void> {
  const restored: Restored & { withSecrets: boolean } = isEncrypted(file)
    ? await restoreEncrypted(installation(KEY_TO_RESTORE), file)
    : { ...restore(databaseUrl, file), withSecrets: restoreSecrets(dataDir, file) };
  const { counts, previous, withSecrets } = restored;
  console.log(`Restored. Orders: ${counts['orders']}, people: ${counts['users']}.`);
  if (previous) console.log(`What was there before is kept as ${previous}`);
  if (withSecrets) console.log('Its secrets.json is back, too.');
  else if (!SECRET_KEY && !existsSync(join(dataDir, 'secrets.json')) && needsSecrets(databaseUrl))
    console.log(
      `There is no ${secretsBeside(file)} beside it. Unless the app starts with the SECRET_KEY that it had, its waiting mail and authenticator apps no longer work; the owner can use npm run owner -- reset.`,
    );
  console.log(`The next start with these settings uses it: ${fileOf(databaseUrl)}`);
}

function installation(needed: string, from = databaseUrl) {
  if (!BACKUP_KEY) throw new Error(needed);
  return { databaseUrl: from, dataDir, key: BACKUP_KEY };
}
