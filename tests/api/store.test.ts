import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../api/modules/accounts/create-owner.ts';
import { connect, type Store } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, buyer, cart } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const raw = (store: Store, sql: string) =>
  store.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql));
const urlOf = (name: string) => `sqlite:${join(dir, name)}`;

test('every commit reaches the disk, on a fresh file and on a reopened one', async () => {
  for (const _ of ['fresh', 'reopened']) {
    const store = connect(urlOf('durable.db'));
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

test('every table is strict: text in a number is refused', async () => {
  const store = connect(urlOf('strict.db'));
  await migrate(store);
  const { rows } = await raw(
    store,
    "SELECT name, strict FROM pragma_table_list WHERE type = 'table'",
  );
  // Kysely makes two tables of its own, to know what was migrated.
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

test('what refers to nothing is refused', async () => {
  const store = connect(urlOf('keys.db'));
  await migrate(store);
  await expect(
    raw(
      store,
      "INSERT INTO password_links (token_hash, user_id, expires_at) VALUES ('a', 'b', 'c')",
    ),
  ).rejects.toThrow(/FOREIGN KEY/);
  await store.close();
});

const schemaOf = (file: string) => {
  const db = new Database(join(dir, file), { readonly: true });
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return rows;
};

test('migrating again changes nothing', async () => {
  const store = connect(urlOf('twice.db'));
  await migrate(store);
  const before = schemaOf('twice.db');
  await migrate(store);
  await Promise.all([migrate(store), migrate(store)]);
  expect(schemaOf('twice.db')).toEqual(before);
  await store.close();
});

test('a database of a newer program is left alone', async () => {
  const store = connect(urlOf('newer.db'));
  await migrate(store);
  await raw(
    store,
    "INSERT INTO migrations (name, timestamp) VALUES ('999-tomorrow', '2099-01-01')",
  );
  const before = schemaOf('newer.db');
  await expect(migrate(store)).rejects.toThrow(/newer than this program .*999-tomorrow/);
  expect(schemaOf('newer.db')).toEqual(before);
  await store.close();
});

/** Runs a few lines in a process of its own. */
function child(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

test('two shops that open a new database at once have one owner', async () => {
  const stores = [connect(urlOf('owner.db')), connect(urlOf('owner.db'))];
  const [one] = stores;
  if (!one) throw new Error('no store');
  await migrate(one);
  const { config, clock } = world.shop.services;
  const links = await Promise.all(stores.map((store) => createOwner(store, config, clock)));
  expect(links).toEqual([expect.any(String), expect.any(String)]);
  const owners = await one.db.selectFrom('users').select('email').execute();
  expect(owners).toEqual([{ email: config.ownerEmail }]);
  await Promise.all(stores.map((store) => store.close()));
});

test('several processes that migrate one new file at once all succeed', async () => {
  const code = `
    import { connect } from './db/connect.ts';
    import { migrate } from './db/migrate.ts';
    process.stdout.write('ready');
    await new Promise((go) => process.stdin.once('data', go));
    const store = connect(${JSON.stringify(urlOf('raced.db'))});
    await migrate(store);
    await store.close();
    process.exit();`;
  const racers = [1, 2, 3, 4].map(() => child(code));
  const words = racers.map(() => '');
  for (const [at, racer] of racers.entries()) {
    racer.stderr?.on('data', (text) => {
      words[at] += String(text);
    });
  }
  await Promise.all(racers.map((racer) => once(racer.stdout as NodeJS.ReadableStream, 'data')));
  const ends = racers.map((racer) => once(racer, 'close'));
  for (const racer of racers) racer.stdin?.write('go');
  const codes = (await Promise.all(ends)).map(([code]) => code);
  expect(codes, words.join('\n')).toEqual([0, 0, 0, 0]);
  expect(schemaOf('raced.db')).toEqual(schemaOf('twice.db'));
});

test('a process that is killed while it migrates leaves nothing half-made', async () => {
  const file = join(dir, 'killed.db');
  const killedAt = async (statement: number) => {
    const dying = child(`
      import SqliteFile from 'better-sqlite3';
      import { connect } from './db/connect.ts';
      import { migrate } from './db/migrate.ts';
      const { prepare } = SqliteFile.prototype;
      let prepared = 0;
      SqliteFile.prototype.prepare = function (sql) {
        prepared += 1;
        if (prepared === ${statement}) process.kill(process.pid, 'SIGKILL');
        return prepare.call(this, sql);
      };
      await migrate(connect('sqlite:${file}'));
      process.stdout.write(String(prepared));`);
    let said = '';
    dying.stdout?.on('data', (text) => {
      said += text;
    });
    const [, signal] = await once(dying, 'close');
    return { signal, said };
  };
  const whole = await killedAt(0);
  expect(whole.signal).toBeNull();
  const statements = Number(whole.said);
  expect(statements).toBeGreaterThan(80);
  for (const part of [0.2, 0.6, 1]) {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    const { signal } = await killedAt(Math.floor(statements * part));
    expect(signal).toBe('SIGKILL');
    expect(schemaOf('killed.db')).toEqual([]);
    const store = connect(`sqlite:${file}`);
    await migrate(store);
    await store.close();
    expect(schemaOf('killed.db')).toEqual(schemaOf('twice.db'));
  }
});

let world: TestApp;
let asha: Person;
beforeAll(async () => {
  world = await startTestApp();
  asha = await buyer(world, ASHA);
});
afterAll(() => world.close());
const holders = new Set<ChildProcess>();
afterEach(async () => {
  for (const holder of holders) {
    const closed = once(holder, 'close');
    holder.kill();
    await closed;
  }
});

/** Another process that holds the write lock until it is let go. */
async function hold(): Promise<{ release(): Promise<void> }> {
  const holder = child(`
    import Database from 'better-sqlite3';
    const db = new Database(${JSON.stringify(join(world.dataDir, 'shop.db'))});
    db.exec('BEGIN IMMEDIATE');
    process.stdout.write('held');
    process.stdin.once('data', () => { db.exec('ROLLBACK'); process.exit(); });`);
  holders.add(holder);
  holder.on('close', () => holders.delete(holder));
  await once(holder.stdout as NodeJS.ReadableStream, 'data');
  return {
    async release() {
      const closed = once(holder, 'close');
      holder.stdin?.write('go');
      await closed;
    },
  };
}

/** The longest the event loop stood still meanwhile, in milliseconds. */
async function standstill(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

// Far under the five seconds of patience, far over what a busy machine takes to breathe.
const FROZEN = 1_000;

const place = async () => asha.post('/api/v1/gig/order/place', await cart(asha));
const NOT_SAVED =
  'This could not be saved just now. You have not been charged for this attempt; please try again.';

test('writes wait for the lock of another process without stopping the shop', async () => {
  const lock = await hold();
  const stood = await standstill(async () => {
    let answered = false;
    const writing = Promise.all(Array.from({ length: 20 }, place)).finally(() => {
      answered = true;
    });
    for (const _ of Array.from({ length: 20 })) {
      expect((await world.visitor().get('/my-work')).status).toBe(200);
      expect((await world.visitor().get('/api/v1/gig/reviews')).status).toBe(200);
    }
    expect(answered).toBe(false);
    await lock.release();
    for (const answer of await writing) expect(answer).toMatchObject({ status: 201 });
  });
  expect(stood).toBeLessThan(FROZEN);
});

test('who only reads does not wait for who writes', async () => {
  const lock = await hold();
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

test('writes that wait longer than patience lasts are told so, all of them at once', async () => {
  const lock = await hold();
  const began = performance.now();
  const answers: { status: number; body: unknown; ms: number }[] = [];
  const stood = await standstill(async () => {
    const asked = [1, 2, 3].map(async () => {
      const { status, body, headers } = await place();
      expect(headers.get('Retry-After')).toBe('5');
      answers.push({ status, body, ms: performance.now() - began });
    });
    await Promise.all(asked);
  });
  await lock.release();
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({ status: 503, body: { success: false, message: NOT_SAVED } });
  }
  expect(stood).toBeLessThan(FROZEN);
  const times = answers.map((each) => each.ms);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(FROZEN);
  expect((await place()).status).toBe(201);
});
