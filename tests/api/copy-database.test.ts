import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveDatabase, TABLES } from '../../db/copy-database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { insertRacedOrders } from '../faults/race-fixture.ts';
import { createEmptyDatabase, seedInto } from '../support/database.ts';

const ORDERS = 220;

let dir: string;
let from: string;
let target: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'move-'));
  from = `sqlite:${join(dir, 'from.db')}`;
  target = await createEmptyDatabase(dir);
  const store = openDatabase(from);
  await migrate(store);
  await seedInto(store, dir);
  await transaction({ store }, (tx) => insertRacedOrders(tx, ORDERS, true));
  await store.close();
});
afterEach(async () => {
  await target.drop();
  rmSync(dir, { recursive: true, force: true });
});

/** Opens a database only during the work, because an open database cannot be moved. */
async function using<R>(url: string, work: (store: Database) => Promise<R>): Promise<R> {
  const store = openDatabase(url);
  return work(store).finally(() => store.close());
}

const contentOf = (url: string) =>
  using(url, async ({ db }) => {
    const content: Record<string, string[]> = {};
    for (const table of TABLES) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      content[table] = rows.map(byName).sort();
    }
    return content;
  });

/** A row as text; the engines put columns that were added later into different places. */
const byName = (row: unknown): string =>
  JSON.stringify(Object.entries(row as object).sort(([a], [b]) => (a < b ? -1 : 1)));

test('moves every row to the other database and back unchanged', async () => {
  const before = await contentOf(from);
  const counts = await moveDatabase(from, target.url);
  expect(counts).toMatchObject({ orders: ORDERS, payments: ORDERS, gigs: 8 });
  const back = `sqlite:${join(dir, 'back.db')}`;
  await moveDatabase(target.url, back);
  expect(await contentOf(target.url)).toEqual(before);
  expect(await contentOf(back)).toEqual(before);
});

test('an address without its engine is refused with the forms that it may have', async () => {
  await expect(moveDatabase('var/app.db', target.url)).rejects.toThrow(
    'var/app.db is no address of a database: write sqlite:<file> or postgres://…',
  );
});

test('knows every table, each after those that it refers to', async () => {
  const tables = await using(from, ({ db }) => db.introspection.getTables());
  const names = tables.map(({ name }) => name).filter((name) => !/^(migration|leases)/.test(name));
  expect([...TABLES].sort()).toEqual(names.sort());
});

test('refuses while a process of the app has either database open', async () => {
  for (const url of [from, target.url]) {
    await using(url, async (store) => {
      await store.db.introspection.getTables();
      await expect(moveDatabase(from, target.url)).rejects.toThrow(/^The app is running\./);
    });
  }
});

test('refuses a database that holds something, and changes nothing of it', async () => {
  await moveDatabase(from, target.url);
  const before = await contentOf(target.url);
  await expect(moveDatabase(from, target.url)).rejects.toThrow(/not empty/);
  expect(await contentOf(target.url)).toEqual(before);
});

test('moves nothing when an order does not match its payments', async () => {
  await using(from, (store) =>
    transaction({ store }, (tx) =>
      tx.updateTable('payments').set({ amount: 9_999 }).where('id', '=', 'pay_7').execute(),
    ),
  );
  await expect(moveDatabase(from, target.url)).rejects.toThrow(
    '1 orders do not match their payments.',
  );
  const orders = await using(target.url, ({ db }) =>
    db.selectFrom('orders').select('id').execute(),
  );
  expect(orders).toEqual([]);
});
