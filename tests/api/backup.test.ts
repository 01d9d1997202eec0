import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, restore, verify } from '../../db/backup.ts';
import { connect } from '../../db/connect.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, BELA, buyer, ownerOf } from '../support/people.ts';
import { createDataDir, startTestApp, type TestApp } from '../support/test-app.ts';

const BACKUPS = '/api/v1/desk/backups';

let world: TestApp;
let boss: Person;
beforeAll(async () => {
  world = await startTestApp();
  boss = await ownerOf(world);
});
afterAll(() => world.close());

test('a backup taken while the shop writes is whole', async () => {
  const { db } = world.server.services.store;
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
      // Everybody else's turn, the backup's too.
      await setImmediate();
    }
  })();
  const file = join(world.dataDir, 'copy.db');
  const before = written;
  const made = await backUp(world.server.config.databaseUrl, file);
  const after = written;
  writing = false;
  await writer;
  expect(made.counts['settings']).toBeGreaterThanOrEqual(before);
  expect(made.counts['settings']).toBeLessThanOrEqual(after + 1);
  expect(made.counts['gigs']).toBe(8);
  expect(verify(file)).toEqual(made.counts);
});

test('a damaged or foreign file is not taken for a backup', async () => {
  const good = join(world.dataDir, 'good.db');
  await backUp(world.server.config.databaseUrl, good);
  const short = join(world.dataDir, 'short.db');
  copyFileSync(good, short);
  truncateSync(short, 200_000);
  const text = join(world.dataDir, 'text.db');
  writeFileSync(text, 'not a database at all '.repeat(100));
  const other = join(world.dataDir, 'other.db');
  new Database(other).exec('CREATE TABLE a (b)').close();
  for (const file of [short, text, other, join(world.dataDir, 'none.db')]) {
    expect(() => verify(file), file).toThrow(/not a whole backup|no file/);
  }
});

test('a restore is refused while the shop runs', async () => {
  const copy = join(world.dataDir, 'for-restore.db');
  await backUp(world.server.config.databaseUrl, copy);
  expect(() => restore(world.server.config.databaseUrl, copy)).toThrow('The shop is running');
  expect((await world.visitor().get('/api/v1/gig/get')).status).toBe(200);
  expect(readdirSync(world.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
});

test('a restore brings back what was backed up, and keeps what it replaced', async () => {
  await buyer(world, ASHA);
  const copy = join(world.dataDir, 'with-asha.db');
  const { counts } = await backUp(world.server.config.databaseUrl, copy);
  await buyer(world, BELA);

  const folder = createDataDir();
  const url = `sqlite:${join(folder, 'shop.db')}`;
  const restored = restore(url, copy);
  expect(restored.counts).toEqual(counts);
  expect(existsSync(restored.kept ?? '')).toBe(true);
  const store = connect(url);
  const emails = await store.db.selectFrom('users').select('email').execute();
  await store.close();
  expect(emails.map((each) => each.email)).toContain(ASHA.email);
  expect(emails.map((each) => each.email)).not.toContain(BELA.email);
  expect(verify(restored.kept ?? '')['orders']).toBe(0);
});

test('the keys go with the backup and come back with it, for nobody else to read', async () => {
  const program = new URL('../../db/backup.ts', import.meta.url).pathname;
  const run = (dataDir: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    });
  const copy = join(world.dataDir, 'moving.db');
  await run(world.dataDir, 'backup', copy);
  const elsewhere = createDataDir();
  writeFileSync(join(elsewhere, 'secrets.json'), 'of the new machine');
  await run(elsewhere, 'restore', copy);
  const secrets = readFileSync(join(world.dataDir, 'secrets.json'), 'utf8');
  for (const file of [
    join(world.dataDir, 'moving.secrets.json'),
    join(elsewhere, 'secrets.json'),
  ]) {
    expect(readFileSync(file, 'utf8')).toBe(secrets);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  const kept = readdirSync(elsewhere).find((name) => name.startsWith('secrets.json.before-')) ?? '';
  expect(readFileSync(join(elsewhere, kept), 'utf8')).toBe('of the new machine');
});

test('the owner makes backups at the desk and takes them along', async () => {
  const made = await boss.post(BACKUPS);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body.message).toMatch(/^whole, \d+ bytes/);
  const [first] = made.body.backups;
  const response = await fetch(`${world.origin}${BACKUPS}/${first.name}`, {
    headers: { Cookie: `sid=${boss.cookies.get('sid')}` },
  });
  expect(response.headers.get('Content-Disposition')).toContain(first.name);
  const file = join(world.dataDir, 'downloaded.db');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  expect(verify(file)['users']).toBeGreaterThan(0);
  for (let more = 0; more < 5; more += 1) await boss.post(BACKUPS);
  expect((await boss.get(BACKUPS)).body.backups).toHaveLength(5);
});

test('nobody else gets a backup, and no other file goes out this way', async () => {
  const [{ name }] = (await boss.get(BACKUPS)).body.backups;
  for (const path of ['', `/${name}`]) {
    expect((await world.visitor().get(BACKUPS + path)).status).toBe(401);
  }
  expect((await world.visitor().post(BACKUPS)).status).toBe(401);
  for (const forged of ['..%2fsecrets.json', '..%2fshop.db', 'shop.db', 'x']) {
    expect((await boss.get(`${BACKUPS}/${forged}`)).status, forged).toBe(404);
  }
});
