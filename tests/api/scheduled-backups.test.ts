import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { makeScheduledBackup } from '../../api/platform/backups/scheduled-backups.ts';
import { DAY, HOUR, MINUTE } from '../../api/platform/clock.ts';
import { verify } from '../../db/backup.ts';
import { copyToBucket } from '../../db/backup-bucket.ts';
import { backupsToStore, countThatFit } from '../../db/backup-retention.ts';
import { newKey, publicHalfOf, removeAbandonedFolders } from '../../db/encrypted-backup.ts';
import { ASHA, idOf, insertAssistant, ownerOf, signUpBuyer } from '../support/people.ts';
import { openS3Server } from '../support/s3-server.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const BACKUPS = '/api/v1/desk/backups';
const PROGRAM = new URL('../../db/backup-command-line.ts', import.meta.url).pathname;

let folder: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  key = await newKey();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startTestApp({ BACKUP_DIR: folder, BACKUP_KEY: key });
const databases = () => readdirSync(folder).filter((name) => name.endsWith('.db.age'));
const scheduled = async (app: TestApp) => (await (await ownerOf(app)).get(BACKUPS)).body.scheduled;

/** Restores an encrypted backup as on a new machine; returns the output of the program. */
function restoreTo(dataDir: string, file: string, BACKUP_KEY: string) {
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_KEY };
  return promisify(execFile)(process.execPath, [PROGRAM, 'restore', file], { env }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

test('a folder of a killed backup goes at the next start, also when its process id is in use again', async () => {
  const app = await start();
  const left = join(app.dataDir, `backup-scratch-${process.pid}-AbCdEf`);
  mkdirSync(left);
  const killed = spawn(process.execPath, ['--input-type=module', '-e', HOLDS_A_LOCK, left], {
    cwd: new URL('../..', import.meta.url).pathname,
  });
  await once(killed.stdout, 'data');
  removeAbandonedFolders(app.dataDir);
  expect(existsSync(left), 'it is in use').toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'close');
  await app.restart();
  expect(existsSync(left)).toBe(false);
  await app.close();
});

const HOLDS_A_LOCK = `
  import { holdClosed } from './db/backup.ts';
  // A lock that nothing refers to is collected, and ends.
  globalThis.lock = holdClosed(process.argv[1] + '/in-use.db');
  console.log('held');
  setInterval(() => {}, 1_000);`;

test('makes an encrypted backup at the first start, which restores people and secrets', async () => {
  const app = await start();
  await waitFor(() => expect(databases()).toHaveLength(1));
  await waitFor(async () => expect((await scheduled(app)).lastGoodAt).not.toBeNull());
  const person = await signUpBuyer(app, ASHA);
  const [harmless = ''] = databases();
  const without = mkdtempSync(join(tmpdir(), 'alone-'));
  writeFileSync(join(without, harmless), readFileSync(join(folder, harmless)));
  expect(
    await restoreTo(without, join(without, harmless), key),
    'nothing in it needs the secrets',
  ).not.toContain('authenticator');
  rmSync(without, { recursive: true });
  const totp = { encrypted: Buffer.from('a secret'), confirmed_at: null, last_step: 0 };
  const user_id = await idOf(person);
  await app.write((tx) =>
    tx
      .insertInto('totp_secrets')
      .values({ user_id, ...totp })
      .execute(),
  );
  app.advance(DAY);
  await makeScheduledBackup(app.server.services);
  expect(databases()).toHaveLength(2);
  const [, newest = ''] = databases().sort();
  const bytes = readFileSync(join(folder, newest));
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(bytes.includes('SQLite format')).toBe(false);

  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  const said = await restoreTo(elsewhere, join(folder, newest), key);
  expect(said).toContain('Restored. Orders: 0, ');
  expect(said).toContain('secrets.json is back');
  expect(said).toContain(`uses it: ${join(elsewhere, 'app.db')}`);
  const alone = mkdtempSync(join(tmpdir(), 'alone-'));
  writeFileSync(join(alone, newest), bytes);
  expect(await restoreTo(alone, join(alone, newest), key)).toMatch(
    /There is no .*secrets.json.age beside it/,
  );
  rmSync(alone, { recursive: true });
  const { store } = app.server.services;
  const users = await store.db.selectFrom('users').select('id').execute();
  expect(verify(join(elsewhere, 'app.db'))['users']).toBe(users.length);
  const secretsOf = (dataDir: string) => readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  expect(secretsOf(elsewhere)).toBe(secretsOf(app.dataDir));
  for (const dataDir of [elsewhere, app.dataDir])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([]);
  await app.close();
  rmSync(elsewhere, { recursive: true });
});

test('makes one a day, however often it is asked', async () => {
  const app = await start();
  await waitFor(async () => expect((await scheduled(app)).lastGoodAt).not.toBeNull());
  app.advance(23 * HOUR);
  await makeScheduledBackup(app.server.services);
  expect(databases()).toHaveLength(1);
  app.advance(HOUR + MINUTE);
  await makeScheduledBackup(app.server.services);
  expect(databases()).toHaveLength(2);
  await app.close();
});

test('shows the owner when the last whole backup was made, and why the next one was not', async () => {
  const app = await start();
  await waitFor(async () => expect((await scheduled(app)).lastGoodAt).not.toBeNull());
  const { lastGoodAt } = await scheduled(app);
  expect(await scheduled(app)).toMatchObject({ failure: null, isLate: false });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder should be');
  app.advance(DAY + 4 * HOUR);
  await makeScheduledBackup(app.server.services);
  const state = await scheduled(app);
  expect(state).toMatchObject({ lastGoodAt, isLate: true });
  expect(state.failure).toMatch(/EEXIST|ENOTDIR/);
  expect(app.logs.join()).toContain('the backup of the day was not made');
  rmSync(folder);
  await makeScheduledBackup(app.server.services);
  expect(await scheduled(app)).toMatchObject({ failure: null, isLate: false });
  await app.close();
});

test('refuses another key and a damaged backup, says what to do, and restores nothing', async () => {
  const app = await start();
  await waitFor(async () => expect((await scheduled(app)).lastGoodAt).not.toBeNull());
  await app.close();
  const [name = ''] = databases();
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  expect(await restoreTo(elsewhere, join(folder, name), await newKey())).toMatch(
    /was encrypted with another key.*set the BACKUP_KEY that was set when it was made/,
  );
  const withoutKey = await restoreTo(elsewhere, join(folder, name), '');
  expect(withoutKey).toContain('Set the BACKUP_KEY that was set when this backup was made');
  expect(withoutKey, 'a new key opens no backup').not.toContain('--key');
  for (const mistyped of ['AGE-SECRET-KEY-1TYPO', key.toLowerCase(), key.slice(0, -1)])
    expect(await restoreTo(elsewhere, join(folder, name), mistyped)).toMatch(
      /^BACKUP_KEY is mistyped or incomplete/,
    );
  const bytes = readFileSync(join(folder, name));
  bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
  writeFileSync(join(folder, 'damaged.db.age'), bytes);
  writeFileSync(join(folder, 'cut.db.age'), bytes.subarray(0, 5_000));
  for (const file of ['damaged.db.age', 'cut.db.age'])
    expect(await restoreTo(elsewhere, join(folder, file), key)).toMatch(
      /is damaged or incomplete.*: copy it again, or restore an older backup/,
    );
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
});

test('stores the newest of seven days, four weeks and six months', () => {
  const start = Date.UTC(2026, 0, 1, 3);
  let stored = new Set<{ at: Date }>();
  for (let day = 0; day < 400; day += 1) {
    stored = backupsToStore([...stored, { at: new Date(start + day * DAY) }]);
    expect(stored.size).toBeLessThanOrEqual(17);
  }
  const days = [...stored].map(({ at }) => at.toISOString().slice(0, 10)).sort();
  expect(days).toEqual([
    ...['2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31'],
    ...['2027-01-17', '2027-01-24', '2027-01-29', '2027-01-30', '2027-01-31'],
    ...['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04'],
  ]);
});

test('copies each backup to a bucket, where it restores, and deletes expired ones there', async () => {
  const s3 = await openS3Server();
  s3.objects.set('shop-20200101000000000.db.age', Buffer.from('expired'));
  s3.objects.set('shop-20200101000000000.secrets.json.age', Buffer.from('expired'));
  s3.objects.set('of somebody else.txt', Buffer.from('stays'));
  for (const day of ['01', '02', '03', '04', '05', '06', '07', '08'])
    for (const month of ['04', '05', '06', '07', '08', '09', '10'])
      s3.objects.set(`shop-2021${month}${day}000000000.db.age`, Buffer.from('old'));
  const app = await startTestApp({ BACKUP_DIR: folder, BACKUP_KEY: key, ...s3.env });
  await waitFor(async () => expect((await scheduled(app)).lastGoodAt).not.toBeNull());
  expect(await scheduled(app)).toMatchObject({ failure: null });
  const [name = ''] = databases();
  expect(s3.objects.get(name)?.equals(readFileSync(join(folder, name)))).toBe(true);
  const stored = [...s3.objects.keys()];
  expect(stored).toContain('of somebody else.txt');
  expect(stored.filter((each) => each.includes('20200101'))).toEqual([]);

  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  for (const file of stored.filter((each) => each.startsWith(name.slice(0, 20))))
    writeFileSync(join(elsewhere, file), s3.objects.get(file) ?? '');
  const said = await restoreTo(elsewhere, join(elsewhere, name), key);
  expect(said).toContain('secrets.json is back');
  await app.close();
  await s3.close();
  rmSync(elsewhere, { recursive: true });
});

test('a backup of many megabytes is uploaded in parts', async () => {
  const s3 = await openS3Server();
  const file = join(folder, 'large.db.age');
  const bytes = randomBytes(20_000_000);
  writeFileSync(file, bytes);
  const { BACKUP_S3_URL: url = '', BACKUP_S3_KEY_ID: keyId = '' } = s3.env;
  const secret = s3.env['BACKUP_S3_SECRET'] ?? '';
  await copyToBucket({ url, keyId, secret, region: 'auto' }, [file]);
  expect(s3.objects.get('large.db.age')?.equals(bytes)).toBe(true);
  expect(s3.parts()).toBeGreaterThan(1);
  const wrong = { url, keyId, secret: 'another', region: 'auto' };
  await expect(copyToBucket(wrong, [file])).rejects.toThrow(/403|SignatureDoesNotMatch/);
  await s3.close();
});

test('says when the copy in the bucket failed or differs; the one in the folder counts', async () => {
  const s3 = await openS3Server();
  s3.damage(true);
  const app = await startTestApp({ BACKUP_DIR: folder, BACKUP_KEY: key, ...s3.env });
  await waitFor(async () =>
    expect((await scheduled(app)).failure).toMatch(/came back from the bucket as another file/),
  );
  expect(databases()).toHaveLength(1);
  s3.damage(false);
  s3.refuse(true);
  app.advance(DAY + MINUTE);
  await makeScheduledBackup(app.server.services);
  expect((await scheduled(app)).failure).toMatch(/was not copied to the bucket/);
  s3.refuse(false);
  app.advance(DAY + MINUTE);
  await makeScheduledBackup(app.server.services);
  expect(await scheduled(app)).toMatchObject({ failure: null, isThere: true });
  expect(databases()).toHaveLength(3);
  await app.close();
  await s3.close();
});

test('refuses a bucket without its keys', () => {
  const env = { BACKUP_DIR: folder, BACKUP_KEY: key, BACKUP_S3_URL: 'https://s3.example.com' };
  expect(() => readConfig(env, folder)).toThrow(/BACKUP_S3_URL must be[\s\S]*BACKUP_S3_KEY_ID/);
});

const KEY = `${BACKUPS}/key`;
const GIGABYTE = 1_000_000_000;
const dailyIn = (app: TestApp) => {
  const daily = join(app.dataDir, 'backups', 'daily');
  const names = existsSync(daily) ? readdirSync(daily) : [];
  return names.filter((name) => name.endsWith('.db')).sort();
};

test('without a setting a backup a day is kept beside the data, and the owner downloads it', async () => {
  const app = await startTestApp();
  const owner = await ownerOf(app);
  expect((await owner.get(BACKUPS)).body.scheduled).toMatchObject({
    lastGoodAt: null,
    failure: null,
  });
  for (let day = 0; day < 3; day += 1) {
    expect(await makeScheduledBackup(app.server.services, async () => GIGABYTE)).toBe(true);
    app.advance(HOUR);
    await makeScheduledBackup(app.server.services, async () => GIGABYTE);
    app.advance(DAY);
  }
  const names = dailyIn(app);
  expect(names).toHaveLength(3);
  expect(verify(join(app.dataDir, 'backups', 'daily', names[2] ?? ''))['users']).toBeGreaterThan(0);
  const again = await ownerOf(app);
  const { body } = await again.get(BACKUPS);
  expect(body.backups.map(({ name }: { name: string }) => name)).toEqual(names.toReversed());
  expect(body.scheduled).toMatchObject({ isThere: true, isElsewhere: false, short: null });
  expect((await again.get(`${BACKUPS}/${names[0]}`)).status).toBe(200);
  await app.close();
});

test('all of them take less than a quarter of the free disk, and Today says when fewer are kept', async () => {
  const app = await startTestApp();
  const { services } = app.server;
  await makeScheduledBackup(services, async () => GIGABYTE);
  const { bytes } = (await scheduled(app)) as { bytes: number };
  for (let day = 0; day < 4; day += 1) {
    app.advance(DAY + MINUTE);
    // As if only so much were free beside the backups that are here.
    const free = async () => 17 * bytes - dailyIn(app).length * bytes;
    expect(await makeScheduledBackup(services, free)).toBe(true);
  }
  expect(dailyIn(app)).toHaveLength(3);
  expect(await scheduled(app)).toMatchObject({ short: { kept: 3, wanted: 4 }, failure: null });
  const owner = await ownerOf(app);
  const { findings } = (await owner.post('/api/v1/desk/doctor')).body;
  const find = ({ part }: { part: string }) => part === 'Backup';
  expect(findings.find(find)).toMatchObject({
    text: expect.stringMatching(/^Only the last 3 of 4 daily backups are kept/),
  });
  await services.installationChecks.run({ byPerson: false });
  await services.installationChecks.run({ byPerson: false });
  const { tasks } = (await owner.get('/api/v1/desk/today?tasks=all')).body;
  expect(
    tasks
      .filter(({ kind }: { kind: string }) => kind === 'repair')
      .map(({ check }: { check: { part: string } }) => check.part),
  ).toContain('Backup');

  app.advance(DAY + MINUTE);
  expect(await makeScheduledBackup(services, async () => 0), 'no room for one').toBe(false);
  expect((await scheduled(app)).failure).toMatch(/^The disk has no room/);
  expect(dailyIn(app), 'and none is lost for it').toHaveLength(3);
  app.logs.length = 0;
  await app.close();
});

test('of any sizes so many fit that together they stay below a quarter of the rest', () => {
  expect(countThatFit([], 0)).toBe(0);
  expect(countThatFit([10], 50)).toBe(0);
  expect(countThatFit([10], 51)).toBe(1);
  expect(countThatFit([10, 10, 10], 101)).toBe(2);
  expect(countThatFit([1, 1_000, 1], 100)).toBe(1);
});

test('a key for copies is made once, shown once and never stored; a copy opens with it alone', async () => {
  const s3 = await openS3Server();
  const app = await startTestApp(s3.env);
  await waitFor(async () =>
    expect((await scheduled(app)).failure).toMatch(/There is no key to encrypt it with/),
  );
  const owner = await ownerOf(app);
  expect((await owner.get(BACKUPS)).body.key).toMatchObject({ publicHalf: '', version: 0 });
  const made = await owner.post(KEY, { version: 0 });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  const { key: secret } = made.body;
  const publicHalf = await publicHalfOf(secret);
  const shown = await owner.get(BACKUPS);
  expect(shown.body.key).toMatchObject({ publicHalf, version: 1 });
  expect(JSON.stringify(shown.body)).not.toContain(secret);
  const mail = await app.mail.email(app.server.config.ownerEmail, /A key for your backups/);
  expect(mail.text).toContain(publicHalf);
  const { store } = app.server.services;
  const line = await store.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'POST /desk/backups/key')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(line.changes)).toEqual({ publicHalf: [null, publicHalf] });

  expect((await owner.post(KEY, { version: 0 })).status, 'another tab').toBe(409);
  app.advance(DAY + MINUTE);
  await makeScheduledBackup(app.server.services);
  expect(await scheduled(app)).toMatchObject({ failure: null, isElsewhere: true });
  const [name = ''] = [...s3.objects.keys()].filter((each) => each.endsWith('.db.age'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  mkdirSync(join(elsewhere, 'shop-files'));
  for (const [file, bytes] of s3.objects) writeFileSync(join(elsewhere, file), bytes);
  expect(await restoreTo(elsewhere, join(elsewhere, name), await newKey())).toMatch(/another key/);
  expect(await restoreTo(elsewhere, join(elsewhere, name), secret)).toContain('Restored.');
  rmSync(elsewhere, { recursive: true });

  const confirmed = await ownerOf(app);
  const next = await confirmed.post(KEY, { version: 1 });
  expect(next.status).toBe(201);
  await app.mail.email(app.server.config.ownerEmail, /The key of your backups was replaced/);
  for (const file of readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' }))
    if (/\.(db|db-wal|json)$/.test(file))
      for (const each of [secret, next.body.key])
        expect(readFileSync(join(app.dataDir, file)).includes(each), file).toBe(false);
  expect(app.logLines.join()).not.toContain(secret);
  await app.close();
  await s3.close();
});

test('assistants, visitors and an owner who has not confirmed make no key; one of the server comes first', async () => {
  const app = await startTestApp();
  const { person: assistant } = await insertAssistant(app);
  expect((await assistant.post(KEY, { version: 0 })).status).toBe(403);
  expect((await app.visitor().post(KEY, { version: 0 })).status).toBe(401);
  const late = await ownerOf(app);
  app.advance(11 * MINUTE);
  expect((await late.post(KEY, { version: 0 })).status).toBe(403);
  await app.close();
  const set = await start();
  const owner = await ownerOf(set);
  const refused = await owner.post(KEY, { version: 0 });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('BACKUP_KEY'),
  ]);
  await set.close();
});
