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

/** The open database and the lease of a running publish. */
export interface PublishContext {
  store: Database;
  lease: Lease;
}

/** Runs the work under the publish lease. Throws PublishRunningError if it is taken for longer than `timeoutMs`. */
export async function withPublishLease<R>(
  target: BuildTarget,
  timeoutMs: number,
  work: (context: PublishContext) => Promise<R>,
): Promise<R> {
  const store = openDatabase(target.databaseUrl, { poolSize: 2 });
  try {
    const lease = await waitForLease({ store }, PUBLISH_LEASE, timeoutMs);
    if (!lease) throw new PublishRunningError();
    // A lease that cannot be released, for example on a full disk, expires.
    const { release } = lease;
    return await work({ store, lease }).finally(() => release().catch(() => {}));
  } finally {
    await store.close();
  }
}
