import './require-node-version.mjs';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  copySecrets,
  fileOf,
  needsSecrets,
  type Restored,
  restore,
  restoreSecrets,
  secretsBeside,
  stamp,
} from './backup.ts';
import { FILES, filesFolderOf, restoreFiles } from './backup-files.ts';
import { bucketOf } from './bucket.ts';
import { openDatabase } from './database.ts';
import { cipherFor, isEncrypted, newKey, restoreEncrypted } from './encrypted-backup.ts';
import { openFileStore } from './files/file-store.ts';
import { FOLDER_MARK } from './files/folder-place.ts';
import { explainFailure, makeBackup, summaryOf } from './make-backup.ts';

const USAGE = `npm run backup [file]       copies the database, and the files that its folder lacks; encrypted where the name ends in .age
npm run restore <file>      brings a backup back; the app must be stopped
npm run restore -- --files [folder]   brings missing and damaged files back from the backups in a folder; the app may run
npm run backup -- --key     makes a key for BACKUP_KEY`;

const KEY_TO_BACK_UP = 'Set BACKUP_KEY: npm run backup -- --key makes one.';
const KEY_TO_RESTORE =
  'Set the BACKUP_KEY that was set when this backup was made. Nothing else opens it.';

// Backups must not be readable by other users of the machine.
process.umask(0o077);
const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const { DATA_DIR, DATABASE_URL, BACKUP_KEY, BACKUP_DIR, FILES_DIR, SECRET_KEY } = process.env;
const dataDir = resolve(root, DATA_DIR || 'var');
const isPostgres = /^postgres/.test(DATABASE_URL ?? '');
const databaseUrl = DATABASE_URL
  ? `sqlite:${resolve(root, fileOf(DATABASE_URL))}`
  : `sqlite:${join(dataDir, 'app.db')}`;
const mistakes: string[] = [];
const location = {
  dir: resolve(root, FILES_DIR || join(dataDir, 'files')),
  bucket: bucketOf(process.env, 'FILES', mistakes),
};

try {
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  const { values, positionals } = readArguments();
  const [command, file] = positionals;
  const folder = resolve(root, file ?? (BACKUP_DIR || join(dataDir, 'backups')));
  const asked = process.env['BACKUP_ASKED'];
  if (command === 'restore' && values.files) await restoreFilesFrom([join(folder, FILES), folder]);
  // The app reads the answer.
  else if (asked && file) console.log(JSON.stringify(await makeBackup(file, JSON.parse(asked))));
  else if (isPostgres) throw new Error('PostgreSQL is backed up with pg_dump: see db/README.md.');
  else if (command === 'backup' && values.key) console.log(await newKey());
  else if (command === 'restore' && file) await restoreFrom(resolve(file));
  else if (command === 'backup')
    await backUpTo(resolve(file ?? join(dataDir, 'backups', `shop-${stamp()}.db`)));
  else throw new Error(USAGE);
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}

function readArguments() {
  try {
    const options = { key: { type: 'boolean' }, files: { type: 'boolean' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch {
    throw new Error(USAGE);
  }
}

async function backUpTo(to: string): Promise<void> {
  const { key } = isEncrypted(to) ? installation(KEY_TO_BACK_UP) : { key: '' };
  const made = await makeBackup(to, { databaseUrl, dataDir, key, files: location });
  console.log(`${made.file}: ${summaryOf(made)}`);
  if (isEncrypted(to)) return;
  const secrets = copySecrets(dataDir, to);
  if (secrets) console.log(`${secrets}: its keys. Keep both where nobody else reads.`);
}

async function restoreFrom(file: string): Promise<void> {
  const restored: Restored & { withSecrets: boolean } = isEncrypted(file)
    ? await restoreEncrypted(installation(KEY_TO_RESTORE), file)
    : { ...restore(databaseUrl, file), withSecrets: restoreSecrets(dataDir, file) };
  // The next start gives the folder to the restored database.
  rmSync(join(location.dir, FOLDER_MARK), { force: true });
  const { counts, previous, withSecrets } = restored;
  console.log(`Restored. Orders: ${counts['orders']}, people: ${counts['users']}.`);
  if (previous) console.log(`What was there before is kept as ${previous}`);
  if (withSecrets) console.log('Its secrets.json is back, too.');
  else if (!SECRET_KEY && !existsSync(join(dataDir, 'secrets.json')) && needsSecrets(databaseUrl))
    console.log(
      `There is no ${secretsBeside(file)} beside it. Unless the app starts with the SECRET_KEY that it had, its waiting mail and authenticator apps no longer work; the owner can use npm run owner -- reset.`,
    );
  await restoreFilesFrom([filesFolderOf(file), join(dirname(file), FILES)]);
  console.log(`The next start with these settings uses it: ${fileOf(databaseUrl)}`);
}

/** Brings back what the database names and the store lacks, also on PostgreSQL and while the app runs. */
async function restoreFilesFrom(folders: string[]): Promise<void> {
  const store = openDatabase(isPostgres && DATABASE_URL ? DATABASE_URL : databaseUrl);
  const named = await store.db
    .selectFrom('files')
    .select(['hash', 'size'])
    .where('unnamed_since', 'is', null)
    .where('deleting_at', 'is', null)
    .execute()
    .finally(() => store.close());
  const cipher = BACKUP_KEY ? await cipherFor(BACKUP_KEY) : null;
  const sources = { files: openFileStore(location), folders, cipher };
  const { restored, lacking } = await restoreFiles(named, sources);
  console.log(`Files: ${named.length}, of which ${restored} were brought back.`);
  if (lacking.length === 0) return;
  console.log(`${lacking.length} are neither here nor whole in ${folders.join(' or ')}:`);
  for (const { hash, size } of lacking) console.log(`  ${hash}, ${size} bytes`);
}

function installation(needed: string) {
  if (!BACKUP_KEY) throw new Error(needed);
  return { databaseUrl, dataDir, key: BACKUP_KEY };
}
