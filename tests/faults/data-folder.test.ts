import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainStartFailure } from '../../api/explain-start-failure.ts';
import { openDataFolder } from '../../api/platform/data-folder.ts';
import { findSecrets, readSecrets } from '../../api/platform/secrets.ts';
import { restore } from '../../db/backup.ts';
import { seedInto } from '../support/database.ts';
import { createDataDir } from '../support/test-app.ts';
import { start } from './app-process.ts';

const PAGE = 4096;
const NOBODY = 65_534;

function emptyFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'new-shop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** The data folder of an earlier installation, with two backups. */
function usedFolder() {
  const dataDir = createDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'app.db');
  const backups = ['shop-20260101000000.db', 'shop-20260301000000000.db'].map((name) =>
    join(dataDir, 'backups', name),
  );
  mkdirSync(join(dataDir, 'backups'));
  for (const backup of backups) copyFileSync(file, backup);
  readSecrets(dataDir);
  return { dataDir, file, newest: backups[1] ?? '' };
}

const openFolder = (dataDir: string, backupDir?: string) =>
  openDataFolder({
    dataDir,
    backup: backupDir ? { dir: backupDir, key: '', bucket: null } : null,
    databaseUrl: `sqlite:${join(dataDir, 'app.db')}`,
  });

/** The message that explains to the owner why the folder cannot be opened. */
const startFailure = (dataDir: string, backupDir?: string): Promise<string> =>
  openFolder(dataDir, backupDir).then(async (store) => {
    await store.close();
    return 'it opened';
  }, explainStartFailure);

test('a missing or empty database in a used data folder stops the start and names the newest backup', async () => {
  const { dataDir, file, newest } = usedFolder();
  truncateSync(file);
  expect(await startFailure(dataDir)).toContain(
    `app.db is empty, though ${dataDir} has held a database`,
  );
  rmSync(file);
  expect(await startFailure(dataDir)).toContain(`npm run restore ${newest}`);
  expect(existsSync(file)).toBe(false);
  rmSync(join(dataDir, 'backups'), { recursive: true });
  expect(await startFailure(dataDir)).toContain('No backup lies in');
});

test('the newest backup is named wherever it lies, by the time in its name', async () => {
  const { dataDir, file, newest } = usedFolder();
  rmSync(file);
  const daily = emptyFolder();
  const named = async () => /npm run restore (\S+)/.exec(await startFailure(dataDir, daily))?.[1];
  writeFileSync(join(daily, 'shop-20260228235959999.db.age'), '');
  writeFileSync(join(daily, 'shop-20260228235959999.secrets.json.age'), '');
  expect(await named()).toBe(newest);
  const later = join(daily, 'shop-20260301000001000.db.age');
  writeFileSync(later, '');
  expect(await named()).toBe(later);
  const byHand = join(dataDir, 'backups', 'shop-20260301000002.db');
  writeFileSync(byHand, '');
  expect(await named()).toBe(byHand);
  rmSync(daily, { recursive: true });
  expect(await named(), 'a disk that is not mounted').toBe(byHand);
});

test('a damaged database stops the start, and the named backup can be restored over it', async () => {
  const { dataDir, file, newest } = usedFolder();
  const pages = Math.floor(statSync(file).size / PAGE);
  const disk = await open(file, 'r+');
  for (let page = 50; page < pages; page += 100) {
    await disk.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
  }
  await disk.close();
  const output = await startFailure(dataDir);
  expect(output).toContain(
    `app.db is damaged. Restore the newest backup: npm run restore ${newest}`,
  );
  expect(restore(`sqlite:${file}`, newest).previous).toContain('app.db.before-');
  expect(await startFailure(dataDir)).toBe('it opened');
});

test('a restore replaces a file that is not a database, and the journal of a lost one', async () => {
  const { dataDir, file, newest } = usedFolder();
  writeFileSync(file, 'nothing that a database begins with '.repeat(400));
  expect(await startFailure(dataDir)).toContain('app.db is damaged');
  restore(`sqlite:${file}`, newest);
  rmSync(file);
  writeFileSync(`${file}-wal`, 'the journal of the database that was lost');
  restore(`sqlite:${file}`, newest);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(await startFailure(dataDir)).toBe('it opened');
});

test('a read-only folder or database is explained before the app starts', async () => {
  const { dataDir, file } = usedFolder();
  // root can write everywhere, so this test runs as another user.
  const isAdministrator = process.geteuid?.() === 0;
  chmodSync(dataDir, 0o755);
  const asReader = async () => {
    if (isAdministrator) process.seteuid?.(NOBODY);
    try {
      return await startFailure(dataDir);
    } finally {
      if (isAdministrator) process.seteuid?.(0);
    }
  };
  rmSync(join(dataDir, 'secrets.json'));
  chmodSync(dataDir, 0o555);
  expect(await asReader()).toMatch(/^The data folder cannot be written \(.*write-test.*\)\./);
  chmodSync(dataDir, 0o777);
  chmodSync(file, 0o444);
  expect(await asReader()).toMatch(/^The data folder cannot be written \(.*app\.db\)\./);
});

test('empty or damaged secrets are explained with what to do', async () => {
  const { dataDir } = usedFolder();
  for (const text of ['', '{"mailKey":', '{}']) {
    writeFileSync(join(dataDir, 'secrets.json'), text);
    const output = await startFailure(dataDir);
    expect(output, text).toMatch(/secrets\.json is empty or damaged\. Put back the copy/);
  }
});

test('secrets are created once and never left half-written', () => {
  const dataDir = emptyFolder();
  expect(findSecrets(dataDir)).toBeNull();
  const made = readSecrets(dataDir);
  expect(readSecrets(dataDir)).toEqual(made);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a first start on a full disk says so and does not block the next start', async () => {
  const dataDir = emptyFolder();
  // With no block nothing can be written; with 2,048 the starter data does not fit.
  for (const blocks of [0, 2_048]) {
    const limited = [
      '-c',
      `ulimit -f ${blocks}; exec "$0" "$@"`,
      process.execPath,
      'api/serve.mjs',
    ];
    const tried = start(limited, { DATA_DIR: dataDir, PORT: '0' }, '/bin/sh');
    expect(await tried.ended, tried.output()).toBe(1);
    expect(tried.output().trim()).toMatch(/^The disk of the data folder is full, .*\.$/);
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
  }
  const store = await openFolder(dataDir);
  expect(await seedInto(store, dataDir)).toBe(true);
  expect(await store.db.selectFrom('gigs').select('id').execute()).toHaveLength(8);
  await store.close();
  expect(readSecrets(dataDir).razorpaySandbox.keyId).toMatch(/^rzp_test_/);
});
