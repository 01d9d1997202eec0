import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, orderBody, signUpBuyer } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const raw = (store: Database, sql: string) =>
  store.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql));
const urlOf = (name: string): `sqlite:${string}` => `sqlite:${join(dir, name)}`;

test('flushes every commit to disk in a new and in a reopened file', async () => {
  for (const _ of ['fresh', 'reopened']) {
    const store = openDatabase(urlOf('durable.db'));
    await migrate(store);
    await store.db
      .insertInto('settings')
      .values({ key: crypto.randomUUID(), value: 'x' })
      .execute();
    await store.db.transaction().execute((tx) => tx.deleteFrom('settings').execute());
    expect(store.pragma('synchronous')).toBe(2);
    expect(store.pragma('journal_mode')).toBe('wal');
    expect(store.pragma('foreign_keys')).toBe(1);
    await store.close();
  }
});

test('uses strict tables that refuse text in number columns', async () => {
  const store = openDatabase(urlOf('strict.db'));
  await migrate(store);
  const { rows } = await raw(
    store,
    "SELECT name, strict FROM pragma_table_list WHERE type = 'table'",
  );
  // Kysely makes two tables of its own, which record the migrations.
  const others = /^(sqlite_|migrations$|migration_lock$)/;
  const loose = rows.filter((row) => row['strict'] !== 1 && !others.test(String(row['name'])));
  expect(loose).toEqual([]);
  const picture = (width: string) =>
    raw(store, `INSERT INTO pictures (id, width, height, variants) VALUES ('p', ${width}, 1, '')`);
  await expect(picture("'12abc'")).rejects.toThrow(/cannot store TEXT value in INTEGER/);
  await expect(picture('1.5')).rejects.toThrow(/cannot store REAL/);
  await picture('12');
  await store.close();
});

test('refuses rows that refer to missing rows', async () => {
  const store = openDatabase(urlOf('keys.db'));
  await migrate(store);
  await expect(
    raw(
      store,
      "INSERT INTO password_links (token_hash, user_id, expires_at) VALUES ('a', 'b', 'c')",
    ),
  ).rejects.toThrow(/FOREIGN KEY/);
  await store.close();
});

/** Runs this code in another process. */
function child(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

let app: TestApp;
let asha: Person;
beforeAll(async () => {
  app = await startTestApp();
  asha = await signUpBuyer(app, ASHA);
});
afterAll(() => app.close());
const lockHolders = new Set<ChildProcess>();
afterEach(async () => {
  for (const lockHolder of lockHolders) {
    const closed = once(lockHolder, 'close');
    lockHolder.kill();
    await closed;
  }
});

/** Starts a process that holds the write lock until `release` is called. */
async function holdWriteLock(): Promise<{ release(): Promise<void> }> {
  const lockHolder = child(`
    import BetterSqlite from 'better-sqlite3';
    const db = new BetterSqlite(${JSON.stringify(join(app.dataDir, 'app.db'))});
    db.exec('BEGIN IMMEDIATE');
    process.stdout.write('held');
    process.stdin.once('data', () => { db.exec('ROLLBACK'); process.exit(); });`);
  lockHolders.add(lockHolder);
  lockHolder.on('close', () => lockHolders.delete(lockHolder));
  await once(lockHolder.stdout as NodeJS.ReadableStream, 'data');
  return {
    async release() {
      const closed = once(lockHolder, 'close');
      lockHolder.stdin?.write('go');
      await closed;
    },
  };
}

const place = async () => asha.post('/api/v1/gig/order/place', await orderBody(asha));
const NOT_SAVED =
  'This could not be saved just now. You have not been charged for this attempt; please try again.';

test('waits for another process’s write lock while other requests are answered', async () => {
  const lock = await holdWriteLock();
  let answered = false;
  const writing = Promise.all(Array.from({ length: 20 }, place)).finally(() => {
    answered = true;
  });
  // With a blocked event loop the writes would give up, one after another, before these are read.
  for (let round = 0; round < 5; round += 1) {
    expect((await app.visitor().get('/my-work')).status).toBe(200);
    expect((await app.visitor().get('/api/v1/gig/reviews')).status).toBe(200);
  }
  expect(answered).toBe(false);
  await lock.release();
  for (const answer of await writing) expect(answer).toMatchObject({ status: 201 });
});

test('reads without waiting for writers', async () => {
  const lock = await holdWriteLock();
  let written = false;
  const writing = place().finally(() => {
    written = true;
  });
  const reads = Promise.all(
    Array.from({ length: 10 }, () => asha.get('/api/v1/user/check-auth-user')),
  );
  await reads;
  const passed = !written;
  await lock.release();
  await writing;
  expect(passed).toBe(true);
});

test('refuses writes that wait too long for the lock, and reads go on meanwhile', async () => {
  const lock = await holdWriteLock();
  let waiting = 3;
  const asked = Array.from({ length: waiting }, () => place().finally(() => (waiting -= 1)));
  expect((await app.visitor().get('/api/v1/gig/reviews')).status).toBe(200);
  expect(waiting).toBe(3);
  for (const { status, body, headers } of await Promise.all(asked)) {
    expect({ status, body }).toEqual({ status: 503, body: { success: false, message: NOT_SAVED } });
    expect(headers.get('Retry-After')).toBe('5');
  }
  await lock.release();
  expect((await place()).status).toBe(201);
});
