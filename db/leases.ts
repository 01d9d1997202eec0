import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase } from './database.ts';
import { createLeases } from './migrations/0001-schema/platform.ts';
import { hasRow, updatesRow } from './query-results.ts';
import { type TransactionServices, type Tx, transaction } from './transaction.ts';

interface LeaseServices extends TransactionServices {
  clock?: () => Date;
}

/** A lease that this process holds. It is renewed until it is released. */
export interface Lease {
  /**
   * Renews the lease. False if it is lost: this process was paused for too long, and a different one has it.
   */
  renew(): Promise<boolean>;
  /** Renews the lease inside a transaction, which must be rolled back if this returns false. */
  renewIn(tx: Tx): Promise<boolean>;
  release(): Promise<void>;
}

/** The time after which the lease of a killed process expires. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
const POLL_MS = 200;
const DEAD_AFTER_MS = 24 * 60 * 60_000;
/** A lease with a later expiry comes from before a clock rollback. */
const FURTHEST_MS = 10 * 60_000;

const processOf = (pid: number): string => `${hostname()}:${pid}:`;

function timesOf({ clock = () => new Date() }: Pick<LeaseServices, 'clock'>) {
  const now = clock().getTime();
  const at = (ms: number) => new Date(now + ms).toISOString();
  return { now: at(0), until: at(LEASE_MS), furthest: at(FURTHEST_MS) };
}

/** Takes a lease; null if it is already held, also by this process. */
export async function takeLease(services: LeaseServices, name: string): Promise<Lease | null> {
  const holder = processOf(process.pid) + randomUUID();
  const { now, until, furthest } = timesOf(services);
  const taken = await transaction(services, (tx) =>
    tx
      .insertInto('leases')
      .values({ name, holder, expires_at: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at: until })
          .where((eb) =>
            eb.or([eb('leases.expires_at', '<=', now), eb('leases.expires_at', '>', furthest)]),
          ),
      )
      .returning('name')
      .executeTakeFirst(),
  );
  if (!taken) return null;

  const renewIn = (tx: Tx) =>
    updatesRow(
      tx
        .updateTable('leases')
        .set({ expires_at: timesOf(services).until })
        .where('name', '=', name)
        .where('holder', '=', holder),
    );
  const renew = () => transaction(services, renewIn);

  const timer = setInterval(() => {
    // Not fatal: the next renewal may succeed, and holders check the lease before each critical step.
    renew().catch((error: unknown) => services.log?.error('a lease was not renewed', error));
  }, RENEW_MS).unref();
  return {
    renew,
    renewIn,
    async release() {
      clearInterval(timer);
      await transaction(services, (tx) =>
        tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
      );
    },
  };
}

/** Takes a lease as soon as it is free; null if it is not within this time. */
export async function waitForLease(
  services: LeaseServices,
  name: string,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<Lease | null> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const lease = await takeLease(services, name);
    if (lease || performance.now() > deadline) return lease;
    await pause(POLL_MS);
  }
}

export async function isLeased(services: LeaseServices, name: string): Promise<boolean> {
  const { now, furthest } = timesOf(services);
  return hasRow(
    services.store.db
      .selectFrom('leases')
      .select('name')
      .where('name', '=', name)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', furthest),
  );
}

/** Lists the names of valid leases with this prefix. */
export async function listLeased(db: Db, word: string): Promise<string[]> {
  const { now, furthest } = timesOf({});
  const rows = await db
    .selectFrom('leases')
    .select('name')
    .where('name', 'like', `${word} %`)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', furthest)
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes leases of processes that are long dead. Most names never come again. */
export const deleteDeadLeases = (tx: Tx) =>
  tx
    .deleteFrom('leases')
    .where('expires_at', '<', new Date(Date.now() - DEAD_AFTER_MS).toISOString())
    .execute();

/** Ends the leases of a process of this machine that has exited. */
export async function endLeasesOf(services: LeaseServices, pid: number): Promise<void> {
  await transaction(services, (tx) =>
    tx
      .deleteFrom('leases')
      .where('holder', 'like', `${processOf(pid)}%`)
      .execute(),
  );
}

/** Opens a database for leases only, if there is no app database. */
export async function openLeaseDatabase(file: string) {
  const store = openDatabase(`sqlite:${file}`);
  await transaction({ store }, createLeases);
  return store;
}
