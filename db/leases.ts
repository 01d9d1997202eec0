import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Db, openDatabase } from './database.ts';
import { createLeases } from './migrations/0001-first/platform.ts';
import { type TransactionServices, type Tx, transaction } from './transaction.ts';

interface LeaseServices extends TransactionServices {
  clock?: () => Date;
}

/** A lease that this process holds; renewed until it is released. */
export interface Lease {
  /** Renews it. False when it is lost: this process stood still for too long, and another has it. */
  renew(): Promise<boolean>;
  /** The same inside a transaction, which must be rolled back when this is false. */
  renewIn(tx: Tx): Promise<boolean>;
  release(): Promise<void>;
}

/** How long the lease of a killed process stays in the way. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
/** A lease that ends later than this was taken before the clock was rolled back. */
const FURTHEST_MS = 10 * 60_000;

const processOf = (pid: number): string => `${hostname()}:${pid}:`;

function timesOf({ clock = () => new Date() }: Pick<LeaseServices, 'clock'>) {
  const now = clock().getTime();
  const at = (ms: number) => new Date(now + ms).toISOString();
  return { now: at(0), until: at(LEASE_MS), furthest: at(FURTHEST_MS) };
}

/** Takes a lease; null while another process, or another part of this one, holds it. */
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

  async function renewIn(tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('leases')
      .set({ expires_at: timesOf(services).until })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const renew = () => transaction(services, renewIn);

  const timer = setInterval(() => {
    // The next one may succeed, and whoever relies on the lease asks before the step that matters.
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

export async function isLeased(services: LeaseServices, name: string): Promise<boolean> {
  const { now, furthest } = timesOf(services);
  const row = await services.store.db
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', furthest)
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of the leases that begin with this word and have not run out. */
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

/** Removes leases that begin with this word and ran out before a time. */
export const deleteLeasesBefore = (services: LeaseServices, word: string, time: Date) =>
  transaction(services, (tx) =>
    tx
      .deleteFrom('leases')
      .where('name', 'like', `${word} %`)
      .where('expires_at', '<', time.toISOString())
      .execute(),
  );

/** Ends the leases of a process of this machine that is known to be gone. */
export async function endLeasesOf(services: LeaseServices, pid: number): Promise<void> {
  await transaction(services, (tx) =>
    tx
      .deleteFrom('leases')
      .where('holder', 'like', `${processOf(pid)}%`)
      .execute(),
  );
}

/** A database for leases alone, where there is no app's. */
export async function openLeaseDatabase(file: string) {
  const store = openDatabase(`sqlite:${file}`);
  await transaction({ store }, createLeases);
  return store;
}
