import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredItem } from '../../api/modules/catalog/content/kind.ts';
import { latestVersion, listItems } from '../../api/modules/catalog/content/queries.ts';
import { findGig } from '../../api/modules/catalog/gigs/queries.ts';
import { projectKind } from '../../api/modules/catalog/projects/kind.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { isUsable, MIGRATIONS, type Migrations, migrate, newestOf } from '../../db/migrate.ts';
import { openStore } from '../../db/open-store.ts';
import { listProcesses, registerProcess } from '../../db/running-processes.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

const NO_SEED = false;
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

const startOlder = () => openStore(database.url, NO_SEED, { program: 'older' });

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

test('past work becomes documents with its ids, order, versions and pictures', async () => {
  const { url, drop } = await createEmptyDatabase('');
  const store = openDatabase(url);
  const before = Object.fromEntries(
    Object.entries(MIGRATIONS).filter(([name]) => name < '0054-content-items'),
  );
  await migrate(store, before);
  await sql`insert into pictures (id, width, height, variants) values ('p', 960, 600, '[]')`.execute(
    store.db,
  );
  for (const [position, id] of ['b', 'a'].entries())
    await sql`insert into projects values (${id}, ${`${id}-1`}, ${position}, ${`Title ${id}`},
      'What it was', 'Retail', '["PHP"]', 5200000, 6800050, '2025-06-16', '2025-08-08', '2025-12-08',
      'p', 'A shop', 4, 'retired', '2026-01-05T09:00:00.000Z')`.execute(store.db);
  await sql`insert into versions values ('project', 'a', 3, '{}', '2026-01-05T09:00:00.000Z')`.execute(
    store.db,
  );
  await migrate(store);
  const items = await listItems<StoredItem>(store.db, projectKind);
  expect(items.map(({ id, slug, title, version }) => [id, slug, title, version])).toEqual([
    ['b', 'b-1', 'Title b', 4],
    ['a', 'a-1', 'Title a', 4],
  ]);
  expect(items[0]).toMatchObject({
    ...{ status: 'retired', created_at: '2025-12-08T00:00:00.000Z' },
    body: {
      ...{ desc: 'What it was', type: 'Retail', tech: ['PHP'], liveLink: '' },
      priceRange: { min: 52_000, max: 68_000.5 },
      timeframe: { start: '2025-06-16', end: '2025-08-08' },
      picture: { _id: 'p', alt: 'A shop' },
    },
  });
  expect(await latestVersion(store.db, projectKind, 'a')).toMatchObject({ version: 3 });
  await store.close();
  await drop();
});

test('the version with any number of instalments and second factors does not run beside the one before', async () => {
  const { url, drop } = await createEmptyDatabase('');
  const store = openDatabase(url);
  const upTo = (last: string) =>
    Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last));
  const [before, after] = [upTo('0009-audit-log'), upTo('0013-second-factors')];
  await migrate(store, before);
  const older = await registerProcess(
    { store },
    { migration: newestOf(before), program: 'the one before' },
  );
  await expect(migrate(store, after)).rejects.toThrow(
    '1 older process of the app cannot work with the migration 0013-second-factors. Stop every older process',
  );
  expect(await isUsable(store.db, before)).toBe(true);
  await older?.release();
  await migrate(store, after);
  expect(await isUsable(store.db, before)).toBe(false);
  await expect(migrate(store, before)).rejects.toThrow('Update first.');
  await store.close();
  await drop();
});

test('the rows of a gig become one document, with their ids', async () => {
  const empty = await createEmptyDatabase('');
  const store = openDatabase(empty.url);
  const names = Object.keys(MIGRATIONS);
  const before = names.slice(0, names.indexOf('0027-gig-documents'));
  await migrate(
    store,
    Object.fromEntries(before.map((name) => [name, MIGRATIONS[name] ?? {}])) as Migrations,
  );
  await sql`insert into gigs (id, slug, position, status, title, description_html, technologies, created_at, updated_at)
    values ('g', 'g', 0, 'published', 'A site', '<p>Fine</p>', '["Astro"]', '', '')`.execute(
    store.db,
  );
  await sql`insert into plans values ('p', 'g', 0, 'Basic', 'Small', 1999950, 'Short', 7, 2, '["Three pages"]')`.execute(
    store.db,
  );
  await sql`insert into extras values ('e', 'g', 0, 'Page', 'One more', 180000)`.execute(store.db);
  await sql`insert into faqs values ('f', 'g', 0, 'Why?', 'Because.')`.execute(store.db);
  await migrate(store);
  expect(await findGig(store.db, 'g')).toMatchObject({
    title: 'A site',
    body: {
      ...{ title: 'A site', description: '<p>Fine</p>', technologies: ['Astro'], pictures: [] },
      PricingPlans: [{ _id: 'p', planType: 'Basic', price: 19_999.5, features: ['Three pages'] }],
      extraFeatures: [{ _id: 'e', name: 'Page', description: 'One more', price: 1_800 }],
      FAQ: [{ question: 'Why?', answer: 'Because.' }],
    },
  });
  await store.close();
  await empty.drop();
});
