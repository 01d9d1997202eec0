import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { openDatabase } from './database.ts';
import { createLeases } from './migrations/0001-first/platform.ts';
import { type TransactionServices, transaction } from './transaction.ts';

interface LeaseServices extends TransactionServices {
  clock?: () => Date;
}

/** A lease that this process holds; renewed until it is released. */
export interface Lease {
  /** Renews it. False when it is lost: this process stood still for too long, and another has it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** How long the lease of a killed process stays in the way. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
/** A lease that ends later than this was taken before the clock was rolled back. */
const FURTHEST_MS = 10 * 60_000;

const processOf = (pid: number): string => `${hostname()}:${pid}:`;

function timesOf({ clock = () => new Date() }: LeaseServices) {
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

  async function renew(): Promise<boolean> {
    const { numUpdatedRows } = await transaction(services, (tx) =>
      tx
        .updateTable('leases')
        .set({ expires_at: timesOf(services).until })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .executeTakeFirst(),
    );
    return numUpdatedRows === 1n;
  }

  const timer = setInterval(() => {
    // The next one may succeed, and whoever relies on the lease asks before the step that matters.
    renew().catch((error: unknown) => services.log?.error('a lease was not renewed', error));
  }, RENEW_MS).unref();
  return {
    renew,
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
