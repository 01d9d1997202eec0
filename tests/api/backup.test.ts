import { execFile } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { backUp, restore, verify } from '../../db/backup.ts';
import { openDatabase } from '../../db/database.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, BELA, insertBuyer, insertOrders, ownerOf, signUpBuyer } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { createDataDir } from '../support/test-app.ts';

const BACKUPS = '/api/v1/desk/backups';
const PROGRAM = new URL('../../db/backup-command-line.ts', import.meta.url).pathname;

shareApp();

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

test('takes a consistent backup while the app is writing', async () => {
  const { db } = app.server.services.store;
  let writing = true;
  let written = 0;
  const writer = (async () => {
    while (writing) {
      const key = `note-${written}`;
      await db
        .insertInto('settings')
        .values({ key, value: 'x'.repeat(500) })
        .execute();
      written += 1;
      // Gives the backup a turn on the event loop.
      await setImmediate();
    }
  })();
  const file = join(app.dataDir, 'copy.db');
  const before = written;
  const made = await backUp(app.server.config.databaseUrl, file);
  const after = written;
  writing = false;
  await writer;
  expect(made.counts['settings']).toBeGreaterThanOrEqual(before);
  expect(made.counts['settings']).toBeLessThanOrEqual(after + 1);
  expect(made.counts['gigs']).toBe(8);
  expect(verify(file)).toEqual(made.counts);
});

test('takes a whole backup while orders are removed', async () => {
  const { databaseUrl } = app.server.config;
  const { user } = await insertBuyer(app);
  await insertOrders(app, [user], 3);
  const file = join(app.dataDir, 'during-removal.db');
  const taking = backUp(databaseUrl, file);
  // At once, while the copy waits for its first turn.
  const removing = new Database(databaseUrl.slice('sqlite:'.length));
  const theirs = 'SELECT id FROM orders WHERE buyer_id = ?';
  removing.prepare(`DELETE FROM agreements WHERE order_id IN (${theirs})`).run(user.id);
  removing.prepare('DELETE FROM orders WHERE buyer_id = ?').run(user.id);
  removing.close();
  const { counts } = await taking;
  expect(counts['orders']).toBe(3);
  expect(verify(file)).toEqual(counts);
});

test('refuses a damaged or foreign file as a backup', async () => {
  const good = join(app.dataDir, 'good.db');
  await backUp(app.server.config.databaseUrl, good);
  const short = join(app.dataDir, 'short.db');
  copyFileSync(good, short);
  truncateSync(short, 200_000);
  const text = join(app.dataDir, 'text.db');
  writeFileSync(text, 'not a database at all '.repeat(100));
  const other = join(app.dataDir, 'other.db');
  new Database(other).exec('CREATE TABLE a (b)').close();
  for (const file of [short, text, other, join(app.dataDir, 'none.db')]) {
    expect(() => verify(file), file).toThrow(/not a whole backup|no file/);
    expect(() => restore(`sqlite:${join(app.dataDir, 'new.db')}`, file)).toThrow(file);
  }
});

test('refuses a restore while the app is running', async () => {
  const copy = join(app.dataDir, 'for-restore.db');
  await backUp(app.server.config.databaseUrl, copy);
  expect(() => restore(app.server.config.databaseUrl, copy)).toThrow('The app is running');
  expect((await app.visitor().get('/api/v1/gig/get')).status).toBe(200);
  expect(readdirSync(app.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
});

test('restores the backed up data and keeps the file it replaces', async () => {
  await signUpBuyer(app, ASHA);
  const copy = join(app.dataDir, 'with-asha.db');
  const { counts } = await backUp(app.server.config.databaseUrl, copy);
  await signUpBuyer(app, BELA);

  const folder = createDataDir();
  const url = `sqlite:${join(folder, 'app.db')}`;
  const restored = restore(url, copy);
  expect(restored.counts).toEqual(counts);
  expect(existsSync(restored.previous ?? '')).toBe(true);
  const store = openDatabase(url);
  const emails = await store.db.selectFrom('users').select('email').execute();
  await store.close();
  expect(emails.map((each) => each.email)).toContain(ASHA.email);
  expect(emails.map((each) => each.email)).not.toContain(BELA.email);
  expect(verify(restored.previous ?? '')['orders']).toBe(0);
});

test('a full disk and a folder in place of a database are sentences', async () => {
  const dataDir = createDataDir();
  const run = (command: string) =>
    promisify(execFile)(
      'sh',
      ['-c', `${command} "$@"`, 'sh', process.execPath, PROGRAM, 'backup'],
      {
        env: { DATA_DIR: dataDir, DATABASE_URL: '' },
      },
    ).catch((error: Error & { stderr: string }) => error);
  // No file may be larger than 50 kB.
  const full = await run(`trap '' XFSZ; ulimit -f 100; exec`);
  expect(full.stderr).toMatch(/^The disk is full, or fails: make room\. .*\n$/);
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  rmSync(join(dataDir, 'app.db'));
  mkdirSync(join(dataDir, 'app.db'));
  expect((await run('exec')).stderr).toMatch(/^.*app\.db is a folder, where .*\n$/);
});

test('backs up and restores the secrets with owner-only permissions', async () => {
  const run = (dataDir: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [PROGRAM, ...args], {
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    });
  const copy = join(app.dataDir, 'moving.db');
  await run(app.dataDir, 'backup', copy);
  const elsewhere = createDataDir();
  writeFileSync(join(elsewhere, 'secrets.json'), 'of the new machine');
  await run(elsewhere, 'restore', copy);
  const secrets = readFileSync(join(app.dataDir, 'secrets.json'), 'utf8');
  for (const file of [join(app.dataDir, 'moving.secrets.json'), join(elsewhere, 'secrets.json')]) {
    expect(readFileSync(file, 'utf8')).toBe(secrets);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  const previous =
    readdirSync(elsewhere).find((name) => name.startsWith('secrets.json.before-')) ?? '';
  expect(readFileSync(join(elsewhere, previous), 'utf8')).toBe('of the new machine');
});

test('lets the owner create and download backups', async () => {
  const made = await owner.post(BACKUPS);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body.message).toMatch(/^whole, \d+ bytes/);
  const [first] = made.body.backups;
  const response = await fetch(`${app.origin}${BACKUPS}/${first.name}`, {
    headers: { Cookie: `sid=${owner.cookies.get('sid')}` },
  });
  expect(response.headers.get('Content-Disposition')).toContain(first.name);
  const file = join(app.dataDir, 'downloaded.db');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  expect(verify(file)['users']).toBeGreaterThan(0);
  for (let more = 0; more < 5; more += 1) await owner.post(BACKUPS);
  expect((await owner.get(BACKUPS)).body.backups).toHaveLength(5);
});

test('makes one backup at a time and keeps the earlier one until the new one is there', async () => {
  const [earlier] = (await owner.get(BACKUPS)).body.backups;
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.post(BACKUPS)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(11).fill(409)]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(/being made already/);
  const { body } = await owner.get(BACKUPS);
  expect(body.backups.map((each: { name: string }) => each.name)).toContain(earlier.name);
  app.advance(1);
  expect((await owner.post(BACKUPS)).status).toBe(201);
});

test('serves no other file', async () => {
  for (const forged of ['..%2fsecrets.json', '..%2fapp.db', 'app.db', 'x']) {
    expect((await owner.get(`${BACKUPS}/${forged}`)).status, forged).toBe(404);
  }
});

test('the command says where it looked for the database, and takes no unknown option for a file', async () => {
  const dataDir = join(createDataDir(), 'another');
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, [PROGRAM, ...given], {
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    }).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    );
  expect(await run('backup')).toBe(
    `There is no database ${join(dataDir, 'app.db')}: set DATA_DIR or DATABASE_URL as for the app.\n`,
  );
  for (const command of ['backup', 'restore'])
    expect(await run(command, '--help')).toContain('npm run restore <file>');
});

// Root is the only user who can give files away.
test.skipIf(process.getuid?.() !== 0)(
  'what root restores belongs to the user of the data folder, so that the app can open it',
  async () => {
    const copy = join(app.dataDir, 'by-root.db');
    const run = (dataDir: string, ...given: string[]) =>
      promisify(execFile)(process.execPath, [PROGRAM, ...given], {
        env: { DATA_DIR: dataDir, DATABASE_URL: '' },
      });
    await run(app.dataDir, 'backup', copy);
    const dataDir = mkdtempSync(join(app.dataDir, 'of-the-app-'));
    chownSync(dataDir, 4321, 4321);
    await run(dataDir, 'restore', copy);
    for (const name of ['app.db', 'secrets.json'])
      expect(statSync(join(dataDir, name)), name).toMatchObject({ uid: 4321, gid: 4321 });
  },
);
