import { hostname } from 'node:os';
import { type Database, openDatabase } from '../../../../db/database.ts';
import { isLeased, type Lease, waitForLease } from '../../../../db/leases.ts';
import type { BuildTarget } from '../build/build-target.ts';
import { ALREADY_PUBLISHING } from '../texts.ts';

/** Held by the running publish, so that two presses of Publish, also at two processes, start one publish. */
const PUBLISH_LEASE = 'publish';

/** Whether any process is publishing. */
export const isPublishLeased = (store: Database): Promise<boolean> =>
  isLeased({ store }, PUBLISH_LEASE);

/** A different process is publishing. */
export class PublishRunningError extends Error {
  constructor() {
    super(ALREADY_PUBLISHING);
  }
}

/** Throws PublishRunningError if the lease is taken for longer than `timeoutMs`. */
export async function underLease<R>(
  store: Database,
  name: string,
  timeoutMs: number,
  work: (lease: Lease) => Promise<R>,
): Promise<R> {
  const lease = await waitForLease({ store }, name, timeoutMs);
  if (!lease) throw new PublishRunningError();
  // A lease that cannot be released, for example on a full disk, expires.
  return work(lease).finally(() => lease.release().catch(() => {}));
}

export const underPublishLease = <R>(
  store: Database,
  timeoutMs: number,
  work: (lease: Lease) => Promise<R>,
): Promise<R> => underLease(store, PUBLISH_LEASE, timeoutMs, work);

/** Only one process makes pages in a data folder. */
export const underFolderLease = <R>(
  store: Database,
  { dataDir }: Pick<BuildTarget, 'dataDir'>,
  work: () => Promise<R>,
): Promise<R> =>
  underLease(store, `pages ${hostname()} ${dataDir}`, Number.POSITIVE_INFINITY, work);

export async function withDatabase<R>(
  { databaseUrl }: Pick<BuildTarget, 'databaseUrl'>,
  work: (store: Database) => Promise<R>,
): Promise<R> {
  const store = openDatabase(databaseUrl, { poolSize: 2 });
  return work(store).finally(store.close);
}
