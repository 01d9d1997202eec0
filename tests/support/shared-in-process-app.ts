import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Clock } from '../../api/platform/clock.ts';
import type { RouteKind } from '../../api/razorpay-sandbox/faults.ts';
import type { Person } from './http-client.ts';
import { type InProcessApp, startInProcessApp } from './in-process-app.ts';
import { checkTables } from './invariants.ts';
import { buy } from './payments.ts';
import { insertBuyer, ownerOf } from './people.ts';

export let app: InProcessApp;
export let owner: Person;

/**
 * Gives the test file that calls this one app without a network; the tables are checked after each test, and
 * that it has logged no error that the test did not expect. Only SQLite.
 */
export function shareInProcessApp(clock?: Clock): void {
  beforeAll(async () => {
    app = await startInProcessApp(clock);
    owner = await ownerOf(app);
  });
  afterEach(async () => {
    await app.server.services.background.settled();
    app.sandbox.faults.clear();
    app.sandbox.faults.webhooks.hold = true;
    await checkTables(app);
    expect(app.errors.splice(0), 'logged errors').toEqual([]);
  });
  afterAll(() => app.close());
}

/** A new buyer with a paid order. */
export async function paidOrder(more: Record<string, unknown> = {}) {
  const { person } = await insertBuyer(app);
  return { person, ...(await buy(app, person, more)) };
}

/** The kinds of the entries in an order's timeline. */
export const timelineOf = async (orderId: string): Promise<string[]> => {
  const rows = await app.server.services.store.db
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute();
  return rows.map(({ kind }) => kind);
};

const NEVER = { kind: 'status', status: 500 } as const;

/** Expects that the work asks the provider nothing of this kind. */
export async function expectNoProviderCall(route: RouteKind, work: () => unknown): Promise<void> {
  app.sandbox.faults.next(route, NEVER);
  await work();
  expect(app.sandbox.faults.take(route), `${route} was not called`).toEqual(NEVER);
}

/** Makes the database refuse writes, as a full disk does. */
export const setWritable = (yes: boolean) =>
  sql`PRAGMA query_only = ${sql.lit(yes ? 0 : 1)}`.execute(app.server.services.store.db);

/** Lets the database refuse changes of one table with an error that is not about storage. */
export async function whileDatabaseRefuses(
  change: 'INSERT ON payments' | 'INSERT ON rejected_payments' | 'UPDATE ON sessions',
  work: () => Promise<unknown>,
): Promise<void> {
  const { db } = app.server.services.store;
  const trigger = sql`CREATE TRIGGER refuse BEFORE ${sql.raw(change)}
    BEGIN SELECT RAISE(ABORT, 'refused'); END`;
  await trigger.execute(db);
  await work();
  await sql`DROP TRIGGER refuse`.execute(db);
}

/** Takes out the messages of the errors that the app has logged. */
export const loggedErrors = (): string[] =>
  app.errors.splice(0).map(([message]) => String(message));
