import type { Database } from '../../../../db/database.ts';
import { SECOND } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/services.ts';
import { createSingleFlight } from '../../../platform/single-flight.ts';
import { readProgress } from '../publish/progress.ts';
import { fetchRelease, removeUnfinished } from './fetch-release.ts';
import { findCurrentName, listSharedNames } from './release-queries.ts';
import { currentName, listReleases, removeReleases, switchTo } from './releases.ts';
import { isShared } from './store-release.ts';

/** Keeps this folder's releases as those of all processes that share the database. */
export interface ReleaseFollower {
  /** Switches to the current release now, if it is another one. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

const CHECK_EVERY = SECOND;

/** Switches this folder to the release that all processes serve. False before the first was published. */
export async function followCurrent({ db }: Database, dataDir: string): Promise<boolean> {
  for (;;) {
    const local = currentName(dataDir);
    const name = await findCurrentName(db);
    if (name === null) return false;
    if (name === local) return true;
    await fetchRelease(db, dataDir, name);
    // Another publish may have ended meanwhile.
    if (name === (await findCurrentName(db))) await switchTo(dataDir, name);
  }
}

/** Checks every second for another release; a poll, because a NOTIFY that was missed would need one, too. */
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

  /** The earlier releases, too: to roll back to, and for the scripts of pages that are still open. */
  async function complete(): Promise<void> {
    const names = await listSharedNames(store.db);
    if (names.length === 0 || `${names}` === completed) return;
    for (const name of names) {
      if (isClosed) return;
      await fetchRelease(store.db, dataDir, name);
    }
    // One that is published by this process just now is not in the database yet.
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
      // While the database is away every check fails: once is enough.
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
