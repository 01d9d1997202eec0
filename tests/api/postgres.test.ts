import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isStorageTrouble, isUniqueViolation, openDatabase } from '../../db/database.ts';
import { lockName } from '../../db/engine.ts';
import { migrate } from '../../db/migrate.ts';
import { createTable } from '../../db/migrations/columns.ts';
import { transaction } from '../../db/transaction.ts';
import { createEmptyDatabase, ON_POSTGRES } from '../support/database.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const onPostgres = test.skipIf(!ON_POSTGRES);

onPostgres('compares all text byte by byte', async () => {
  const { db } = app.server.services.store;
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
      and table_name not in ('migrations', 'migration_lock')`.execute(db);
  expect(rows).toEqual([]);
});

onPostgres('stores files without compression, in words that PostgreSQL 14 knows', async () => {
  const { db } = app.server.services.store;
  const { sql: text } = createTable(db, 'files').addColumn('bytes', 'bytea').compile();
  expect(text).toBe('create table "files" ("bytes" bytea)');
  const { rows } = await sql<{ stored: string }>`
    select distinct a.attstorage as stored from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.atttypid = 'bytea'::regtype
      and c.relkind = 'r'`.execute(db);
  expect(rows).toEqual([{ stored: 'e' }]);
});

onPostgres('says that a server is too old before it changes anything there', async () => {
  const { url, drop } = await createEmptyDatabase('');
  const old = new URL(url);
  // A function that hides the server's own one makes it report another version.
  old.searchParams.set('options', '-c search_path=public,pg_catalog');
  const store = openDatabase(old.href);
  await sql`create function current_setting(text) returns text language sql as 'select ''13.9'''`.execute(
    store.db,
  );
  await expect(migrate(store)).rejects.toThrow(
    'The database server is PostgreSQL 13.9, and 14 or newer is needed: set DATABASE_URL to a newer one.',
  );
  expect(await store.db.introspection.getTables()).toEqual([]);
  await store.close();
  await drop();
});

onPostgres(
  'commits durably: the setting of the server is not weakened by a connection',
  async () => {
    const { db } = app.server.services.store;
    const { rows } = await sql<{ source: string }>`
    select source from pg_settings where name = 'synchronous_commit'`.execute(db);
    expect(['default', 'configuration file', 'command line']).toContain(rows[0]?.source);
  },
);

test('returns sums, counts and means as numbers', async () => {
  const { db } = app.server.services.store;
  const row = await db
    .selectFrom('reviews')
    .select(({ fn }) => [fn.sum('price').as('sum'), fn.countAll().as('count')])
    .select(({ fn }) => [fn.avg('price').as('mean'), fn.max('price').as('most')])
    .executeTakeFirstOrThrow();
  expect(Object.values(row).map((value) => typeof value)).toEqual(Array(4).fill('number'));
});

test('tries a transaction again as a whole that others kept from finishing', async () => {
  const services = app.server.services;
  let attempts = 0;
  await transaction(services, async (tx) => {
    attempts += 1;
    await tx
      .insertInto('settings')
      .values({ key: 'attempts', value: `${attempts}` })
      .execute();
    if (attempts > 1) return;
    const code = ON_POSTGRES ? '40001' : 'SQLITE_BUSY';
    throw Object.assign(new Error('another transaction was first'), { code });
  });
  const rows = await services.store.db.selectFrom('settings').selectAll().execute();
  expect(rows.filter(({ key }) => key === 'attempts')).toEqual([{ key: 'attempts', value: '2' }]);
});

test('classifies a refused key as a unique violation and not as storage trouble', async () => {
  const insert = () =>
    app.write((tx) => tx.insertInto('settings').values({ key: 'once', value: '' }).execute());
  await insert();
  const error = await insert().catch((failure: unknown) => failure);
  expect([isUniqueViolation(error), isStorageTrouble(error)]).toEqual([true, false]);
});

onPostgres('answers as unavailable when the server cannot be reached', async () => {
  const url = new URL(app.server.config.databaseUrl);
  url.port = '1';
  const store = openDatabase(url.href);
  const error = await store.db
    .selectFrom('users')
    .select('id')
    .execute()
    .catch((failure: unknown) => failure);
  await store.close();
  expect(isStorageTrouble(error)).toBe(true);
  expect(String(error)).toMatch(/cannot be reached: .*ECONNREFUSED/);
  expect(String(error)).not.toContain(url.password);
});

onPostgres('says why the server does not let a connection in', async () => {
  const url = new URL(app.server.config.databaseUrl);
  url.pathname = '/of-nobody';
  const store = openDatabase(url.href);
  await expect(store.db.selectFrom('users').select('id').execute()).rejects.toThrow(
    'The database server rejects the connection: database "of-nobody" does not exist',
  );
  await store.close();
});

onPostgres('lets one transaction at a time past a named lock', async () => {
  const { services } = app.server;
  const order: string[] = [];
  const entered = Promise.withResolvers<void>();
  const first = transaction(services, async (tx) => {
    await lockName(tx, 'a name');
    entered.resolve();
    // The other process has requested the lock when the server reports a waiting one.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted
        `.execute(services.store.db);
        return rows[0]?.waiting;
      })
      .toBe(1);
    order.push('first');
  });
  await entered.promise;
  const second = transaction(services, async (tx) => {
    await lockName(tx, 'a name');
    order.push('second');
  });
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});
