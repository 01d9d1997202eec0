import type { Database, Db } from '../../../../db/database.ts';
import { listProcesses } from '../../../../db/running-processes.ts';
import type { Log } from '../../../platform/services.ts';
import { type BuildTarget, buildVersion } from '../build/build-target.ts';
import { followCurrent } from '../releases/follow-releases.ts';
import { currentName, readRelease } from '../releases/release-files.ts';
import { isShared, listShared } from '../releases/store-release.ts';
import { CLOSED_SITE, KEPT_PAGES, WAITING_EDITS } from '../texts.ts';
import { isAutomatic } from './automatic-publishing.ts';
import { readChangeCounts } from './change-counters.ts';
import { hasRelease, isUpToDate } from './publish-release.ts';
import { buildInWorker } from './publish-worker.ts';
import { UNKNOWN_CHANGES } from './published-content.ts';

/**
 * Fetches the site that other processes serve, or builds it if it is missing or outdated. If that fails, the
 * existing release is served.
 */
export async function prepareSite(
  target: BuildTarget,
  {
    store,
    log,
    build = buildInWorker,
  }: { store: Database; log: Log; build?: (target: BuildTarget) => Promise<unknown> },
): Promise<void> {
  const isKnown = !isShared(store) || (await followCurrent(store, target.dataDir));
  if (isKnown && (isUpToDate(target) || (await isReplaced(store, target)))) return;
  log.info('Building the site …');
  try {
    await build(target);
  } catch (error) {
    if (!hasRelease(target)) throw error;
    log.error('The site could not be built. Visitors see the release before', error);
    return;
  }
  const waiting = await whatWaits(target, store.db);
  if (waiting) log.info(waiting);
}

/** Says that saved edits are not public, and why; null if they are. */
async function whatWaits({ dataDir }: BuildTarget, db: Db): Promise<string | null> {
  const name = currentName(dataDir);
  const release = name === null ? null : readRelease(dataDir, name);
  if (release?.isKept) return KEPT_PAGES;
  if (release?.changes === UNKNOWN_CHANGES) return CLOSED_SITE;
  const { changes } = await readChangeCounts(db);
  const waits = release?.changes !== changes && !(await isAutomatic(db));
  return waits ? WAITING_EDITS : null;
}

/**
 * Whether a newer version of the program has replaced this version's release and is running. A process that
 * restarts during a deploy must not publish the old pages.
 */
async function isReplaced({ engine, db }: Database, target: BuildTarget): Promise<boolean> {
  if (!isShared({ engine })) return false;
  const releases = await listShared(db);
  const version = buildVersion(target);
  if (!releases.some((each) => !each.isCurrent && each.fingerprint === version)) return false;
  const current = releases.find((each) => each.isCurrent)?.fingerprint;
  return (await listProcesses(db)).some(({ program }) => current?.startsWith(program));
}
