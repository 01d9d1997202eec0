import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { openStore } from '../../db/open-store.ts';
import { createEmptyDatabase, ON_POSTGRES } from '../support/database.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const raw = (store: Database, sql: string) =>
  store.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql));
const urlOf = (name: string): `sqlite:${string}` => `sqlite:${join(dir, name)}`;

test('a query that was run before sees a column that was added since', async () => {
  const store = openDatabase(urlOf('altered.db'));
  await raw(store, 'create table colours (name text)');
  await raw(store, "insert into colours values ('red')");
  const all = async () => (await raw(store, 'select * from colours')).rows;
  expect(await all()).toEqual([{ name: 'red' }]);
  await raw(store, 'alter table colours add column light integer not null default 1');
  expect(await all()).toEqual([{ name: 'red', light: 1 }]);
  await store.close();
});

const schemaOf = (file: string) => {
  const db = new BetterSqlite(join(dir, file), { readonly: true });
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return rows;
};

test('changes nothing when migrations run again', async () => {
  const store = openDatabase(urlOf('twice.db'));
  await migrate(store);
  const before = schemaOf('twice.db');
  await migrate(store);
  await Promise.all([migrate(store), migrate(store)]);
  expect(schemaOf('twice.db')).toEqual(before);
  await store.close();
});

test('refuses a database of a newer version', async () => {
  const store = openDatabase(urlOf('newer.db'));
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

test('refuses a database from before 1.0.0, and says how to take its content along', async () => {
  const { url, drop } = await createEmptyDatabase(dir);
  const store = openDatabase(url);
  await raw(store, 'create table migrations (name text, timestamp text)');
  await raw(
    store,
    "insert into migrations values ('0001-first', ''), ('0067-delivered-links', '')",
  );
  for (const program of [undefined, 'a process of the app']) {
    await expect(openStore(url, { program })).rejects.toThrow(
      /^This database was made by a version from before 1\.0\.0, .*: export its content with that version \(npm run content -- export content\), then start this one with a new DATA_DIR or DATABASE_URL\.$/,
    );
  }
  const tables = await store.db.introspection.getTables();
  expect(tables.map(({ name }) => name)).toEqual(['migrations']);
  await store.close();
  await drop();
});

/** Runs this code in another process. */
function child(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

test.skipIf(ON_POSTGRES)(
  'leaves the schema unchanged when the process is killed during a migration',
  async () => {
    const file = join(dir, 'killed.db');
    const killedAt = async (statement: number) => {
      const dying = child(`
      import SqliteFile from 'better-sqlite3';
      import { openDatabase } from './db/database.ts';
      import { migrate } from './db/migrate.ts';
      const { prepare } = SqliteFile.prototype;
      let prepared = 0;
      SqliteFile.prototype.prepare = function (sql) {
        prepared += 1;
        if (prepared === ${statement}) process.kill(process.pid, 'SIGKILL');
        return prepare.call(this, sql);
      };
      await migrate(openDatabase('sqlite:${file}'));
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
      const store = openDatabase(`sqlite:${file}`);
      await migrate(store);
      await store.close();
      expect(schemaOf('killed.db')).toEqual(schemaOf('twice.db'));
    }
  },
);
