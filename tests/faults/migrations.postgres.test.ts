import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { isUsable, MIGRATIONS, type Migrations, migrate, newestOf } from '../../db/migrate.ts';
import { openStore } from '../../db/open-store.ts';
import { listProcesses } from '../../db/running-processes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ADDITIVE: Migrations = {
  ...MIGRATIONS,
  '8001-note': {
    up: async (db) => {
      await db.schema.alterTable('gigs').addColumn('note', 'text').execute();
    },
  },
};
const BREAKING: Migrations = {
  ...ADDITIVE,
  '8002-no-slug': {
    breaksOlder: true,
    up: async (db) => {
      await db.schema.alterTable('gigs').dropColumn('slug').execute();
    },
  },
};

let database: TestDatabase;
let newer: Database;
beforeEach(async () => {
  database = await createTestDatabase('');
  newer = openDatabase(database.url);
});
afterEach(async () => {
  await newer.close();
  await database.drop();
});

const startOlder = () => openStore(database.url, { program: 'older' });

test('a migration that an older program can live with runs while one does, which can start again', async () => {
  const older = await startOlder();
  await migrate(newer, ADDITIVE);
  expect(await isUsable(older.db)).toBe(true);
  await (await startOlder()).close();
  await older.close();
});

test('a migration that breaks older programs is refused while one runs, and changes nothing', async () => {
  const older = await startOlder();
  await expect(migrate(newer, BREAKING)).rejects.toThrow(
    '1 older process of the app cannot work with the migration 8002-no-slug. Stop every older process, wait 15 seconds, then start this version.',
  );
  await newer.db.selectFrom('gigs').select('slug').execute();
  await older.close();
  await migrate(newer, BREAKING);
  await expect(startOlder()).rejects.toThrow('The database is newer than this program');
  expect(await isUsable(newer.db)).toBe(false);
  expect(await isUsable(newer.db, BREAKING)).toBe(true);
});

test('a process is listed while it runs, with what it knows', async () => {
  const older = await startOlder();
  expect(await listProcesses(newer.db)).toEqual([{ migration: newestOf(), program: 'older' }]);
  await older.close();
  expect(await listProcesses(newer.db)).toEqual([]);
});
