import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Decrypter } from 'age-encryption';
import SqliteFile from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeScheduledBackup } from '../../api/platform/backups/scheduled-backups.ts';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { checkFiles } from '../../api/platform/files/check-files.ts';
import { deleteBackup } from '../../db/backup-files.ts';
import { newKey } from '../../db/encrypted-backup.ts';
import { openFileStore } from '../../db/files/file-store.ts';
import { nameFile } from '../../db/files/stored-files.ts';
import { ownerOf } from '../support/people.ts';
import { openS3Server } from '../support/s3-server.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const PROGRAM = new URL('../../db/backup-command-line.ts', import.meta.url).pathname;
const GIGABYTE = 1_000_000_000;

let folder: string;
let elsewhere: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  key = await newKey();
});
afterEach(() => {
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true });
});

/** An app without the pictures of the starter shop. */
const startEmpty = (env: Record<string, string> = {}) =>
  startTestApp(env, {
    prepare(dataDir) {
      const sqlite = new SqliteFile(join(dataDir, 'app.db'));
      sqlite.exec('update users set avatar_hash = null; delete from media; delete from files');
      sqlite.close();
      rmSync(join(dataDir, 'files'), { recursive: true });
    },
  });

/** Stores a file as a row that names it does. Returns its hash. */
async function store(app: TestApp, content: Uint8Array): Promise<string> {
  const { services } = app.server;
  const file = await services.files.write(content);
  return app.write((tx) => nameFile(tx, file));
}

const pathOf = (dataDir: string, hash: string) => join(dataDir, 'files', hash.slice(0, 2), hash);
const copiesIn = (place: string) =>
  existsSync(join(place, 'shop-files')) ? readdirSync(join(place, 'shop-files')).sort() : [];
const newestIn = (place: string, ending: string) =>
  join(
    place,
    readdirSync(place)
      .filter((name) => name.endsWith(ending))
      .sort()
      .at(-1) ?? '',
  );
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const run = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: { DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_KEY: key },
  }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );

async function nextDay(app: TestApp, free = async () => GIGABYTE) {
  app.advance(DAY + MINUTE);
  await makeScheduledBackup(app.server.services, free);
  const { scheduled } = (await (await ownerOf(app)).get('/api/v1/desk/backups')).body;
  return scheduled;
}

test('a backup copies each file once, encrypted, and it goes when no kept backup names it', async () => {
  const app = await startEmpty({ BACKUP_DIR: folder, BACKUP_KEY: key });
  await waitFor(() => expect(readdirSync(folder).join()).toContain('.db.age'));
  const content = [randomBytes(200_000), Buffer.from('a contract')];
  const [large = '', small = ''] = await Promise.all(content.map((each) => store(app, each)));
  expect(await nextDay(app)).toMatchObject({ failure: null, lacking: null });
  const copies = copiesIn(folder);
  expect(copies.map((name) => name.slice(0, 64))).toEqual([large, small].sort());
  const [first = ''] = copies.filter((name) => name.startsWith(small));
  const bytes = readFileSync(join(folder, 'shop-files', first));
  expect(bytes.includes('a contract')).toBe(false);
  const age = new Decrypter();
  age.addIdentity(key);
  expect(await age.decrypt(bytes, 'text')).toBe('a contract');

  const before = copies.map((name) => statSync(join(folder, 'shop-files', name)));
  await nextDay(app);
  const after = copiesIn(folder).map((name) => statSync(join(folder, 'shop-files', name)));
  expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(
    before.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
  );

  const [older = ''] = [newestIn(folder, '.db.age')];
  await app.write((tx) =>
    tx.updateTable('files').set({ unnamed_since: '' }).where('hash', '=', small).execute(),
  );
  await nextDay(app);
  expect(copiesIn(folder), 'an older backup names it').toHaveLength(2);
  expect(await run(elsewhere, 'restore', older)).toContain(
    'Files: 2, of which 2 were brought back',
  );
  expect(sha256(readFileSync(pathOf(elsewhere, small)))).toBe(small);
  expect(await run(elsewhere, 'restore', older)).toContain(
    'Files: 2, of which 0 were brought back',
  );

  const newest = newestIn(folder, '.db.age');
  for (const name of readdirSync(folder))
    if (name.endsWith('.age') && join(folder, name) !== newest && /db.age$/.test(name))
      deleteBackup(join(folder, name));
  await nextDay(app);
  expect(copiesIn(folder).map((name) => name.slice(0, 64))).toEqual([large]);
  await app.close();
});

test('a restore says which files its backup lacks, and takes none that is not what it was', async () => {
  const app = await startEmpty();
  const hashes: string[] = [];
  for (const each of ['one', 'two', 'three']) hashes.push(await store(app, Buffer.from(each)));
  const [lost = '', damaged = '', whole = ''] = hashes;
  const file = join(folder, 'by-hand.db');
  expect(await run(app.dataDir, 'backup', file)).toMatch(/files: 3, of which copied now: 3\.$/m);
  expect(await run(app.dataDir, 'backup', file)).toMatch(/files: 3, of which copied now: 0\.$/m);
  rmSync(join(folder, 'shop-files', lost));
  writeFileSync(join(folder, 'shop-files', damaged), 'too');
  mkdirSync(join(elsewhere, 'files'));
  const mark = join(elsewhere, 'files/shop.id');
  writeFileSync(mark, 'another database');
  const said = await run(elsewhere, 'restore', file);
  expect(existsSync(mark)).toBe(false);
  expect(said).toContain('Files: 3, of which 1 were brought back');
  expect(said).toContain(`  ${lost}, 3 bytes`);
  expect(said).toContain(`  ${damaged}, 3 bytes`);
  expect(said).toContain('The next start with these settings uses it');
  expect(readFileSync(pathOf(elsewhere, whole), 'utf8')).toBe('three');
  for (const each of [lost, damaged]) expect(existsSync(pathOf(elsewhere, each))).toBe(false);
  await app.close();
});

test('files that are missing or damaged in the store are found, and brought back while the app runs', async () => {
  const app = await startEmpty();
  const { services } = app.server;
  const [missing, damaged] = [
    await store(app, Buffer.from('one')),
    await store(app, Buffer.from('two')),
  ];
  await run(app.dataDir, 'backup', join(folder, 'whole.db'));
  rmSync(pathOf(app.dataDir, missing));
  writeFileSync(pathOf(app.dataDir, damaged), 'too');
  await checkFiles(services);
  const faults = () =>
    services.store.db.selectFrom('files').select(['hash', 'fault']).orderBy('fault').execute();
  expect(await faults()).toEqual([
    { hash: damaged, fault: 'damaged' },
    { hash: missing, fault: 'missing' },
  ]);
  const partly = await run(app.dataDir, 'backup', join(elsewhere, 'partly.db'));
  expect(partly).toContain('It lacks 2 files: missing or damaged in the store.');
  expect(copiesIn(elsewhere)).toEqual([]);
  expect(await run(app.dataDir, 'restore', '--files', folder)).toContain('2 were brought back');
  await checkFiles(services);
  expect((await faults()).map(({ fault }) => fault)).toEqual([null, null]);
  await app.close();
});

test('a kill in the middle leaves no half file that counts, and the next backup goes on', async () => {
  const app = await startEmpty();
  const [small, large] = [
    await store(app, Buffer.from('a')),
    await store(app, randomBytes(30_000_000)),
  ];
  const to = join(folder, 'killed.db.age');
  const killed = spawn(process.execPath, [PROGRAM, 'backup', to], {
    env: { DATA_DIR: app.dataDir, DATABASE_URL: '', BACKUP_KEY: key },
  });
  const isPart = (name: string) => name.startsWith(large) && name.endsWith('.part');
  await waitFor(() => expect(copiesIn(folder).some(isPart)).toBe(true));
  killed.kill('SIGKILL');
  await once(killed, 'close');
  expect(existsSync(to)).toBe(false);
  expect(copiesIn(folder).filter((name) => name.startsWith(large) && !isPart(name))).toEqual([]);
  expect(await run(app.dataDir, 'backup', to)).toMatch(/files: 2, of which copied now: [12]\./);
  expect(copiesIn(folder).map((name) => name.replace(/\..*age$/, ''))).toEqual(
    [small, large].sort(),
  );
  expect(await run(elsewhere, 'restore', to)).toContain('2 were brought back');
  await app.close();
});

test('without room for the files the database alone is backed up, and the owner reads why', async () => {
  const app = await startEmpty();
  const { bytes } = await nextDay(app);
  const hash = await store(app, randomBytes(1_000_000));
  expect(await nextDay(app, async () => 5 * (bytes + 900_000))).toMatchObject({
    ...{ failure: null, lacking: { count: 1, isNoRoom: true } },
  });
  expect(copiesIn(join(app.dataDir, 'backups'))).toEqual([]);
  expect(await nextDay(app, async () => 5 * (bytes + 1_200_000))).toMatchObject({ lacking: null });
  expect(copiesIn(join(app.dataDir, 'backups'))).toEqual([hash]);
  expect(await nextDay(app, async () => 6 * bytes), 'it adds nothing again').toMatchObject({
    ...{ failure: null, lacking: null },
  });
  await app.close();
});

test('a bucket gets each file once, and loses it with the last backup that names it', async () => {
  const s3 = await openS3Server();
  const app = await startEmpty({ BACKUP_KEY: key, ...s3.env });
  await waitFor(() => expect([...s3.objects.keys()].join()).toContain('.db.age'));
  const hash = await store(app, Buffer.from('a contract'));
  expect(await nextDay(app)).toMatchObject({ failure: null });
  const copies = () => [...s3.objects.keys()].filter((name) => name.startsWith('shop-files/'));
  expect(copies()).toEqual([expect.stringMatching(`^shop-files/${hash}\\.\\w{8}\\.age$`)]);
  const first = s3.objects.get(copies()[0] ?? '');
  await nextDay(app);
  expect(s3.objects.get(copies()[0] ?? ''), 'it was not sent again').toBe(first);
  await app.write((tx) =>
    tx.updateTable('files').set({ unnamed_since: '' }).where('hash', '=', hash).execute(),
  );
  for (const name of s3.objects.keys()) if (/\.db\.age$/.test(name)) s3.objects.delete(name);
  await nextDay(app);
  expect(copies()).toEqual([]);
  await app.close();
  await s3.close();
});

test('a rehearsal reads the files of the shop, and changes none', async () => {
  const below = openFileStore({ dir: folder });
  const { hash } = await below.write(Buffer.from('of the shop'));
  const rehearsed = openFileStore({ dir: elsewhere, below: { dir: folder } });
  expect(await rehearsed.has(hash)).toBe(true);
  await rehearsed.delete(hash);
  const mine = await rehearsed.write(Buffer.from('of the rehearsal'));
  expect([await below.has(hash), await below.has(mine.hash)]).toEqual([true, false]);
  const listed = [];
  for await (const each of rehearsed.list()) listed.push(each.hash);
  expect(listed).toEqual([mine.hash]);
});
