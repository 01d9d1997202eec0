import type { Database } from '../../../../db/database.ts';
import { listProcesses } from '../../../../db/running-processes.ts';
import type { Log } from '../../../platform/services.ts';
import { type BuildTarget, buildVersion } from '../build/build-target.ts';
import { followCurrent } from '../releases/follow-releases.ts';
import { isShared, listShared } from '../releases/store-release.ts';
import { hasRelease, isUpToDate } from './publish-release.ts';
import { buildInWorker } from './publish-worker.ts';

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
  }
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
