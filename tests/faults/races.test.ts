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
import { randomRuns } from '../support/fast-check.ts';
import {
  insertRacedOrders,
  insertRacedQuotes,
  insertSecondPart,
  type Race,
  racedOrder,
  racedQuote,
} from './race-fixture.ts';

// Two processes on one database, on either engine: whatever they do at the same moment has one outcome.
const ROUNDS = randomRuns(ON_POSTGRES ? 20 : 5);
/** Each needs an empty database. */
const MIGRATIONS = randomRuns(ON_POSTGRES ? 2 : 1);

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
const orderOfRound = (round: number) =>
  store.db
    .selectFrom('orders')
    .select(['status', 'paid', 'refunded'])
    .where('id', '=', racedOrder(round).id)
    .executeTakeFirstOrThrow();
async function insertQuotes(count: number): Promise<void> {
  await insertOrders(count);
  await transaction({ store }, (tx) => insertRacedQuotes(tx, count));
}
async function countOf(table: 'orders' | 'agreements'): Promise<number> {
  const rows = await store.db.selectFrom(table).select('id').execute();
  return rows.length;
}
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
  const agreements = await store.db.selectFrom('agreements').select('order_id').execute();
  expect(agreements).toHaveLength(ROUNDS);
});

test('refunds never more than was paid when two refunds are requested at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('two refunds of one payment', [409, 'processed']);
  const payments = await store.db.selectFrom('payments').select('refunded').execute();
  expect(new Set(payments.map(({ refunded }) => refunded))).toEqual(new Set([6_000]));
  const orders = await store.db.selectFrom('orders').select('refunded').execute();
  expect(new Set(orders.map(({ refunded }) => refunded))).toEqual(new Set([6_000]));
});

test('cancels or delivers an order that is cancelled and delivered at once', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [lost, won] = await runRound('cancelled and delivered', round);
    expect(lost).toBe(409);
    expect(['cancelled', 'delivered']).toContain(won);
    const { status, refunded } = await orderOfRound(round);
    const isCancelled = won === 'cancelled';
    expect({ status, refunded }).toEqual(
      isCancelled ? { status: 'Rejected', refunded: 5_000 } : { status: 'Delivered', refunded: 0 },
    );
  }
});

test('credits or refunds a part that is paid while its order is cancelled', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    await transaction({ store }, (tx) => insertSecondPart(tx, round));
    const results = await runRound('cancelled and paid', round);
    const { paid, refunded } = await orderOfRound(round);
    const second = await store.db
      .selectFrom('payments')
      .select(['status', 'refunded'])
      .where('id', '=', `second_${round}`)
      .executeTakeFirstOrThrow();
    if (results.includes('cancelled')) {
      expect(results).toEqual(['cancelled', 'surplus']);
      expect({ paid, refunded }).toEqual({ paid: 10_000, refunded: 5_000 });
      expect(second).toEqual({ status: 'surplus', refunded: 10_000 });
    } else {
      expect(results).toEqual([409, 'settled']);
      expect({ paid, refunded }).toEqual({ paid: 20_000, refunded: 0 });
    }
  }
});

test('stores no refund of a payment once its dispute is stored', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = await runRound('refunded and disputed', round);
    const { refunded } = await orderOfRound(round);
    expect([
      { results: [409, 'open'], refunded: 0 },
      { results: ['open', 'processed'], refunded: 6_000 },
    ]).toContainEqual({ results, refunded });
  }
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

test('accepts or withdraws a quote when both happen at once, never both', async () => {
  await insertQuotes(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [refused, done] = await runRound('accept and withdraw', round);
    expect(refused).toBe(409);
    expect(['accepted', 'withdrawn']).toContain(done);
  }
  const quotes = await store.db.selectFrom('quotes').select(['status', 'order_id']).execute();
  for (const { status, order_id } of quotes) expect(order_id !== null).toBe(status === 'Accepted');
  expect(await countOf('agreements')).toBe(quotes.filter((each) => each.order_id).length);
});

test('makes one order of a quote that is accepted twice at once', async () => {
  await insertQuotes(ROUNDS);
  const before = await countOf('orders');
  await expectRounds('accept twice', ['accepted', 'accepted']);
  expect((await countOf('orders')) - before).toBe(ROUNDS);
  expect(await countOf('agreements')).toBe(ROUNDS);
});

test('settles the first part or lapses the quote when both happen at once', async () => {
  await insertQuotes(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await runRound('accept twice', round);
    const { id, providerOrder } = racedQuote(round);
    const theirs = store.db.selectFrom('orders').select('id').where('checkout_id', '=', id);
    const overdue = { provider_order_id: providerOrder, pay_by: '2020-01-01T00:00:00.000Z' };
    await transaction({ store }, (tx) =>
      tx
        .updateTable('instalments')
        .set(overdue)
        .where('order_id', 'in', theirs)
        .where('number', '=', 1)
        .execute(),
    );
    const [, outcome] = await runRound('pay and lapse', round);
    const { status } = await store.db
      .selectFrom('quotes')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([outcome, status]).toEqual(
      outcome === 'settled' ? ['settled', 'Accepted'] : ['surplus', 'Expired'],
    );
  }
});

test('takes three unanswered questions of a buyer who asks two at once', async () => {
  await insertOrders(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await runRound('three questions', 2 * round)).toEqual(['asked', 'asked']);
    expect(await runRound('three questions', 2 * round + 1)).toEqual([409, 'asked']);
  }
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
