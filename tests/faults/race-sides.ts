import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase, ON_POSTGRES, type TestDatabase } from '../support/database.ts';
import { randomRuns } from '../support/fast-check.ts';
import { insertRacedOrders, insertRacedQuotes, racedOrder } from './race-fixture.ts';
import type { Race } from './race-steps.ts';

// Two processes on one database, on either engine: simultaneous actions have one result.
export const ROUNDS = randomRuns(ON_POSTGRES ? 10 : 5);

let dataDir: string;
let database: TestDatabase;
let sides: ChildProcess[];
export let store: Database;

/** Two processes for the file that calls this, and a seeded database for each of its tests. */
export function shareSides(): void {
  beforeAll(async () => {
    const program = new URL('./race-process.ts', import.meta.url).pathname;
    sides = [0, 1].map(() => fork(program));
    await Promise.all(sides.map((side) => once(side, 'message')));
  });
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'race-'));
    database = await createTestDatabase(dataDir);
    store = openDatabase(database.url);
    await sendToSides(() => ({ open: { dataDir, env: database.env } }));
  });
  afterEach(async () => {
    await sendToSides(() => 'close');
    await store.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  afterAll(async () => {
    const ended = sides.map((side) => once(side, 'exit'));
    for (const side of sides) side.disconnect();
    await Promise.all(ended);
  });
}

async function sendToSides(message: (side: number) => object | 'close'): Promise<unknown[]> {
  const responses = sides.map((child) => once(child, 'message'));
  for (const [side, child] of sides.entries()) child.send(message(side));
  return (await Promise.all(responses)).map(([response]) => response.result);
}

/** The results of one round on both sides; sorted, because either may be the first. */
export async function runRound(race: Race, round: number): Promise<unknown[]> {
  const results = await sendToSides((side) => ({ race, round, side }));
  return results.sort((a, b) => String(a).localeCompare(String(b)));
}

export async function expectRounds(race: Race, results: unknown[], rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    expect(await runRound(race, round), `round ${round}`).toEqual(results);
  }
}

export const insertOrders = (count: number, paid = false) =>
  transaction({ store }, (tx) => insertRacedOrders(tx, count, paid));

export async function insertQuotes(count: number): Promise<void> {
  await insertOrders(count);
  await transaction({ store }, (tx) => insertRacedQuotes(tx, count));
}

export const orderOfRound = (round: number) =>
  store.db
    .selectFrom('orders')
    .select(['status', 'total', 'paid', 'refunded'])
    .where('id', '=', racedOrder(round).id)
    .executeTakeFirstOrThrow();

export async function countOf(table: 'orders' | 'agreements' | 'users'): Promise<number> {
  const rows = await store.db.selectFrom(table).select('id').execute();
  return rows.length;
}

export const oneTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
