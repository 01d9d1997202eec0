import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase, ON_POSTGRES, type TestDatabase } from '../support/database.ts';
import { insertRacedOrders, type Race, racedOrder } from './race-fixture.ts';

// Two processes on one database, on either engine: whatever they do at the same moment has one outcome.
/** All of them take minutes; SQLite has one writer, so a few are enough there. */
const ALL = ON_POSTGRES && process.env['TEST_POSTGRES'] === 'all';
const ROUNDS = ALL ? 200 : 20;
/** Each needs an empty database. */
const MIGRATIONS = ALL ? 10 : 3;

let dataDir: string;
let database: TestDatabase;
let store: Database;
let sides: ChildProcess[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'race-'));
  database = await createTestDatabase(dataDir);
  store = openDatabase(database.url);
  sides = await startSides(database.env);
});
afterEach(async () => {
  await stopSides();
  await store.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startSides(env: Record<string, string>): Promise<ChildProcess[]> {
  const program = new URL('./race-process.ts', import.meta.url).pathname;
  const started = [0, 1].map(() => fork(program, [dataDir], { env: { ...process.env, ...env } }));
  await Promise.all(started.map((side) => once(side, 'message')));
  return started;
}

async function stopSides(): Promise<void> {
  await Promise.all(
    sides.map((side) => {
      side.disconnect();
      return once(side, 'exit');
    }),
  );
}

/** What came of one round, on both sides at once; sorted, because either may be the first. */
async function runRound(race: Race, round: number): Promise<unknown[]> {
  const answers = sides.map((child) => once(child, 'message'));
  for (const [side, child] of sides.entries()) child.send({ race, round, side });
  const results = (await Promise.all(answers)).map(([answer]) => answer.result);
  return results.sort((a, b) => String(a).localeCompare(String(b)));
}

async function expectRounds(race: Race, results: unknown[], rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    expect(await runRound(race, round), `round ${round}`).toEqual(results);
  }
}

const insertOrders = (count: number, paid = false) =>
  transaction({ store }, (tx) => insertRacedOrders(tx, count, paid));
const oneTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('numbers the receipts of two payments at once without a gap', async () => {
  await insertOrders(2 * ROUNDS);
  await expectRounds('two payments of two orders', ['settled', 'settled']);
  const receipts = await store.db
    .selectFrom('receipts')
    .select('serial')
    .orderBy('serial')
    .execute();
  expect(receipts.map(({ serial }) => serial)).toEqual(oneTo(2 * ROUNDS));
});

test('settles a payment that is reported twice at once a single time', async () => {
  await insertOrders(ROUNDS);
  await expectRounds('the same payment twice', ['settled', 'settled']);
  const orders = await store.db.selectFrom('orders').select(['paid', 'total']).execute();
  expect(orders.every(({ paid, total }) => paid === total)).toBe(true);
  expect(await store.db.selectFrom('receipts').select('number').execute()).toHaveLength(ROUNDS);
});

test('settles one of two payments of an instalment and keeps the other as an overpayment', async () => {
  await insertOrders(ROUNDS);
  await expectRounds('two payments of one order', ['settled', 'surplus']);
  const orders = await store.db.selectFrom('orders').select(['paid', 'total']).execute();
  expect(orders.every(({ paid, total }) => paid === total)).toBe(true);
});

test('makes one order of a checkout that is placed twice at once', async () => {
  await insertOrders(ROUNDS);
  await expectRounds('one checkout twice', [false, true]);
  const orders = await store.db.selectFrom('orders').select('id').execute();
  expect(orders).toHaveLength(2 * ROUNDS);
});

test('refunds never more than was paid when two refunds are requested at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('two refunds of one payment', [409, 'processed']);
  const payments = await store.db.selectFrom('payments').select('refunded').execute();
  expect(new Set(payments.map(({ refunded }) => refunded))).toEqual(new Set([6_000]));
  const orders = await store.db.selectFrom('orders').select('refunded').execute();
  expect(new Set(orders.map(({ refunded }) => refunded))).toEqual(new Set([6_000]));
});

test('uses the last revision once when two are requested at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('the last revision', ['requested', 409].sort() as unknown[]);
  const revisions = await store.db.selectFrom('revisions').select('number').execute();
  expect(revisions.map(({ number }) => number)).toEqual(Array(ROUNDS).fill(1));
});

test('delivers an order once when it is delivered twice at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('one delivery twice', [409, 'delivered']);
  const deliveries = await store.db.selectFrom('deliveries').select('number').execute();
  expect(deliveries.map(({ number }) => number)).toEqual(Array(ROUNDS).fill(1));
});

test('numbers the messages that two people send at once without a gap', async () => {
  await insertOrders(1, true);
  await runRound('the first owner', 0);
  await expectRounds('messages of both people', [true, true]);
  const messages = await store.db.selectFrom('messages').select('seq').orderBy('seq').execute();
  expect(messages.map(({ seq }) => seq)).toEqual(oneTo(2 * ROUNDS));
  const conversation = await store.db
    .selectFrom('conversations')
    .select('last_message_seq')
    .where('order_id', '=', racedOrder(0).id)
    .executeTakeFirstOrThrow();
  expect(conversation.last_message_seq).toBe(2 * ROUNDS);
});

test('gives gigs that are created at once positions of their own', async () => {
  await expectRounds('two new gigs', ['draft', 'draft']);
  const gigs = await store.db.selectFrom('gigs').select('position').orderBy('position').execute();
  expect(gigs.map(({ position }) => position + 1)).toEqual(oneTo(gigs.length));
});

test('creates one owner when two processes start at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await transaction({ store }, (tx) =>
      tx.deleteFrom('users').where('role', '=', 'owner').execute(),
    );
    expect(await runRound('the first owner', round)).toEqual([true, true]);
    const owners = await store.db
      .selectFrom('users')
      .where('role', '=', 'owner')
      .select('id')
      .execute();
    expect(owners).toHaveLength(1);
  }
});

test('migrates and seeds an empty database once', async () => {
  for (let round = 0; round < MIGRATIONS; round += 1) {
    await empty();
    expect(await runRound('migration and seed', round)).toEqual([false, true]);
    expect(await store.db.selectFrom('gigs').select('id').execute()).toHaveLength(8);
  }
});

/** Removes every table. */
async function empty(): Promise<void> {
  if (store.engine === 'postgres') {
    await sql.raw('drop schema public cascade; create schema public').execute(store.db);
    return;
  }
  // SQLite checks references when a table goes, so they are switched off meanwhile.
  await sql.raw('pragma foreign_keys = off').execute(store.db);
  for (const { name } of await store.db.introspection.getTables({ withInternalKyselyTables: true }))
    await store.db.schema.dropTable(name).execute();
  await sql.raw('pragma foreign_keys = on').execute(store.db);
}
