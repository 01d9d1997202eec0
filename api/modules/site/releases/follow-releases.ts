import type { Database } from '../../../../db/database.ts';
import { SECOND } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/services.ts';
import { createSingleFlight } from '../../../platform/single-flight.ts';
import { readProgress } from '../publish/progress.ts';
import { fetchRelease, removeUnfinished } from './fetch-release.ts';
import { currentName, listReleases, removeReleases, switchTo } from './release-files.ts';
import { findCurrentName, listSharedNames } from './release-queries.ts';
import { isShared } from './store-release.ts';

/** Synchronizes this folder's releases with the database that all processes share. */
export interface ReleaseFollower {
  /** Switches to the current release now, if it differs. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

const CHECK_EVERY = SECOND;

/** Switches this folder to the current release of all processes. Returns false before the first publish. */
export async function followCurrent({ db }: Database, dataDir: string): Promise<boolean> {
  for (;;) {
    const local = currentName(dataDir);
    const name = await findCurrentName(db);
    if (name === null) return false;
    if (name === local) return true;
    await fetchRelease(db, dataDir, name);
    // A different publish may have ended during the download.
    if (name === (await findCurrentName(db))) await switchTo(dataDir, name);
  }
}

/**
 * Checks for a new release every second. Polling is simple and reliable: a missed NOTIFY would need it
 * anyway.
 */
export function followReleases(
  { store, log }: { store: Database; log: Log },
  dataDir: string,
): ReleaseFollower {
  if (!isShared(store)) return { follow: async () => {}, close: async () => {} };
  const once = createSingleFlight<void>();
  let completed = '';
  let failed = '';
  let isClosed = false;

  async function check(): Promise<void> {
    const before = currentName(dataDir);
    if (!(await followCurrent(store, dataDir))) return;
    const now = currentName(dataDir);
    if (now !== before) log.info(`The release ${now} is served.`);
  }

  /** Fetches earlier releases too, for rollbacks and for the scripts of pages that are still open. */
  async function complete(): Promise<void> {
    const names = await listSharedNames(store.db);
    if (names.length === 0 || `${names}` === completed) return;
    for (const name of names) {
      if (isClosed) return;
      await fetchRelease(store.db, dataDir, name);
    }
    // A release that this process is publishing is not in the database yet.
    const publish = readProgress(dataDir);
    const unfinished = publish?.endedAt === null ? publish.name : null;
    const stored = [...names, currentName(dataDir), unfinished];
    const local = listReleases(dataDir).map(({ name }) => name);
    await removeReleases(
      dataDir,
      local.filter((name) => !stored.includes(name)),
    );
    completed = `${names}`;
  }

  const follow = () => once('check', check);
  async function run(): Promise<void> {
    try {
      await follow();
      await once('complete', complete);
      failed = '';
    } catch (error) {
      // Logs the same error only once while the database is unavailable.
      if (String(error) !== failed) log.error('the release of the site was not fetched', error);
      failed = String(error);
    }
  }
  let last = once('run', () => removeUnfinished(dataDir));
  const timer = setInterval(() => {
    last = once('run', run);
  }, CHECK_EVERY).unref();
  return {
    follow,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await last;
    },
  };
}
